// @ts-check
// Pictures of an event: intervals of ratings, and the ratio of a sequential test.

import { svg } from './dom.js';

/** @typedef {import('./types.js').Range} Range */

/**
 * An interval between two ends, with a line at 0.
 * @param {Range} range
 * @param {number} widest the scale goes from minus this to this
 */
export function intervalBar({ low, mid, high }, widest) {
  const x = (/** @type {number} */ value) => Math.min(100, Math.max(0, 50 + (50 * value) / widest));
  return svg(
    'svg',
    { class: 'interval', viewBox: '0 0 100 12', preserveAspectRatio: 'none', role: 'img', 'aria-label': `${low.toFixed(0)} to ${high.toFixed(0)} Elo` },
    svg('line', { class: 'zero', x1: 50, x2: 50, y1: 0, y2: 12 }),
    svg('line', { class: 'range', x1: x(low), x2: x(high), y1: 6, y2: 6 }),
    svg('line', { class: 'mid', x1: x(mid), x2: x(mid), y1: 2, y2: 10 }),
  );
}

const WIDTH = 640;
const HEIGHT = 260;
const LEFT = 44;
const RIGHT = 76;
const TOP = 14;
const BOTTOM = 34;

/**
 * Round numbers between two ends, about five of them.
 * @param {number} from
 * @param {number} to
 */
function ticks(from, to) {
  const rough = (to - from) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough;
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, index) => Number((first + index * step).toPrecision(12)));
}

/**
 * The log-likelihood ratio after numbers of pairs, between the bounds.
 * @param {import('./types.js').Ratio} test
 */
export function ratioGraph({ history, lower, upper }) {
  const last = Math.max(1, history.at(-1)?.[0] ?? 1);
  const values = history.map(([, value]) => value);
  const low = Math.min(lower, ...values) - 0.4;
  const high = Math.max(upper, ...values) + 0.4;
  const x = (/** @type {number} */ pairs) => LEFT + ((WIDTH - LEFT - RIGHT) * pairs) / last;
  const y = (/** @type {number} */ value) => TOP + ((HEIGHT - TOP - BOTTOM) * (high - value)) / (high - low);
  const level = (/** @type {number} */ value, /** @type {string} */ words, /** @type {string} */ kind) => [
    svg('line', { class: `bound ${kind}`, x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }),
    svg('text', { class: `words ${kind}`, x: WIDTH - RIGHT + 6, y: y(value) + 4 }, words),
  ];
  const across = ticks(0, last).filter(Number.isInteger).map((pairs) => svg('text', { class: 'tick', x: x(pairs), y: HEIGHT - BOTTOM + 16, 'text-anchor': 'middle' }, String(pairs)));
  const up = ticks(low, high).map((value) => svg('text', { class: 'tick', x: LEFT - 6, y: y(value) + 4, 'text-anchor': 'end' }, String(value)));
  const points = history.map(([pairs, value]) => `${x(pairs).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  const words = `The ratio is ${(values.at(-1) ?? 0).toFixed(2)} after ${last} pairs, between ${lower.toFixed(2)} and ${upper.toFixed(2)}`;
  return svg(
    'svg',
    { class: 'ratio', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': words },
    svg('line', { class: 'axis', x1: LEFT, x2: WIDTH - RIGHT, y1: y(0), y2: y(0) }),
    ...level(upper, 'accepted', 'accepted'),
    ...level(lower, 'rejected', 'rejected'),
    ...across,
    ...up,
    svg('text', { class: 'tick', x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 4, 'text-anchor': 'middle' }, 'pairs of games'),
    svg('polyline', { class: 'course', points }),
  );
}
