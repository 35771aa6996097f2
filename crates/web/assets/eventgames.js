// @ts-check
// The finished games of an event, the latest first; each opens on the table.

import { openGame } from './commands.js';
import { html } from './dom.js';
import { complain } from './errors.js';
import { eventsApi } from './eventsapi.js';
import { learn } from './state.js';
import { makeTable, word } from './eventtables.js';

/** @typedef {import('./types.js').EventGame} EventGame */

/** How many games make a page of the list. */
const PAGE = 50;

/** @param {number} milliseconds */
const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(milliseconds < 10_000 ? 1 : 0)} s`;

export class EventGames {
  /** @param {string} name */
  constructor(name) {
    this.name = name;
    /** @type {{numbers: number[], words: string}} whose games are listed */
    this.chosen = { numbers: [], words: '' };
    /** @type {number[]} where the pages before this one begin */
    this.pages = [];
    /** @type {number | undefined} */
    this.before = undefined;
    this.body = html('div', { class: 'event-games' });
    this.node = html('section', { 'aria-label': 'Games' }, html('h3', {}, 'Games'), this.body);
  }

  /**
   * Lists the games of these players, or of all.
   * @param {number[]} numbers
   * @param {string} words
   */
  choose(numbers, words) {
    this.chosen = { numbers, words };
    this.pages = [];
    this.before = undefined;
    this.load().catch(complain);
    this.node.scrollIntoView({ block: 'start' });
  }

  /** Fetches the list again, if it is at its newest games. */
  async refresh() {
    if (this.before === undefined) await this.load();
  }

  async load() {
    const [player, against] = this.chosen.numbers;
    const asked = this.before;
    const { games, total } = await eventsApi.games(this.name, { player, against, before: this.before });
    if (asked === this.before) this.draw(games, total);
  }

  /** @param {EventGame[]} games @param {number} total */
  draw(games, total) {
    const all = html('button', { class: 'button small', type: 'button', id: 'all-games', click: () => this.choose([], '') }, 'All games');
    const whose = html('p', { class: 'event-chosen' }, `${total} ${total === 1 ? 'game' : 'games'}${this.chosen.words && ` of ${this.chosen.words}`} `, this.chosen.words === '' ? null : all);
    const turn = (/** @type {string} */ words, /** @type {boolean} */ can, /** @type {() => void} */ go) =>
      html('button', { class: 'button', type: 'button', disabled: !can, click: () => (go(), this.load().catch(complain)) }, words);
    const newer = turn('Newer', this.pages.length > 0, () => (this.before = this.pages.pop() || undefined));
    const older = turn('Older', games.length === PAGE, () => {
      this.pages.push(this.before ?? 0);
      this.before = games.at(-1)?.number;
    });
    const pages = this.pages.length > 0 || games.length === PAGE ? html('p', { class: 'event-pages' }, newer, older) : null;
    const table = makeTable(['Game', word('First'), word('Second'), word('Result'), 'Moves', 'Time', word('On')], games.map((game) => this.row(game)));
    this.body.replaceChildren(whose, ...(games.length > 0 ? [table] : []), ...(pages ? [pages] : []));
  }

  /** @param {EventGame} game */
  row(game) {
    const open = html('button', { class: 'button small', type: 'button', 'data-game': game.number, title: 'Replay this game', click: () => this.open(game.number) }, String(game.number + 1));
    const winner = game.winner === null ? 'draw' : `${game[game.winner]} wins`;
    const how = game.end === 'rules' ? '' : `, ${game.end}`;
    return [open, game.first, game.second, winner + how, String(game.plies), `${seconds(game.first_ms)} / ${seconds(game.second_ms)}`, game.game];
  }

  /** @param {number} number */
  async open(number) {
    try {
      const state = await eventsApi.open(this.name, number);
      openGame(state.id, 0);
      learn(state);
    } catch (problem) {
      complain(problem);
    }
  }
}
