// @ts-check
// The games that were kept: open, rename, download, delete.

import { api } from './api.js';
import { leaveGame, openGame } from './commands.js';
import { ask, openSheet } from './dialogs.js';
import { find, html, icon } from './dom.js';
import { complain } from './errors.js';
import { playerWords } from './picker.js';
import { known } from './state.js';

/** @typedef {import('./types.js').Listed} Listed */

const list = html('ul', { class: 'kept' });
const search = html('input', { type: 'search', class: 'kept-search', placeholder: 'Search', 'aria-label': 'Search games' });
const further = html('button', { class: 'button', type: 'button' }, 'More');

/**
 * When something happened, in few words.
 * @param {number} moment in milliseconds since 1970
 */
function when(moment) {
  const date = new Date(moment);
  const today = date.toDateString() === new Date().toDateString();
  return today ? date.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' }) : date.toLocaleDateString();
}

/** @param {Listed} game @returns {[string, string]} two lines */
function facts(game) {
  const moves = game.moves === 1 ? '1 move' : `${game.moves} moves`;
  const players = `${playerWords(game.players.first)} against ${playerWords(game.players.second)}`;
  return [`${game.ending ?? 'Under way'}, ${moves}, ${when(game.updated)}`, players];
}

/** @param {string} name @param {string} label @param {() => void} act */
const tool = (name, label, act) =>
  html('button', { class: 'button quiet', type: 'button', 'aria-label': label, title: label, click: act }, icon(name));

/** @param {Listed} game */
function row(game) {
  const dialog = find('dialog-games', HTMLDialogElement);
  const open = () => {
    dialog.close();
    openGame(game.id);
  };
  const item = html(
    'li',
    { class: 'kept-game', 'data-id': game.id },
    html(
      'button',
      { class: 'kept-open', type: 'button', 'aria-current': game.id === known().game?.id ? 'true' : null, click: open },
      html('span', { class: 'kept-title' }, game.title),
      ...facts(game).map((line) => html('span', { class: 'kept-facts' }, line)),
    ),
    html(
      'div',
      { class: 'kept-actions' },
      tool('pencil', `Rename ${game.title}`, () => rename(game, item)),
      html('a', { class: 'button quiet', href: api.textPath(game.id), download: true, 'aria-label': `Download ${game.title}`, title: 'Download' }, icon('download')),
      tool('bin', `Delete ${game.title}`, () => remove(game)),
    ),
  );
  return item;
}

/** @param {Listed} game @param {HTMLElement} item */
function rename(game, item) {
  const title = html('input', { value: game.title, 'aria-label': 'New name', maxlength: 100, required: true });
  const save = async () => {
    try {
      await api.rename(game.id, title.value);
    } catch (problem) {
      complain(problem);
    }
    await fill();
  };
  title.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      void save();
    } else if (event.key === 'Escape') {
      // Gives up the new name, not the list.
      event.preventDefault();
      event.stopPropagation();
      const old = row(game);
      item.replaceWith(old);
      old.querySelector('button')?.focus();
    }
  });
  item.replaceChildren(title, html('button', { class: 'button', type: 'button', click: save }, 'Rename'));
  title.select();
}

/** @param {Listed} game */
function remove(game) {
  ask('Delete', `${game.title} will be gone for good.`, 'Delete', async () => {
    // First, or the stream would say that the game is gone, as if it were news.
    if (known().game?.id === game.id) leaveGame();
    try {
      await api.remove(game.id);
    } catch (problem) {
      complain(problem);
    }
    await fill();
  });
}

/** Shows the games that are searched for, after the first ones if those are shown already. */
async function fill(skip = 0) {
  const wanted = search.value;
  try {
    const { games, more } = await api.games(wanted, skip);
    // While a person types on, the next search gives the answer.
    if (wanted !== search.value) return;
    if (skip === 0) list.replaceChildren();
    list.append(...games.map(row));
    further.hidden = !more;
    const none = wanted === '' ? 'Games are kept here as they are played.' : 'No game has that in its title, name or players.';
    if (games.length + skip === 0) list.append(html('li', { class: 'empty' }, none));
  } catch (problem) {
    complain(problem);
  }
}

search.addEventListener('input', () => void fill());
further.addEventListener('click', () => void fill(list.children.length));

export async function openKept() {
  search.value = '';
  further.hidden = true;
  openSheet('dialog-games', 'Games', [search, list, further]);
  await fill();
  list.querySelector('button')?.focus();
}
