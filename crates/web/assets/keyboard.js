// @ts-check
// Everything by keys. The board is a grid: arrows move through it, Enter or
// the space bar plays; elsewhere one letter does one thing.

import { askHint, toggleAnalysis, toggleThreat } from './analysis.js';
import { openChooser } from './chooser.js';
import { cancel, clickCell, flip, lookBack, lookFirst, lookLast, lookOn, moveNow, play, playFromHere, redo, stopOrGo, undo } from './commands.js';
import { resign } from './controls.js';
import { openSheet, sheetIsOpen } from './dialogs.js';
import { openEditor } from './editor.js';
import { find, html } from './dom.js';
import { openKept } from './kept.js';
import { openRules } from './rules.js';
import { choosePlayer } from './seats.js';
import { openShare } from './share.js';
import { known, openChoices, shown } from './state.js';
import { buttons } from './steps.js';
import { board, focusBoard } from './table.js';

/** @type {{keys: string[], words: string, act: () => unknown}[]} */
const SHORTCUTS = [
  { keys: ['b'], words: 'to the board', act: focusBoard },
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

/**
 * Where an arrow leads from a cell, as the board is seen.
 * @param {KeyboardEvent} event
 * @param {number} cell
 * @returns {number | null}
 */
function target({ key, ctrlKey }, cell) {
  const picture = shown()?.picture;
  if (!picture) return null;
  const { rows, columns } = picture;
  const last = rows * columns - 1;
  const seen = known().flipped ? last - cell : cell;
  const [row, column] = [Math.floor(seen / columns), seen % columns];
  const at = (/** @type {number} */ r, /** @type {number} */ c) => {
    const place = Math.min(Math.max(r, 0), rows - 1) * columns + Math.min(Math.max(c, 0), columns - 1);
    return known().flipped ? last - place : place;
  };
  switch (key) {
    case 'ArrowLeft': return at(row, column - 1);
    case 'ArrowRight': return at(row, column + 1);
    case 'ArrowUp': return at(row - 1, column);
    case 'ArrowDown': return at(row + 1, column);
    case 'Home': return at(ctrlKey ? 0 : row, 0);
    case 'End': return at(ctrlKey ? rows - 1 : row, columns - 1);
    case 'PageUp': return at(0, column);
    case 'PageDown': return at(rows - 1, column);
    default: return null;
  }
}

/**
 * Keys on a cell of the board; whether the key was one of them.
 * @param {KeyboardEvent} event
 * @param {number} cell
 */
function onCell(event, cell) {
  if (event.key === 'Enter' || event.key === ' ') {
    clickCell(cell);
    return true;
  }
  const next = target(event, cell);
  if (next === null) return false;
  board.focusCell(next);
  return true;
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.altKey || event.metaKey || sheetIsOpen()) return;
  const typing = event.target instanceof Element && event.target.closest('input, select, textarea') !== null;
  if (typing) return;
  const cell = board.cellOf(event);
  if (cell !== null && onCell(event, cell)) return event.preventDefault();
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
