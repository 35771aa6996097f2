// @ts-check
// Sharing and opening: link, position and moves to copy, the board as a picture,
// and any text that the game can read.

import { address } from './addresses.js';
import { api, Refusal } from './api.js';
import { openGame } from './commands.js';
import { openSheet } from './dialogs.js';
import { html } from './dom.js';
import { openEditor } from './editor.js';
import { complain, sentences } from './errors.js';
import { downloadPicture } from './export.js';
import { known, shown, shownNode } from './state.js';

/**
 * A text with a button that copies it.
 * @param {string} label
 * @param {string} text
 */
function copyable(label, text) {
  const field = html('input', { value: text, readonly: true, 'aria-label': label, spellcheck: 'false' });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Without permission the text is chosen, and the user copies it.
      field.select();
      return;
    }
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 1500);
  };
  const button = html('button', { class: 'button', type: 'button', 'aria-label': `Copy: ${label}`, click: copy }, 'Copy');
  return html('label', { class: 'field' }, html('span', { class: 'field-name' }, label), html('span', { class: 'with-copy' }, field, button));
}

/**
 * Where in a text the server found a fault, if it said.
 * @param {string} text
 * @param {unknown} problem
 * @returns {number | null}
 */
export function faultAt(text, problem) {
  const place = problem instanceof Refusal ? /line (\d+), column (\d+)/.exec(problem.fault.where ?? '') : null;
  if (place === null) return null;
  const lines = text.split('\n').slice(0, Number(place[1]));
  const before = lines.slice(0, -1).reduce((sum, line) => sum + line.length + 1, 0);
  return Math.min(before + Number(place[2]) - 1, text.length);
}

/**
 * Opens a text as whatever the game reads it as: a file of its own format or a
 * foreign one, a position on a line, or moves.
 * @param {string} game
 * @param {string} text
 */
async function openText(game, text) {
  // Moves are more than the position that a file of them ends in.
  const ways = text.trimStart().startsWith('plywood game') ? [{ file: text }] : [{ moves: text }, { position: text.trim() }, { file: text }];
  /** @type {{problem: unknown, at: number}} the attempt that came farthest */
  let best = { problem: null, at: -1 };
  for (const way of ways) {
    try {
      return await api.create({ game, ...way });
    } catch (problem) {
      const at = faultAt(text, problem) ?? 0;
      if (at > best.at) best = { problem, at };
    }
  }
  throw best.problem;
}

export function openShare() {
  const { game } = known();
  const snapshot = shown();
  if (game === null || snapshot === null) return;
  const link = new URL(address(game.id, shownNode()), location.href).href;
  const problem = html('p', { class: 'problem', role: 'alert' });
  const text = html('textarea', { name: 'paste', rows: 3, spellcheck: 'false', 'aria-label': 'A position, moves or a saved game' });
  const open = html('button', { class: 'button primary', type: 'submit' }, 'Open');
  const picture = (/** @type {'svg' | 'png'} */ kind) =>
    html('button', { class: 'button', type: 'button', 'data-picture': kind, click: () => downloadPicture(kind, game.title).catch(complain) }, kind.toUpperCase());
  const edit = () => {
    dialog.close();
    openEditor();
  };
  const dialog = openSheet(
    'dialog-share',
    'Share and open',
    [
      html('div', { class: 'share' }, copyable('Link to this position', link), copyable('Position', snapshot.position), copyable('Moves', snapshot.played.join(' '))),
      html('p', { class: 'share-files' }, html('button', { class: 'button', type: 'button', id: 'open-editor', click: edit }, 'Set up a position'), html('span', { class: 'field-name' }, 'Download'), html('a', { class: 'button', href: api.textPath(game.id), download: true }, 'Game'), picture('svg'), picture('png')),
      html('label', { class: 'field' }, html('span', { class: 'field-name' }, 'Paste a position, moves, or a saved game of this or another program'), text),
    ],
    [problem, open],
    async () => {
      if (text.value.trim() === '') return;
      try {
        const state = await openText(snapshot.game, text.value);
        dialog.close();
        openGame(state.id);
      } catch (refusal) {
        problem.textContent = sentences(refusal).join(' ');
        const at = faultAt(text.value, refusal);
        text.focus();
        if (at !== null) text.setSelectionRange(at, Math.min(at + 1, text.value.length));
      }
    },
  );
}
