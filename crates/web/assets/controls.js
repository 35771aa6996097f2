// @ts-check
// The buttons beside the board. They stay where they are and are disabled
// when they would do nothing.

import { command, flip, lookBack, lookFirst, lookLast, lookOn, moveNow, redo, stopOrGo, undo } from './commands.js';
import { askHint } from './analysis.js';
import { ask } from './dialogs.js';
import { find, icon, say } from './dom.js';
import { isPerson, known, shown, shownNode, sideIndex, subscribe } from './state.js';
import { onward } from './tree.js';

/** @param {string} id */
const button = (id) => find(id, HTMLButtonElement);

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

function draw() {
  const { game } = known();
  if (game === null) return;
  const { node, trail } = known();
  const at = shownNode();
  const atEnd = onward(game.nodes, trail, at) === null;
  button('first').disabled = at === 0;
  button('previous').disabled = at === 0;
  button('next').disabled = atEnd;
  button('last').disabled = atEnd;
  // What is taken back must be in view.
  button('undo').disabled = !game.can_undo || node !== null;
  button('redo').disabled = !game.can_redo || node !== null;
  button('resign').disabled = resigner() === null;
  button('hint').disabled = shown()?.ending !== null;
  button('move-now').disabled = game.thinking === null;
  drawStop(game);
}

/** @param {import('./types.js').State} game */
function drawStop(game) {
  const stop = button('stop');
  const waits = game.paused && game.snapshot.ending === null && !isPerson(game, game.snapshot.to_move);
  stop.disabled = game.thinking === null && !waits;
  const label = stop.querySelector('span');
  if (label && label.textContent !== (waits ? 'Go on' : 'Stop')) {
    say(label, waits ? 'Go on' : 'Stop');
    stop.querySelector('svg')?.replaceWith(icon(waits ? 'go' : 'stop'));
  }
}

export function startControls() {
  /** @type {Record<string, () => unknown>} */
  const acts = {
    first: lookFirst,
    previous: lookBack,
    next: lookOn,
    last: lookLast,
    undo,
    redo,
    flip,
    resign,
    'move-now': moveNow,
    stop: stopOrGo,
    hint: askHint,
  };
  for (const [id, act] of Object.entries(acts)) button(id).addEventListener('click', act);
  subscribe(draw);
}
