// @ts-check
// Puts the page together, and the game named in the address on the table.

import { api } from './api.js';
import { openChooser } from './chooser.js';
import { openGame } from './commands.js';
import { startControls } from './controls.js';
import { closeSheets, startSheets } from './dialogs.js';
import { find, say } from './dom.js';
import { complain } from './errors.js';
import { openKept } from './kept.js';
import { startKeyboard } from './keyboard.js';
import { startMoves } from './movelist.js';
import { startSeats } from './seats.js';
import { known, subscribe, update } from './state.js';
import { startTable } from './table.js';
import { startThinking } from './thinking.js';

/** What users should know: that games are not kept, say. */
function drawNotice() {
  const { game, catalogue } = known();
  const notice = find('notice', HTMLElement);
  const text = [game?.storage ?? catalogue?.storage, game?.note].filter(Boolean).join(' ');
  notice.hidden = text === '';
  say(notice, text);
}

function drawTitle() {
  const title = known().game?.title ?? '';
  say(find('title', HTMLElement), title);
  const whole = title === '' ? 'Plywood' : `${title} · Plywood`;
  if (document.title !== whole) document.title = whole;
}

const welcome = find('welcome', HTMLElement);

/** Offers a new game; without one the offer stays when the sheet is closed. */
function invite() {
  welcome.hidden = false;
  openChooser();
}

/** The game in the address, or else the one played last, or else a new one. */
async function openFirst() {
  const id = location.hash.slice(1);
  if (id !== '') return openGame(id);
  const [latest] = (await api.games()).games;
  if (latest) openGame(latest.id);
  else invite();
}

async function start() {
  startSeats();
  startTable();
  startMoves();
  startControls();
  startThinking();
  startKeyboard();
  startSheets();
  subscribe(drawTitle);
  subscribe(drawNotice);
  subscribe(({ game }) => game !== null && (welcome.hidden = true));
  for (const id of ['new-game', 'welcome-new']) find(id, HTMLButtonElement).addEventListener('click', openChooser);
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
