// @ts-check
// Everything that changes the game or what is seen of it. Buttons, keys and
// clicks all come here.

import { api, listen } from './api.js';
import { cellName } from './cells.js';
import { closeSheets } from './dialogs.js';
import { complain } from './errors.js';
import { playerWords } from './picker.js';
import { isPerson, known, learn, openChoices, shownPly, sideIndex, update } from './state.js';
import { click } from './steps.js';

let stopListening = () => {};

/**
 * Puts a game on the table and listens to it.
 * @param {string} id
 */
export function openGame(id) {
  stopListening();
  update({ game: null, past: null, clicks: [], sent: null, pointed: null, refusal: null, thought: null, flipped: false });
  goTo(`#${id}`);
  stopListening = listen(id, {
    state: learn,
    thinking: (thought) => update({ thought }),
    live: (live) => live === known().live || update({ live }),
    gone: () => leaveGame('This game is not here; it may have been deleted.'),
  });
}

/**
 * Puts a game into the address. One without a game is not worth going back to:
 * the page would only choose a game again, and nobody could leave it.
 * @param {string} address
 */
function goTo(address) {
  if (location.hash === '') history.replaceState(null, '', address);
  else if (location.hash !== address) history.pushState(null, '', address);
}

/**
 * Clears the table.
 * @param {string} [reason]
 */
export function leaveGame(reason) {
  stopListening();
  history.replaceState(null, '', location.pathname);
  update({ game: null, past: null, clicks: [], sent: null, refusal: null, thought: null });
  if (reason) {
    closeSheets();
    complain(reason);
  }
  document.dispatchEvent(new CustomEvent('plywood:no-game'));
}

/** The commands that were given and not yet answered. */
let line = Promise.resolve();

/**
 * Sends a command about the game on the table, after those given before, for
 * each depends on what the last one did.
 * @param {string} name
 * @param {unknown} [body]
 * @param {(game: import('./types.js').State) => unknown} [makesSense] whether it still does when its turn comes
 */
export function command(name, body, makesSense = () => true) {
  const id = known().game?.id;
  line = line.then(async () => {
    const { game } = known();
    if (game === null || game.id !== id || !makesSense(game)) return;
    try {
      learn(await api.command(game.id, name, body));
    } catch (problem) {
      complain(problem);
    }
  });
  return line;
}

export const undo = () => command('undo', {}, (game) => game.can_undo);
export const redo = () => command('redo', {}, (game) => game.can_redo);
export const moveNow = () => command('move-now', {}, (game) => game.thinking);

/**
 * Plays a move, once: it is drawn at once, and clicks before the answer mean
 * nothing. A move that is refused is taken off the board again.
 * @param {import('./types.js').Choice} choice
 */
export async function play(choice) {
  const { game, sent } = known();
  if (game === null || sent !== null) return;
  update({ sent: choice, clicks: [], refusal: null });
  await command('play', { move: choice.move, ply: game.ply });
  if (known().sent === choice) update({ sent: null });
}

/**
 * A click on a cell, by pointer or key.
 * @param {number} cell
 */
export function clickCell(cell) {
  if (known().sent !== null) return;
  const choices = openChoices();
  const answer = click(choices, known().clicks, cell);
  if (answer.kind === 'play') void play(answer.choice);
  else if (answer.kind === 'go-on') update({ clicks: answer.clicks, refusal: null });
  else refuse(cell);
}

/** Gives up the move begun. */
export function cancel() {
  update({ clicks: [], refusal: null });
}

let refusalTimer = 0;

/** @param {number} cell */
function refuse(cell) {
  const { game } = known();
  if (game === null) return;
  clearTimeout(refusalTimer);
  update({ refusal: null });
  update({ refusal: { cell, text: whyNot(game, cell) } });
  refusalTimer = setTimeout(() => update({ refusal: null }), 3000);
}

/**
 * @param {import('./types.js').State} game
 * @param {number} cell
 */
function whyNot(game, cell) {
  const { picture, ending, to_move: side } = game.snapshot;
  const name = cellName(picture, cell);
  if (known().past !== null) return 'You are looking back: return to the last position, or play on from here.';
  if (ending !== null) return 'The game is over.';
  if (!isPerson(game, side)) return `It is the turn of ${picture.sides[sideIndex(side)].name}: ${playerWords(game.players[side])}.`;
  const steps = known().clicks.length;
  return steps > 0 ? `Not ${name}: choose a marked cell, or press Escape.` : `${name} cannot be played now.`;
}

/**
 * Shows the position after this number of moves.
 * @param {number} ply
 */
export async function lookAt(ply) {
  const { game } = known();
  if (game === null || ply < 0 || ply > game.ply) return;
  update({ clicks: [], refusal: null });
  if (ply === game.ply) return update({ past: null });
  try {
    const past = await api.at(game.id, ply);
    if (known().game?.id === game.id) update({ past });
  } catch (problem) {
    complain(problem);
  }
}

export const lookFirst = () => lookAt(0);
export const lookBack = () => lookAt(shownPly() - 1);
export const lookOn = () => lookAt(shownPly() + 1);
export const lookLast = () => lookAt(known().game?.ply ?? 0);

/** Takes the game back to the position that is looked at. */
export async function playFromHere() {
  const ply = shownPly();
  await command('continue-from', { ply });
  update({ past: null });
}

/** Stops the engine, or lets it go on. */
export const stopOrGo = () => command(known().game?.paused ? 'resume' : 'stop');

export const flip = () => update({ flipped: !known().flipped });

/**
 * @param {string} first
 * @param {string} second
 */
export async function setPlayers(first, second) {
  const { game } = known();
  if (game === null) return;
  learn(await api.command(game.id, 'players', { first, second }));
}
