// @ts-check
// The line under the board: whose turn it is and what to click, the opening, how
// the game ended, and what can be done then. It mounts into any node.

import { analysisHere } from './analysis.js';
import { lookAtGame, play, playFromHere, rematch } from './commands.js';
import { firstId, html, say } from './dom.js';
import { playerWords } from './picker.js';
import { swatch } from './pieces.js';
import { isPerson, known, openChoices, shown, subscribe } from './state.js';
import { counter, otherCaptions } from './seats.js';
import { buttons } from './steps.js';
import { line, path } from './tree.js';

/** @param {string} words */
const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

function winner() {
  const outcome = shown()?.ending?.outcome;
  if (outcome === undefined || outcome === 'draw') return null;
  if ('win' in outcome) return outcome.win;
  return outcome.margin === 0 ? null : outcome.margin > 0 ? 'first' : 'second';
}

function statusWords() {
  const { game, node, refusal, live } = known();
  if (game === null) return '';
  if (!live) return 'The server does not answer; waiting for it.';
  if (refusal !== null) return refusal.text;
  if (game.problem !== null) return game.problem;
  if (node !== null) return lookedAtWords(game.nodes, node);
  const side = game.snapshot.to_move;
  if (game.snapshot.ending !== null) return game.status;
  if (isPerson(game, side)) return promptWords(game);
  const player = playerWords(game.players[side]);
  if (game.thinking?.waiting) return `${game.status}: ${player} waits for a free processor`;
  if (game.paused) return `${game.status}: ${player} is stopped`;
  return game.status;
}

/**
 * Whose turn it is and, where that needs words, what to click.
 * @param {import('./types.js').State} game
 */
function promptWords(game) {
  const { clicks, hint } = known();
  const best = hint ? analysisHere()?.analysis?.best : undefined;
  if (best !== undefined) return `${game.status}: try ${best}`;
  const prompt = game.guidance.prompts[clicks.length];
  if (prompt === undefined) return game.status;
  return clicks.length > 0 ? capital(prompt) : `${game.status}: ${prompt}`;
}

/**
 * Which position is looked at: its place on the line that is shown.
 * @param {import('./tree.js').Nodes} nodes
 * @param {number} node
 */
function lookedAtWords(nodes, node) {
  if (node === 0) return 'The first position';
  const { trail, game } = known();
  const apart = game !== null && !line(nodes, trail, game.node).includes(node) ? ', a variation' : '';
  return `After move ${path(nodes, node).length} of ${line(nodes, trail, node).length}${apart}`;
}

/**
 * What there is to say of a finished game beside its winner: what each side has,
 * and how long it took.
 * @param {import('./types.js').State} game
 */
function resultWords({ snapshot: { picture }, ply }) {
  const count = (/** @type {import('./types.js').Side} */ side, /** @type {number} */ at) => {
    const own = counter(picture, side);
    return own ? [`${picture.sides[at].name}: ${own.value} ${own.value === '1' ? own.unit.replace(/s$/, '') : own.unit}`] : [];
  };
  return [...count('first', 0), ...count('second', 1), ply === 1 ? '1 move' : `${ply} moves`].join(' · ');
}

/** @param {HTMLElement} status */
function drawStatus(status) {
  const { game, node, refusal, live } = known();
  const snapshot = shown();
  if (game === null || snapshot === null) return;
  const text = statusWords();
  const over = node === null && refusal === null && snapshot.ending !== null;
  const side = !live || refusal || node !== null ? null : (winner() ?? (snapshot.ending === null ? snapshot.to_move : null));
  const captions = otherCaptions(snapshot.picture).map(({ label, value }) => `${label}: ${value}`);
  const key = [text, over, side, captions, snapshot.picture.style].join('|');
  if (status.dataset.drawn === key) return;
  status.dataset.drawn = key;
  status.className = `status${refusal ? ' refusal' : ''}${over ? ' over' : ''}`;
  status.replaceChildren(
    ...(side === null ? [] : [swatch(snapshot.picture, side)]),
    text,
    ...captions.map((caption) => html('span', { class: 'captions' }, caption)),
  );
}

/**
 * Moves without cells, what follows the end of a game, and the ways out of
 * looking back.
 * @param {HTMLElement} actions
 */
function drawActions(actions) {
  const { game, node } = known();
  const passes = buttons(openChoices());
  const key = JSON.stringify([game?.id, game?.revision, node, passes.map((choice) => choice.move)]);
  if (actions.dataset.drawn === key) return;
  actions.dataset.drawn = key;
  actions.replaceChildren();
  const add = (/** @type {string} */ name, /** @type {string} */ kind, /** @type {string} */ words, /** @type {() => unknown} */ act, title = '') =>
    actions.append(html('button', { class: `button${kind}`, type: 'button', id: firstId(name), title: title || null, click: act }, words));
  for (const choice of passes) {
    const words = capital(choice.preview.label ?? choice.move);
    actions.append(html('button', { class: 'button primary', type: 'button', title: 'p', 'data-move': choice.move, click: () => play(choice) }, words));
  }
  if (node === null && game !== null && game.snapshot.ending !== null) {
    add('rematch', ' primary', 'Rematch', () => rematch(false));
    add('swap-sides', '', 'Swap sides', () => rematch(true));
  }
  if (node !== null) {
    add('play-from-here', '', 'Play from here', playFromHere, 'c');
    add('back-to-game', '', 'Back to the game', lookAtGame, 'l');
  }
}

/** @param {HTMLElement} place */
export function mountStatus(place) {
  const status = html('p', { class: 'status', id: firstId('status'), role: 'status', 'aria-live': 'polite' });
  const actions = html('div', { class: 'status-actions', id: firstId('status-actions') });
  const opening = html('p', { class: 'opening-name' });
  const result = html('p', { class: 'result-words' });
  place.append(html('div', {}, status, opening, result), actions);
  subscribe(() => {
    drawStatus(status);
    drawActions(actions);
    const { game, node } = known();
    const over = node === null && game !== null && game.snapshot.ending !== null;
    place.classList.toggle('result', over);
    const name = shown()?.opening ?? null;
    say(opening, name === null ? '' : `Opening: ${name}`);
    say(result, over ? resultWords(game) : '');
  });
}
