// @ts-check
// A note on the move that is looked at, kept with the game.

import { command } from './commands.js';
import { firstId, html } from './dom.js';
import { known, shownNode, subscribe } from './state.js';

/** The longest note, in characters. */
const LONGEST = 2000;

/**
 * Shows the note.
 * @param {HTMLElement} place
 */
export function mountNote(place) {
  const field = html('textarea', { class: 'note-field', id: firstId('note'), rows: 1, maxlength: LONGEST });
  place.append(field);
  /** The game and the node that the field belongs to. */
  let at = '';
  /** Sends what was written, if it was changed. */
  const save = () => {
    const { game } = known();
    const [id, node] = at.split('/');
    if (game === null || game.id !== id) return;
    if (field.value.trim() !== (game.nodes[Number(node)]?.note ?? '')) void command('note', { node: Number(node), text: field.value });
  };
  field.addEventListener('change', save);
  subscribe(() => {
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
  });
}
