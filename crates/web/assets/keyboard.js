// @ts-check
// Everything by keys. One letter does one thing; those on the board's cells are
// the board's own.

import { askHint, toggleAnalysis, toggleThreat } from './analysis.js';
import { openChooser } from './chooser.js';
import { cancel, flip, lookBack, lookFirst, lookLast, lookOn, moveNow, play, playFromHere, redo, stopOrGo, undo } from './commands.js';
import { resign } from './controls.js';
import { openSheet, sheetIsOpen } from './dialogs.js';
import { openEditor } from './editor.js';
import { find, html } from './dom.js';
import { openKept } from './kept.js';
import { openRules } from './rules.js';
import { choosePlayer } from './seats.js';
import { openShare } from './share.js';
import { openChoices } from './state.js';
import { buttons } from './steps.js';

/** Asks for the focus to be put on the board. */
const toBoard = () => document.dispatchEvent(new CustomEvent('plywood:to-board'));

/** @type {{keys: string[], words: string, act: () => unknown}[]} */
const SHORTCUTS = [
  { keys: ['b'], words: 'to the board', act: toBoard },
  { keys: ['p'], words: 'pass, where the rules have it', act: pass },
  { keys: ['h'], words: 'first position', act: lookFirst },
  { keys: ['j'], words: 'previous move', act: lookBack },
  { keys: ['k'], words: 'next move', act: lookOn },
  { keys: ['l'], words: 'last position', act: lookLast },
  { keys: ['c'], words: 'play on from the position looked at', act: playFromHere },
  { keys: ['a'], words: 'analyse, or stop it', act: toggleAnalysis },
  { keys: ['t'], words: 'what the other side threatens', act: toggleThreat },
  { keys: ['i'], words: 'a hint', act: askHint },
  { keys: ['u'], words: 'undo', act: undo },
  { keys: ['y'], words: 'redo', act: redo },
  { keys: ['f'], words: 'flip the board', act: flip },
  { keys: ['m'], words: 'the engine moves now', act: moveNow },
  { keys: ['s'], words: 'stop the engine, or let it go on', act: stopOrGo },
  { keys: ['x'], words: 'resign', act: resign },
  { keys: ['1', '2'], words: 'change who plays the first, the second side', act: () => {} },
  { keys: ['n'], words: 'new game', act: openChooser },
  { keys: ['g'], words: 'kept games', act: openKept },
  { keys: ['e'], words: 'set up a position', act: openEditor },
  { keys: ['w'], words: 'share and open', act: openShare },
  { keys: ['r'], words: 'the rules of the game', act: () => openRules() },
  { keys: ['?'], words: 'these keys', act: showKeys },
];

function pass() {
  const [choice] = buttons(openChoices());
  if (choice) void play(choice);
}

export function showKeys() {
  const onBoard = /** @type {[string[], string][]} */ ([
    [['← ↑ ↓ →'], 'move through the board'],
    [['Enter'], 'choose the cell; the space bar does too'],
    [['Esc'], 'give up the move begun'],
  ]);
  const rows = [...onBoard, ...SHORTCUTS.map(({ keys, words }) => /** @type {[string[], string]} */ ([keys, words]))];
  const list = html(
    'dl',
    { class: 'keys' },
    ...rows.flatMap(([keys, words]) => [html('dt', {}, ...keys.map((key) => html('kbd', {}, key))), html('dd', {}, words)]),
  );
  openSheet('dialog-keys', 'Keys', [list]);
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.altKey || event.metaKey || sheetIsOpen()) return;
  const typing = event.target instanceof Element && event.target.closest('input, select, textarea') !== null;
  if (typing) return;
  // What a board has taken.
  if (event.defaultPrevented) return;
  if (event.ctrlKey) return;
  if (event.key === 'Escape') return cancel();
  if (event.key === '1' || event.key === '2') {
    event.preventDefault();
    return choosePlayer(event.key === '1' ? 'first' : 'second');
  }
  const shortcut = SHORTCUTS.find(({ keys }) => keys.includes(event.key));
  if (shortcut) {
    event.preventDefault();
    void shortcut.act();
  }
}

export function startKeyboard() {
  document.addEventListener('keydown', onKey);
  find('open-keys', HTMLButtonElement).addEventListener('click', showKeys);
}
