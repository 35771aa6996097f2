// @ts-check
// Choosing who plays a side: a person, or one of the catalogue's players with
// a limit and any other options it has.

import { html } from './dom.js';
import { makeOptions } from './options.js';

/** @typedef {import('./types.js').PlayerEntry} PlayerEntry */
/** @typedef {import('./types.js').Catalogue} Catalogue */

/** The options that limit how long a player thinks, in the order offered. */
const LIMITS = ['time', 'depth', 'nodes'];

/** What is first offered for each of them. */
const USUAL = /** @type {Record<string, string>} */ ({ time: '1s', depth: '6', nodes: '100000' });

/**
 * The name of a player and its options.
 * @param {string} text such as `alphabeta[time=1s,seed=3]`
 * @returns {{name: string, options: Map<string, string>}}
 */
export function readPlayer(text) {
  const [, name, inner] = /^([^[]*)(?:\[(.*)\])?$/.exec(text) ?? ['', text, ''];
  const words = (inner ?? '').split(',').filter((word) => word !== '');
  const options = words.map((word) => /** @type {[string, string]} */ ([word.split('=')[0], word.split('=').slice(1).join('=')]));
  return { name, options: new Map(options) };
}

/**
 * How a player is called in a sentence.
 * @param {string} text
 */
export function playerWords(text) {
  if (text === 'human') return 'Person';
  const { name, options } = readPlayer(text);
  const details = [...options].map(([key, value]) => (key === 'time' ? time(value) : `${key} ${value}`));
  return [name, ...details].join(' · ');
}

/** @param {string} value */
const time = (value) => value.replace(/(\d)(ms|s)$/, '$1 $2');

/**
 * Those who play a game: all that are not another game's own, each with the
 * options that the game supports.
 * @param {Catalogue} catalogue
 * @param {string} game the words that name it, or its family
 * @returns {PlayerEntry[]}
 */
export function playersOf({ players, games }, game) {
  const [family] = game.split(':');
  const refused = games.find((entry) => entry.name === family)?.unsupported ?? [];
  const own = players.filter((player) => player.game === null || player.game === family);
  return own.map((player) =>
    player.game === null ? { ...player, options: player.options.filter((option) => !refused.includes(option.name)) } : player,
  );
}

/**
 * @param {readonly PlayerEntry[]} players
 * @param {string} text who plays now
 * @param {string} name of the side, for labels
 */
export function makePicker(players, text, name) {
  const now = readPlayer(text);
  const who = html('select', { 'aria-label': `Who plays ${name}` }, ...players.map((player) => choice(player, now.name)));
  const limit = html('select', { 'aria-label': `Limit for ${name}` });
  const value = html('input', { 'aria-label': `How much, for ${name}`, autocomplete: 'off', required: true });
  const limits = html('div', { class: 'limits' }, limit, value);
  let more = makeOptions([], new Map(), name);
  const note = html('p', { class: 'note' });
  const entry = () => players.find((player) => player.name === who.value);

  const showValue = () => {
    const option = entry()?.options.find((one) => one.name === limit.value);
    // An option without a default has an empty one.
    value.value = now.options.get(limit.value) || option?.default || USUAL[limit.value] || '';
    value.placeholder = limit.value === 'time' ? '1s or 500ms' : '';
    value.inputMode = limit.value === 'time' ? 'text' : 'numeric';
  };
  const show = () => {
    const options = entry()?.options ?? [];
    const offered = LIMITS.filter((one) => options.some((option) => option.name === one));
    limit.replaceChildren(...offered.map((one) => html('option', { value: one, selected: now.options.has(one) }, limitWords(one))));
    if (!offered.some((one) => now.options.has(one)) && offered.includes('time')) limit.value = 'time';
    limits.hidden = offered.length === 0;
    value.disabled = offered.length === 0;
    const rest = options.filter((option) => !LIMITS.includes(option.name));
    const old = more.node;
    more = makeOptions(rest, new Map([...now.options].filter(([key]) => key !== limit.value)), name);
    more.node.hidden = rest.length === 0;
    old.replaceWith(more.node);
    note.textContent = entry()?.about ?? '';
    showValue();
  };
  who.addEventListener('change', () => {
    now.options.clear();
    show();
  });
  limit.addEventListener('change', showValue);
  const node = html('div', { class: 'picker' }, who, limits, note, more.node);
  show();

  /** Who is chosen, as text. */
  function chosenText() {
    const words = limits.hidden ? [] : [`${limit.value}=${value.value.trim().replace(/^(\d+(?:\.\d+)?)$/, limit.value === 'time' ? '$1s' : '$1')}`];
    if (!more.node.hidden) words.push(...more.words());
    return words.length > 0 ? `${who.value}[${words.join(',')}]` : who.value;
  }

  return {
    node,
    /**
     * Others can be chosen from now on; the chosen one stays, if it can.
     * @param {readonly PlayerEntry[]} others
     * @param {string} otherwise who is chosen if it cannot
     */
    offer: (others, otherwise) => {
      const stays = others.some((player) => player.name === who.value);
      const chosen = stays ? who.value : readPlayer(otherwise).name;
      const before = stays ? readPlayer(chosenText()).options : new Map();
      const offered = entry()?.options ?? [];
      players = others;
      who.replaceChildren(...others.map((player) => choice(player, chosen)));
      // What the other game supports as well stays set; what was typed stays too.
      const lost = offered.filter((old) => !entry()?.options.some((option) => option.name === old.name));
      if (stays && lost.length === 0) return;
      now.options.clear();
      for (const [key, set] of before) if (!lost.some((option) => option.name === key)) now.options.set(key, set);
      show();
    },
    text: chosenText,
  };
}

/** @param {PlayerEntry} player @param {string} now */
function choice(player, now) {
  const words = player.name === 'human' ? 'Person' : player.name;
  return html('option', { value: player.name, selected: player.name === now }, words);
}

/** @param {string} name */
function limitWords(name) {
  return { time: 'Time a move', depth: 'Depth', nodes: 'Positions' }[name] ?? name;
}
