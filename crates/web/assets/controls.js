// @ts-check
// The buttons beside the board. They stay where they are and are disabled
// when they would do nothing.

import { command, flip, lookBack, lookFirst, lookLast, lookOn, moveNow, redo, stopOrGo, undo } from './commands.js';
import { askHint } from './analysis.js';
import { ask } from './dialogs.js';
import { firstId, html, icon, say } from './dom.js';
import { isPerson, known, shown, shownNode, sideIndex, subscribe } from './state.js';
import { onward } from './tree.js';

/** @typedef {{name: string, words: string, title: string, sign: string, act: () => unknown}} Control */

/** @type {Control[]} */
const LOOKING = [
  { name: 'first', words: 'First position', title: 'First position (h)', sign: 'first', act: lookFirst },
  { name: 'previous', words: 'Previous move', title: 'Previous move (j)', sign: 'previous', act: lookBack },
  { name: 'next', words: 'Next move', title: 'Next move (k)', sign: 'next', act: lookOn },
  { name: 'last', words: 'Last position', title: 'Last position (l)', sign: 'last', act: lookLast },
];

/** @type {Control[]} */
const PLAYING = [
  { name: 'undo', words: 'Undo', title: 'Undo (u)', sign: 'undo', act: undo },
  { name: 'redo', words: 'Redo', title: 'Redo (y)', sign: 'redo', act: redo },
  { name: 'flip', words: 'Flip', title: 'Flip the board (f)', sign: 'flip', act: flip },
  { name: 'resign', words: 'Resign', title: 'Resign (x)', sign: 'resign', act: resign },
  { name: 'hint', words: 'Hint', title: 'A hint (i)', sign: 'hint', act: askHint },
  { name: 'move-now', words: 'Move now', title: 'The engine moves now (m)', sign: 'now', act: moveNow },
  { name: 'stop', words: 'Stop', title: 'Stop the engine, or let it go on (s)', sign: 'stop', act: stopOrGo },
];

/** The person who may resign: the side to move, or the only one playing. */
function resigner() {
  const { game } = known();
  if (game === null || game.snapshot.ending !== null) return null;
  const mover = game.snapshot.to_move;
  /** @type {import('./types.js').Side[]} */
  const sides = mover === 'first' ? ['first', 'second'] : ['second', 'first'];
  return sides.find((side) => isPerson(game, side)) ?? null;
}

export function resign() {
  const side = resigner();
  const game = known().game;
  if (side === null || game === null) return;
  const { name } = game.snapshot.picture.sides[sideIndex(side)];
  ask('Resign', `${name} gives up the game.`, 'Resign', () => command('resign', { side }));
}

/**
 * Which buttons would do something now.
 * @param {import('./types.js').State} game
 * @returns {Record<string, boolean>}
 */
function useful(game) {
  const { node, trail } = known();
  const at = shownNode();
  const goesOn = onward(game.nodes, trail, at) !== null;
  return {
    first: at !== 0,
    previous: at !== 0,
    next: goesOn,
    last: goesOn,
    // What is taken back must be in view.
    undo: game.can_undo && node === null,
    redo: game.can_redo && node === null,
    flip: true,
    resign: resigner() !== null,
    hint: shown()?.ending === null,
    'move-now': game.thinking !== null,
    stop: game.thinking !== null || waits(game),
  };
}

/**
 * Whether an engine waits to be told to go on.
 * @param {import('./types.js').State} game
 */
const waits = (game) => game.paused && game.snapshot.ending === null && !isPerson(game, game.snapshot.to_move);

/**
 * @param {HTMLButtonElement} stop
 * @param {boolean} waiting
 */
function drawStop(stop, waiting) {
  const label = stop.querySelector('span');
  const words = waiting ? 'Go on' : 'Stop';
  if (!label || label.textContent === words) return;
  say(label, words);
  stop.querySelector('svg')?.replaceWith(icon(waiting ? 'go' : 'stop'));
}

/**
 * Shows the buttons.
 * @param {HTMLElement} place
 */
export function mountControls(place) {
  /** @type {Map<string, HTMLButtonElement>} */
  const buttons = new Map();
  const button = (/** @type {Control} */ { name, words, title, sign, act }, /** @type {boolean} */ stacked) => {
    const label = stacked ? html('span', {}, words) : null;
    const node = html('button', { class: `button${stacked ? ' stacked' : ''}`, type: 'button', id: firstId(name), 'aria-label': stacked ? null : words, title, click: act }, icon(sign), label);
    buttons.set(name, node);
    return node;
  };
  place.append(
    html('div', { class: 'navigation', role: 'group', 'aria-label': 'Look back' }, ...LOOKING.map((one) => button(one, false))),
    html('div', { class: 'actions', role: 'group', 'aria-label': 'Game' }, ...PLAYING.map((one) => button(one, true))),
  );
  subscribe(() => {
    const { game } = known();
    if (game === null) return;
    const now = useful(game);
    for (const [name, node] of buttons) if (node.disabled === now[name]) node.disabled = !now[name];
    const stop = buttons.get('stop');
    if (stop) drawStop(stop, waits(game));
  });
}
