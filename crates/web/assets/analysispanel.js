// @ts-check
// What is known about the position that is looked at: its value with side and
// unit, the best lines, and how far they are from certain. It mounts into any node.

import { analysisHere, guidanceHere, toggleAnalysis, toggleThreat, wish, wishes } from './analysis.js';
import { peek, tryMoves } from './commands.js';
import { openSheet } from './dialogs.js';
import { firstId, html, icon, say } from './dom.js';
import { playersOf, readPlayer } from './picker.js';
import { known, shown, shownNode, subscribe } from './state.js';
import { boundWords, depthWords, isExact, shortValue, valueWords } from './values.js';

/** @typedef {import('./types.js').Analysis} Analysis */

/** @param {number} number */
const compact = (number) => Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }).format(number);

/**
 * What an engine at the table thinks of the position that is looked at, or of
 * the move that led to it.
 * @returns {{analysis: Analysis, ended: boolean} | null}
 */
function thoughtHere() {
  const { game, thought } = known();
  if (game === null || thought === null) return null;
  const at = shownNode();
  const led = game.nodes[at].parent === thought.node && game.nodes[at].move === thought.analysis.best;
  return thought.node === at || led ? { analysis: thought.analysis, ended: thought.analysis.stopped_by !== null } : null;
}

/** @param {Analysis} analysis */
function factsWords(analysis) {
  const { depth, nodes, elapsed_ms: ms } = analysis;
  const speed = ms >= 50 ? ` · ${compact((nodes / ms) * 1000)}/s` : '';
  // Some searches complete no depth before their end, and a forced win needs none.
  return `${depth > 0 ? `depth ${depthWords(analysis)} · ` : ''}${compact(nodes)} positions${speed}`;
}

/**
 * How far a value is from certain: how deep the search is of how deep it could be,
 * and what is certain already.
 * @param {Analysis} analysis
 * @param {readonly import('./types.js').SideLook[]} sides
 */
function proofWords(analysis, sides) {
  const { exact, bounds, to_move: side, lines: all } = analysis;
  if (exact) return 'Exact: nothing is left to search.';
  const most = known().threat ? null : (guidanceHere()?.most_plies_left ?? null);
  const depth = depthWords(analysis);
  const seen = most === null ? `seen ${depth} moves ahead` : `seen ${depth} of at most ${most} moves ahead`;
  const certain = all.filter(({ score }) => isExact(score)).length;
  const some = certain > 0 ? `${certain} of ${all.length} moves exact` : '';
  return `An estimate: ${[seen, boundWords(bounds, side, sides), some].filter(Boolean).join('; ')}.`;
}

/**
 * One line: its value, and its moves to hover over and click.
 * @param {import('./types.js').LineReport} line
 * @param {Analysis} analysis
 */
function lineNode({ score, pv }, analysis) {
  const snapshot = shown();
  const words = snapshot === null ? score.text : valueWords(score, analysis.to_move, snapshot.picture.sides);
  const { threat: passed } = known();
  const node = shownNode();
  const moves = pv.slice(0, 12).map((move, at) =>
    html('button', { class: 'line-move', type: 'button', tabindex: at === 0 ? 0 : -1, disabled: passed, 'data-line': pv.slice(0, at + 1).join(' '), click: () => tryMoves(node, pv.slice(0, at + 1)) }, move),
  );
  return html('li', { class: 'line' }, html('span', { class: `line-value${isExact(score) ? ' exact' : ''}`, title: words, 'aria-label': words }, shortValue(score)), html('span', { class: 'line-moves', 'data-node': `${node} ${passed}` }, ...moves));
}

/** What is shown without an analysis: the thoughts of those at the table. */
function quietWords() {
  const { game } = known();
  if (game === null) return '';
  const node = game.nodes[shownNode()];
  const snapshot = shown();
  if (node?.value && node.side && snapshot) return valueWords(node.value, node.side, snapshot.picture.sides) + (isExact(node.value) ? ', exact' : '');
  if (game.thinking !== null && known().node === null) return 'Thinking';
  return shown()?.ending ? 'The game is over' : 'Not analysed';
}

/**
 * What is shown of the position that is looked at: its analysis, or else what an
 * engine at the table thinks.
 * @returns {Analysis | null}
 */
export function analysisShown() {
  const { analysing, hint } = known();
  const news = analysing || hint ? analysisHere() : null;
  return news?.analysis ?? (analysing ? null : (thoughtHere()?.analysis ?? null));
}

/**
 * @param {HTMLElement} lines
 * @param {Analysis | null} analysis
 */
function drawLines(lines, analysis) {
  const shownLines = (analysis?.lines ?? []).slice(0, known().analysing ? wishes.lines : 1);
  const key = JSON.stringify([shownLines, shownNode(), known().threat]);
  if (key === lines.dataset.drawn) return;
  lines.dataset.drawn = key;
  // A line under the pointer stays: only those that differ are made anew.
  const made = analysis === null ? [] : shownLines.map((line) => lineNode(line, analysis));
  while (lines.children.length > made.length) lines.lastElementChild?.remove();
  made.forEach((node, at) => {
    const old = lines.children[at];
    if (old === undefined) lines.append(node);
    else renew(old, node);
  });
}

