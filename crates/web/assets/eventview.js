// @ts-check
// One event: its standings while it is played and after, its games and its files.

import { html } from './dom.js';
import { complain } from './errors.js';
import { EventGames } from './eventgames.js';
import { ratioGraph } from './eventgraph.js';
import { eventsApi } from './eventsapi.js';
import { boardTable, courseTable, crossTable, effortTable, estimate, makeTable, progressWords, standingsTable, word } from './eventtables.js';

/** @typedef {import('./types.js').EventView} EventView */

/** What the files are, by their endings. */
const FILES = /** @type {Record<string, string>} */ ({
  html: 'Report',
  csv: 'Table (CSV)',
  txt: 'Games (text)',
  json: 'Everything (JSON)',
  ggf: 'Othello games (GGF)',
  psq: '(m,n,k) games (PSQ)',
});

/** Something about the event was done here. */
const changed = () => document.dispatchEvent(new CustomEvent('plywood:event-changed'));

export class EventPage {
  /** @param {string} name */
  constructor(name) {
    this.name = name;
    this.revision = '';
    this.live = true;
    this.games = new EventGames(name);
    this.body = html('div', { class: 'event-body' }, html('p', { class: 'empty' }, 'Loading'));
    this.node = html('article', { class: 'event' }, this.body, this.games.node);
  }

  /**
   * Asks what is new, and draws it.
   * @returns {Promise<boolean>} whether it is being played
   */
  async refresh() {
    const view = await eventsApi.view(this.name, this.revision);
    if (view !== null) {
      this.revision = view.revision;
      this.live = view.event.played;
      this.draw(view);
      await this.games.refresh();
    }
    return this.live;
  }

  /** @param {EventView} view */
  draw(view) {
    const focused = document.activeElement?.id ?? '';
    const choose = (/** @type {number[]} */ numbers, /** @type {string} */ words) => this.games.choose(numbers, words);
    const { event } = view;
    const sections = [
      section('Standings', standingsTable(view, choose)),
      view.course ? section('Points of the course', courseTable(view)) : null,
      view.sprt ? section('Sequential test', ...test(view.sprt)) : null,
      view.pairs ? section('Pairs of games', ...pairs(view.pairs)) : null,
      view.ranking.length > 2 ? section('Cross table', crossTable(view, choose), html('p', { class: 'note' }, 'Points of the row against the column; each opens its games.')) : null,
      section('Games and the first side', boardTable(view), view.first_side ? html('p', { class: 'note' }, `The first side is worth ${estimate(view.first_side)} Elo here.`) : null),
      section('Time, depth and speed', effortTable(view)),
      view.faults.length > 0 ? section('Faults', faults(view, (number) => this.games.open(number))) : null,
      section('Conditions', html('ul', { class: 'conditions' }, ...view.conditions.map((words) => html('li', {}, words)))),
    ];
    this.body.replaceChildren(
      html('p', { class: 'back' }, html('a', { href: '#events' }, '← Events')),
      html('div', { class: 'events-head' }, html('h2', {}, event.name), ...this.actions(view)),
      html('p', { class: 'event-state', role: 'status' }, progressWords(event)),
      html('progress', { max: Math.max(1, event.known), value: event.finished, 'aria-label': 'Games finished' }),
      ...(view.problem ? [html('p', { class: 'problem', role: 'alert' }, `It could not go on: ${view.problem}`)] : []),
      this.files(view),
      ...sections.filter((node) => node !== null),
    );
    if (focused !== '') document.getElementById(focused)?.focus({ preventScroll: true });
  }

  /** @param {EventView} view */
  actions({ event }) {
    if (event.over) return [];
    const act = (/** @type {() => Promise<unknown>} */ work) => () => work().then(changed, complain);
    if (event.here) return [html('button', { class: 'button', type: 'button', id: 'event-stop', click: act(() => eventsApi.stop(this.name)) }, 'Stop')];
    if (event.played) return [html('span', { class: 'note' }, 'played by another program')];
    if (event.elsewhere) return [html('span', { class: 'note' }, 'goes on with plywood arena run')];
    return [html('button', { class: 'button primary', type: 'button', id: 'event-resume', click: act(() => eventsApi.resume(this.name)) }, 'Go on')];
  }

  /** @param {EventView} view */
  files({ files, event }) {
    const links = files.map(({ form, games }) => {
      const some = games !== null && games < event.finished ? `, ${games} of ${event.finished}` : '';
      return html('a', { class: 'button small', href: eventsApi.filePath(this.name, form), download: true, 'data-form': form }, (FILES[form] ?? form) + some);
    });
    return html('p', { class: 'event-files', 'aria-label': 'Downloads' }, ...links);
  }
}

/**
 * @param {string} title
 * @param {...(Node | null)} nodes
 */
const section = (title, ...nodes) => html('section', {}, html('h3', {}, title), ...nodes);

/** @param {import('./types.js').Ratio} ratio */
function test(ratio) {
  const { elo0, elo1, model, llr, lower, upper, verdict } = ratio;
  const words = `Is it stronger by ${elo1} rather than by ${elo0} (${model})? The log-likelihood ratio is ${llr === null ? 'unknown' : llr.toFixed(2)}, between ${lower.toFixed(2)} and ${upper.toFixed(2)}: ${verdict}.`;
  return [html('p', { class: 'verdict' }, words), ratioGraph(ratio)];
}

/** @param {import('./types.js').PairCounts} pairs */
function pairs({ player, counts, elo, nelo, los }) {
  const table = makeTable(['0', '½', '1', '1½', '2 points'], [counts.map(String)]);
  if (elo === null || los === null) return [table];
  const words = `Pairs by the points of ${player}: ${estimate(elo)} Elo, ${estimate(nelo)} normalised; it is the stronger one with a probability of ${(100 * los).toFixed(1)} %.`;
  return [table, html('p', { class: 'note' }, words)];
}

/**
 * @param {EventView} view
 * @param {(number: number) => unknown} open
 */
function faults({ faults: all }, open) {
  const rows = all.map(({ game, player, detail }) => {
    const number = html('button', { class: 'link', type: 'button', click: () => open(game) }, String(game + 1));
    return [number, player, detail];
  });
  return makeTable(['Game', word('Player'), word('What happened')], rows);
}
