// @ts-check
// The board of the game that is shown: drawn from what is known, played on by
// pointer and keys. It mounts into any node, as often as wanted.

import { AnyBoard } from './anyboard.js';
import { analysisHere, guidanceHere } from './analysis.js';
import { clickCell } from './commands.js';
import { firstId, html } from './dom.js';
import { after } from './guess.js';
import { drawLabels } from './labels.js';
import { NO_LAYERS } from './layers.js';
import { movesOf } from './looks.js';
import { known, openChoices, shown, shownNode, subscribe, update } from './state.js';
import { nextCells, onlyMove } from './steps.js';
import { cellOf, cellValues } from './worth.js';

/** @type {readonly number[]} */
const NO_CLICKS = [];
/** @type {readonly import('./types.js').Choice[]} */
const NO_CHOICES = [];

/**
 * What lies over the pieces.
 * @param {import('./types.js').Picture} picture
 * @returns {import('./layers.js').Layers}
 */
function layers(picture) {
  const { sent, clicks, peeked } = known();
  const guidance = peeked?.guidance ?? guidanceHere();
  if (sent !== null || guidance === null) return NO_LAYERS;
  const tiles = picture.style === 'tiles';
  // A part of a shift is where a piece stands now; tiles are too many for arrows.
  const arrows = tiles ? [] : guidance.shifts.map(([from, to]) => /** @type {[number, number]} */ ([from, to]));
  return {
    values: peeked === null ? cellValues(legalMoves(), clicks) : [],
    arrows: clicks.length > 0 ? [] : arrows,
    taken: tiles ? guidance.changed : [],
    hinted: peeked === null ? hintedCells(legalMoves()) : [],
    dropped: arrows.length === 0 || clicks.length > 0 ? [] : picture.last.filter((cell) => !arrows.some((arrow) => arrow.includes(cell))),
  };
}

/**
 * The cells that are marked as the last move: where a piece was moved, only where
 * it is now.
 * @param {import('./types.js').Picture} picture
 */
function landed({ last, style }) {
  const { sent, peeked } = known();
  const shifts = (peeked?.guidance ?? guidanceHere())?.shifts ?? [];
  if (sent !== null || style === 'tiles' || shifts.length === 0) return last;
  return shifts.map(([, to]) => to).slice(0, 1);
}

/** The legal moves of the position that is looked at, for either side to move. */
function legalMoves() {
  const { game, node, past } = known();
  if (node !== null) return (past?.node === node ? past.choices : null) ?? NO_CHOICES;
  return game === null || game.choices.length > 0 ? (game?.choices ?? NO_CHOICES) : (movesOf(game.node) ?? NO_CHOICES);
}

/**
 * The cells of the move that a hint recommends.
 * @param {readonly import('./types.js').Choice[]} choices
 */
function hintedCells(choices) {
  const best = known().hint ? analysisHere()?.analysis?.best : undefined;
  const choice = choices.find(({ move }) => move === best);
  return choice === undefined ? [] : choice.steps.map((_, step) => cellOf(choice, step) ?? 0);
}

/**
 * @param {{legal: Set<number>, marked: Set<number>}} next
 * @param {readonly number[]} cells
 */
function without({ legal, marked }, cells) {
  const gone = new Set(cells);
  const rest = (/** @type {Set<number>} */ all) => new Set([...all].filter((cell) => !gone.has(cell)));
  return { legal: rest(legal), marked: rest(marked) };
}

/**
 * The pieces that have moved since the node drawn before, if this is the position
 * after that one.
 * @param {{game: string, node: number}} before
 */
function shiftsSince(before) {
  const { game } = known();
  const node = shownNode();
  const onward = game !== null && before.game === game.id && game.nodes[node].parent === before.node;
  return onward ? (guidanceHere()?.shifts ?? []) : [];
}

/** Whether the position of the node that is looked at is in view, and not one that is tried or peeked at. */
function isSettled() {
  const { game, peeked, sent, node, past } = known();
  return game !== null && peeked === null && sent === null && (node === null || past?.node === node);
}

