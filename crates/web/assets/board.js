// @ts-check
// Draws a picture of any game as SVG: a grid that one can look at, click, move
// through by keys and have read aloud. Only cells that changed are touched.

import { CELL, cellName } from './cells.js';
import { dress, svg } from './dom.js';
import { animateShifts, drawLayers } from './layers.js';
import { describe, drawPiece, look } from './pieces.js';
import { drawPreview } from './preview.js';

/** @typedef {import('./types.js').Picture} Picture */
/** @typedef {import('./types.js').Side} Side */

/**
 * @typedef {object} Scene
 * @property {Picture} picture
 * @property {boolean} flipped
 * @property {Set<number>} legal cells that may be clicked next
 * @property {Set<number>} marked those of them that show it
 * @property {readonly number[]} chosen cells clicked so far
 * @property {number | null} pointed
 * @property {import('./types.js').Preview | null} preview
 * @property {Side} mover
 * @property {number | null} refused
 * @property {import('./layers.js').Layers} [layers]
 * @property {readonly (readonly number[])[]} [shifts] pieces that have just moved: cells before and after
 */

/** With more columns than this, what is written on cells is written larger. */
const DENSE = 10;

/** Where more than this share of the cells is marked, the marks are fainter. */
const CROWD = 0.4;

const CORNERS = 'M8 26V14q0 -6 6 -6H26M74 8H86q6 0 6 6V26M92 74V86q0 6 -6 6H74M26 92H14q-6 0 -6 -6V74';

/** @typedef {'legal' | 'marked' | 'last' | 'decisive' | 'chosen' | 'refused' | 'occupied'} Mark */

/** What can be said of a cell, a bit each; its classes have these names. @type {Mark[]} */
const MARKS = ['legal', 'marked', 'last', 'decisive', 'chosen', 'refused', 'occupied'];

/**
 * The marks of every cell.
 * @param {Scene} scene
 */
function allMarks({ picture, legal, marked, chosen, refused }) {
  const marks = new Uint8Array(picture.cells.length);
  const mark = (/** @type {Mark} */ name, /** @type {Iterable<number>} */ cells) => {
    const bit = 1 << MARKS.indexOf(name);
    for (const cell of cells) marks[cell] |= bit;
  };
  mark('legal', legal);
  mark('marked', marked);
  // Where tiles were taken others have fallen: that is a layer of its own.
  mark('last', picture.style === 'tiles' ? [] : picture.last);
  mark('decisive', picture.decisive);
  mark('chosen', chosen);
  mark('refused', refused === null ? [] : [refused]);
  const occupied = 1 << MARKS.indexOf('occupied');
  picture.cells.forEach((content, cell) => {
    if (content !== 'empty') marks[cell] |= occupied;
  });
  return marks;
}

/** @param {Picture} picture */
export const quiet = (picture) =>
  /** @type {Scene} */ ({ picture, flipped: false, legal: new Set(), marked: new Set(), chosen: [], pointed: null, preview: null, mover: 'first', refused: null });

export class Board {
  /**
   * @param {HTMLElement} place where to draw
   * @param {string | null} name what a screen reader calls it; null for a mere illustration
   */
  constructor(place, name) {
    this.place = place;
    this.name = name;
    this.built = '';
    /** @type {SVGGElement[]} by number of the cell */
    this.cells = [];
    /** @type {string[]} what each cell was last drawn with */
    this.looks = [];
    /** The marks of each cell as they were last drawn. */
    this.marks = new Uint8Array(0);
    this.root = svg('svg');
    this.over = svg('g');
    this.layers = svg('g');
    /** The cell that the keyboard enters the board at. */
    this.entrance = 0;
  }

  /** @param {Scene} scene */
  draw(scene) {
    const { picture, flipped } = scene;
    const shape = [picture.rows, picture.columns, picture.style, flipped].join(' ');
    const fresh = shape !== this.built;
    const focused = fresh ? this.cells.findIndex((cell) => cell === document.activeElement) : -1;
    if (fresh) this.build(picture, flipped);
    this.built = shape;
    const crowded = scene.marked.size > picture.cells.length * CROWD;
    this.root.classList.toggle('crowded', crowded);
    this.root.classList.toggle('decided', picture.decisive.length > 0);
    const marks = allMarks(scene);
    picture.cells.forEach((content, cell) => {
      if (marks[cell] === this.marks[cell] && look(content) === this.looks[cell]) return;
      this.drawCell(scene, cell, marks[cell], fresh);
    });
    this.marks = marks;
    drawPreview(this, scene);
    drawLayers(this, scene);
    animateShifts(this, scene, scene.shifts ?? []);
    // Last of all: a listener to the focus may want the board drawn again.
    this.cells[focused]?.focus();
  }

  /**
   * @param {Scene} scene
   * @param {number} cell
   * @param {number} marks
   * @param {boolean} fresh
   */
  drawCell(scene, cell, marks, fresh) {
    const { picture } = scene;
    const content = picture.cells[cell];
    const node = this.cells[cell];
    const before = this.marks[cell] ?? 0;
    MARKS.forEach((name, bit) => {
      if (((before ^ marks) >> bit) & 1) node.classList.toggle(name);
    });
    if (this.name !== null) this.label(node, scene, cell, marks);
    const oldLook = this.looks[cell] ?? '';
    this.looks[cell] = look(content);
    if (oldLook !== look(content)) this.setPiece(node, content, picture, oldLook, fresh);
  }

