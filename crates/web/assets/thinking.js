// @ts-check
// What an engine thinks while it computes, and what it thought last.

import { find, html, say } from './dom.js';
import { isPerson, known, subscribe } from './state.js';

const value = html('span', { class: 'thought-value' });
const facts = html('span', { class: 'thought-facts' });
const line = html('p', { class: 'thought-line' });
const place = find('thinking', HTMLElement);

/** @param {number} nodes */
const nodesWords = (nodes) => Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }).format(nodes);

function draw() {
  const { game, thought } = known();
  if (game === null) return;
  place.hidden = isPerson(game, 'first') && isPerson(game, 'second');
  place.classList.toggle('idle', game.thinking === null);
  if (thought === null) {
    say(value, game.thinking === null ? 'The engine has not thought yet' : 'Thinking');
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
