// Ways through a tree of moves.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { after, blaze, children, line, onward, path, rows } from '../../assets/tree.js';

/** b2 a1 c3, and instead of a1: c1 a3. The game went to c3 last. */
const nodes = [
  { move: '', side: null, parent: null, next: 1 },
  { move: 'b2', side: 'first', parent: 0, next: 2 },
  { move: 'a1', side: 'second', parent: 1, next: 3 },
  { move: 'c3', side: 'first', parent: 2 },
  { move: 'c1', side: 'second', parent: 1, next: 5 },
  { move: 'a3', side: 'first', parent: 4 },
];

test('a path leads from the first move to its node', () => {
  assert.deepEqual(path(nodes, 5), [1, 4, 5]);
  assert.deepEqual(path(nodes, 0), []);
});

test('a line goes on where the page went last, and else where the game did', () => {
  const none = new Map();
  assert.deepEqual(line(nodes, none, 1), [1, 2, 3]);
  const trail = blaze(nodes, none, 4);
  assert.deepEqual(line(nodes, trail, 1), [1, 4, 5]);
  assert.equal(onward(nodes, trail, 5), null);
  assert.deepEqual([...none], [], 'the trail before is not changed');
});

test('continuations are known by their moves, the oldest first', () => {
  assert.deepEqual(children(nodes)[1], [2, 4]);
  assert.equal(after(nodes, 1, 'c1'), 4);
  assert.equal(after(nodes, 1, 'b1'), null);
});

test('a list has a column for each side, and a side that moves twice gets two rows', () => {
  assert.deepEqual(rows(nodes, [1, 2, 3]), [
    { number: 1, first: 1, second: 2 },
    { number: 2, first: 3, second: null },
  ]);
  const twice = [nodes[0], { move: 'x', side: 'second', parent: 0 }, { move: 'y', side: 'second', parent: 1 }];
  assert.deepEqual(rows(twice, [1, 2]), [
    { number: 1, first: null, second: 1 },
    { number: 2, first: null, second: 2 },
  ]);
});
