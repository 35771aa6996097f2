// @ts-check
// Values in words and in a few characters, and whether they are exact.

/** @typedef {import('./types.js').ScoreReport} ScoreReport */
/** @typedef {import('./types.js').Side} Side */

/**
 * Whether a value is certain. A win that a search found among some of the moves is
 * not, though it names its moves.
 * @param {ScoreReport} score
 */
export const isExact = (score) => score.exact;

/** @param {number} number @param {number} digits */
const signed = (number, digits) => {
  const text = Math.abs(number).toFixed(digits);
  if (Number(text) === 0) return text;
  return (number < 0 ? '−' : '+') + text;
};

/**
 * A value in at most five characters, from the view of its side: `+3.2` or `+12` of
 * the game's unit, `63%` of games won, `W7` and `L7` for a win and a loss in 7 moves,
 * `=` for a draw.
 * @param {ScoreReport} score
 */
export function shortValue({ kind, value, plies, unit, win_percent: percent }) {
  if (kind === 'win') return `W${plies ?? ''}`;
  if (kind === 'loss') return `L${plies ?? ''}`;
  if (kind === 'draw') return '=';
  if (kind === 'margin') return signed(value, 0);
  if (percent !== null) return `${percent}%`;
  return signed(value, unit === null || Math.abs(value) >= 10 ? 0 : 1);
}

/** @param {Side} side @returns {Side} */
const other = (side) => (side === 'first' ? 'second' : 'first');

/** @param {number} count @param {string} word */
const counted = (count, word) => `${count} ${word}${count === 1 ? '' : 's'}`;

/**
 * How deep a search is: `24`, or `24@99%` where its value is probably that of a full
 * search in 99 of 100 cases.
 * @param {import('./types.js').Analysis} analysis
 */
export const depthWords = ({ depth, confidence }) => (confidence === null ? `${depth}` : `${depth}@${confidence}%`);

/**
 * A value in words, with the side that it favours: "Black wins in 7 moves",
 * "White leads by about 2.5 discs".
 * @param {ScoreReport} score
 * @param {Side} side from whose view it is
 * @param {readonly import('./types.js').SideLook[]} looks
 */
export function valueWords(score, side, looks) {
  const { kind, value, plies, unit, win_percent: percent } = score;
  const name = (/** @type {Side} */ who) => looks[who === 'first' ? 0 : 1].name;
  const leader = name(value < 0 ? other(side) : side);
  switch (kind) {
    case 'win':
    case 'loss':
      return `${leader} wins${plies === null ? '' : ` in ${counted(plies, 'move')}`}`;
    case 'draw':
      return 'A draw';
    case 'margin':
      return value === 0 ? 'A draw' : `${leader} wins by ${Math.abs(value)}${unit === null ? '' : ` ${unit}`}`;
    default:
      if (percent !== null) return `${leader} wins about ${Math.max(percent, 100 - percent)} of 100 games`;
      if (unit !== null) {
        const lead = Math.abs(value).toFixed(1);
        return Number(lead) === 0 ? 'About even' : `${leader} leads by about ${lead} ${unit}`;
      }
      return value === 0 ? 'About even' : `${leader} is ahead (${signed(Math.abs(value), 0)})`;
  }
}

/**
 * What is certain about a value that is not: "Black has at least a draw". Empty if
 * nothing is.
 * @param {import('./types.js').Bounds} bounds from the view of the side
 * @param {Side} side
 * @param {readonly import('./types.js').SideLook[]} looks
 */
export function boundWords({ at_least: least, at_most: most }, side, looks) {
  const { name } = looks[side === 'first' ? 0 : 1];
  const points = (/** @type {ScoreReport} */ { value, unit }) => `${Math.abs(value)}${unit === null ? '' : ` ${unit}`}`;
  const words = (/** @type {ScoreReport} */ score, /** @type {string} */ more, /** @type {string} */ less) => {
    if (score.kind !== 'margin' || score.value === 0) return `${name} has ${more} a ${score.kind === 'win' ? 'win' : 'draw'}`;
    return score.value > 0 ? `${name} wins by ${more} ${points(score)}` : `${name} loses by ${less} ${points(score)}`;
  };
  return [least && words(least, 'at least', 'at most'), most && words(most, 'at most', 'at least')].filter(Boolean).join(', ');
}

/**
 * How much of the value bar belongs to the first side, from 0 to 1.
 * @param {ScoreReport} score
 * @param {Side} side from whose view it is
 */
export function barShare(score, side) {
  const { kind, value, unit, win_percent: percent } = score;
  const own = () => {
    if (kind === 'win') return 1;
    if (kind === 'loss') return 0;
    if (kind === 'draw') return 0.5;
    if (kind === 'margin') return value === 0 ? 0.5 : value > 0 ? 1 : 0;
    if (percent !== null) return percent / 100;
    // Where no probability is known: 8 of the game's unit, or 300, is nearly won.
    const scale = unit === null ? 100 : 2.7;
    return 1 / (1 + Math.exp(-value / scale));
  };
  return side === 'first' ? own() : 1 - own();
}
