// @ts-check
// Puts the page together, and the game named in the address on the table.

import { readAddress } from './addresses.js';
import { startAnalysis } from './analysis.js';
import { mountAnalysis } from './analysispanel.js';
import { mountAnnouncer } from './announce.js';
import { api } from './api.js';
import { mountBoard } from './boardview.js';
import { openChooser } from './chooser.js';
import { openGame, visit } from './commands.js';
import { mountControls } from './controls.js';
import { closeSheets, startSheets } from './dialogs.js';
import { find, say } from './dom.js';
import { complain } from './errors.js';
import { eventOf, showEvents, startEvents } from './events.js';
import { openKept } from './kept.js';
import { startKeyboard } from './keyboard.js';
import { startLooks } from './looks.js';
import { mountMoveFacts } from './movefacts.js';
import { mountMoves } from './movelist.js';
import { mountNote } from './notes.js';
import { openRules } from './rules.js';
import { mountSeats } from './seats.js';
import { openShare } from './share.js';
import { known, subscribe, update } from './state.js';
import { mountStatus } from './statusline.js';
import { mountValueBar } from './valuebar.js';

/** What users should know: that games are not kept, say. */
function drawNotice() {
  const { game, catalogue } = known();
  const notice = find('notice', HTMLElement);
  const text = [game ? game.storage : catalogue?.storage, game?.note].filter(Boolean).join(' ');
  notice.hidden = text === '';
  say(notice, text);
}

function drawTitle() {
  if (eventOf(location.hash) !== null) return;
  const title = known().game?.title ?? '';
  say(find('title', HTMLElement), title);
  const whole = title === '' ? 'Plywood' : `${title} · Plywood`;
  if (document.title !== whole) document.title = whole;
}

const welcome = find('welcome', HTMLElement);

/** Offers a new game. */
function invite() {
  welcome.hidden = false;
}

/** The game in the address, or else the one played last, or else a new one. */
async function openFirst() {
  if (showEvents(location.hash)) return;
  const { id, node } = readAddress(location.hash);
  if (id !== '' && id === known().game?.id) return visit(node ?? known().game?.node ?? 0);
  if (id !== '') return openGame(id, node);
  const [latest] = (await api.games()).games;
  if (latest) return openGame(latest.id);
  invite();
  openChooser();
}

/** Every view of the game, in its place. */
function mountViews() {
  const area = find('board-area', HTMLElement);
  const moves = find('move-area', HTMLElement);
  mountSeats(find('seats', HTMLElement));
  const board = mountBoard(area);
  mountValueBar(board.frame);
  mountStatus(find('status-line', HTMLElement));
  mountMoves(moves);
  mountMoveFacts(moves);
  mountNote(moves);
  mountControls(find('controls', HTMLElement));
  mountAnalysis(find('thinking', HTMLElement));
  mountAnnouncer(document.body);
  document.addEventListener('plywood:to-board', () => board.focus());
  subscribe(({ game }) => (find('table', HTMLElement).hidden = game === null));
}

async function start() {
  mountViews();
  startEvents();
  startKeyboard();
  startLooks();
  startAnalysis();
  startSheets();
  subscribe(drawTitle);
  subscribe(drawNotice);
  subscribe(({ game }) => game !== null && (welcome.hidden = true));
  for (const id of ['new-game', 'welcome-new']) find(id, HTMLButtonElement).addEventListener('click', openChooser);
  find('open-rules', HTMLButtonElement).addEventListener('click', () => openRules());
  find('open-share', HTMLButtonElement).addEventListener('click', openShare);
  find('open-games', HTMLButtonElement).addEventListener('click', openKept);
  document.addEventListener('plywood:no-game', invite);
  addEventListener('popstate', () => {
    closeSheets();
    openFirst().catch(complain);
  });
  update({ catalogue: await api.catalogue() });
  await openFirst();
}

start().catch(complain);
