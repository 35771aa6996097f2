// @ts-check
// Everything that changes the game or what is seen of it. Buttons, keys and
// clicks all come here.

import { address, clearAddress, writeAddress } from './addresses.js';
import { askAgain, hearAnalysis } from './analysis.js';
import { api, listen } from './api.js';
import { cellName } from './cells.js';
import { closeSheets } from './dialogs.js';
import { complain } from './errors.js';
import { playerWords } from './picker.js';
import { recall, remember } from './settings.js';
import { isPerson, known, learn, openChoices, shown, shownNode, sideIndex, update } from './state.js';
import { click } from './steps.js';
import { after, blaze, line, onward } from './tree.js';

let stopListening = () => {};

/** What is forgotten with the game on the table. */
const NOTHING = { game: null, node: null, past: null, trail: new Map(), clicks: [], sent: null, pointed: null, refusal: null, thought: null, peeked: null, threat: false, hint: false };

/**
 * Puts a game on the table and listens to it.
 * @param {string} id
 * @param {number | null} [node] the position to look at, if not where the game stands
 */
export function openGame(id, node = null) {
  stopListening();
  update({ ...NOTHING, node, flipped: flips()[id] === true });
  writeAddress(address(id, node), false);
  stopListening = listen(id, {
    state: learn,
    thinking: (thought) => update({ thought }),
    analysis: hearAnalysis,
    live: (live) => {
      if (live) askAgain();
      if (live !== known().live) update({ live });
    },
    gone: () => leaveGame('This game is not here; it may have been deleted.'),
  });
}

/** Takes the game off the table; its address is that of something else now. */
export function putAside() {
  stopListening();
  update(NOTHING);
}

/**
 * Clears the table.
 * @param {string} [reason]
 */
export function leaveGame(reason) {
  stopListening();
  clearAddress();
  update(NOTHING);
  if (reason) {
    closeSheets();
    complain(reason);
  }
  document.dispatchEvent(new CustomEvent('plywood:no-game'));
}

/** The commands that were given and not yet answered. */
let queue = Promise.resolve();

/**
 * Sends a command about the game on the table, after those given before, for
 * each depends on what the last one did.
 * @param {string} name
 * @param {unknown} [body]
 * @param {(game: import('./types.js').State) => unknown} [makesSense] whether it still does when its turn comes
 */
export function command(name, body, makesSense = () => true) {
  const id = known().game?.id;
  queue = queue.then(async () => {
    const { game } = known();
    if (game === null || game.id !== id || !makesSense(game)) return;
    try {
      learn(await api.command(game.id, name, body));
    } catch (problem) {
      complain(problem);
    }
  });
  return queue;
}

/** Whether the game can be taken back or forward: only while it is in view. */
const inView = () => known().node === null;

export const undo = () => command('undo', {}, (game) => game.can_undo && inView());
export const redo = () => command('redo', {}, (game) => game.can_redo && inView());
export const moveNow = () => command('move-now', {}, (game) => game.thinking);

/**
 * Plays a move, once: it is drawn at once, and clicks before the answer mean
 * nothing. A move that is refused is taken off the board again. In a position
 * that is only looked at, the move is tried.
 * @param {import('./types.js').Choice} choice
 */
export async function play(choice) {
  const { game, sent, node } = known();
  if (game === null || sent !== null) return;
  if (node !== null) return tryMoves(node, [choice.move], choice);
  update({ sent: choice, clicks: [], refusal: null });
  await command('play', { move: choice.move, ply: game.ply });
  if (known().sent === choice) update({ sent: null });
}

/**
 * Goes to the node after these moves. What was not played before joins the tree
 * as a variation; the game stays where it is.
 * @param {number} node
 * @param {readonly string[]} moves
 * @param {import('./types.js').Choice | null} [choice] the first of them, to be drawn at once
 */
export async function tryMoves(node, moves, choice = null) {
  const end = () => moves.reduce((/** @type {number | null} */ at, move) => (at === null ? null : after(known().game?.nodes ?? [], at, move)), node);
  if (end() === null) {
    update({ sent: choice, clicks: [], refusal: null });
    await command('try', { node, moves });
    if (known().sent === choice) update({ sent: null });
  }
  const at = end();
  if (at !== null) visit(at);
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
  const { picture, ending, to_move: side } = shown() ?? game.snapshot;
  const name = cellName(picture, cell);
  if (ending !== null) return 'The game is over.';
  if (known().node === null && !isPerson(game, side)) return `It is the turn of ${picture.sides[sideIndex(side)].name}: ${playerWords(game.players[side])}.`;
  const steps = known().clicks.length;
  return steps > 0 ? `Not ${name}: choose a marked cell, or press Escape.` : `${name} cannot be played now.`;
}

