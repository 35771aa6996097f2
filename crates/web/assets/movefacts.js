// @ts-check
// What is known about the move that led to the position in view: its time, depth
// and value, and in a game of an event the clocks.

import { html, say } from './dom.js';
import { clockWords } from './seats.js';
import { known, shownNode, sideIndex, subscribe } from './state.js';
import { path } from './tree.js';
import { shortValue } from './values.js';

/** @param {number} milliseconds */
const timeWords = (milliseconds) => (milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`);

function words() {
  const { game } = known();
  if (game === null) return '';
  const { nodes } = game;
  const way = path(nodes, shownNode());
  const at = nodes[shownNode()];
  const facts = [];
  if (at?.time_ms !== undefined && at.time_ms !== null) facts.push(`${at.move} in ${timeWords(at.time_ms)}`);
  if (at?.depth) facts.push(`depth ${at.depth}`);
  if (facts.length > 0 && at?.value) facts.push(`value ${shortValue(at.value)}`);
  for (const side of /** @type {const} */ (['first', 'second'])) {
    const left = way.map((id) => nodes[id]).reverse().find((move) => move.side === side && (move.left_ms ?? null) !== null)?.left_ms;
    if (left !== undefined && left !== null) facts.push(`${game.snapshot.picture.sides[sideIndex(side)].name} ${clockWords(left)}`);
  }
  return facts.join(' · ');
}

/**
 * Shows what is known about the move.
 * @param {HTMLElement} place
 */
export function mountMoveFacts(place) {
  const node = html('p', { class: 'move-facts', 'aria-label': 'About this move' });
  place.append(node);
  subscribe((now, before) => {
    if (now.game === before.game && now.node === before.node) return;
    const text = words();
    say(node, text);
    node.hidden = text === '';
  });
}
