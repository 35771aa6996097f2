// Values in words and in a few characters.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barShare, boundWords, depthWords, isExact, shortValue, valueWords } from '../../assets/values.js';

const looks = [{ name: 'Black' }, { name: 'White' }];
const score = (fields) => ({ kind: 'estimate', value: 0, plies: null, unit: null, win_percent: null, text: '', ...fields });

test('a value names the side that it favours and the unit', () => {
  for (const [fields, side, short, words] of [
    [{ kind: 'win', value: 1, plies: 7 }, 'second', 'W7', 'White wins in 7 moves'],
    [{ kind: 'loss', value: -1, plies: 1 }, 'second', 'L1', 'Black wins in 1 move'],
    [{ kind: 'draw' }, 'first', '=', 'A draw'],
    [{ kind: 'margin', value: -6, unit: 'discs' }, 'first', '−6', 'White wins by 6 discs'],
    [{ kind: 'margin', value: 0, unit: 'points' }, 'first', '0', 'A draw'],
    [{ value: 2.5, unit: 'discs' }, 'first', '+2.5', 'Black leads by about 2.5 discs'],
    [{ value: -0.04, unit: 'discs' }, 'first', '0.0', 'About even'],
    [{ value: -80, win_percent: 37 }, 'first', '37%', 'White wins about 63 of 100 games'],
    [{ value: 28 }, 'second', '+28', 'White is ahead (+28)'],
  ]) {
    assert.equal(shortValue(score(fields)), short);
    assert.equal(valueWords(score(fields), side, looks), words);
  }
});

test('a win is certain only if the search was complete', () => {
  assert.equal(isExact(score({ exact: false })), false);
  assert.equal(isExact(score({ kind: 'win', plies: 5, exact: false })), false);
  assert.equal(isExact(score({ kind: 'margin', exact: true })), true);
});

test('what is certain about an estimate is said for the side to move', () => {
  const bound = (least, most) => boundWords({ at_least: least && score(least), at_most: most && score(most) }, 'second', looks);
  assert.equal(bound(null, null), '');
  assert.equal(bound({ kind: 'draw' }, null), 'White has at least a draw');
  assert.equal(bound(null, { kind: 'draw' }), 'White has at most a draw');
  assert.equal(bound({ kind: 'margin', value: 4, unit: 'points' }, null), 'White wins by at least 4 points');
  assert.equal(bound({ kind: 'margin', value: -4, unit: 'points' }, null), 'White loses by at most 4 points');
  assert.equal(bound({ kind: 'margin', value: 0, unit: 'points' }, null), 'White has at least a draw');
});

test('the bar belongs to the side that leads, for either side to move', () => {
  const ahead = score({ value: 3, unit: 'discs' });
  assert.ok(barShare(ahead, 'first') > 0.7 && barShare(ahead, 'second') < 0.3);
  assert.equal(barShare(score({ kind: 'win' }), 'second'), 0);
  assert.equal(barShare(score({ kind: 'margin', value: -2 }), 'second'), 1);
  assert.equal(barShare(score({ win_percent: 60 }), 'first'), 0.6);
});

test('a depth has its confidence where that is known', () => {
  assert.equal(depthWords({ depth: 24, confidence: 99 }), '24@99%');
  assert.equal(depthWords({ depth: 24, confidence: null }), '24');
});
