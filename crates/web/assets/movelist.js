// @ts-check
// The moves, a column for each side, each a way to the position after it; under
// a move, folded, what else was tried in its place.

import { visit } from './commands.js';
import { firstId, html } from './dom.js';
import { swatch } from './pieces.js';
import { known, shownNode, subscribe } from './state.js';
import { children, line, path, rows } from './tree.js';
import { isExact, shortValue } from './values.js';

/** @typedef {import('./tree.js').Nodes} Nodes */

/** How many moves of a variation are written out. */
const WRITTEN = 10;

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
 * @param {Set<number>} unfolded the parents whose variations are unfolded
 */
function variations(nodes, id, unfolded) {
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

/**
 * The rows of the line that is looked at.
 * @param {Nodes} nodes
 * @param {readonly number[]} way
 * @param {readonly string[]} kinds
 * @param {Set<number>} unfolded
 */
function rowNodes(nodes, way, kinds, unfolded) {
  return rows(nodes, way).flatMap(({ number, first, second }) => {
    const cell = (/** @type {number | null} */ id) => (id === null ? html('span', { class: 'move none' }, '…') : moveButton(nodes, id, kinds[way.indexOf(id)]));
    const moves = html('li', { class: 'move-row' }, html('span', { class: 'move-number' }, String(number)), cell(first), second === null ? null : cell(second));
    return [moves, ...[first, second].flatMap((id) => (id === null ? [] : (variations(nodes, id, unfolded) ?? [])))];
  });
}

/**
 * @param {HTMLElement} list
 * @param {number} node
 */
function mark(list, node) {
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

/**
 * The pieces of the sides, over their columns.
 * @param {HTMLElement} head
 */
function drawHead(head) {
  const picture = known().game?.snapshot.picture;
  if (!picture) return;
  const key = `${picture.style} ${picture.sides.map(({ name, glyph }) => `${name} ${glyph}`).join(' ')}`;
  if (head.dataset.drawn === key) return;
  head.dataset.drawn = key;
  const column = (/** @type {import('./types.js').Side} */ side, /** @type {number} */ at) => html('span', { class: 'move-side' }, swatch(picture, side), picture.sides[at].name);
  head.replaceChildren(html('span', { class: 'move-number' }), column('first', 0), column('second', 1));
}

/**
 * Shows the moves of the game.
 * @param {HTMLElement} place
 */
export function mountMoves(place) {
  const head = html('div', { class: 'move-row move-head', 'aria-hidden': 'true' });
  const list = html('ol', { class: 'move-list', id: firstId('moves'), tabindex: 0, 'aria-label': 'Moves played' });
  place.append(head, list);
  /** @type {Set<number>} */
  const unfolded = new Set();
  /** What was drawn last: the nodes, and the line through them. */
  let drawn = '';
  /** @type {Nodes | null} */
  let drawnNodes = null;
  const draw = () => {
    const { game, trail } = known();
    if (game === null) {
      drawnNodes = null;
      return list.replaceChildren();
    }
    drawHead(head);
    const { nodes } = game;
    const way = line(nodes, trail, shownNode());
    const onWay = new Set([...path(nodes, game.node), ...path(nodes, shownNode())]);
    const kinds = way.map((id) => (onWay.has(id) ? '' : 'ahead'));
    const key = [way, kinds].join('|');
    if (key !== drawn || nodes !== drawnNodes) {
      drawn = key;
      drawnNodes = nodes;
      list.replaceChildren(...rowNodes(nodes, way, kinds, unfolded));
    }
    mark(list, shownNode());
  };
  // The analysis takes room from the list, which still shows the move.
  new ResizeObserver(() => mark(list, shownNode())).observe(list);
  subscribe((now, before) => {
    if (now.game !== before.game || now.node !== before.node || drawnNodes === null) draw();
  });
}
