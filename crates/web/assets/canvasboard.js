// @ts-check
// Draws a board of thousands of cells on a canvas, with zoom and pan: the same
// scene as `Board`, for boards on which an element a cell would be too many.

import { cellName, place } from './cells.js';
import { html } from './dom.js';
import { describe } from './pieces.js';

/** @typedef {import('./board.js').Scene} Scene */

/** The largest zoom, in pixels a cell. */
const LARGEST_CELL = 64;

/** A pointer that moves farther than this, in pixels, pans. */
const PAN = 6;

/** From this size of a cell on, lines and motifs are drawn. */
const DETAILED = 10;

export class CanvasBoard {
  /**
   * @param {HTMLElement} home where to draw
   * @param {string | null} name what a screen reader calls it; null for a mere illustration
   */
  constructor(home, name) {
    this.place = home;
    this.name = name;
    const roles = name === null ? { 'aria-hidden': 'true' } : { tabindex: 0, role: 'application', 'aria-roledescription': name };
    this.canvas = html('canvas', { class: 'canvas-board', ...roles });
    this.said = html('span', { class: 'unseen', 'aria-live': 'polite' });
    const tool = (/** @type {string} */ text, /** @type {string} */ label, /** @type {() => void} */ act) =>
      html('button', { class: 'button small square', type: 'button', 'aria-label': label, title: label, click: act }, text);
    this.tools = html('div', { class: 'canvas-tools' }, tool('+', 'Zoom in (+)', () => this.zoom(1.6)), tool('−', 'Zoom out (−)', () => this.zoom(1 / 1.6)), tool('⤢', 'Whole board (0)', () => this.zoom(0)));
    /** @type {Scene | null} */
    this.scene = null;
    /** How many times larger than the whole board, and what is at the top left, in cells. */
    this.view = { scale: 1, x: 0, y: 0 };
    this.entrance = 0;
    this.frame = 0;
    this.shape = '';
    /** @type {Map<number, {x: number, y: number}>} the pointers that are down */
    this.pointers = new Map();
    /** Whether the pointer has moved the board since it went down: then it does not click. */
    this.panned = false;
    new ResizeObserver(() => this.redraw()).observe(this.canvas);
    this.listen();
  }

  /** Whether this is the board in view. */
  get mounted() {
    return this.canvas.parentElement === this.place;
  }

  /** @param {Scene} scene */
  draw(scene) {
    const { picture } = scene;
    const shape = [picture.rows, picture.columns, picture.style].join(' ');
    if (!this.mounted) this.place.replaceChildren(...(this.name === null ? [this.canvas] : [this.canvas, this.tools, this.said]));
    if (shape !== this.shape) {
      this.view = { scale: 1, x: 0, y: 0 };
      this.entrance = 0;
      this.place.style.aspectRatio = `${picture.columns} / ${picture.rows}`;
    }
    this.shape = shape;
    this.scene = scene;
    this.describeEntrance();
    this.redraw();
  }

