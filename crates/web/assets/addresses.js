// @ts-check
// The address names the game and, where that is not where the game stands, the
// node that is looked at: `#game` or `#game/node`.

/**
 * What an address names.
 * @param {string} hash
 * @returns {{id: string, node: number | null}}
 */
export function readAddress(hash) {
  const [, id, node] = /^#?([^/]*)(?:\/(\d+))?$/.exec(hash) ?? ['', '', undefined];
  return { id, node: node === undefined ? null : Number(node) };
}

/**
 * @param {string} id
 * @param {number | null} node
 */
export const address = (id, node) => (node === null ? `#${id}` : `#${id}/${node}`);

/** How long a burst of steps must rest before its end is written. */
const REST = 150;

let timer = 0;

/**
 * Writes where the page is into the address. Going on stepping changes the
 * entry; anything else makes one that Back returns from. A browser limits how
 * often this may be done, so steps in a row are written once.
 * @param {string} wanted
 * @param {boolean} stepping
 */
export function writeAddress(wanted, stepping) {
  const goes = readAddress(location.hash);
  const same = goes.id === readAddress(wanted).id;
  const further = stepping && same && goes.node !== null && readAddress(wanted).node !== null;
  clearTimeout(timer);
  if (further) timer = setTimeout(() => write(wanted, true), REST);
  else write(wanted, location.hash === '');
}

/**
 * @param {string} wanted
 * @param {boolean} instead of the present entry
 */
function write(wanted, instead) {
  if (location.hash === wanted) return;
  if (instead) history.replaceState(null, '', wanted);
  else history.pushState(null, '', wanted);
}

/** Leaves the address of a game that is no more. */
export function clearAddress() {
  clearTimeout(timer);
  history.replaceState(null, '', location.pathname);
}
