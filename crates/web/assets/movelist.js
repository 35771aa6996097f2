// @ts-check
// The moves played, each a way back to the position after it.

import { lookAt } from './commands.js';
import { find, html } from './dom.js';
import { known, shownPly, subscribe } from './state.js';

const list = find('moves', HTMLElement);

/** @param {string} text @param {number} ply */
function row(text, ply) {
  return html(
    'li',
    {},
    html(
      'button',
      { class: 'move', type: 'button', tabindex: -1, title: text, 'data-ply': ply, click: () => lookAt(ply) },
      html('span', { class: 'move-number' }, String(ply)),
      html('span', { class: 'move-text' }, text),
    ),
  );
}

function draw() {
  const { game } = known();
  if (game === null) return list.replaceChildren();
  const { played } = game.snapshot;
  const drawn = [...list.querySelectorAll('.move-text')].map((node) => node.textContent);
  let same = 0;
  while (same < drawn.length && same < played.length && drawn[same] === played[same]) same += 1;
  while (list.children.length > same) list.lastElementChild?.remove();
  list.append(...played.slice(same).map((text, index) => row(text, same + index + 1)));
  mark(shownPly());
}

/** @param {number} ply */
function mark(ply) {
  const old = list.querySelector('[aria-current]');
  const current = list.querySelector(`[data-ply="${ply}"]`);
  if (old === current) return;
  old?.removeAttribute('aria-current');
  current?.setAttribute('aria-current', 'true');
  // Only the list scrolls: `scrollIntoView` would move the whole page.
  if (current instanceof HTMLElement) {
    const top = current.offsetTop - list.offsetTop;
    const hidden = top < list.scrollTop || top + current.offsetHeight > list.scrollTop + list.clientHeight;
    if (hidden) list.scrollTop = top - list.clientHeight / 2;
  }
}

export function startMoves() {
  subscribe((now, before) => {
    if (now.game !== before.game || now.past !== before.past) draw();
  });
}
