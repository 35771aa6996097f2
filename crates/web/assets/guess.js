// @ts-check
// How the board will look when the server has taken a move: drawn at once from
// the move's preview, and taken back if the server refuses.

/** @typedef {import('./types.js').Content} Content */
/** @typedef {import('./types.js').Picture} Picture */
/** @typedef {import('./types.js').Side} Side */

/**
 * What a cell that a move changes will hold: an empty one a piece of the side that
 * moves, a piece of the other side turns, an own one and a tile leave.
 * @param {Content} content
 * @param {Side} mover
 * @returns {Content}
 */
export function changed(content, mover) {
  const arrives = content === 'empty' || ('piece' in content && content.piece !== mover);
  return arrives ? { piece: mover } : 'empty';
}

/**
 * The picture after a move, as far as its preview tells.
 * @param {Picture} picture
 * @param {import('./types.js').Choice} choice
 * @param {Side} mover
 * @returns {Picture}
 */
export function after(picture, choice, mover) {
  const cells = [...picture.cells];
  for (const cell of choice.preview.cells) cells[cell] = changed(cells[cell], mover);
  const last = choice.preview.cells.filter((cell) => picture.cells[cell] === 'empty');
  return { ...picture, cells, last };
}
