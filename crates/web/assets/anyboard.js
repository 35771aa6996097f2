// @ts-check
// A board of any size: elements for the usual ones, a canvas for vast ones.

import { Board } from './board.js';
import { CanvasBoard } from './canvasboard.js';

/** A board with a longer side than this is drawn on a canvas. */
const VAST = 40;

export class AnyBoard {
  /**
   * @param {HTMLElement} place where to draw
   * @param {string | null} name what a screen reader calls it; null for a mere illustration
   */
  constructor(place, name) {
    this.place = place;
    this.name = name;
    this.small = new Board(place, name);
    /** @type {CanvasBoard | null} */
    this.large = null;
    /** @type {Board | CanvasBoard} the one in view */
    this.now = this.small;
  }

  /** @param {import('./board.js').Scene} scene */
  draw(scene) {
    const { rows, columns } = scene.picture;
    if (Math.max(rows, columns) > VAST) {
      this.large ??= new CanvasBoard(this.place, this.name);
      this.now = this.large;
    } else {
      if (this.now !== this.small) this.small.built = '';
      this.now = this.small;
    }
    this.now.draw(scene);
  }

  /** @param {Event} event */
  cellOf(event) {
    return this.now.cellOf(event);
  }

  /** @param {number} cell */
  enterAt(cell) {
    this.now.enterAt(cell);
  }

  /** @param {number} [cell] the one that was entered last if left out */
  focusCell(cell) {
    this.now.focusCell(cell);
  }

  /** Whether the click that comes only ends a movement of the board. */
  get wasPanned() {
    return this.now instanceof CanvasBoard && this.now.panned;
  }
}