  /**
   * @param {SVGGElement} node
   * @param {import('./types.js').Content} content
   * @param {Picture} picture
   * @param {string} oldLook
   * @param {boolean} fresh
   */
  setPiece(node, content, picture, oldLook, fresh) {
    const old = node.querySelector(':scope > .piece');
    node.classList.toggle('arriving', content !== 'empty' && oldLook === '' && !fresh && picture.style !== 'tiles');
    // A disc that turns keeps its element, so that its colour can change gently.
    const turns = old !== null && content !== 'empty' && 'piece' in content && picture.style === 'discs';
    if (turns) dress(old, { class: `piece ${content.piece}` });
    else {
      old?.remove();
      if (content !== 'empty') node.querySelector('.ground')?.after(drawPiece(content, picture.style));
    }
  }

  /**
   * @param {SVGGElement} node
   * @param {Scene} scene
   * @param {number} cell
   * @param {number} marks
   */
  label(node, scene, cell, marks) {
    const has = (/** @type {Mark} */ name) => ((marks >> MARKS.indexOf(name)) & 1) === 1;
    const words = [`${cellName(scene.picture, cell)}: ${describe(scene.picture.cells[cell], scene.picture.sides)}`];
    if (has('chosen')) words.push('chosen');
    if (has('legal')) words.push('can be played');
    if (has('last')) words.push('last move');
    if (has('decisive')) words.push('decides the game');
    dress(node, { 'aria-label': words.join(', '), 'aria-selected': has('chosen') ? 'true' : 'false' });
  }

  /**
   * @param {Picture} picture
   * @param {boolean} flipped
   */
  build(picture, flipped) {
    const { rows, columns } = picture;
    const [width, height] = [columns * CELL, rows * CELL];
    this.cells = [];
    this.looks = [];
    this.marks = new Uint8Array(0);
    this.over = svg('g', { 'aria-hidden': 'true' });
    this.layers = svg('g', { class: 'layers', 'aria-hidden': 'true' });
    const grid = this.name === null ? {} : { role: 'grid', 'aria-label': this.name, 'aria-rowcount': rows, 'aria-colcount': columns };
    const body = svg('g', grid);
    for (let row = 0; row < rows; row += 1) {
      body.append(this.buildRow(picture, flipped, row));
    }
    this.root = svg(
      'svg',
      { viewBox: `0 0 ${width} ${height}`, class: `style-${picture.style}${columns > DENSE ? ' dense' : ''}`, 'aria-hidden': this.name === null ? 'true' : null },
      svg('rect', { class: 'wood', width, height }),
      svg('path', { class: 'grain', d: grain(width, height) }),
      picture.style === 'tiles' ? null : svg('path', { class: 'grid-lines', d: gridLines(rows, columns) }),
      body,
      this.layers,
      this.over,
    );
    this.place.replaceChildren(this.root);
    this.place.classList.remove('zoomed');
    this.place.style.aspectRatio = `${columns} / ${rows}`;
    this.enterAt(Math.min(this.entrance, picture.cells.length - 1));
  }

  /**
   * @param {Picture} picture
   * @param {boolean} flipped
   * @param {number} row counted from the top as it is seen
   */
  buildRow(picture, flipped, row) {
    const { rows, columns } = picture;
    const group = svg('g', this.name === null ? {} : { role: 'row', 'aria-rowindex': row + 1 });
    for (let column = 0; column < columns; column += 1) {
      const place = row * columns + column;
      const cell = flipped ? rows * columns - 1 - place : place;
      const roles = this.name === null ? {} : { role: 'gridcell', tabindex: -1, 'aria-colindex': column + 1 };
      const node = svg(
        'g',
        { ...roles, class: 'cell', 'data-cell': cell, transform: `translate(${column * CELL} ${row * CELL})` },
        svg('rect', { class: 'ground', width: CELL, height: CELL }),
        svg('circle', { class: 'hint', cx: 50, cy: 50, r: 9 }),
        svg('circle', { class: 'ring', cx: 50, cy: 50, r: 45 }),
        svg('path', { class: 'corners', d: CORNERS }),
        svg('rect', { class: 'focus', x: 3, y: 3, width: 94, height: 94, rx: 8 }),
      );
      this.cells[cell] = node;
      group.append(node);
    }
    return group;
  }

  /**
   * Lets the keyboard enter the board at this cell.
   * @param {number} cell
   */
  enterAt(cell) {
    if (this.name === null) return;
    this.cells[this.entrance]?.setAttribute('tabindex', '-1');
    this.entrance = cell;
    this.cells[cell]?.setAttribute('tabindex', '0');
  }

  /**
   * Puts the keyboard's focus on a cell.
   * @param {number} [cell]
   */
  focusCell(cell = this.entrance) {
    this.cells[cell]?.focus();
  }

  /**
   * The cell that an event happened on.
   * @param {Event} event
   * @returns {number | null}
   */
  cellOf({ target }) {
    const node = target instanceof Element ? target.closest('.cell') : null;
    return node === null ? null : Number(node.getAttribute('data-cell'));
  }
}

/**
 * The grain of the wood: long lines that bend a little, the same every time.
 * @param {number} width
 * @param {number} height
 */
function grain(width, height) {
  const lines = 26;
  return Array.from({ length: lines }, (_, index) => {
    const y = ((index + 0.5 + 0.35 * Math.sin(index * 2.4)) * height) / lines;
    const bend = (height / lines) * 0.9 * Math.sin(index * 1.7);
    return `M0 ${y.toFixed(1)}q${width / 4} ${bend.toFixed(1)} ${width / 2} 0t${width / 2} 0`;
  }).join('');
}

/**
 * @param {number} rows
 * @param {number} columns
 */
function gridLines(rows, columns) {
  const across = Array.from({ length: rows - 1 }, (_, row) => `M0 ${(row + 1) * CELL}H${columns * CELL}`);
  const down = Array.from({ length: columns - 1 }, (_, column) => `M${(column + 1) * CELL} 0V${rows * CELL}`);
  return across.join('') + down.join('');
}
