// @ts-check
// From clicks to moves. A move is a list of steps, each a set of cells of
// which any will do; nothing here knows what is being played.

/** @typedef {import('./types.js').Choice} Choice */

/**
 * The moves that begin with these clicks.
 * @param {readonly Choice[]} choices
 * @param {readonly number[]} clicks
 */
export const begun = (choices, clicks) =>
  choices.filter((choice) => clicks.every((cell, step) => choice.steps[step]?.includes(cell)));

/**
 * The cells that may be clicked next, and those of them to mark: where any
 * cell of a step will do, those that the move would change, if there are some.
 * @param {readonly Choice[]} choices
 * @param {readonly number[]} clicks
 * @returns {{legal: Set<number>, marked: Set<number>}}
 */
function findNext(choices, clicks) {
  /** @type {Set<number>} */
  const legal = new Set();
  /** @type {Set<number>} */
  const marked = new Set();
  for (const { steps, preview } of begun(choices, clicks)) {
    const step = steps[clicks.length] ?? [];
    const changes = new Set(preview.cells);
    const changed = step.filter((cell) => changes.has(cell));
    for (const cell of step) legal.add(cell);
    for (const cell of changed.length > 0 ? changed : step) marked.add(cell);
  }
  return { legal, marked };
}

/** @type {{choices: readonly Choice[], clicks: readonly number[], found: ReturnType<typeof findNext>} | null} */
let latest = null;

/**
 * What `findNext` finds. The pointer asks again and again, so the last answer
 * is remembered: on a large board there are thousands of moves.
 * @param {readonly Choice[]} choices
 * @param {readonly number[]} clicks
 */
export function nextCells(choices, clicks) {
  if (latest === null || latest.choices !== choices || latest.clicks !== clicks) {
    latest = { choices, clicks, found: findNext(choices, clicks) };
  }
  return latest.found;
}

/**
 * The one move that a further click on this cell would make or begin, if only
 * one is left.
 * @param {readonly Choice[]} choices
 * @param {readonly number[]} clicks
 * @param {number} cell
 * @returns {Choice | null}
 */
export function onlyMove(choices, clicks, cell) {
  const left = begun(choices, [...clicks, cell]);
  return left.length === 1 ? left[0] : null;
}

/**
 * @typedef {{kind: 'play', choice: Choice} | {kind: 'go-on', clicks: number[]} | {kind: 'refuse'}} Answer
 */

/**
 * What a click on a cell means: it completes a move, goes on with one, starts
 * another one, takes the last click back, or means nothing.
 * @param {readonly Choice[]} choices
 * @param {readonly number[]} clicks
 * @param {number} cell
 * @returns {Answer}
 */
export function click(choices, clicks, cell) {
  const further = [...clicks, cell];
  const left = begun(choices, further);
  const complete = left.find((choice) => choice.steps.length === further.length);
  if (complete) return { kind: 'play', choice: complete };
  if (left.length > 0) return { kind: 'go-on', clicks: further };
  if (clicks.at(-1) === cell) return { kind: 'go-on', clicks: clicks.slice(0, -1) };
  return clicks.length > 0 ? click(choices, [], cell) : { kind: 'refuse' };
}

/**
 * Moves without clicks: buttons, such as a pass.
 * @param {readonly Choice[]} choices
 */
export const buttons = (choices) => choices.filter((choice) => choice.steps.length === 0);
