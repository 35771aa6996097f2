// @ts-check
// The coordinates beside the board.

import { html } from './dom.js';

/**
 * On large boards only every fifth or tenth is written, so that they stay
 * legible.
 * @param {number} count
 */
const stride = (count) => (count <= 20 ? 1 : count <= 50 ? 5 : 10);

/**
 * @param {HTMLElement} place
 * @param {readonly string[]} labels in the order of the picture
 * @param {boolean} flipped
 */
export function drawLabels(place, labels, flipped) {
  const every = stride(labels.length);
  const texts = labels.map((label, index) => (index % every === 0 ? label : ''));
  if (flipped) texts.reverse();
  const key = texts.join('\n');
  if (place.dataset.drawn === key) return;
  place.dataset.drawn = key;
  place.replaceChildren(...texts.map((text) => html('span', {}, text)));
}
