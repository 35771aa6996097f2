// @ts-check
// Setting up a position cell by cell. Whether it is one, the server says.

import { api } from './api.js';
import { Board, quiet } from './board.js';
import { openGame } from './commands.js';
import { openSheet } from './dialogs.js';
import { dress, html, svg } from './dom.js';
import { complain, sentences } from './errors.js';
import { describe, drawPiece } from './pieces.js';
import { known, shown } from './state.js';

/** @typedef {import('./types.js').Content} Content */
/** @typedef {import('./types.js').Side} Side */

/** The most cells of a board that is set up by hand. */
const MOST = 1000;

/** How long to wait after a change before the server is asked. */
const PAUSE = 120;

/**
 * What can be put on a cell.
 * @param {import('./types.js').Picture} picture
 * @returns {Content[]}
 */
function brushes({ style, cells }) {
  if (style !== 'tiles') return ['empty', { piece: 'first' }, { piece: 'second' }];
  const colours = Math.max(2, ...cells.map((content) => (content !== 'empty' && 'tile' in content ? content.tile : 0)));
  return ['empty', ...Array.from({ length: colours }, (_, at) => ({ tile: at + 1 }))];
}

export function openEditor() {
  const snapshot = shown();
  if (known().game === null || snapshot === null) return;
  if (snapshot.picture.cells.length > MOST) return complain('This board is too large to be set up by hand.');
  new Editor(snapshot).open();
}

class Editor {
  /** @param {import('./types.js').Snapshot} snapshot */
  constructor(snapshot) {
    this.game = snapshot.game;
    this.picture = { ...snapshot.picture, cells: [...snapshot.picture.cells], last: [], decisive: [] };
    /** @type {Side} */
    this.side = snapshot.to_move;
    /** @type {Content} */
    this.brush = { piece: 'first' };
    this.position = '';
    this.timer = 0;
    this.asked = 0;
    this.problem = html('p', { class: 'problem', role: 'alert' });
    this.place = html('div', { class: 'look board editor-board' });
    this.place.style.setProperty('--shape', String(this.picture.columns / this.picture.rows));
    this.board = new Board(this.place, 'Position to set up');
    this.start = html('button', { class: 'button primary', type: 'submit' }, 'Open');
  }

  open() {
    const palette = brushes(this.picture).map((content, at) => this.brushNode(content, at === 1));
    const sides = /** @type {Side[]} */ (['first', 'second']).map((side, at) =>
      html('option', { value: side, selected: side === this.side }, `${this.picture.sides[at].name} to move`),
    );
    const mover = html('select', { 'aria-label': 'Who is to move' }, ...sides);
    mover.addEventListener('change', () => {
      this.side = mover.value === 'first' ? 'first' : 'second';
      this.changed();
    });
    const clear = html('button', { class: 'button', type: 'button', click: () => this.clear() }, 'Clear');
    const tools = html('div', { class: 'palette', role: 'radiogroup', 'aria-label': 'What a click puts down' }, ...palette);
    this.place.addEventListener('click', (event) => this.put(this.board.cellOf(event)));
    this.place.addEventListener('pointerover', (event) => event.buttons === 1 && this.put(this.board.cellOf(event)));
    this.place.addEventListener('keydown', (event) => this.key(event));
    const dialog = openSheet('dialog-editor', 'Set up a position', [tools, this.place, html('div', { class: 'editor-foot' }, mover, clear)], [this.problem, this.start], async () => {
      // What was changed last may not have been asked about yet.
      clearTimeout(this.timer);
      if (!(await this.check())) return;
      try {
        const state = await api.create({ game: this.game, position: this.position, title: known().game?.title ?? null });
        dialog.close();
        openGame(state.id);
      } catch (refusal) {
        this.problem.textContent = sentences(refusal).join(' ');
      }
    });
    this.draw();
    void this.check();
  }

  /** @param {Content} content @param {boolean} checked */
  brushNode(content, checked) {
    if (checked) this.brush = content;
    const words = content === 'empty' ? 'nothing' : describe(content, this.picture.sides);
    const input = html('input', { type: 'radio', name: 'brush', checked, 'aria-label': words });
    input.addEventListener('change', () => (this.brush = content));
    const look = svg('svg', { viewBox: '0 0 100 100', 'aria-hidden': 'true' }, svg('rect', { class: 'wood', width: 100, height: 100, rx: 8 }), content === 'empty' ? null : drawPiece(content, this.picture.style));
    return html('label', { class: 'brush', title: words }, input, look);
  }

  /** @param {number | null} cell */
  put(cell) {
    if (cell === null) return;
    this.board.enterAt(cell);
    // The same once more takes it away.
    const same = JSON.stringify(this.picture.cells[cell]) === JSON.stringify(this.brush);
    this.picture.cells[cell] = same ? 'empty' : this.brush;
    this.changed();
  }

  clear() {
    this.picture.cells.fill('empty');
    this.changed();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const cell = this.board.cellOf(event);
    if (cell === null) return;
    const { columns } = this.picture;
    const step = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns })[event.key];
    if (event.key === 'Enter' || event.key === ' ') this.put(cell);
    else if (step !== undefined) this.board.focusCell(Math.min(Math.max(cell + step, 0), this.picture.cells.length - 1));
    else return;
    event.preventDefault();
  }

  changed() {
    this.draw();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), PAUSE);
  }

  draw() {
    this.board.draw(quiet({ ...this.picture, cells: [...this.picture.cells] }));
  }

  /**
   * Asks whether this is a position.
   * @returns {Promise<boolean>} false too if it was changed meanwhile
   */
  async check() {
    this.asked += 1;
    const question = this.asked;
    let problem = '';
    try {
      const look = await api.setUp({ game: this.game, cells: this.picture.cells, to_move: this.side });
      if (question === this.asked) this.position = look.snapshot.position;
    } catch (refusal) {
      problem = sentences(refusal).join(' ');
    }
    if (question !== this.asked) return false;
    this.problem.textContent = problem;
    dress(this.start, { disabled: problem !== '' });
    return problem === '';
  }
}
