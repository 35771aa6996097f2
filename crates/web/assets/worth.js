// @ts-check
// The value of every legal move, on the cells that are clicked next.

import { analysisHere } from './analysis.js';
import { known } from './state.js';
import { begun } from './steps.js';
import { isExact, shortValue } from './values.js';

/** @typedef {import('./types.js').ScoreReport} ScoreReport */
/** @typedef {import('./types.js').Choice} Choice */

/**
 * A number that orders values, the better the greater.
 * @param {ScoreReport} score
 */
function rank({ kind, value, plies }) {
  if (kind === 'win') return 1e9 - (plies ?? 0);
  if (kind === 'loss') return -1e9 + (plies ?? 0);
  return value;
}

/**
 * The cell of a step that stands for it: one that the move changes, if any.
 * @param {Choice} choice
 * @param {number} step
 */
export const cellOf = ({ steps, preview }, step) => steps[step]?.find((cell) => preview.cells.includes(cell)) ?? steps[step]?.[0];

/**
 * @param {readonly Choice[]} choices the legal moves
 * @param {readonly number[]} clicks
 * @returns {import('./layers.js').CellValue[]}
 */
export function cellValues(choices, clicks) {
  const { analysing, threat } = known();
  const analysis = analysisHere()?.analysis ?? null;
  if (!analysing || threat || analysis === null) return [];
  const scores = new Map(analysis.lines.map(({ move, score }) => [move, score]));
  /** @type {Map<number, ScoreReport>} */
  const best = new Map();
  for (const choice of begun(choices, clicks)) {
    const [score, cell] = [scores.get(choice.move), cellOf(choice, clicks.length)];
    if (score === undefined || cell === undefined) continue;
    const old = best.get(cell);
    if (old === undefined || rank(score) > rank(old)) best.set(cell, score);
  }
  const ranks = [...best.values()].map(rank);
  const top = Math.max(...ranks);
  // Where all are equal none is better.
  const differ = ranks.some((one) => one < top) || ranks.length === 1;
  return [...best].map(([cell, score]) => ({ cell, text: shortValue(score), exact: isExact(score), best: differ && rank(score) === top }));
}
