// @ts-check
// The board on the table and the line under it, drawn from what is known, and
// the pointer over it.

import { AnyBoard } from './anyboard.js';
import { analysisHere, guidanceHere } from './analysis.js';
import { clickCell, lookAtGame, play, playFromHere, rematch } from './commands.js';
import { find, html } from './dom.js';
import { after } from './guess.js';
import { drawLabels } from './labels.js';
import { NO_LAYERS } from './layers.js';
import { movesOf } from './looks.js';
import { playerWords } from './picker.js';
import { swatch } from './pieces.js';
import { isPerson, known, openChoices, shown, shownNode, subscribe, update } from './state.js';
import { otherCaptions } from './seats.js';
import { buttons, nextCells, onlyMove } from './steps.js';
import { line, path } from './tree.js';
import { cellValues } from './worth.js';

export const board = new AnyBoard(find('board', HTMLElement), 'Board');

/** Puts the keyboard's focus on the board. */
export const focusBoard = () => board.focusCell();

const status = find('status', HTMLElement);
const statusActions = find('status-actions', HTMLElement);

function draw() {
  const { game, node, sent, flipped, clicks, pointed, refusal, peeked } = known();
  const snapshot = peeked?.snapshot ?? shown();
  find('table', HTMLElement).hidden = game === null;
  if (game === null || snapshot === null) return;
  const guess = peeked === null ? sent : null;
  const picture = guess === null ? snapshot.picture : after(snapshot.picture, guess, snapshot.to_move);
  const choices = peeked === null ? openChoices() : NO_CHOICES;
  // Until a move is answered the other cells stay as they are: to unmark and
  // mark them again would flicker.
  const stay = guess !== null && guess.steps.length === 1 && node === null;
  const next = stay ? without(nextCells(game.choices, NO_CLICKS), guess.preview.cells) : nextCells(choices, clicks);
  const choice = pointed === null ? null : onlyMove(choices, clicks, pointed);
  find('frame', HTMLElement).parentElement?.style.setProperty('--shape', String(picture.columns / picture.rows));
  board.draw({
    picture: { ...picture, last: landed(picture) },
    flipped,
    ...next,
    chosen: clicks,
    pointed,
    preview: choice?.preview ?? null,
    mover: snapshot.to_move,
    refused: refusal?.cell ?? null,
    layers: layers(picture),
    shifts: shifts(),
  });
  drawLabels(find('row-labels', HTMLElement), picture.row_labels, flipped);
  drawLabels(find('column-labels', HTMLElement), picture.column_labels, flipped);
  drawStatus();
}

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
  return choice === undefined ? [] : choice.steps.flat().slice(0, choice.steps.length === 1 ? 1 : undefined);
}

/** The node and the position that were drawn last. */
let drawn = { game: '', node: -1 };

