// @ts-check
// What lies over the pieces: values of moves, arrows, where a group was taken.
// Each layer is a list of plain things to draw; nothing here knows a game.

import { CELL, place } from './cells.js';
import { svg } from './dom.js';
import { outlinePath } from './preview.js';

/** @typedef {{cell: number, text: string, exact: boolean, best: boolean}} CellValue */

/**
 * @typedef {object} Layers
 * @property {readonly CellValue[]} values of moves, on their cells
 * @property {readonly (readonly [number, number])[]} arrows from cell to cell
 * @property {readonly number[]} taken cells that were emptied, as a region
 * @property {readonly number[]} hinted cells of a move that is recommended
 * @property {readonly number[]} dropped pieces that a move put down beside the one it moved
 */

/** @type {Layers} */
export const NO_LAYERS = { values: [], arrows: [], taken: [], hinted: [], dropped: [] };

/**
 * @param {import('./board.js').Board} board
 * @param {import('./board.js').Scene} scene
 */
export function drawLayers(board, scene) {
  const layers = scene.layers ?? NO_LAYERS;
  const key = JSON.stringify([layers, board.built]);
  if (board.layers.getAttribute('data-drawn') === key) return;
  board.layers.setAttribute('data-drawn', key);
  const middle = (/** @type {number} */ cell) => place(scene, cell).map((at) => (at + 0.5) * CELL);
  const corner = (/** @type {number} */ cell) => place(scene, cell).map((at) => at * CELL);
  const taken = layers.taken.length === 0 ? [] : [svg('path', { class: 'taken', d: outlinePath(layers.taken, scene) })];
  const hinted = layers.hinted.map((cell) => {
    const [x, y] = corner(cell);
    return svg('rect', { class: 'hinted', x: x + 5, y: y + 5, width: CELL - 10, height: CELL - 10, rx: 10 });
  });
  const dropped = layers.dropped.map((cell) => {
    const [cx, cy] = middle(cell);
    return svg('circle', { class: 'dropped', cx, cy, r: 45 });
  });
  board.layers.replaceChildren(...taken, ...dropped, ...hinted, ...layers.arrows.map(([from, to]) => arrow(middle(from), middle(to))), ...layers.values.map((one) => valueNode(one, middle(one.cell))));
}

/**
 * @param {CellValue} value
 * @param {number[]} middle
 */
function valueNode({ text, exact, best }, [x, y]) {
  const kind = `cell-value${exact ? ' exact' : ''}${best ? ' best' : ''}`;
  const width = Math.max(48, text.length * 18 + (text.startsWith('W') ? 24 : 14));
  return svg('g', { class: kind }, svg('rect', { x: x - width / 2, y: y - 21, width, height: 42, rx: exact ? 8 : 21 }), svg('text', { x, y: y + 1 }, text));
}

/**
 * @param {number[]} from
 * @param {number[]} to
 */
function arrow([x1, y1], [x2, y2]) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  // It ends at the rim of the piece that it leads to.
  const [ex, ey] = [x2 - dx * 42, y2 - dy * 42];
  const wing = (/** @type {number} */ side) => `L${ex - dx * 20 + side * dy * 13} ${ey - dy * 20 - side * dx * 13}`;
  return svg('path', { class: 'arrow', d: `M${x1} ${y1}L${ex} ${ey}M${ex} ${ey}${wing(1)}M${ex} ${ey}${wing(-1)}` });
}

/** How long a piece takes to get where it goes, in milliseconds. */
const FALL = 200;

/**
 * Lets pieces be seen to move to where they are drawn already.
 * @param {import('./board.js').Board} board
 * @param {import('./board.js').Scene} scene
 * @param {readonly (readonly number[])[]} shifts cells before and after
 */
export function animateShifts(board, scene, shifts) {
  if (shifts.length === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  for (const [from, to] of shifts) {
    const piece = board.cells[to]?.querySelector(':scope > .piece');
    const [[c1, r1], [c2, r2]] = [place(scene, from), place(scene, to)];
    const start = `translate(${(c1 - c2) * CELL}px, ${(r1 - r2) * CELL}px)`;
    piece?.animate([{ transform: start }, { transform: 'none' }], { duration: FALL, easing: 'ease-in' });
  }
}
