// @ts-check
// What the page knows, in one place. Code that draws subscribes; code that learns
// something calls `update`.

/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').Side} Side */
/** @typedef {import('./types.js').Look} Look */

/**
 * @typedef {object} Knowledge
 * @property {import('./types.js').Catalogue | null} catalogue
 * @property {State | null} game the game on the table
 * @property {number} heardAt when its clocks were last told, by performance.now()
 * @property {Look | null} past an earlier position that is being looked at
 * @property {number[]} clicks the cells of a move begun
 * @property {import('./types.js').Choice | null} sent a move that the server has not answered yet
 * @property {number | null} pointed the cell under the pointer or the keyboard
 * @property {{cell: number | null, text: string} | null} refusal why the last click did nothing
 * @property {import('./types.js').Thought | null} thought
 * @property {boolean} flipped
 * @property {boolean} live whether the server is heard
 */

/** @type {Knowledge} */
const knowledge = {
  catalogue: null,
  game: null,
  heardAt: 0,
  past: null,
  clicks: [],
  sent: null,
  pointed: null,
  refusal: null,
  thought: null,
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
  const moved = !same || old.snapshot.position !== game.snapshot.position || old.ply !== game.ply;
  const past = same && knowledge.past !== null && knowledge.past.ply < game.ply ? knowledge.past : null;
  update({
    game,
    heardAt: performance.now(),
    past,
    clicks: moved ? [] : knowledge.clicks,
    sent: moved ? null : knowledge.sent,
    refusal: moved ? null : knowledge.refusal,
    thought: same ? knowledge.thought : null,
  });
}

/** The position that is shown: an earlier one, or that of the game. */
export function shown() {
  return knowledge.past?.snapshot ?? knowledge.game?.snapshot ?? null;
}

/** The ply that is shown. */
export const shownPly = () => knowledge.past?.ply ?? knowledge.game?.ply ?? 0;

/**
 * Whether a person plays this side.
 * @param {State} game
 * @param {Side} side
 */
export const isPerson = (game, side) => game.players[side] === 'human';

/** @type {readonly import('./types.js').Choice[]} */
const NONE = [];

/**
 * The moves that a person may make now; none while an engine is to move,
 * and none before the last one was answered.
 */
export function openChoices() {
  const { game, past, sent } = knowledge;
  if (game === null || past !== null || sent !== null || game.snapshot.ending !== null) return NONE;
  return isPerson(game, game.snapshot.to_move) ? game.choices : NONE;
}

/** @param {Side} side @returns {0 | 1} */
export const sideIndex = (side) => (side === 'first' ? 0 : 1);
