// @ts-check
// What the page remembers from visit to visit, in the browser.

const PREFIX = 'plywood.';

/**
 * What was remembered under a name, over what it is otherwise. Anything else in
 * the browser's store, and a browser without one, is as if nothing were there.
 * @template {Record<string, unknown>} T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export function recall(name, otherwise) {
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + name) ?? '{}');
    const fits = Object.entries(otherwise).filter(([key, value]) => typeof kept[key] === typeof value);
    return { ...otherwise, ...Object.fromEntries(fits.map(([key]) => [key, kept[key]])) };
  } catch {
    return { ...otherwise };
  }
}

/**
 * @param {string} name
 * @param {Record<string, unknown>} value
 */
export function remember(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // A full or forbidden store: it is forgotten with the page.
  }
}