  /** Draws with the next frame of the browser. */
  redraw() {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.paint();
    });
  }

  /** Pixels a cell. */
  get size() {
    const columns = this.scene?.picture.columns ?? 1;
    return (this.canvas.clientWidth / columns) * this.view.scale;
  }

  paint() {
    const { scene, canvas, view } = this;
    const pen = canvas.getContext('2d');
    if (scene === null || pen === null || canvas.clientWidth === 0) return;
    const ratio = devicePixelRatio;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
    if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
    const colours = paints(canvas);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.fillStyle = colours.wood;
    pen.fillRect(0, 0, width, height);
    const size = this.size;
    const { picture } = scene;
    const [left, top] = [Math.floor(view.x), Math.floor(view.y)];
    const right = Math.min(picture.columns, Math.ceil(view.x + width / size));
    const bottom = Math.min(picture.rows, Math.ceil(view.y + height / size));
    if (picture.style !== 'tiles') this.paintGrid(pen, colours, { left, top, right, bottom });
    const last = new Set(picture.style === 'tiles' ? [] : picture.last);
    const decisive = new Set(picture.decisive);
    const changed = new Set(scene.preview?.cells ?? []);
    for (let row = top; row < bottom; row += 1) {
      for (let column = left; column < right; column += 1) {
        const seen = row * picture.columns + column;
        const cell = scene.flipped ? picture.cells.length - 1 - seen : seen;
        const [x, y] = [(column - view.x) * size, (row - view.y) * size];
        if (last.has(cell) || decisive.has(cell)) wash(pen, colours.accent, decisive.has(cell) ? 0.5 : 0.35, x, y, size);
        paintContent(pen, colours, picture.cells[cell], picture.style, x, y, size);
        if (changed.has(cell)) wash(pen, picture.style === 'tiles' ? '#ffffff' : colours.accent, 0.45, x, y, size);
        if (scene.refused === cell) wash(pen, colours.danger, 0.6, x, y, size);
        if (scene.chosen.includes(cell)) wash(pen, colours.accent, 0.5, x, y, size);
      }
    }
    for (const { cell, text, exact } of size >= DETAILED * 2 ? (scene.layers?.values ?? []) : []) {
      const [column, row] = place(scene, cell);
      paintValue(pen, colours, text, exact, (column - view.x + 0.5) * size, (row - view.y + 0.5) * size, size);
    }
    for (const cell of scene.layers?.taken ?? []) this.frameCell(pen, cell, '#ffffff', 1.5);
    this.place.classList.toggle('zoomed', view.scale > 1);
    if (view.scale > 1) this.paintLabels(pen, { left, top, right, bottom });
    if (document.activeElement === canvas) this.frameCell(pen, this.entrance, colours.accent, 3);
    else if (scene.pointed !== null) this.frameCell(pen, scene.pointed, colours.accent, 2);
  }

  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {Colours} colours
   * @param {{left: number, top: number, right: number, bottom: number}} part
   */
  paintGrid(pen, colours, { left, top, right, bottom }) {
    const size = this.size;
    pen.strokeStyle = colours.line;
    pen.lineWidth = size >= DETAILED ? 1 : 0.5;
    pen.beginPath();
    for (let column = left; column <= right; column += 1) {
      const x = (column - this.view.x) * size;
      pen.moveTo(x, (top - this.view.y) * size);
      pen.lineTo(x, (bottom - this.view.y) * size);
    }
    for (let row = top; row <= bottom; row += 1) {
      const y = (row - this.view.y) * size;
      pen.moveTo((left - this.view.x) * size, y);
      pen.lineTo((right - this.view.x) * size, y);
    }
    pen.stroke();
  }

  /**
   * The coordinates of what is in view, inside: those beside the board are of
   * the whole of it.
   * @param {CanvasRenderingContext2D} pen
   * @param {{left: number, top: number, right: number, bottom: number}} part
   */
  paintLabels(pen, { left, top, right, bottom }) {
    const { scene, size, view } = this;
    if (scene === null) return;
    const { rows, columns, row_labels: rowLabels, column_labels: columnLabels } = scene.picture;
    const every = Math.max(1, Math.ceil(26 / size));
    pen.font = '600 11px sans-serif';
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    const write = (/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ y) => {
      pen.lineWidth = 4;
      pen.strokeStyle = '#fffdf8';
      pen.strokeText(text, x, y);
      pen.fillStyle = '#28231c';
      pen.fillText(text, x, y);
    };
    for (let row = top; row < bottom; row += 1) {
      if (row % every === 0) write(rowLabels[scene.flipped ? rows - 1 - row : row] ?? '', 12, (row - view.y + 0.5) * size);
    }
    for (let column = left; column < right; column += 1) {
      if (column % every === 0) write(columnLabels[scene.flipped ? columns - 1 - column : column] ?? '', (column - view.x + 0.5) * size, this.canvas.clientHeight - 9);
    }
  }

  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {number} cell
   * @param {string} colour
   * @param {number} width
   */
  frameCell(pen, cell, colour, width) {
    if (this.scene === null) return;
    const [column, row] = place(this.scene, cell);
    const size = this.size;
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.strokeRect((column - this.view.x) * size + 0.5, (row - this.view.y) * size + 0.5, size - 1, size - 1);
  }

  /**
   * Zooms around a point of the canvas; a factor of 0 shows the whole board.
   * @param {number} factor
   * @param {number} [x]
   * @param {number} [y]
   */
  zoom(factor, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2) {
    const columns = this.scene?.picture.columns ?? 1;
    const most = Math.max(1, (LARGEST_CELL * columns) / Math.max(1, this.canvas.clientWidth));
    const size = this.size;
    const [atX, atY] = [this.view.x + x / size, this.view.y + y / size];
    this.view.scale = Math.min(most, Math.max(1, this.view.scale * factor));
    this.moveTo(atX - x / this.size, atY - y / this.size);
  }

  /**
   * Puts a place of the board, in cells, at the top left, as far as the board goes.
   * @param {number} x
   * @param {number} y
   */
  moveTo(x, y) {
    const { columns, rows } = this.scene?.picture ?? { columns: 1, rows: 1 };
    const [wide, high] = [this.canvas.clientWidth / this.size, this.canvas.clientHeight / this.size];
    this.view.x = Math.min(Math.max(0, x), Math.max(0, columns - wide));
    this.view.y = Math.min(Math.max(0, y), Math.max(0, rows - high));
    this.redraw();
  }

  /**
   * The cell that an event happened on.
   * @param {Event} event
   * @returns {number | null}
   */
  cellOf(event) {
    if (this.scene === null || event.target !== this.canvas) return null;
    if (!(event instanceof MouseEvent) || (event.type === 'click' && event.detail === 0)) return this.entrance;
    const { picture, flipped } = this.scene;
    const box = this.canvas.getBoundingClientRect();
    const column = Math.floor(this.view.x + (event.clientX - box.left) / this.size);
    const row = Math.floor(this.view.y + (event.clientY - box.top) / this.size);
    if (column < 0 || row < 0 || column >= picture.columns || row >= picture.rows) return null;
    const seen = row * picture.columns + column;
    return flipped ? picture.cells.length - 1 - seen : seen;
  }

  /** @param {number} cell */
  enterAt(cell) {
    this.entrance = cell;
    this.describeEntrance();
    this.redraw();
  }

  /** Puts the keyboard's focus on a cell, which comes into view. */
  focusCell(cell = this.entrance) {
    if (this.scene === null) return;
    this.enterAt(cell);
    const [column, row] = place(this.scene, cell);
    const [wide, high] = [this.canvas.clientWidth / this.size, this.canvas.clientHeight / this.size];
    const { x, y } = this.view;
    const into = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ span) => (at < from ? at : at + 1 > from + span ? at + 1 - span : from);
    this.moveTo(into(column, x, wide), into(row, y, high));
    this.canvas.focus();
    this.said.textContent = this.canvas.getAttribute('aria-label');
  }

  describeEntrance() {
    if (this.scene === null || this.name === null) return;
    const { picture, legal, chosen } = this.scene;
    const words = [`${cellName(picture, this.entrance)}: ${describe(picture.cells[this.entrance], picture.sides)}`];
    if (chosen.includes(this.entrance)) words.push('chosen');
    if (legal.has(this.entrance)) words.push('can be played');
    if (picture.last.includes(this.entrance)) words.push('last move');
    this.canvas.setAttribute('aria-label', words.join(', '));
  }

  listen() {
    const { canvas } = this;
    canvas.addEventListener('wheel', (event) => {
      event.preventDefault();
      const box = canvas.getBoundingClientRect();
      this.zoom(Math.exp(-event.deltaY / 300), event.clientX - box.left, event.clientY - box.top);
    }, { passive: false });
    canvas.addEventListener('pointerdown', (event) => {
      if (this.pointers.size === 0) this.panned = false;
      this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    });
    canvas.addEventListener('pointermove', (event) => this.drag(event));
    for (const end of ['pointerup', 'pointercancel', 'pointerleave']) {
      canvas.addEventListener(end, (event) => this.pointers.delete(/** @type {PointerEvent} */ (event).pointerId));
    }
    canvas.addEventListener('keydown', (event) => {
      if (event.key === '+' || event.key === '=') this.zoom(1.6);
      else if (event.key === '-') this.zoom(1 / 1.6);
      else if (event.key === '0') this.zoom(0);
    });
    for (const change of ['focus', 'blur']) canvas.addEventListener(change, () => this.redraw());
  }

  /**
   * One pointer pans, two zoom.
   * @param {PointerEvent} event
   */
  drag(event) {
    const before = this.pointers.get(event.pointerId);
    if (before === undefined) return;
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
    if (!this.panned && others.length === 0 && Math.hypot(dx, dy) < PAN) return;
    this.panned = true;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const [other] = others;
    if (other !== undefined) {
      const box = this.canvas.getBoundingClientRect();
      const apart = (/** @type {{x: number, y: number}} */ at) => Math.hypot(at.x - other.x, at.y - other.y) || 1;
      const factor = apart({ x: event.clientX, y: event.clientY }) / apart(before);
      this.zoom(factor, (event.clientX + other.x) / 2 - box.left, (event.clientY + other.y) / 2 - box.top);
      return;
    }
    this.moveTo(this.view.x - dx / this.size, this.view.y - dy / this.size);
  }
}

