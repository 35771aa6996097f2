// @ts-check
// Says aloud, to those who listen, which move was played and what it did.

import { find, say } from './dom.js';
import { subscribe } from './state.js';

const place = find('announcer', HTMLElement);

export function startAnnouncing() {
  subscribe((now, before) => {
    const { game } = now;
    if (game === null || before.game === null || game.id !== before.game.id || game.node === before.game.node) return;
    const { move, side } = game.nodes[game.node];
    const { sides } = game.snapshot.picture;
    const name = side === null ? '' : sides[side === 'first' ? 0 : 1].name;
    const gone = game.ply < before.game.ply ? 'Taken back. ' : '';
    const effect = game.guidance.effect ? `, ${game.guidance.effect}` : '';
    say(place, gone + (move === '' ? 'The first position' : `${name}: ${move}${effect}`) + `. ${game.status}.`);
  });
}
