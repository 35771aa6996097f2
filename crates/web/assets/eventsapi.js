// @ts-check
// The requests about events.

import { request } from './api.js';

/** @param {string} name @param {string} [rest] */
const path = (name, rest = '') => `/api/events/${encodeURIComponent(name)}${rest}`;

/**
 * @typedef {object} Chosen which games of an event
 * @property {number} [player] of this player
 * @property {number} [against] against this one
 * @property {number} [before] with lower numbers
 */

export const eventsApi = {
  /** @returns {Promise<import('./types.js').EventList>} */
  list: () => request('GET', '/api/events'),
  /**
   * @param {string} name
   * @param {string} seen the revision that is known already
   * @returns {Promise<import('./types.js').EventView | null>} none if it is still the latest
   */
  view: (name, seen) => request('GET', path(name, `?seen=${encodeURIComponent(seen)}`)),
  /** @param {string} name @param {Chosen} chosen @returns {Promise<import('./types.js').EventGames>} */
  games: (name, chosen) => {
    const words = Object.entries(chosen).filter(([, value]) => value !== undefined);
    return request('GET', path(name, `/games?${words.map(([key, value]) => `${key}=${value}`).join('&')}`));
  },
  /** @param {string} name @param {number} number @returns {Promise<import('./types.js').State>} */
  open: (name, number) => request('POST', path(name, `/games/${number}`)),
  /** @param {import('./types.js').NewEvent} wish @returns {Promise<{name: string}>} */
  begin: (wish) => request('POST', '/api/events', wish),
  /** @param {string} name */
  stop: (name) => request('POST', path(name, '/stop')),
  /** @param {string} name */
  resume: (name) => request('POST', path(name, '/resume')),
  /** @param {string} name @param {string} form */
  filePath: (name, form) => path(name, `/files/${form}`),
};
