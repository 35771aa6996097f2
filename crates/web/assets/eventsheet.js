// @ts-check
// Starting an event: who plays what against whom, under which limits. Players are
// those of the catalogue, which holds the engines that the operator named.

import { openSheet } from './dialogs.js';
import { html, icon } from './dom.js';
import { sentences } from './errors.js';
import { eventsApi } from './eventsapi.js';
import { recall, remember } from './settings.js';
import { known } from './state.js';

/** @typedef {import('./types.js').NewEvent} NewEvent */

const FORMATS = /** @type {[string, string][]} */ ([
  ['', 'Each against each'],
  ['gauntlet', 'The first against all others'],
  ['swiss', 'Swiss'],
  ['knockout', 'Knockout'],
  ['sprt', 'Sequential test of two'],
]);

const LIMITS = /** @type {[string, string, string][]} */ ([
  ['time', 'Time a move', '200ms'],
  ['nodes', 'Nodes a move', '5000'],
  ['depth', 'Depth', '4'],
  ['clock', 'Clock', '1m+1s'],
]);

/** What was chosen last. */
const memory = recall('event', { players: ['best', 'random'], games: ['tictactoe'], limit: 'time', amount: '200ms', format: '', pair: '2', moves: '0', points: 'standard' });

/**
 * @param {string} words
 * @param {HTMLElement} input
 */
const field = (words, input) => html('label', { class: 'field' }, html('span', { class: 'field-name' }, words), input);

/**
 * A list of texts, each in a field of its own.
 * @param {string} what
 * @param {string} list the id of its suggestions
 * @param {readonly string[]} values
 */
function texts(what, list, values) {
  const rows = html('div', { class: 'event-rows' });
  const add = (/** @type {string} */ value) => {
    const input = html('input', { type: 'text', list, value, 'aria-label': what, spellcheck: 'false', autocapitalize: 'off', maxlength: 200 });
    const drop = html('button', { class: 'button quiet square', type: 'button', 'aria-label': `Without this ${what.toLowerCase()}`, click: () => row.remove() }, icon('close'));
    const row = html('div', { class: 'event-row' }, input, drop);
    rows.append(row);
    return input;
  };
  values.forEach(add);
  const more = html('button', { class: 'button small', type: 'button', 'data-add': what, click: () => add('').focus() }, `Add a ${what.toLowerCase()}`);
  const node = html('fieldset', {}, html('legend', {}, `${what}s`), rows, more);
  const value = () => [...rows.querySelectorAll('input')].map((input) => input.value.trim()).filter((text) => text !== '');
  return { node, value };
}

/**
 * @param {string} id
 * @param {readonly string[]} values
 */
const suggestions = (id, values) => html('datalist', { id }, ...values.map((value) => html('option', { value })));

/**
 * @param {string} name
 * @param {readonly (readonly string[])[]} options value and words
 * @param {string} value
 */
function select(name, options, value) {
  const node = html('select', { name }, ...options.map(([option, words]) => html('option', { value: option, selected: option === value }, words)));
  return node;
}

/** A name that is not likely to be taken. */
function usualName() {
  const now = new Date();
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())} ${two(now.getHours())}.${two(now.getMinutes())}`;
}

/** @param {(name: string) => void} started */
export function openEventSheet(started) {
  const { catalogue } = known();
  if (catalogue === null) return;
  const name = html('input', { type: 'text', name: 'name', value: usualName(), required: true, maxlength: 100 });
  const players = texts('Player', 'event-players', memory.players);
  const games = texts('Game', 'event-games', memory.games);
  const format = select('format', FORMATS, memory.format);
  const pair = html('input', { type: 'number', name: 'pair', value: memory.pair, min: 1, max: 20000, required: true });
  const limit = select('limit', LIMITS, memory.limit);
  const amount = html('input', { type: 'text', name: 'amount', value: memory.amount, required: true });
  const moves = html('input', { type: 'number', name: 'moves', value: memory.moves, min: 0, max: 30, required: true });
  const points = select('points', [['standard', '1, ½, 0'], ['course', 'the course’s: 2 as first, 3 as second']], memory.points);
  const elo = html('input', { type: 'text', name: 'elo', value: '0, 20', 'aria-label': 'Normalised Elo' });
  const hopes = field('Not worth having, worth having (normalised Elo)', elo);
  const showHopes = () => (hopes.hidden = format.value !== 'sprt');
  format.addEventListener('change', showHopes);
  limit.addEventListener('change', () => (amount.value = LIMITS.find(([key]) => key === limit.value)?.[2] ?? ''));
  showHopes();

  /** @returns {NewEvent} */
  const wish = () => {
    const sprt = format.value === 'sprt';
    const [elo0, elo1] = elo.value.split(/[ ,;]+/).map(Number);
    const amounts = limit.value === 'time' || limit.value === 'clock' ? amount.value.trim() : Number(amount.value);
    Object.assign(memory, { players: players.value(), games: games.value(), limit: limit.value, amount: amount.value, format: format.value, pair: pair.value, moves: moves.value, points: points.value });
    remember('event', memory);
    return {
      name: name.value.trim(),
      players: players.value(),
      games: games.value(),
      format: sprt ? 'match' : format.value || null,
      games_per_pair: Number(pair.value),
      opening_moves: Number(moves.value),
      points: points.value,
      sprt: sprt ? { elo0, elo1 } : null,
      [limit.value]: amounts,
    };
  };

  const problem = html('p', { class: 'problem', role: 'alert' });
  const start = html('button', { class: 'button primary', type: 'submit', id: 'start-event' }, 'Start');
  const presets = catalogue.games.flatMap((game) => (game.presets.length > 0 ? game.presets.map((preset) => preset.game) : [game.name]));
  const body = html(
    'div',
    { class: 'event-form' },
    field('Name', name),
    players.node,
    games.node,
    html('div', { class: 'fields' }, field('Who meets whom', format), field('Games of two players', pair), field('Random moves first', moves)),
    html('div', { class: 'fields' }, field('Limit', limit), field('of', amount), field('Points', points)),
    hopes,
    suggestions('event-players', catalogue.players.map((player) => player.name)),
    suggestions('event-games', presets),
    html('p', { class: 'note' }, 'A player may have options, as in best[depth=4]. Engines from outside are those that this server was started with. The event uses what games and analyses on this server leave; it is kept, and can be stopped and go on later.'),
  );
  const dialog = openSheet('dialog-event', 'Start an event', [body], [problem, start], async () => {
    try {
      const begun = await eventsApi.begin(wish());
      dialog.close();
      started(begun.name);
    } catch (refusal) {
      problem.textContent = sentences(refusal).join(' ');
    }
  });
  start.focus();
}
