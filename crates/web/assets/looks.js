// @ts-check
// The positions of the game on the table that this page has seen, and those
// around the one that is looked at, fetched before they are wanted. A position
// never changes, so it is fetched once.

import { api } from './api.js';
import { complain } from './errors.js';
import { known, subscribe, update } from './state.js';
import { line } from './tree.js';

/** @typedef {import('./types.js').Look} Look */

/** How many positions are fetched at once; on large boards fewer, by cells. */
const MOST = 48;
const MOST_CELLS = 20_000;

/** How long a position is looked at before its moves are fetched. */
const REST = 60;

/** @type {Map<number, Look>} by node */
let seen = new Map();
let game = '';
/** @type {Set<number>} asked for and not answered yet */
let asked = new Set();
let restTimer = 0;

/**
 * What is remembered of a node. A resignation that was taken back, or came
 * later, makes it another position.
 * @param {number} node
 */
function remembered(node) {
  const look = seen.get(node);
  const forfeit = known().game?.nodes[node]?.forfeit ?? null;
  const fits = look !== undefined && (look.snapshot.ending?.reason === 'resignation') === (forfeit?.startsWith('resigned') ?? false);
  return fits ? look : undefined;
}

/** Draws the node that is looked at if it is known, and sees to it that it will be. */
function follow() {
  const { game: now, node, past } = known();
  if (now === null) return;
  if (now.id !== game) {
    game = now.id;
    seen = new Map();
    asked = new Set();
  }
  if (node === null) return followGame(now);
  const look = remembered(node);
  if (look !== undefined && look !== past) update({ past: look });
  void fetchAround(node, look === undefined);
  clearTimeout(restTimer);
  if (look?.choices == null) restTimer = setTimeout(() => fetchMoves(node), REST);
}

/**
 * Fetches the legal moves of a position in which an engine is to move, if their
 * values are to be shown.
 * @param {import('./types.js').State} now
 */
function followGame(now) {
  const wanted = known().analysing && now.choices.length === 0 && now.snapshot.ending === null;
  if (!wanted || movesOf(now.node) !== null) return;
  clearTimeout(restTimer);
  restTimer = setTimeout(() => fetchMoves(now.node), REST);
}

/**
 * The legal moves of a node, if they are known.
 * @param {number} node
 */
export const movesOf = (node) => remembered(node)?.choices ?? null;

/**
 * Fetches what is not known yet around a node.
 * @param {number} node
 * @param {boolean} urgent whether the node itself is wanted
 */
async function fetchAround(node, urgent) {
  const now = known().game;
  if (now === null) return;
  const way = [0, ...line(now.nodes, known().trail, node)];
  const at = way.indexOf(node);
  const most = Math.max(1, Math.min(MOST, Math.floor(MOST_CELLS / now.snapshot.picture.cells.length)));
  const near = way.map((id, place) => ({ id, far: Math.abs(place - at) })).sort((a, b) => a.far - b.far);
  const missing = near.slice(0, 2 * most).map(({ id }) => id).filter((id) => remembered(id) === undefined && !asked.has(id));
  // A request for one position that is not wanted yet is not worth it.
  if (missing.length === 0 || (!urgent && missing.length < most / 2)) return;
  const wanted = missing.slice(0, most);
  for (const id of wanted) asked.add(id);
  const mine = game;
  try {
    const { looks } = await api.looks(now.id, wanted);
    if (game === mine) for (const look of looks) if (!remembered(look.node)) seen.set(look.node, look);
  } catch (problem) {
    complain(problem);
  } finally {
    for (const id of wanted) asked.delete(id);
  }
  if (game === mine) show();
}

/** @param {number} node */
async function fetchMoves(node) {
  const now = known().game;
  if (now === null || (known().node ?? now.node) !== node) return;
  const mine = game;
  try {
    const look = await api.at(now.id, node);
    if (game !== mine) return;
    seen.set(node, look);
    if (known().node === null) update({ analysed: known().analysed + 1 });
    show();
  } catch (problem) {
    complain(problem);
  }
}

/** Draws the node that is looked at, if it is known now. */
function show() {
  const { node, past } = known();
  if (node === null) return;
  const look = remembered(node);
  if (look !== undefined && look !== past) update({ past: look });
}

export function startLooks() {
  subscribe((now, before) => {
    if (now.game !== before.game || now.node !== before.node || now.analysing !== before.analysing) follow();
  });
}
