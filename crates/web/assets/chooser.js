// @ts-check
// A new game: which one with which parameters, who plays, on which clock. What
// there is to choose comes from the catalogue alone.

import { api } from './api.js';
import { AnyBoard } from './anyboard.js';
import { quiet } from './board.js';
import { openGame } from './commands.js';
import { openSheet } from './dialogs.js';
import { html } from './dom.js';
import { sentences } from './errors.js';
import { fieldNode, fieldsProblem, fillFields, gameWords } from './fields.js';
import { makePicker, playersOf } from './picker.js';
import { swatch } from './pieces.js';
import { openRules } from './rules.js';
import { recall, remember } from './settings.js';
import { known, learn } from './state.js';
import { clockField, startFields } from './wishes.js';

/** @typedef {import('./types.js').GameEntry} GameEntry */

/** How long to wait, while the user types, before the board is drawn. */
const PAUSE = 150;

/** What was chosen last, so that the next game is one click away. */
const memory = recall('chooser', { family: '', words: '', first: 'human', second: '' });

/** @param {readonly import('./types.js').PlayerEntry[]} players */
function usualEngine(players) {
  const engine = ['best', 'alphabeta'].find((name) => players.some((player) => player.name === name));
  return engine ? `${engine}[time=1s]` : 'random';
}

export function openChooser() {
  const { catalogue } = known();
  if (catalogue === null) return;
  memory.second ||= usualEngine(catalogue.players);
  const chooser = new Chooser(catalogue);
  const start = html('button', { class: 'button primary', type: 'submit', id: 'start-game' }, 'Start');
  const dialog = openSheet('dialog-new', 'New game', [chooser.node()], [chooser.problem, start], async () => {
    try {
      const state = await api.create(await chooser.wish());
      dialog.close();
      openGame(state.id);
      // Not only when the stream tells it: a user who starts a game wants to play.
      learn(state);
      document.dispatchEvent(new CustomEvent('plywood:to-board'));
    } catch (refusal) {
      chooser.problem.textContent = sentences(refusal).join(' ');
    }
  });
  start.focus();
}

class Chooser {
  /** @param {import('./types.js').Catalogue} catalogue */
  constructor(catalogue) {
    this.catalogue = catalogue;
    this.problem = html('p', { class: 'problem', role: 'alert' });
    this.look = html('div', { class: 'look board' });
    this.board = new AnyBoard(this.look, null);
    this.about = html('p', { class: 'about' });
    this.rules = html('button', { class: 'button small', type: 'button', click: () => openRules(this.words()) }, 'The rules in full');
    this.presets = html('div', { class: 'presets', role: 'radiogroup', 'aria-label': 'Well-known ones' });
    this.fields = html('div', { class: 'fields' });
    this.sides = [html('legend', { class: 'legend' }), html('legend', { class: 'legend' })];
    this.pickers = [
      makePicker(catalogue.players, memory.first, 'the first side'),
      makePicker(catalogue.players, memory.second, 'the second side'),
    ];
    this.clock = clockField();
    this.start = startFields();
    this.family = catalogue.games.find((game) => game.name === memory.family) ?? catalogue.games[0];
    this.timer = 0;
    this.asked = 0;
    this.show(this.family, memory.words);
  }

  node() {
    const families = this.catalogue.games.map((game) => radio('family', game.name, game.title, game === this.family, () => this.show(game, '')));
    const seats = this.pickers.map((picker, index) => html('fieldset', { class: 'picker' }, this.sides[index], picker.node));
    return html(
      'div',
      { class: 'chooser' },
      html('fieldset', { class: 'choice' }, html('legend', {}, 'Game'), html('div', { class: 'family-list' }, ...families), this.about, this.rules, this.presets, this.fields),
      html('div', { class: 'chooser-look' }, this.look),
      html('div', { class: 'table-setting' }, ...seats),
      html('details', { class: 'extra' }, html('summary', {}, 'Clock, position, moves, file'), html('div', {}, this.clock.node, ...this.start.nodes)),
    );
  }

  words() {
    return gameWords(this.family, this.fields);
  }

  /** @returns {Promise<import('./types.js').NewGame>} */
  async wish() {
    const [first, second] = this.pickers.map((picker) => picker.text());
    Object.assign(memory, { family: this.family.name, words: this.words(), first, second });
    remember('chooser', memory);
    const start = await this.start.values();
    // What is given may be of another size than the form shows.
    const title = start.file !== null ? null : start.position !== null ? this.family.title : this.title();
    return { game: this.words(), first, second, title, clock: this.clock.value(), ...start };
  }

  /** What the game is called in the list of games. */
  title() {
    const words = this.words();
    const preset = this.family.presets.find(({ game }) => isNamed(words, game));
    const parameters = preset?.label ?? words.split(':').slice(1).join(':');
    return parameters === '' ? this.family.title : `${this.family.title} · ${parameters}`;
  }

  /**
   * Shows a family.
   * @param {GameEntry} family
   * @param {string} words the game of the family to begin with, if not its first
   */
  show(family, words) {
    this.family = family;
    this.about.textContent = family.about;
    const players = playersOf(this.catalogue, family.name);
    for (const picker of this.pickers) picker.offer(players, usualEngine(players));
    this.fields.replaceChildren(...family.fields.map((field) => fieldNode(field, () => this.changed())));
    this.presets.replaceChildren(...family.presets.map(({ game, label }) => radio('preset', game, label, false, () => this.choose(game))));
    this.choose(words || (family.presets[0]?.game ?? ''));
  }

  /**
   * Puts the parameters of this game into the fields.
   * @param {string} words
   */
  choose(words) {
    fillFields(this.family, this.fields, words);
    this.markPreset();
    void this.draw();
  }

  /** The user types. */
  changed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.draw(), PAUSE);
    this.markPreset();
  }

  markPreset() {
    for (const input of this.presets.querySelectorAll('input')) input.checked = isNamed(this.words(), input.value);
  }

  /** Draws the board of the game described, or says what is wrong with it. */
  async draw() {
    this.asked += 1;
    const question = this.asked;
    this.problem.textContent = fieldsProblem(this.fields);
    if (this.problem.textContent !== '') return;
    try {
      const { picture } = (await api.preview(this.words())).snapshot;
      if (question !== this.asked) return;
      this.look.style.setProperty('--shape', String(picture.columns / picture.rows));
      this.board.draw(quiet(picture));
      this.sides.forEach((legend, index) => legend.replaceChildren(swatch(picture, index === 0 ? 'first' : 'second'), picture.sides[index].name));
    } catch (refusal) {
      if (question === this.asked) this.problem.textContent = sentences(refusal).join(' ');
    }
  }
}

/**
 * Whether a preset, which may leave out the last parameters, names this game.
 * @param {string} words
 * @param {string} preset
 */
const isNamed = (words, preset) => words === preset || words.startsWith(`${preset},`);

/**
 * @param {string} name
 * @param {string} value
 * @param {string} words
 * @param {boolean} checked
 * @param {() => void} change
 */
const radio = (name, value, words, checked, change) =>
  html('label', { class: name }, html('input', { type: 'radio', name, value, checked, change }), html('span', {}, words));
