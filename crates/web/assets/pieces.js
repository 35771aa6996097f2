// @ts-check
// How a piece, a mark and a tile are drawn, each in a cell of 100 by 100.
// Tiles carry a motif besides their colour, for eyes that see fewer colours.

import { svg } from './dom.js';

/** @typedef {import('./types.js').Content} Content */
/** @typedef {import('./types.js').Style} Style */

/** The motifs of the tiles: a name for those who listen, and its shapes. */
const MOTIFS = [
  { name: 'ring', draw: () => [line('M50 30a20 20 0 1 0 .01 0z')] },
  { name: 'diamond', draw: () => [solid('M50 25L75 50L50 75L25 50z')] },
  { name: 'cross', draw: () => [line('M50 27V73M27 50H73')] },
  { name: 'triangle', draw: () => [solid('M50 26L77 72H23z')] },
  { name: 'waves', draw: () => [line('M24 41q13 -14 26 0t26 0M24 63q13 -14 26 0t26 0')] },
  { name: 'square', draw: () => [line('M32 32H68V68H32z')] },
  { name: 'flower', draw: () => [solid('M50 50C30 36 38 20 50 20S70 36 50 50C64 30 80 38 80 50S64 70 50 50C70 64 62 80 50 80S30 64 50 50C36 70 20 62 20 50S36 30 50 50z')] },
  { name: 'bars', draw: () => [line('M28 36H72M28 50H72M28 64H72')] },
  { name: 'saltire', draw: () => [line('M32 32L68 68M68 32L32 68')] },
];

/** @param {string} d */
const line = (d) => svg('path', { class: 'motif', d });
/** @param {string} d */
const solid = (d) => svg('path', { class: 'motif solid', d });

/** @param {number} colour */
const motif = (colour) => MOTIFS[(colour - 1) % MOTIFS.length];

/**
 * A text that differs exactly when two contents look different.
 * @param {Content} content
 */
export function look(content) {
  if (content === 'empty') return '';
  return 'piece' in content ? content.piece : `tile ${content.tile}`;
}

/**
 * What stands on a cell, in words.
 * @param {Content} content
 * @param {readonly import('./types.js').SideLook[]} sides
 */
export function describe(content, sides) {
  if (content === 'empty') return 'empty';
  if ('piece' in content) return sides[content.piece === 'first' ? 0 : 1].name;
  return `tile ${content.tile}, ${motif(content.tile).name}`;
}

/**
 * @param {Exclude<Content, 'empty'>} content
 * @param {Style} style
 * @returns {SVGGElement}
 */
export function drawPiece(content, style) {
  if ('tile' in content) return drawTile(content.tile);
  const side = content.piece;
  if (style === 'marks') return svg('g', { class: `piece ${side}` }, side === 'first' ? cross() : nought());
  return svg(
    'g',
    { class: `piece ${side}` },
    svg('circle', { class: 'disc-shadow', cx: 50, cy: 54, r: 40 }),
    svg('circle', { class: 'disc', cx: 50, cy: 50, r: 40 }),
    svg('circle', { class: 'disc-shine', cx: 50, cy: 50, r: 29 }),
  );
}

const cross = () => svg('path', { class: 'mark', d: 'M28 28L72 72M72 28L28 72' });
const nought = () => svg('circle', { class: 'mark', cx: 50, cy: 50, r: 25 });

/** @param {number} colour */
function drawTile(colour) {
  return svg(
    'g',
    { class: `piece tile-${((colour - 1) % MOTIFS.length) + 1}` },
    svg('rect', { class: 'tile', x: 3, y: 3, width: 94, height: 94, rx: 12 }),
    svg('rect', { class: 'glaze', x: 7, y: 7, width: 86, height: 86, rx: 9 }),
    ...motif(colour).draw(),
  );
}

/**
 * A small picture of a side's piece; its number where pieces belong to nobody.
 * @param {import('./types.js').Picture} picture
 * @param {import('./types.js').Side} side
 */
export function swatch(picture, side) {
  const frame = svg('svg', { class: 'swatch', viewBox: '0 0 100 100', 'aria-hidden': 'true' });
  if (picture.style !== 'tiles') {
    frame.append(drawPiece({ piece: side }, picture.style));
    return frame;
  }
  const glyph = svg('text', { class: 'swatch-glyph', x: 50, y: 52 }, picture.sides[side === 'first' ? 0 : 1].glyph);
  frame.append(svg('circle', { class: 'swatch-plate', cx: 50, cy: 50, r: 44 }), glyph);
  return frame;
}