/**
 * Looks at a node. Which one is known at once; its position may have to be
 * fetched, and then the latest node wins.
 * @param {number} node
 * @param {boolean} [stepping] whether this is one of several steps
 */
export function visit(node, stepping = false) {
  const { game, trail } = known();
  if (game === null || node < 0 || node >= game.nodes.length || node === shownNode()) return;
  const looked = node === game.node ? null : node;
  update({ node: looked, trail: blaze(game.nodes, trail, node), clicks: [], refusal: null, peeked: null });
  writeAddress(address(game.id, looked), stepping);
}

/**
 * A step along the line that is shown.
 * @param {(nodes: import('./tree.js').Nodes, at: number) => number | null} where
 */
function step(where) {
  const { game } = known();
  const node = game && where(game.nodes, shownNode());
  if (node !== null) visit(node, true);
}

export const lookFirst = () => visit(0);
export const lookBack = () => step((nodes, at) => nodes[at].parent);
export const lookOn = () => step((nodes, at) => onward(nodes, known().trail, at));
/** To where the game stands, if that is ahead on the line shown; otherwise to the line's end. */
export const lookLast = () =>
  step((nodes, at) => {
    const way = line(nodes, known().trail, at);
    const game = known().game?.node ?? 0;
    return way.includes(game) && way.indexOf(game) > way.indexOf(at) ? game : (way.at(-1) ?? null);
  });

/** Back to where the game stands. */
export const lookAtGame = () => visit(known().game?.node ?? 0);

/** Lets the game go on from the position that is looked at. */
export async function playFromHere() {
  const { game, node } = known();
  if (game === null || node === null) return;
  await command('continue-from', { node });
  if (known().game?.node === node) writeAddress(address(game.id, null), false);
}

/** Stops the engine, or lets it go on. */
export const stopOrGo = () => command(known().game?.paused ? 'resume' : 'stop');

/** @returns {Record<string, boolean>} the games whose boards are flipped */
const flips = () => recall('flipped', { games: {} }).games;

/** The most games whose flip is remembered. */
const MOST_FLIPS = 200;

/** Turns the board round, which is remembered for the game. */
export function flip() {
  const flipped = !known().flipped;
  const id = known().game?.id ?? '';
  const others = Object.entries(flips()).filter(([game]) => game !== id).slice(-MOST_FLIPS);
  remember('flipped', { games: Object.fromEntries(flipped ? [...others, [id, true]] : others) });
  update({ flipped });
}

/** @type {Map<string, import('./types.js').Look>} positions of lines that were looked at */
const ahead = new Map();
let peeking = '';

/**
 * Shows the position after further moves for as long as the pointer is on them.
 * @param {number} node
 * @param {string} moves with a space between them; none to stop
 */
export async function peek(node, moves) {
  const { game } = known();
  peeking = `${game?.id}/${node}/${moves}`;
  const mine = peeking;
  if (game === null || moves === '') {
    if (known().peeked !== null) update({ peeked: null });
    return;
  }
  try {
    const look = ahead.get(mine) ?? (await api.ahead(game.id, node, moves));
    if (ahead.size > 200) ahead.clear();
    ahead.set(mine, look);
    if (peeking === mine) update({ peeked: look });
  } catch {
    // A line of a position that is no longer shown.
  }
}

/**
 * Begins the game once more from its start.
 * @param {boolean} swap whether the players change sides
 */
export async function rematch(swap) {
  const { game } = known();
  if (game === null) return;
  try {
    const state = await api.rematch(game.id, swap);
    openGame(state.id);
    learn(state);
  } catch (problem) {
    complain(problem);
  }
}

/**
 * @param {string} first
 * @param {string} second
 */
export async function setPlayers(first, second) {
  const { game } = known();
  if (game === null) return;
  learn(await api.command(game.id, 'players', { first, second }));
}
