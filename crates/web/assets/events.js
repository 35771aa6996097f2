// @ts-check
// Events: the list of them at `#events`, and one of them at `#events/name`. While
// they are in view there is no game on the table.

import { putAside } from './commands.js';
import { find, html, icon, say } from './dom.js';
import { sentences } from './errors.js';
import { openEventSheet } from './eventsheet.js';
import { eventsApi } from './eventsapi.js';
import { progressWords } from './eventtables.js';
import { EventPage } from './eventview.js';
import { subscribe } from './state.js';

/** @typedef {import('./types.js').EventLine} EventLine */

/** Milliseconds between two questions: while games are played, and otherwise. */
const SOON = 1000;
const LATER = 4000;

const place = find('events', HTMLElement);

/** @param {string} name */
export const eventAddress = (name) => `#events/${encodeURIComponent(name)}`;

/**
 * The event that an address names: '' for the list of all, none for anything else.
 * @param {string} hash
 */
export function eventOf(hash) {
  const [, all, name] = /^#(events)(?:\/([^/]+))?$/.exec(hash) ?? ['', '', ''];
  if (all === '') return null;
  try {
    return decodeURIComponent(name ?? '');
  } catch {
    return '';
  }
}

/** What is in view. @type {{name: string, timer: number, page: EventPage | null} | null} */
let view = null;

function leave() {
  if (view !== null) clearTimeout(view.timer);
  view = null;
  place.replaceChildren();
  place.hidden = true;
  delete document.body.dataset.view;
}

/**
 * Shows what an address names, if that is events.
 * @param {string} hash
 */
export function showEvents(hash) {
  const name = eventOf(hash);
  if (name === null) {
    if (view !== null) leave();
    return false;
  }
  if (view?.name === name) return true;
  leave();
  putAside();
  document.body.dataset.view = 'events';
  place.hidden = false;
  const page = name === '' ? null : new EventPage(name);
  const mine = { name, timer: 0, page };
  view = mine;
  const title = name === '' ? 'Events' : name;
  say(find('title', HTMLElement), title);
  document.title = `${title} · Plywood`;
  place.replaceChildren(page?.node ?? html('p', { class: 'empty' }, 'Loading'));
  void ask(mine);
  return true;
}

/**
 * Asks what is new, again and again.
 * @param {NonNullable<typeof view>} mine
 */
async function ask(mine) {
  let pause = LATER;
  try {
    // A page that is not seen asks nothing.
    if (!document.hidden) pause = (await (mine.page ? mine.page.refresh() : drawList(mine))) ? SOON : LATER;
    if (view === mine) drawProblem('');
  } catch (problem) {
    if (view === mine) drawProblem(sentences(problem).join(' '));
  }
  if (view === mine) mine.timer = setTimeout(() => ask(mine), pause);
}

const problemNode = html('p', { class: 'problem events-problem', role: 'status' });

/** @param {string} words */
function drawProblem(words) {
  say(problemNode, words);
  if (words === '') problemNode.remove();
  else place.prepend(problemNode);
}

/** Asks at once, as after something was done. */
function askNow() {
  if (view === null) return;
  clearTimeout(view.timer);
  void ask(view);
}

let drawn = '';

/**
 * @param {NonNullable<typeof view>} mine
 * @returns {Promise<boolean>} whether something is being played
 */
async function drawList(mine) {
  const { events, store, elsewhere } = await eventsApi.list();
  if (view !== mine) return false;
  const key = JSON.stringify(events);
  if (key !== drawn || place.querySelector('.event-list') === null) {
    drawn = key;
    const start = html('button', { class: 'button primary', type: 'button', id: 'new-event', click: () => openEventSheet(started) }, icon('plus'), html('span', {}, 'Start an event'));
    const list = html('ul', { class: 'event-list' }, ...events.map(line));
    const empty = html('p', { class: 'empty' }, elsewhere ? 'No event was played yet. Start one with ' : 'No event was played yet. Start one here, or with ', html('code', {}, 'plywood arena run'), ' in a terminal.');
    const kept = html('p', { class: 'note' }, store === null ? 'There is no place to keep events.' : `Kept in ${store}`);
    place.replaceChildren(html('div', { class: 'events-head' }, html('h2', {}, 'Events'), ...(elsewhere ? [] : [start])), events.length === 0 ? empty : list, kept);
  }
  return events.some((event) => event.played);
}

/** @param {string} name */
function started(name) {
  location.hash = eventAddress(name);
}

/** @param {EventLine} event */
function line(event) {
  const state = event.over ? 'over' : event.played ? 'running' : 'stopped';
  return html(
    'li',
    { class: 'event-line', 'data-state': state },
    html(
      'a',
      { href: eventAddress(event.name) },
      html('span', { class: 'event-name' }, event.name),
      html('span', { class: 'event-facts' }, `${event.format}, ${event.players} players, ${event.games}`),
      html('span', { class: 'event-state' }, progressWords(event)),
      html('progress', { max: Math.max(1, event.known), value: event.finished, 'aria-label': 'Games finished' }),
    ),
  );
}

export function startEvents() {
  document.addEventListener('plywood:event-changed', askNow);
  document.addEventListener('visibilitychange', () => !document.hidden && askNow());
  subscribe(({ game }) => {
    // A game was put on the table, which the address tells.
    if (game !== null && view !== null && eventOf(location.hash) === null) leave();
  });
}
