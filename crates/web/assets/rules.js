// @ts-check
// The rules of a game in full, as the game tells them.

import { api } from './api.js';
import { openSheet } from './dialogs.js';
import { html } from './dom.js';
import { complain } from './errors.js';
import { known } from './state.js';

/**
 * A text of paragraphs, headings and lists as elements.
 * @param {string} text
 */
export function proseNodes(text) {
  return text.split(/\n\s*\n/).filter((part) => part.trim() !== '').map((part) => {
    const lines = part.trim().split('\n');
    if (lines[0].startsWith('# ')) return html('h3', {}, lines[0].slice(2));
    if (lines.every((line) => line.startsWith('- '))) return html('ul', {}, ...lines.map((line) => html('li', {}, line.slice(2))));
    return html('p', {}, lines.join(' '));
  });
}

/** @param {string} [game] the words that name it; the game on the table if left out */
export async function openRules(game = known().game?.snapshot.game) {
  if (game === undefined) return;
  try {
    const { title, text } = await api.rules(game);
    openSheet('dialog-rules', `${title}: the rules`, [html('div', { class: 'prose', tabindex: 0 }, ...proseNodes(text))]);
  } catch (problem) {
    complain(problem);
  }
}
