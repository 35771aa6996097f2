// What an address names, and from clicks to moves.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { address, readAddress } from '../../assets/addresses.js';
import { click } from '../../assets/steps.js';

test('an address names a game, and a node where that is not where the game stands', () => {
  assert.deepEqual(readAddress('#abc/17'), { id: 'abc', node: 17 });
  assert.deepEqual(readAddress('#abc'), { id: 'abc', node: null });
  assert.deepEqual(readAddress(''), { id: '', node: null });
  assert.deepEqual(readAddress('#abc/x'), { id: '', node: null });
  assert.equal(address('abc', 0), '#abc/0');
  assert.equal(address('abc', null), '#abc');
});

test('clicks complete a move, go on with one, begin another, or mean nothing', () => {
  const move = (text, ...steps) => ({ move: text, steps, preview: { cells: [], label: null } });
  const choices = [move('slide', [1], [5]), move('far', [1], [9]), move('group', [3, 4])];
  assert.deepEqual(click(choices, [], 1), { kind: 'go-on', clicks: [1] });
  assert.equal(click(choices, [1], 9).choice.move, 'far');
  assert.equal(click(choices, [1], 4).choice.move, 'group');
  assert.deepEqual(click(choices, [1], 1), { kind: 'go-on', clicks: [] });
  assert.deepEqual(click(choices, [], 7), { kind: 'refuse' });
});
