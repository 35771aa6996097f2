// @ts-check
// The board on the table and the line under it, drawn from what is known, and
// the pointer over it.

import { Board } from './board.js';
import { clickCell, lookLast, play, playFromHere } from './commands.js';
import { find, html } from './dom.js';
import { after } from './guess.js';
import { drawLabels } from './labels.js';
import { playerWords } from './picker.js';
import { swatch } from './pieces.js';
import { isPerson, known, openChoices, shown, subscribe, update } from './state.js';
import { otherCaptions } from './seats.js';
import { buttons, nextCells, onlyMove } from './steps.js';

export const board = new Board(find('board', HTMLElement), 'Board');

/** Puts the keyboard's focus on the board. */
export const focusBoard = () => board.cells[board.entrance]?.focus();

const status = find('status', HTMLElement);
const statusActions = find('status-actions', HTMLElement);

function draw() {
  const { game, past, sent, flipped, clicks, pointed, refusal } = known();
  const snapshot = shown();
  find('table', HTMLElement).hidden = game === null;
  if (game === null || snapshot === null) return;
  const guess = past === null ? sent : null;
  const picture = guess === null ? snapshot.picture : after(snapshot.picture, guess, snapshot.to_move);
  const choices = openChoices();
  // Until a move is answered the other cells stay as they are: to unmark and
  // mark them again would flicker.
  const stay = guess !== null && guess.steps.length === 1;
  const next = stay ? without(nextCells(game.choices, NO_CLICKS), guess.preview.cells) : nextCells(choices, clicks);
  const choice = pointed === null ? null : onlyMove(choices, clicks, pointed);
  find('frame', HTMLElement).parentElement?.style.setProperty('--shape', String(picture.columns / picture.rows));
  board.draw({
    picture,
    flipped,
    ...next,
    chosen: clicks,
    pointed,
    preview: choice?.preview ?? null,
    mover: snapshot.to_move,
    refused: refusal?.cell ?? null,
  });
  drawLabels(find('row-labels', HTMLElement), picture.row_labels, flipped);
  drawLabels(find('column-labels', HTMLElement), picture.column_labels, flipped);
  drawStatus();
}

/** @type {readonly number[]} */
const NO_CLICKS = [];

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
  const { game, past, refusal, live } = known();
  const snapshot = shown();
  if (game === null || snapshot === null) return;
  const text = statusWords();
  const over = past === null && refusal === null && snapshot.ending !== null;
  const side = !live || refusal || past ? null : (winner() ?? (snapshot.ending === null ? snapshot.to_move : null));
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
  const { game, past, refusal, live } = known();
  if (game === null) return '';
  if (!live) return 'The server does not answer; waiting for it.';
  if (refusal !== null) return refusal.text;
  if (game.problem !== null) return game.problem;
  if (past !== null) return past.ply === 0 ? 'The first position' : `After move ${past.ply} of ${game.ply}`;
  const side = game.snapshot.to_move;
  if (game.snapshot.ending !== null || isPerson(game, side)) return game.status;
  const player = playerWords(game.players[side]);
  if (game.thinking?.waiting) return `${game.status}: ${player} waits for a free processor`;
  if (game.paused) return `${game.status}: ${player} is stopped`;
  return game.status;
}

/** Moves without cells, and the ways out of looking back. */
function drawStatusActions() {
  const { game, past } = known();
  const passes = buttons(openChoices());
  const key = JSON.stringify([game?.revision, past?.ply, passes.map((choice) => choice.move)]);
  if (statusActions.dataset.drawn === key) return;
  statusActions.dataset.drawn = key;
  const made = passes.map((choice) =>
    html('button', { class: 'button primary', type: 'button', title: 'p', 'data-move': choice.move, click: () => play(choice) }, capital(choice.preview.label ?? choice.move)),
  );
  if (past !== null) {
    made.push(
      html('button', { class: 'button', type: 'button', id: 'play-from-here', title: 'c', click: playFromHere }, 'Play from here'),
      html('button', { class: 'button', type: 'button', id: 'back-to-game', title: 'l', click: lookLast }, 'Back to the game'),
    );
  }
  statusActions.replaceChildren(...made);
}

/** @param {string} words */
const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** @param {Event} event */
function point(event) {
  const pointed = board.cellOf(event.target);
  if (pointed !== known().pointed) update({ pointed });
}

export function startTable() {
  subscribe(draw);
  const place = board.place;
  place.addEventListener('pointerover', point);
  place.addEventListener('pointerdown', point);
  place.addEventListener('pointerleave', () => update({ pointed: null }));
  place.addEventListener('focusin', (event) => {
    const cell = board.cellOf(event.target);
    if (cell !== null) board.enterAt(cell);
    if (event.target instanceof Element && event.target.matches(':focus-visible')) point(event);
  });
  place.addEventListener('focusout', () => update({ pointed: null }));
  place.addEventListener('click', (event) => {
    const cell = board.cellOf(event.target);
    if (cell !== null) clickCell(cell);
  });
}
