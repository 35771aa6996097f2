// @ts-check
// What an engine thinks while it computes, and what it thought last.

import { find, html, say } from './dom.js';
import { readPlayer } from './picker.js';
import { isPerson, known, subscribe } from './state.js';

const value = html('span', { class: 'thought-value' });
const facts = html('span', { class: 'thought-facts' });
const line = html('p', { class: 'thought-line' });
const place = find('thinking', HTMLElement);

/** @param {number} nodes */
const nodesWords = (nodes) => Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }).format(nodes);

/**
 * What stands there while there is no thought. Which ones an engine had is not
 * kept with the game, so nothing is said about those.
 * @param {import('./types.js').State} game
 */
function withoutThought(game) {
  if (!searches(game)) return 'random does not search';
  return game.thinking === null ? 'What the engine thinks is shown here' : 'Thinking';
}

/**
 * Whether anybody at the table looks for moves.
 * @param {import('./types.js').State} game
 */
const searches = ({ players }) => [players.first, players.second].some((player) => !['human', 'random'].includes(readPlayer(player).name));

function draw() {
  const { game, thought } = known();
  if (game === null) return;
  place.hidden = isPerson(game, 'first') && isPerson(game, 'second');
  place.classList.toggle('idle', game.thinking === null);
  if (thought === null || !searches(game)) {
    say(value, withoutThought(game));
    say(facts, '');
    say(line, '');
    return;
  }
  const { exact, depth, nodes, pv } = thought.analysis;
  say(value, thought.words + (exact ? ', certain' : ''));
  // Some searches complete no depth before their end, and a forced win needs none.
  say(facts, `${depth > 0 ? `depth ${depth} · ` : ''}${nodesWords(nodes)} positions`);
  say(line, pv.join(' '));
}

export function startThinking() {
  place.append(html('div', { class: 'thought-head' }, value, facts), line);
  subscribe((now, before) => {
    if (now.game !== before.game || now.thought !== before.thought) draw();
  });
}