/** The pieces that have moved since, if this is the position after that one. */
function shifts() {
  const { game, peeked, sent, node, past } = known();
  if (game === null || peeked !== null || sent !== null) return [];
  if (node !== null && past?.node !== node) return [];
  const before = drawn;
  drawn = { game: game.id, node: shownNode() };
  const onward = before.game === game.id && game.nodes[drawn.node].parent === before.node;
  return onward ? (guidanceHere()?.shifts ?? []) : [];
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

function drawStatus() {
  const { game, node, refusal, live } = known();
  const snapshot = shown();
  if (game === null || snapshot === null) return;
  const text = statusWords();
  const over = node === null && refusal === null && snapshot.ending !== null;
  const side = !live || refusal || node !== null ? null : (winner() ?? (snapshot.ending === null ? snapshot.to_move : null));
  const captions = otherCaptions(snapshot.picture).map(({ label, value }) => `${label}: ${value}`);
  const key = [text, over, side, captions, snapshot.picture.style].join('|');
  if (status.dataset.drawn !== key) {
    status.dataset.drawn = key;
    status.className = `status${refusal ? ' refusal' : ''}${over ? ' over' : ''}`;
    status.replaceChildren(
      ...(side === null ? [] : [swatch(snapshot.picture, side)]),
      text,
      ...captions.map((caption) => html('span', { class: 'captions' }, caption)),
    );
  }
  drawStatusActions();
}

function winner() {
  const outcome = shown()?.ending?.outcome;
  if (outcome === undefined || outcome === 'draw') return null;
  if ('win' in outcome) return outcome.win;
  return outcome.margin === 0 ? null : outcome.margin > 0 ? 'first' : 'second';
}

function statusWords() {
  const { game, node, refusal, live } = known();
  if (game === null) return '';
  if (!live) return 'The server does not answer; waiting for it.';
  if (refusal !== null) return refusal.text;
  if (game.problem !== null) return game.problem;
  if (node !== null) return lookedAtWords(game.nodes, node);
  const side = game.snapshot.to_move;
  if (game.snapshot.ending !== null) return game.status;
  if (isPerson(game, side)) return promptWords(game);
  const player = playerWords(game.players[side]);
  if (game.thinking?.waiting) return `${game.status}: ${player} waits for a free processor`;
  if (game.paused) return `${game.status}: ${player} is stopped`;
  return game.status;
}

/**
 * Whose turn it is and, where that needs words, what to click.
 * @param {import('./types.js').State} game
 */
function promptWords(game) {
  const { clicks, hint } = known();
  const best = hint ? analysisHere()?.analysis?.best : undefined;
  if (best !== undefined) return `${game.status}: try ${best}`;
  const prompt = game.guidance.prompts[clicks.length];
  if (prompt === undefined) return game.status;
  return clicks.length > 0 ? capital(prompt) : `${game.status}: ${prompt}`;
}

/**
 * Which position is looked at: its place on the line that is shown.
 * @param {import('./tree.js').Nodes} nodes
 * @param {number} node
 */
function lookedAtWords(nodes, node) {
  if (node === 0) return 'The first position';
  const { trail, game } = known();
  const apart = game !== null && !line(nodes, trail, game.node).includes(node) ? ', a variation' : '';
  return `After move ${path(nodes, node).length} of ${line(nodes, trail, node).length}${apart}`;
}

/** Moves without cells, and the ways out of looking back. */
function drawStatusActions() {
  const { game, node } = known();
  const passes = buttons(openChoices());
  const key = JSON.stringify([game?.revision, node, passes.map((choice) => choice.move)]);
  if (statusActions.dataset.drawn === key) return;
  statusActions.dataset.drawn = key;
  const made = passes.map((choice) =>
    html('button', { class: 'button primary', type: 'button', title: 'p', 'data-move': choice.move, click: () => play(choice) }, capital(choice.preview.label ?? choice.move)),
  );
  if (node === null && game !== null && game.snapshot.ending !== null) {
    made.push(
      html('button', { class: 'button primary', type: 'button', id: 'rematch', click: () => rematch(false) }, 'Rematch'),
      html('button', { class: 'button', type: 'button', id: 'swap-sides', click: () => rematch(true) }, 'Swap sides'),
    );
  }
  if (node !== null) {
    made.push(
      html('button', { class: 'button', type: 'button', id: 'play-from-here', title: 'c', click: playFromHere }, 'Play from here'),
      html('button', { class: 'button', type: 'button', id: 'back-to-game', title: 'l', click: lookAtGame }, 'Back to the game'),
    );
  }
  statusActions.replaceChildren(...made);
}

/** @param {string} words */
const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** @param {Event} event */
function point(event) {
  const pointed = board.cellOf(event);
  if (pointed !== known().pointed) update({ pointed });
}

export function startTable() {
  subscribe(draw);
  const place = board.place;
  place.addEventListener('pointerover', point);
  place.addEventListener('pointermove', point);
  place.addEventListener('pointerdown', point);
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
}
