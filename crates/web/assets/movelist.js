// @ts-check
// The moves, a column for each side, each a way to the position after it; under
// a move, folded, what else was tried in its place.

import { visit } from './commands.js';
import { find, html } from './dom.js';
import { known, shownNode, subscribe } from './state.js';
import { children, line, path, rows } from './tree.js';
import { isExact, shortValue } from './values.js';

/** @typedef {import('./tree.js').Nodes} Nodes */

const list = find('moves', HTMLElement);

/** How many moves of a variation are written out. */
const WRITTEN = 10;

/** @type {Set<number>} the parents whose variations are unfolded */
const unfolded = new Set();

/**
 * @param {Nodes} nodes
 * @param {number} id
 * @param {string} kind further classes
 */
function moveButton(nodes, id, kind) {
  const { move, value, note } = nodes[id];
  const ply = path(nodes, id).length;
  return html(
    'button',
    { class: `move ${kind}`, type: 'button', tabindex: -1, title: note ?? move, 'data-ply': ply, 'data-node': id, click: () => visit(id) },
    html('span', { class: 'move-text' }, move),
    note ? html('span', { class: 'move-note', 'aria-label': 'has a note' }, '✎') : null,
    value ? html('span', { class: `move-value${isExact(value) ? ' exact' : ''}`, title: value.text }, shortValue(value)) : null,
  );
}

/**
 * The moves played instead of one, each with what followed it.
 * @param {Nodes} nodes
 * @param {number} id
 */
function variations(nodes, id) {
  const parent = nodes[id].parent ?? 0;
  const others = children(nodes)[parent].filter((other) => other !== id);
  if (others.length === 0) return null;
  const lines = others.map((other) => {
    const way = line(nodes, known().trail, other).slice(path(nodes, other).length - 1);
    const more = way.length > WRITTEN ? ` … ${way.length - WRITTEN} more` : null;
    return html('li', {}, ...way.slice(0, WRITTEN).map((at) => moveButton(nodes, at, 'tried')), more);
  });
  const words = others.length === 1 ? '1 variation' : `${others.length} variations`;
  const fold = html('details', { open: unfolded.has(parent) }, html('summary', {}, `${words} at ${nodes[id].move}`), html('ul', {}, ...lines));
  fold.addEventListener('toggle', () => (fold.open ? unfolded.add(parent) : unfolded.delete(parent)));
  return html('li', { class: 'variations' }, fold);
}

/** What was drawn last: the nodes, and the line through them. */
let drawn = '';
/** @type {Nodes | null} */
let drawnNodes = null;

function draw() {
  const { game, trail } = known();
  if (game === null) {
    drawnNodes = null;
    return list.replaceChildren();
  }
  const { nodes } = game;
  const way = line(nodes, trail, shownNode());
  const onWay = new Set([...path(nodes, game.node), ...path(nodes, shownNode())]);
  const kinds = way.map((id) => (onWay.has(id) ? '' : 'ahead'));
  const key = [way, kinds].join('|');
  if (key !== drawn || nodes !== drawnNodes) {
    drawn = key;
    drawnNodes = nodes;
    const made = rows(nodes, way).flatMap(({ number, first, second }) => {
      const cell = (/** @type {number | null} */ id) => (id === null ? html('span', { class: 'move none' }, '…') : moveButton(nodes, id, kinds[way.indexOf(id)]));
      const moves = html('li', { class: 'move-row' }, html('span', { class: 'move-number' }, String(number)), cell(first), second === null ? null : cell(second));
      return [moves, ...[first, second].flatMap((id) => (id === null ? [] : (variations(nodes, id) ?? [])))];
    });
    list.replaceChildren(...made);
  }
  mark(shownNode());
}

/** @param {number} node */
function mark(node) {
  const old = list.querySelector('[aria-current]');
  const current = list.querySelector(`.move-row [data-node="${node}"]`);
  if (old !== current) old?.removeAttribute('aria-current');
  current?.setAttribute('aria-current', 'true');
  // Only the list scrolls: `scrollIntoView` would move the whole page.
  if (current instanceof HTMLElement) {
    const top = current.offsetTop - list.offsetTop;
    const hidden = top < list.scrollTop || top + current.offsetHeight > list.scrollTop + list.clientHeight;
    if (hidden) list.scrollTop = top - list.clientHeight / 2;
  }
}

export function startMoves() {
  subscribe((now, before) => {
    if (now.game !== before.game || now.node !== before.node) draw();
  });
}
