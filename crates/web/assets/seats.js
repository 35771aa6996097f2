// @ts-check
// The two sides: who plays, what they count, their clocks, and the sheet that
// seats another player at any moment.

import { setPlayers } from './commands.js';
import { openSheet } from './dialogs.js';
import { dress, firstId, html, say } from './dom.js';
import { complain, sentences } from './errors.js';
import { makePicker, playersOf, playerWords } from './picker.js';
import { swatch } from './pieces.js';
import { known, shown, sideIndex, subscribe } from './state.js';

/** @typedef {import('./types.js').Side} Side */

/** @type {Side[]} */
const SIDES = ['first', 'second'];

/** Below this a clock is shown as nearly out. */
const LOW = 20_000;

/** @param {Side} side */
function makeSeat(side) {
  const parts = {
    swatch: html('span', { class: 'seat-piece' }),
    name: html('span', { class: 'seat-name' }),
    player: html('span', { class: 'seat-player' }),
    count: html('span', { class: 'seat-count' }),
    unit: html('span', { class: 'seat-unit' }),
    clock: html('span', { class: 'seat-clock', role: 'timer' }),
  };
  const node = html(
    'button',
    { class: 'seat', type: 'button', id: firstId(`seat-${side}`), click: () => choosePlayer(side) },
    parts.swatch,
    parts.name,
    parts.player,
    html('span', { class: 'seat-side' }, parts.clock, html('span', {}, parts.count, parts.unit)),
    html('span', { class: 'seat-busy' }),
  );
  return { side, node, ...parts, looks: '' };
}

/** @typedef {ReturnType<typeof makeSeat>} Seat */

/**
 * A side's counter: the caption that begins with its name.
 * @param {import('./types.js').Picture} picture
 * @param {Side} side
 */
export function counter(picture, side) {
  const { name } = picture.sides[sideIndex(side)];
  const caption = picture.captions.find(({ label }) => label === name || label.startsWith(`${name} `));
  if (!caption) return caption;
  // A number without a word counts the side's pieces, or else its points.
  const pieces = picture.cells.filter((content) => content !== 'empty' && 'piece' in content && content.piece === side).length;
  const usual = picture.style !== 'tiles' && String(pieces) === caption.value ? 'discs' : 'points';
  return { value: caption.value, unit: caption.label.slice(name.length).trim() || usual };
}

/**
 * The captions that belong to neither side.
 * @param {import('./types.js').Picture} picture
 */
export function otherCaptions(picture) {
  const own = (/** @type {string} */ label) => picture.sides.some(({ name }) => label === name || label.startsWith(`${name} `));
  return picture.captions.filter(({ label }) => !own(label));
}

/** @param {Seat[]} seats */
function draw(seats) {
  const { game } = known();
  const snapshot = shown();
  if (game === null || snapshot === null) return;
  for (const seat of seats) {
    const { side } = seat;
    const { picture } = snapshot;
    const looks = `${picture.style} ${picture.sides[sideIndex(side)].glyph}`;
    if (seat.looks !== looks) seat.swatch.replaceChildren(swatch(picture, side));
    seat.looks = looks;
    const { name } = picture.sides[sideIndex(side)];
    const player = game.names?.[side] ?? playerWords(game.players[side]);
    const count = counter(picture, side);
    say(seat.name, name);
    say(seat.player, player);
    say(seat.count, count?.value ?? '');
    say(seat.unit, count?.unit ?? '');
    const turn = snapshot.ending === null && snapshot.to_move === side;
    const busy = game.thinking?.side === side;
    seat.node.className = `seat${turn ? ' turn' : ''}${busy ? ' busy' : ''}`;
    dress(seat.node, {
      'aria-label': `${name}: ${player}${count ? `, ${count.value} ${count.unit}` : ''}${turn ? ', to move' : ''}. Change who plays`,
      title: `Change who plays ${name} (${sideIndex(side) + 1})`,
    });
  }
  drawClocks(seats);
}

/** @param {Seat[]} seats */
function drawClocks(seats) {
  const { game, heardAt } = known();
  for (const { side, clock } of seats) {
    const clocks = game?.clocks ?? null;
    clock.hidden = clocks === null;
    if (clocks === null) continue;
    const spent = clocks.running === side ? performance.now() - heardAt : 0;
    const left = Math.max(0, clocks[`${side}_ms`] - spent);
    say(clock, clockWords(left));
    clock.classList.toggle('low', left < LOW);
  }
}

/** @param {number} milliseconds */
export function clockWords(milliseconds) {
  const tenths = Math.floor(milliseconds / 100);
  const seconds = Math.floor(tenths / 10);
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  if (milliseconds < LOW) return `${seconds}.${tenths % 10}`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}:${two(seconds % 60)}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** @param {Side} side */
export function choosePlayer(side) {
  const { game, catalogue } = known();
  if (game === null || catalogue === null) return;
  const { picture } = game.snapshot;
  const { name } = picture.sides[sideIndex(side)];
  const picker = makePicker(playersOf(catalogue, game.snapshot.game), game.players[side], name);
  const problem = html('p', { class: 'problem', role: 'alert' });
  const done = html('button', { class: 'button primary', type: 'submit' }, 'Done');
  const dialog = openSheet('dialog-player', `Who plays ${name}?`, [picker.node], [problem, done], async () => {
    const players = { ...known().game?.players, [side]: picker.text() };
    try {
      await setPlayers(players.first ?? 'human', players.second ?? 'human');
      dialog.close();
    } catch (refusal) {
      problem.textContent = sentences(refusal).join(' ');
      if (!dialog.open) complain(refusal);
    }
  });
  picker.node.querySelector('select')?.focus();
}

/**
 * Shows the two sides.
 * @param {HTMLElement} place
 */
export function mountSeats(place) {
  const seats = SIDES.map(makeSeat);
  place.append(...seats.map((seat) => seat.node));
  subscribe(() => draw(seats));
  setInterval(() => drawClocks(seats), 100);
}