/** What there is to draw; none without a game. */
function scene() {
  const { game, node, sent, flipped, clicks, pointed, refusal, peeked } = known();
  const snapshot = peeked?.snapshot ?? shown();
  if (game === null || snapshot === null) return null;
  const guess = peeked === null ? sent : null;
  const picture = guess === null ? snapshot.picture : after(snapshot.picture, guess, snapshot.to_move);
  const choices = peeked === null ? openChoices() : NO_CHOICES;
  // Until a move is answered the other cells stay as they are: to unmark and
  // mark them again would flicker.
  const stay = guess !== null && guess.steps.length === 1 && node === null;
  const next = stay ? without(nextCells(game.choices, NO_CLICKS), guess.preview.cells) : nextCells(choices, clicks);
  const choice = pointed === null ? null : onlyMove(choices, clicks, pointed);
  return {
    picture: { ...picture, last: landed(picture) },
    flipped,
    ...next,
    chosen: clicks,
    pointed,
    preview: choice?.preview ?? null,
    mover: snapshot.to_move,
    refused: refusal?.cell ?? null,
    layers: layers(picture),
  };
}

/**
 * Where an arrow key leads from a cell, as the board is seen.
 * @param {KeyboardEvent} event
 * @param {number} cell
 * @returns {number | null}
 */
function target({ key, ctrlKey }, cell) {
  const picture = shown()?.picture;
  if (!picture) return null;
  const { rows, columns } = picture;
  const last = rows * columns - 1;
  const seen = known().flipped ? last - cell : cell;
  const [row, column] = [Math.floor(seen / columns), seen % columns];
  const at = (/** @type {number} */ r, /** @type {number} */ c) => {
    const place = Math.min(Math.max(r, 0), rows - 1) * columns + Math.min(Math.max(c, 0), columns - 1);
    return known().flipped ? last - place : place;
  };
  switch (key) {
    case 'ArrowLeft': return at(row, column - 1);
    case 'ArrowRight': return at(row, column + 1);
    case 'ArrowUp': return at(row - 1, column);
    case 'ArrowDown': return at(row + 1, column);
    case 'Home': return at(ctrlKey ? 0 : row, 0);
    case 'End': return at(ctrlKey ? rows - 1 : row, columns - 1);
    case 'PageUp': return at(0, column);
    case 'PageDown': return at(rows - 1, column);
    default: return null;
  }
}

/**
 * The pointer over a board, and the keys on its cells.
 * @param {AnyBoard} board
 */
function listenTo(board) {
  const { place } = board;
  const point = (/** @type {Event} */ event) => {
    const pointed = board.cellOf(event);
    if (pointed !== known().pointed) update({ pointed });
  };
  for (const name of ['pointerover', 'pointermove', 'pointerdown']) place.addEventListener(name, point);
  place.addEventListener('pointerleave', () => update({ pointed: null }));
  place.addEventListener('focusin', (event) => {
    const cell = board.cellOf(event);
    if (cell !== null) board.enterAt(cell);
    if (event.target instanceof Element && event.target.matches(':focus-visible')) point(event);
  });
  place.addEventListener('focusout', () => update({ pointed: null }));
  place.addEventListener('click', (event) => {
    const cell = board.cellOf(event);
    if (cell === null || board.wasPanned) return;
    board.enterAt(cell);
    clickCell(cell);
  });
  place.addEventListener('keydown', (event) => {
    const cell = board.cellOf(event);
    if (cell === null || event.altKey || event.metaKey) return;
    const next = target(event, cell);
    if (event.key === 'Enter' || event.key === ' ') clickCell(cell);
    else if (next !== null) board.focusCell(next);
    else return;
    event.preventDefault();
  });
}

/**
 * Shows the board with its coordinates.
 * @param {HTMLElement} area whose child it becomes
 */
export function mountBoard(area) {
  const rows = html('div', { class: 'labels rows', id: firstId('row-labels'), 'aria-hidden': 'true' });
  const place = html('div', { class: 'board', id: firstId('board') });
  const columns = html('div', { class: 'labels columns', id: firstId('column-labels'), 'aria-hidden': 'true' });
  const frame = html('div', { class: 'frame' }, rows, place, columns);
  area.append(frame);
  const board = new AnyBoard(place, 'Board');
  let drawn = { game: '', node: -1 };
  subscribe(() => {
    const now = scene();
    if (now === null) return;
    const { picture, flipped } = now;
    area.style.setProperty('--shape', String(picture.columns / picture.rows));
    const settled = isSettled();
    board.draw({ ...now, shifts: settled ? shiftsSince(drawn) : [] });
    if (settled) drawn = { game: known().game?.id ?? '', node: shownNode() };
    drawLabels(rows, picture.row_labels, flipped);
    drawLabels(columns, picture.column_labels, flipped);
  });
  listenTo(board);
  return { frame, focus: () => board.focusCell() };
}