/**
 * Makes a line what another one is, and leaves the moves that both have.
 * @param {Element} old
 * @param {Element} now
 */
function renew(old, now) {
  const [oldValue, oldMoves] = old.children;
  const [newValue, moves] = now.children;
  if (oldValue.outerHTML !== newValue.outerHTML) oldValue.replaceWith(newValue);
  const same = oldMoves.getAttribute('data-node') === moves.getAttribute('data-node');
  const wanted = [...moves.children];
  wanted.forEach((move, at) => {
    const before = oldMoves.children[at];
    if (before === undefined) oldMoves.append(move);
    else if (!same || before.getAttribute('data-line') !== move.getAttribute('data-line')) before.replaceWith(move);
  });
  while (oldMoves.children.length > wanted.length) oldMoves.lastElementChild?.remove();
  oldMoves.setAttribute('data-node', moves.getAttribute('data-node') ?? '');
}

function openSettings() {
  const { catalogue, game } = known();
  if (catalogue === null || game === null) return;
  const engines = playersOf(catalogue, game.snapshot.game).filter(({ name }) => !['human', 'random', 'greedy'].includes(name));
  const engine = html('select', { name: 'engine' }, ...engines.map(({ name }) => html('option', { value: name, selected: name === readPlayer(wishes.engine).name }, name)));
  const number = (/** @type {string} */ name, /** @type {number} */ now, /** @type {number} */ most) => html('input', { name, type: 'number', min: 1, max: most, value: now, required: true });
  const [count, threads, hash] = [number('lines', wishes.lines, 5), number('threads', wishes.threads, 256), number('hash', wishes.hash, 65536)];
  const values = html('input', { name: 'values', type: 'checkbox', checked: wishes.values });
  const field = (/** @type {string} */ words, /** @type {HTMLElement} */ control) => html('label', { class: 'option' }, html('span', { class: 'field-name' }, words), control);
  const done = html('button', { class: 'button primary', type: 'submit' }, 'Done');
  const dialog = openSheet('dialog-analysis', 'Analysis', [field('Lines', count), field('The value of every move on its cell', values), field('Engine', engine), field('Threads', threads), field('Table, in megabytes', hash)], [done], () => {
    wish({ lines: Number(count.value), threads: Number(threads.value), hash: Number(hash.value), engine: engine.value, values: values.checked });
    dialog.close();
  });
  count.focus();
}

/**
 * Shows the position under a line's moves while the pointer or the keyboard is on
 * them.
 * @param {HTMLElement} lines
 */
function peekThrough(lines) {
  const lineAt = (/** @type {Event} */ { target }) => (target instanceof Element ? (target.closest('.line-move')?.getAttribute('data-line') ?? '') : '');
  for (const name of ['pointerover', 'focusin']) lines.addEventListener(name, (event) => peek(shownNode(), lineAt(event)));
  for (const name of ['pointerleave', 'focusout']) lines.addEventListener(name, () => peek(shownNode(), ''));
}

/**
 * Shows the analysis.
 * @param {HTMLElement} place
 */
export function mountAnalysis(place) {
  const button = (/** @type {string} */ name, /** @type {string} */ title, /** @type {() => void} */ act, /** @type {string} */ words) =>
    html('button', { class: 'button small', type: 'button', id: firstId(name), 'aria-pressed': 'false', title, click: act }, words);
  const value = html('span', { class: 'thought-value' });
  const facts = html('span', { class: 'thought-facts' });
  const lines = html('ol', { class: 'lines', 'aria-label': 'Best lines' });
  const proof = html('p', { class: 'proof' });
  const toggle = button('analyse', 'Analyse this position (a)', toggleAnalysis, 'Analyse');
  const threat = button('threat', 'What the other side threatens (t)', toggleThreat, 'Threat');
  const more = html('button', { class: 'button small square', type: 'button', id: firstId('analysis-settings'), 'aria-label': 'Settings of the analysis', title: 'Settings of the analysis', click: openSettings }, icon('dial'));
  place.append(html('div', { class: 'thought-head' }, value, html('span', { class: 'thought-tools' }, toggle, threat, more)), facts, lines, proof);
  peekThrough(lines);
  subscribe(() => {
    const { game, analysing, threat: passed } = known();
    const snapshot = shown();
    if (game === null || snapshot === null) return;
    toggle.setAttribute('aria-pressed', String(analysing));
    threat.setAttribute('aria-pressed', String(passed));
    threat.disabled = !analysing || !(guidanceHere()?.has_threat ?? false);
    place.classList.toggle('on', analysing);
    place.style.setProperty('--lines', String(wishes.lines));
    const analysis = analysisShown();
    place.classList.toggle('idle', analysis === null);
    value.classList.toggle('exact', analysis?.exact ?? false);
    const { sides } = snapshot.picture;
    const words = (/** @type {Analysis} */ { score, exact, to_move: side }) => (passed ? 'Threat: ' : '') + valueWords(score, side, sides) + (exact ? ', exact' : '');
    say(value, analysis === null ? (analysing && !snapshot.ending ? 'Looking' : quietWords()) : words(analysis));
    say(facts, analysis === null ? '' : factsWords(analysis));
    say(proof, analysis === null ? '' : proofWords(analysis, sides));
    drawLines(lines, analysis);
  });
}
