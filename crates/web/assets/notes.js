// @ts-check
// A note on the move that is looked at, kept with the game.

import { command } from './commands.js';
import { find } from './dom.js';
import { known, shownNode, subscribe } from './state.js';

const field = find('note', HTMLTextAreaElement);

/** The game and the node that the field belongs to. */
let at = '';

/** Sends what was written, if it was changed. */
function save() {
  const { game } = known();
  const [id, node] = at.split('/');
  if (game === null || game.id !== id) return;
  if (field.value.trim() !== (game.nodes[Number(node)]?.note ?? '')) void command('note', { node: Number(node), text: field.value });
}

function draw() {
  const { game } = known();
  if (game === null) return;
  const node = shownNode();
  const here = `${game.id}/${node}`;
  const note = game.nodes[node].note ?? '';
  if (here !== at) {
    save();
    at = here;
    field.value = note;
  } else if (document.activeElement !== field && field.value !== note) field.value = note;
  const { move } = game.nodes[node];
  field.placeholder = move === '' ? 'A note on the start' : `A note on ${move}`;
  field.setAttribute('aria-label', field.placeholder);
}

export function startNotes() {
  field.addEventListener('change', save);
  subscribe(draw);
}
