// @ts-check
// What the move under the pointer would do: pieces that would appear, turn or
// leave, the outline of a group of tiles, and a few words such as its points.

import { CELL, place } from './cells.js';
import { html, svg } from './dom.js';
import { changed } from './guess.js';
import { drawPiece } from './pieces.js';

/** @typedef {import('./board.js').Board} Board */
/** @typedef {import('./board.js').Scene} Scene */

/**
 * @param {Board} board
 * @param {Scene} scene
 */
export function drawPreview(board, scene) {
  const { preview, picture } = scene;
  const cells = preview?.cells ?? [];
  const key = JSON.stringify([preview, scene.pointed, scene.mover, board.built]);
  if (board.over.getAttribute('data-drawn') === key) return;
  for (const node of board.root.querySelectorAll('.leaving, .awaiting')) node.classList.remove('leaving', 'awaiting');
  board.place.querySelector('.tip')?.remove();
  const drawn =
    picture.style === 'tiles' ? outline(cells, scene) : cells.flatMap((cell) => change(board, scene, cell) ?? []);
  board.over.replaceChildren(...drawn);
  board.over.setAttribute('data-drawn', key);
  if (preview?.label && scene.pointed !== null) board.place.append(tip(preview.label, scene, scene.pointed));
}

/**
 * A piece that will come, turn or leave.
 * @param {Board} board
 * @param {Scene} scene
 * @param {number} cell
 */
function change(board, scene, cell) {
  const content = scene.picture.cells[cell];
  const [column, row] = place(scene, cell);
  const transform = `translate(${column * CELL} ${row * CELL})`;
  const next = changed(content, scene.mover);
  if (next === 'empty') {
    board.cells[cell].classList.add('leaving');
    return null;
  }
  if (content !== 'empty') return svg('circle', { class: `turning ${scene.mover}`, cx: 50, cy: 50, r: 17, transform });
  board.cells[cell].classList.add('awaiting');
  return svg('g', { class: 'ghost', transform }, drawPiece(next, scene.picture.style));
}

/**
 * The border of a group of cells.
 * @param {readonly number[]} cells
 * @param {Scene} scene
 */
function outline(cells, scene) {
  if (cells.length === 0) return [];
  const d = outlinePath(cells, scene);
  return [svg('path', { class: 'outline', d }), svg('path', { class: 'outline-inner', d })];
}

/**
 * The border of a region as a path.
 * @param {readonly number[]} cells
 * @param {Scene} scene
 */
export function outlinePath(cells, scene) {
  const inside = new Set(cells.map((cell) => place(scene, cell).join()));
  const edges = cells.flatMap((cell) => {
    const [column, row] = place(scene, cell);
    const [x, y] = [column * CELL, row * CELL];
    const open = (/** @type {number} */ right, /** @type {number} */ down) => !inside.has([column + right, row + down].join());
    return [
      open(0, -1) ? `M${x} ${y}h${CELL}` : '',
      open(0, 1) ? `M${x} ${y + CELL}h${CELL}` : '',
      open(-1, 0) ? `M${x} ${y}v${CELL}` : '',
      open(1, 0) ? `M${x + CELL} ${y}v${CELL}` : '',
    ];
  });
  return edges.join('');
}

/**
 * The words beside the cell, kept inside the board.
 * @param {string} words
 * @param {Scene} scene
 * @param {number} cell
 */
function tip(words, scene, cell) {
  const { rows, columns } = scene.picture;
  const [column, row] = place(scene, cell);
  const across = (column + 0.5) / columns;
  const side = across < 0.2 ? 'at-left' : across > 0.8 ? 'at-right' : '';
  const below = row / rows < 0.12;
  const node = html('div', { class: `tip ${side} ${below ? 'below' : ''}`, 'aria-hidden': 'true' }, words);
  node.style.left = `${across * 100}%`;
  node.style.top = `calc(${((below ? row + 1 : row) / rows) * 100}% - 4px)`;
  return node;
}
