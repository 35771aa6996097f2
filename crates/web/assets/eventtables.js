// @ts-check
// Tables of an event.

import { html } from './dom.js';
import { intervalBar } from './eventgraph.js';

/** @typedef {import('./types.js').EventView} EventView */
/** @typedef {import('./types.js').Range} Range */
/** @typedef {import('./dom.js').Child} Child */

/**
 * A heading over words, which stand at the left.
 * @param {string} text
 */
export const word = (text) => ({ text });

/**
 * @param {(string | {text: string})[]} headings
 * @param {Child[][]} rows
 */
export function makeTable(headings, rows) {
  const kind = (/** @type {number} */ column) => (typeof headings[column] === 'string' ? 'number' : 'word');
  const head = headings.map((heading, column) => html('th', { class: kind(column), scope: 'col' }, typeof heading === 'string' ? heading : heading.text));
  const body = rows.map((cells) => html('tr', {}, ...cells.map((cell, column) => html('td', { class: kind(column) }, cell))));
  return html('div', { class: 'scroll', tabindex: 0 }, html('table', {}, html('thead', {}, html('tr', {}, ...head)), html('tbody', {}, ...body)));
}

/** @param {number | null} value @param {number} [digits] */
export const number = (value, digits = 0) => (value === null ? '' : value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits }));

/** @param {number} points */
const points = (points) => String(points);

/** @param {Range | null} range */
export function estimate(range) {
  if (range === null) return '';
  const mid = Math.abs(range.mid) < 0.05 ? 0 : range.mid;
  return `${mid > 0 ? '+' : mid < 0 ? '−' : ''}${Math.abs(mid).toFixed(1)} ± ${((range.high - range.low) / 2).toFixed(1)}`;
}

/**
 * The standings.
 * @param {EventView} view
 * @param {(numbers: number[], words: string) => void} choose lists the games of players
 */
export function standingsTable(view, choose) {
  const { ranking, encounters } = view;
  const widest = Math.max(10, ...ranking.flatMap(({ elo }) => (elo === null ? [] : [Math.abs(elo.low), Math.abs(elo.high)])));
  const headings = ['', word('Player'), ...(encounters ? [encounters] : []), 'Points', 'Games', 'Won', 'Drawn', 'Lost', 'Score', 'Elo', word('95 % interval')];
  const rows = ranking.map((row, index) => {
    const games = row.won + row.drawn + row.lost;
    const score = games === 0 ? '' : `${((100 * (row.won + row.drawn / 2)) / games).toFixed(1)} %`;
    const name = html('button', { class: 'link', type: 'button', id: `player-${row.number}`, title: `${row.player}: its games`, click: () => choose([row.number], row.name) }, row.name);
    return [
      String(index + 1),
      name,
      ...(encounters ? [points(row.encounters ?? 0)] : []),
      points(row.points),
      number(games),
      number(row.won),
      number(row.drawn),
      number(row.lost),
      score,
      estimate(row.elo),
      row.elo === null ? '' : intervalBar(row.elo, widest),
    ];
  });
  return makeTable(headings, rows);
}

/** @param {EventView} view */
export function courseTable({ ranking }) {
  const headings = ['', word('Player'), 'Points', 'Won as first', 'as second', 'by forfeit', 'Lost as first', 'as second', 'by forfeit', 'Drawn'];
  return makeTable(headings, ranking.map((row, index) => [String(index + 1), row.name, points(row.points), ...row.course.map((count) => number(count))]));
}

/**
 * @param {EventView} view
 * @param {(numbers: number[], words: string) => void} choose lists the games of two players
 */
export function crossTable({ ranking, cross }, choose) {
  const headings = ['', word('Player'), ...ranking.map((_, index) => String(index + 1))];
  const rows = ranking.map((row, index) => {
    const cells = cross[index].map((met, other) => {
      if (met === null) return index === other ? '·' : '';
      const title = `${row.name} against ${ranking[other].name}: ${met.won} won, ${met.drawn} drawn, ${met.lost} lost`;
      const show = () => choose([row.number, ranking[other].number], `${row.name} and ${ranking[other].name}`);
      return html('button', { class: 'link', type: 'button', id: `met-${row.number}-${ranking[other].number}`, title, 'aria-label': title, click: show }, points(met.points));
    });
    return [String(index + 1), row.name, ...cells];
  });
  return makeTable(headings, rows);
}

/** @param {EventView} view */
export function boardTable({ boards }) {
  const headings = [word('Game'), 'Games', 'First won', 'Drawn', 'Second won', 'First’s score', 'Moves'];
  const rows = boards.map((board) => {
    const games = board.won + board.drawn + board.lost;
    const score = games === 0 ? '' : `${((100 * (board.won + board.drawn / 2)) / games).toFixed(1)} %`;
    return [board.game, number(games), number(board.won), number(board.drawn), number(board.lost), score, number(board.mean_plies, 1)];
  });
  return makeTable(headings, rows);
}

/** @param {EventView} view */
export function effortTable({ ranking }) {
  const headings = [word('Player'), 'ms a move', 'Longest ms', 'Depth', 'Nodes a second', word('Faults')];
  const rows = ranking.map((row) => [row.name, number(row.mean_ms, 1), number(row.longest_ms, 1), number(row.mean_depth, 1), number(row.nodes_per_second), row.faults || 'none']);
  return makeTable(headings, rows);
}

/**
 * How far an event is, in words.
 * @param {import('./types.js').EventLine} event
 */
export function progressWords({ finished, known: all, over, played, verdict }) {
  const games = `${finished} of ${all} ${all === 1 ? 'game' : 'games'}`;
  if (over) return verdict === null ? `finished, ${finished} ${finished === 1 ? 'game' : 'games'}` : `${verdict} after ${finished} games`;
  return played ? `running, ${games}` : `stopped, ${games}`;
}
