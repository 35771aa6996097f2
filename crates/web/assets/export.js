// @ts-check
// The board as a picture of its own: an SVG with its colours written out, or
// that drawn as a PNG.

import { CELL } from './cells.js';
import { find, svg } from './dom.js';
import { shown } from './state.js';

/** What a drawing takes from the style sheets. */
const STYLES = ['fill', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-linecap', 'stroke-linejoin', 'stroke-dasharray', 'opacity', 'font-size', 'font-weight', 'font-family', 'text-anchor', 'dominant-baseline', 'paint-order', 'display'];

/** The longest side of a PNG in pixels. */
const PIXELS = 1600;

/**
 * A copy of a drawing that needs no style sheet.
 * @param {SVGElement} drawing
 */
function selfContained(drawing) {
  const copy = /** @type {SVGElement} */ (drawing.cloneNode(true));
  const [from, to] = [[drawing, ...drawing.querySelectorAll('*')], [copy, ...copy.querySelectorAll('*')]];
  from.forEach((node, at) => {
    const style = getComputedStyle(node);
    for (const name of STYLES) to[at].setAttribute(name, style.getPropertyValue(name));
    // Lines that keep their width on the page have it in pixels.
    if (style.getPropertyValue('vector-effect') === 'non-scaling-stroke') to[at].setAttribute('vector-effect', 'non-scaling-stroke');
  });
  for (const node of [copy, ...copy.querySelectorAll('*')]) {
    if (node.getAttribute('display') === 'none' || node.getAttribute('opacity') === '0') node.remove();
    else for (const name of ['class', 'tabindex', 'role', 'aria-label', 'aria-selected', 'aria-colindex', 'aria-rowindex', 'data-cell', 'data-drawn', 'display']) node.removeAttribute(name);
  }
  return copy;
}

/** The board with its coordinates, as the text of an SVG file. */
export function boardPicture() {
  const drawing = find('board', HTMLElement).querySelector('svg');
  const picture = shown()?.picture;
  if (drawing === null || !picture) return null;
  const { rows, columns } = picture;
  const margin = CELL * 0.6;
  const [width, height] = [columns * CELL + margin, rows * CELL + margin];
  const board = selfContained(drawing);
  for (const [name, value] of Object.entries({ x: margin, y: 0, width: columns * CELL, height: rows * CELL })) board.setAttribute(name, String(value));
  const label = (/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ y) =>
    svg('text', { x, y, 'font-size': 30, 'font-family': 'sans-serif', fill: '#6a6154', 'text-anchor': 'middle', 'dominant-baseline': 'central' }, text);
  const texts = (/** @type {string} */ id) => [...find(id, HTMLElement).children].map((node) => node.textContent ?? '');
  const whole = svg(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${height}`, width, height },
    svg('rect', { width, height, fill: '#f6f2ea' }),
    board,
    ...texts('row-labels').map((text, at) => label(text, margin / 2, (at + 0.5) * CELL)),
    ...texts('column-labels').map((text, at) => label(text, margin + (at + 0.5) * CELL, rows * CELL + margin / 2)),
  );
  return { text: new XMLSerializer().serializeToString(whole), width, height };
}

/**
 * @param {Blob} blob
 * @param {string} name
 */
function save(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * @param {'svg' | 'png'} kind
 * @param {string} title
 */
export async function downloadPicture(kind, title) {
  const large = find('board', HTMLElement).querySelector('canvas');
  const picture = boardPicture();
  if (kind === 'png' && large !== null) return save(await blobOf(large), fileName(title, kind));
  if (picture === null) throw new Error('This board cannot be saved as a picture.');
  const name = fileName(title, kind);
  if (kind === 'svg') return save(new Blob([picture.text], { type: 'image/svg+xml' }), name);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture.text)}`;
  await image.decode();
  const scale = PIXELS / Math.max(picture.width, picture.height);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  save(await blobOf(canvas), name);
}

/** @param {string} title @param {string} kind */
const fileName = (title, kind) => `${title.replace(/[^\w-]+/g, '-').replace(/^-+|-+$/g, '') || 'board'}.${kind}`;

/** @param {HTMLCanvasElement} canvas */
async function blobOf(canvas) {
  const blob = await new Promise((/** @type {(blob: Blob | null) => void} */ done) => canvas.toBlob(done, 'image/png'));
  if (blob === null) throw new Error('The picture could not be made.');
  return blob;
}
