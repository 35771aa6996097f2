// @ts-check
// What the page knows, in one place. Code that draws subscribes; code that learns
// something calls `update`.

import { blaze } from './tree.js';

/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').Side} Side */
/** @typedef {import('./types.js').Look} Look */

/**
 * @typedef {object} Knowledge
 * @property {import('./types.js').Catalogue | null} catalogue
 * @property {State | null} game the game on the table
 * @property {number} heardAt when its clocks were last told, by performance.now()
 * @property {number | null} node the node that is looked at; null for the one where the game stands
 * @property {Look | null} past its position, or while it is fetched the one looked at before
 * @property {ReadonlyMap<number, number>} trail the continuation of each node that this page went to last
 * @property {number[]} clicks the cells of a move begun
 * @property {import('./types.js').Choice | null} sent a move that the server has not answered yet
 * @property {number | null} pointed the cell under the pointer or the keyboard
 * @property {{cell: number | null, text: string} | null} refusal why the last click did nothing
 * @property {import('./types.js').Thought | null} thought
 * @property {boolean} analysing whether the position that is looked at is analysed
 * @property {number} analysed grows with what is heard of it
 * @property {boolean} threat whether it is asked what the other side threatens
 * @property {boolean} hint whether one good move was asked for
 * @property {Look | null} peeked a position that is shown while the pointer is on a line
 * @property {boolean} flipped
 * @property {boolean} live whether the server is heard
 */

/** @type {Knowledge} */
const knowledge = {
  catalogue: null,
  game: null,
  heardAt: 0,
  node: null,
  past: null,
  trail: new Map(),
  clicks: [],
  sent: null,
  pointed: null,
  refusal: null,
  thought: null,
  analysing: false,
  analysed: 0,
  threat: false,
  hint: false,
  peeked: null,
  flipped: false,
  live: true,
};

/** @type {((now: Readonly<Knowledge>, before: Readonly<Knowledge>) => void)[]} */
const listeners = [];

/** @returns {Readonly<Knowledge>} */
export const known = () => knowledge;

/** @param {(now: Readonly<Knowledge>, before: Readonly<Knowledge>) => void} listener */
export function subscribe(listener) {
  listeners.push(listener);
}

let telling = false;
let moreNews = false;

/**
 * Learns something and tells everybody. News that come up while they are told
 * (a cell that is drawn anew loses the focus, say) are told when all is drawn.
 * @param {Partial<Knowledge>} news
 */
export function update(news) {
  const before = { ...knowledge };
  Object.assign(knowledge, news);
  moreNews = true;
  if (telling) return;
  telling = true;
  try {
    while (moreNews) {
      moreNews = false;
      for (const listener of listeners) listener(knowledge, before);
    }
  } finally {
    telling = false;
  }
}

/**
 * Takes in a state of the game, unless it or a newer one is known already: it
 * comes both as the answer to a command and by the stream.
 * @param {State} game
 */
export function learn(game) {
  const old = knowledge.game;
  const same = old !== null && old.id === game.id;
  if (same && old.revision >= game.revision) return;
  const moved = !same || old.node !== game.node;
  const { nodes } = game;
  // A node that is not there, from a mistyped address, is the game's own; so is
  // the one that the game has come to.
  const node = knowledge.node === game.node || (knowledge.node ?? 0) >= nodes.length ? null : knowledge.node;
  const trail = same ? knowledge.trail : new Map();
  update({
    game,
    heardAt: performance.now(),
    node,
    past: node === null ? null : knowledge.past,
    trail: node === null ? blaze(nodes, trail, game.node) : trail,
    clicks: moved ? [] : knowledge.clicks,
    sent: moved ? null : knowledge.sent,
    refusal: moved ? null : knowledge.refusal,
    thought: same ? knowledge.thought : null,
  });
}

/** The position that is shown: the one looked at, or that of the game. */
export function shown() {
  const { node, past, game } = knowledge;
  return (node === null ? null : past?.snapshot) ?? game?.snapshot ?? null;
}

/** The node that is looked at. */
export const shownNode = () => knowledge.node ?? knowledge.game?.node ?? 0;

/**
 * Whether a person plays this side.
 * @param {State} game
 * @param {Side} side
 */
export const isPerson = (game, side) => game.players[side] === 'human';

/** @type {readonly import('./types.js').Choice[]} */
const NONE = [];

/**
 * The moves that a person may make now: where the game stands none while an
 * engine is to move; elsewhere all that can be tried. None before the last
 * one was answered.
 */
export function openChoices() {
  const { game, node, past, sent } = knowledge;
  if (game === null || sent !== null) return NONE;
  if (node !== null) return (past?.node === node ? past.choices : null) ?? NONE;
  if (game.snapshot.ending !== null) return NONE;
  return isPerson(game, game.snapshot.to_move) ? game.choices : NONE;
}

/** @param {Side} side @returns {0 | 1} */
export const sideIndex = (side) => (side === 'first' ? 0 : 1);
