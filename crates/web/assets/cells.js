// @ts-check
// Where a cell is drawn, and what it is called.

/** @typedef {import('./types.js').Picture} Picture */

/** The side of a cell in the units of the drawing. */
export const CELL = 100;

/**
 * Column and row of a cell as it is seen.
 * @param {{picture: Picture, flipped: boolean}} scene
 * @param {number} cell
 * @returns {[number, number]}
 */
export function place({ picture, flipped }, cell) {
  const seen = flipped ? picture.cells.length - 1 - cell : cell;
  return [seen % picture.columns, Math.floor(seen / picture.columns)];
}

/**
 * What a cell is called: c3 where columns have letters, otherwise in words.
 * @param {Picture} picture
 * @param {number} cell
 */
export function cellName(picture, cell) {
  const row = Math.floor(cell / picture.columns);
  const column = picture.column_labels[cell % picture.columns] ?? '';
  const label = picture.row_labels[row] ?? '';
  if (label === '') return `${column}, row ${row + 1} from the top`;
  return /^[a-z]+$/i.test(column) ? column + label : `row ${label}, column ${column}`;
}
