// @ts-check
// The bar beside the board that shows who is ahead. It mounts into any node.

import { analysisShown } from './analysispanel.js';
import { firstId, html } from './dom.js';
import { known, shown, subscribe } from './state.js';
import { barShare, valueWords } from './values.js';

/** @param {HTMLElement} place */
export function mountValueBar(place) {
  const bar = html('div', { class: 'value-bar', id: firstId('value-bar'), role: 'img', hidden: true });
  place.append(bar);
  subscribe(() => {
    const { analysing, threat, flipped } = known();
    const analysis = analysisShown();
    const sides = shown()?.picture.sides;
    bar.hidden = !analysing;
    if (analysis === null || threat || !sides) return;
    const share = barShare(analysis.score, analysis.to_move);
    bar.style.setProperty('--first-share', `${Math.round(share * 1000) / 10}%`);
    bar.classList.toggle('exact', analysis.exact);
    bar.classList.toggle('flipped', flipped);
    bar.setAttribute('aria-label', valueWords(analysis.score, analysis.to_move, sides));
  });
}
