// @ts-check
// Says aloud, to those who listen, which move was played and what it did, or
// which position is looked at.

import { guidanceHere } from './analysis.js';
import { html, say } from './dom.js';
import { known, shown, shownNode, subscribe } from './state.js';

/**
 * The move that led to the position that is shown, with what it did.
 * @param {import('./types.js').State} game
 */
function moveWords(game) {
  const { move, side } = game.nodes[shownNode()];
  if (move === '') return 'The first position';
  const sides = (shown() ?? game.snapshot).picture.sides;
  const name = side === null ? '' : `${sides[side === 'first' ? 0 : 1].name}: `;
  const effect = guidanceHere()?.effect;
  return `${name}${move}${effect ? `, ${effect}` : ''}`;
}

/**
 * Speaks through a node that is not seen.
 * @param {HTMLElement} place
 */
export function mountAnnouncer(place) {
  const voice = html('p', { class: 'unseen', 'aria-live': 'polite' });
  voice.id = 'announcer';
  place.append(voice);
  let said = '';
  subscribe((now, before) => {
    const { game, node, past } = now;
    if (game === null || (node !== null && past?.node !== node)) return;
    const here = `${game.id}/${shownNode()}`;
    const first = !said.startsWith(`${game.id}/`);
    if (here === said) return;
    said = here;
    // A game that was just opened is read by a person who comes to it.
    if (first) return;
    const back = node === null && before.game !== null && game.ply < before.game.ply ? 'Taken back. ' : '';
    const status = node === null ? game.status : (known().past?.status ?? '');
    say(voice, `${back}${moveWords(game)}. ${status}.`);
  });
}