/** @typedef {{wood: string, line: string, accent: string, danger: string, first: string, second: string, rim: string, cross: string, nought: string, tiles: string[]}} Colours */

/** @type {{scheme: string, colours: Colours} | null} */
let mixed = null;

/**
 * The colours of the style sheet, read again when the scheme changes.
 * @param {Element} node
 * @returns {Colours}
 */
function paints(node) {
  const style = getComputedStyle(node);
  const of = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
  const scheme = of('wood');
  if (mixed?.scheme !== scheme) {
    const tiles = Array.from({ length: 9 }, (_, number) => of(`tile-${number + 1}`));
    mixed = { scheme, colours: { wood: scheme, line: of('wood-line'), accent: of('accent'), danger: of('danger'), first: of('first'), second: of('second'), rim: of('second-rim'), cross: of('cross'), nought: of('nought'), tiles } };
  }
  return mixed.colours;
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {string} colour
 * @param {number} strength
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function wash(pen, colour, strength, x, y, size) {
  pen.globalAlpha = strength;
  pen.fillStyle = colour;
  pen.fillRect(x, y, size, size);
  pen.globalAlpha = 1;
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Colours} colours
 * @param {import('./types.js').Content} content
 * @param {import('./types.js').Style} style
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function paintContent(pen, colours, content, style, x, y, size) {
  if (content === 'empty') return;
  const inset = size >= DETAILED ? size * 0.06 : 0.25;
  if ('tile' in content) {
    pen.fillStyle = colours.tiles[(content.tile - 1) % colours.tiles.length];
    pen.fillRect(x + inset, y + inset, size - 2 * inset, size - 2 * inset);
    if (size >= DETAILED) paintNumber(pen, content.tile, x, y, size);
    return;
  }
  const first = content.piece === 'first';
  const [cx, cy, r] = [x + size / 2, y + size / 2, size * 0.4];
  pen.beginPath();
  if (style === 'marks') {
    pen.strokeStyle = first ? colours.cross : colours.nought;
    pen.lineWidth = size * 0.16;
    const d = size * 0.25;
    if (first) {
      pen.moveTo(cx - d, cy - d);
      pen.lineTo(cx + d, cy + d);
      pen.moveTo(cx + d, cy - d);
      pen.lineTo(cx - d, cy + d);
    } else pen.arc(cx, cy, d, 0, 2 * Math.PI);
    pen.stroke();
    return;
  }
  pen.fillStyle = first ? colours.first : colours.second;
  pen.arc(cx, cy, r, 0, 2 * Math.PI);
  pen.fill();
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Colours} colours
 * @param {string} text
 * @param {boolean} exact
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function paintValue(pen, colours, text, exact, x, y, size) {
  pen.font = `${exact ? 800 : 600} ${size * 0.34}px sans-serif`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.lineWidth = size * 0.1;
  pen.strokeStyle = '#ffffff';
  pen.strokeText(text, x, y);
  pen.fillStyle = exact ? colours.accent : '#28231c';
  pen.fillText(text, x, y);
}

/**
 * The number of a tile's colour, for eyes that see fewer colours.
 * @param {CanvasRenderingContext2D} pen
 * @param {number} tile
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function paintNumber(pen, tile, x, y, size) {
  pen.fillStyle = [2, 5, 7, 9].includes(tile) ? '#1c1710' : '#fffaf0';
  pen.font = `600 ${size * 0.5}px sans-serif`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(String(tile), x + size / 2, y + size / 2);
}
