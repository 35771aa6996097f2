// @ts-check
// The live analysis of the position that is looked at: asked for when it
// changes, heard by the stream, remembered by node.

import { api } from './api.js';
import { complain } from './errors.js';
import { recall, remember } from './settings.js';
import { known, shown, shownNode, subscribe, update } from './state.js';

/** @typedef {import('./types.js').AnalysisNews} AnalysisNews */

/** How the user wants it, remembered. */
export const wishes = recall('analysis', { on: false, lines: 3, values: true, engine: 'best', threads: 1, hash: 64 });

/** @type {Map<string, AnalysisNews>} the last known of each node, by game and node */
const seen = new Map();

/** The most that is remembered. */
const MOST_SEEN = 500;

/** @param {string} game @param {number} node @param {boolean} threat */
const key = (game, node, threat) => `${game}/${node}/${threat}`;

/** The analysis of the position that is looked at, if there is one. */
export function analysisHere() {
  const { game, threat } = known();
  return game === null ? null : (seen.get(key(game.id, shownNode(), threat)) ?? null);
}

/** @param {AnalysisNews} news */
export function hearAnalysis(news) {
  const name = key(news.game, news.node, news.threat);
  const old = seen.get(name)?.analysis ?? null;
  // A search that begins again knows less than what it came to before.
  const deeper = old !== null && (news.analysis === null || (news.analysis.depth < old.depth && !news.analysis.exact)) && old.lines.length >= (news.analysis?.lines.length ?? 0);
  seen.delete(name);
  seen.set(name, deeper ? { ...news, analysis: old } : news);
  if (seen.size > MOST_SEEN) seen.delete(seen.keys().next().value ?? '');
  if (news.problem !== null) complain(news.problem);
  update({ analysed: known().analysed + 1 });
}

/** The player that analyses, as text. */
function player() {
  const options = [wishes.threads > 1 ? `threads=${wishes.threads}` : '', wishes.hash === 64 ? '' : `table=${wishes.hash}`].filter(Boolean);
  return options.length > 0 ? `${wishes.engine}[${options.join(',')}]` : wishes.engine;
}

/** What was asked for last, and what should be. */
let asked = '';
let asking = false;

function wanted() {
  const { game, analysing, threat, hint } = known();
  const snapshot = shown();
  if (game === null || (!analysing && !hint) || snapshot === null) return null;
  // The position may still be on its way.
  const over = known().node === null ? snapshot.ending !== null : known().past?.node === known().node && snapshot.ending !== null;
  if (over) return null;
  const lines = wishes.values && analysing ? 0 : wishes.lines;
  return { id: game.id, body: { node: shownNode(), player: player(), lines, threat, time_ms: analysing ? null : 1000 } };
}

/** Asks for what is wanted now, one request at a time: the latest wins. */
async function ask() {
  if (asking) return;
  asking = true;
  try {
    for (let now = wanted(); JSON.stringify(now) !== asked; now = wanted()) {
      const before = asked;
      asked = JSON.stringify(now);
      if (now !== null) await api.analyse(now.id, now.body);
      else if (before !== 'null' && before !== '') await api.stopAnalysis(JSON.parse(before).id);
    }
  } catch (problem) {
    // Not tried again before something changes.
    update({ analysing: false, threat: false, hint: false });
    complain(problem);
  } finally {
    asking = false;
  }
}

/** Starts the analysis, or stops it. */
export function toggleAnalysis() {
  const analysing = !known().analysing;
  wishes.on = analysing;
  remember('analysis', wishes);
  update({ analysing, threat: false, hint: false });
}

/** Shows what the other side threatens, or no longer. */
export function toggleThreat() {
  const { analysing, threat } = known();
  if (analysing && (threat || guidanceHere()?.has_threat)) update({ threat: !threat });
}

/** Asks for one good move, for a second. */
export const askHint = () => update({ hint: true, threat: false });

/** What helps to follow the position that is looked at. */
export function guidanceHere() {
  const { game, node, past } = known();
  return node === null ? (game?.guidance ?? null) : (past?.guidance ?? null);
}

/** @param {Partial<typeof wishes>} changes */
export function wish(changes) {
  Object.assign(wishes, changes);
  remember('analysis', wishes);
  asked = asked === 'null' ? asked : 'changed';
  update({ analysed: known().analysed + 1 });
  void ask();
}

/** After the connection was closed for a while the server may know nothing of it. */
export function askAgain() {
  asked = '';
  void ask();
}

export function startAnalysis() {
  update({ analysing: wishes.on });
  subscribe((now, before) => {
    const moved = now.game?.id !== before.game?.id || now.node !== before.node || now.game?.node !== before.game?.node;
    if (moved && (now.threat || now.hint)) update({ threat: false, hint: false });
    void ask();
  });
}
