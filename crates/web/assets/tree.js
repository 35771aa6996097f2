// @ts-check
// Ways through a tree of moves. Pure functions: nodes in, numbers of nodes out.

/** @typedef {import('./types.js').MoveNode} MoveNode */
/** @typedef {readonly MoveNode[]} Nodes */

/** @type {WeakMap<Nodes, number[][]>} */
const families = new WeakMap();

/**
 * The continuations of every node, the oldest first.
 * @param {Nodes} nodes
 */
export function children(nodes) {
  const found = families.get(nodes);
  if (found) return found;
  /** @type {number[][]} */
  const all = nodes.map(() => []);
  nodes.forEach(({ parent }, id) => {
    if (parent !== null) all[parent].push(id);
  });
  families.set(nodes, all);
  return all;
}

/**
 * The nodes from the first move to this one.
 * @param {Nodes} nodes
 * @param {number} id
 */
export function path(nodes, id) {
  const way = [];
  for (let at = id; at > 0; at = nodes[at].parent ?? 0) way.push(at);
  return way.reverse();
}

/**
 * The continuation to show after a node: the one this page went to last, or else
 * the one the game went to last.
 * @param {Nodes} nodes
 * @param {ReadonlyMap<number, number>} trail
 * @param {number} id
 * @returns {number | null}
 */
export const onward = (nodes, trail, id) => trail.get(id) ?? nodes[id].next ?? null;

/**
 * The whole line through a node: what leads to it and what follows.
 * @param {Nodes} nodes
 * @param {ReadonlyMap<number, number>} trail
 * @param {number} id
 */
export function line(nodes, trail, id) {
  const way = path(nodes, id);
  for (let at = onward(nodes, trail, id); at !== null; at = onward(nodes, trail, at)) way.push(at);
  return way;
}

/**
 * The trail of a page that has gone to a node.
 * @param {Nodes} nodes
 * @param {ReadonlyMap<number, number>} trail
 * @param {number} id
 */
export function blaze(nodes, trail, id) {
  const longer = new Map(trail);
  for (const at of path(nodes, id)) longer.set(nodes[at].parent ?? 0, at);
  return longer;
}

/**
 * The node after a move, if that move was played there.
 * @param {Nodes} nodes
 * @param {number} id
 * @param {string} move
 */
export const after = (nodes, id, move) => children(nodes)[id].find((child) => nodes[child].move === move) ?? null;

/** @typedef {{number: number, first: number | null, second: number | null}} Row */

/**
 * A line as the rows of a move list, a column for each side.
 * @param {Nodes} nodes
 * @param {readonly number[]} way
 * @returns {Row[]}
 */
export function rows(nodes, way) {
  /** @type {Row[]} */
  const made = [];
  for (const id of way) {
    const last = made.at(-1);
    if (nodes[id].side === 'first') made.push({ number: made.length + 1, first: id, second: null });
    else if (last && last.second === null) last.second = id;
    else made.push({ number: made.length + 1, first: null, second: id });
  }
  return made;
}
