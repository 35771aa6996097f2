// @ts-check
// The less usual wishes for a new game: a clock, a position, moves, a file.

import { html } from './dom.js';

/** @type {[string, string][]} minutes + seconds a move, and their name */
const CLOCKS = [
  ['', 'No clock'],
  ['1+0', '1 minute'],
  ['3+2', '3 minutes + 2 seconds a move'],
  ['5+0', '5 minutes'],
  ['10+5', '10 minutes + 5 seconds a move'],
  ['30+0', '30 minutes'],
];

/** @param {string} name @param {HTMLElement} control */
const field = (name, control) => html('label', { class: 'field' }, html('span', { class: 'field-name' }, name), control);

/** A choice of clocks. */
export function clockField() {
  const select = html('select', { name: 'clock' }, ...CLOCKS.map(([value, words]) => html('option', { value }, words)));
  return {
    node: field('Clock for each side', select),
    value: () => {
      if (select.value === '') return null;
      const [minutes, seconds] = select.value.split('+').map(Number);
      return { initial_ms: minutes * 60_000, increment_ms: seconds * 1000 };
    },
  };
}

/** Where to start from, if not at the beginning. */
export function startFields() {
  const position = html('input', { name: 'position', autocomplete: 'off', spellcheck: 'false' });
  const moves = html('textarea', { name: 'moves', spellcheck: 'false', rows: 2 });
  const file = html('input', { name: 'file', type: 'file' });
  const given = (/** @type {{value: string}} */ { value }) => value.trim() || null;
  return {
    nodes: [field('Position, on one line', position), field('Moves from there', moves), field('A saved game, or a position as a file', file)],
    values: async () => ({
      position: given(position),
      moves: given(moves),
      file: (await file.files?.[0]?.text()) ?? null,
    }),
  };
}
