// @ts-check
// Talking to the server: requests, their errors, and the stream of a game.

/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').Thought} Thought */
/** @typedef {import('./types.js').Catalogue} Catalogue */
/** @typedef {import('./types.js').GameList} GameList */
/** @typedef {import('./types.js').Fault} Fault */

/** A request that the server refused, or that never reached it. */
export class Refusal extends Error {
  /**
   * @param {Partial<Fault> & {what: string}} fault
   * @param {number} status of the answer; 0 without one
   */
  constructor(fault, status) {
    super(fault.what);
    this.fault = fault;
    this.status = status;
  }
}

// The key of the address is a cookie now. It need not be seen, nor copied with a link.
if (location.search !== '') history.replaceState(history.state, '', location.pathname + location.hash);

let token = document.querySelector('meta[name="plywood-token"]')?.getAttribute('content') ?? '';

/** A restarted server has a new token; its page tells which. */
async function renewToken() {
  const page = await (await fetch('/', { cache: 'no-store' })).text();
  token = /name="plywood-token" content="([^"]*)"/.exec(page)?.[1] ?? token;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {boolean} [again]
 * @returns {Promise<any>}
 */
export async function request(method, path, body, again = true) {
  /** @type {Record<string, string>} */
  const headers = method === 'GET' ? {} : { 'x-plywood-token': token, 'content-type': 'application/json' };
  const text = method === 'GET' ? null : JSON.stringify(body ?? {});
  let answer;
  try {
    answer = await fetch(path, { method, headers, body: text });
  } catch {
    throw new Refusal({ what: 'The server does not answer.', suggestion: 'Is it still running? The page goes on when it is back.' }, 0);
  }
  if (answer.status === 403 && again) {
    await renewToken();
    return request(method, path, body, false);
  }
  const document = await answer.json().catch(() => null);
  if (answer.ok) return document;
  throw new Refusal(document?.error ?? { what: `The server answered ${answer.status}.` }, answer.status);
}

/** @param {string} id @param {string} [rest] */
const gamePath = (id, rest = '') => `/api/games/${encodeURIComponent(id)}${rest}`;

export const api = {
  /** @returns {Promise<Catalogue>} */
  catalogue: () => request('GET', '/api/catalogue'),
  /** @param {string} [search] @param {number} [skip] @returns {Promise<GameList>} */
  games: (search = '', skip = 0) => request('GET', `/api/games?search=${encodeURIComponent(search)}&skip=${skip}`),
  /** @param {string} id @returns {Promise<State>} */
  state: (id) => request('GET', gamePath(id)),
  /** @param {string} game @returns {Promise<import('./types.js').Look>} */
  preview: (game) => request('GET', `/api/preview?game=${encodeURIComponent(game)}`),
  /** @param {import('./types.js').NewGame} wish @returns {Promise<State>} */
  create: (wish) => request('POST', '/api/games', wish),
  /** @param {string} id @param {number} node @returns {Promise<import('./types.js').Look>} */
  at: (id, node) => request('GET', gamePath(id, `/at/${node}`)),
  /** @param {string} id @param {readonly number[]} nodes @returns {Promise<import('./types.js').Looks>} */
  looks: (id, nodes) => request('GET', gamePath(id, `/looks?nodes=${nodes.join(',')}`)),
  /** @param {string} id @param {number} node @param {string} moves @returns {Promise<import('./types.js').Look>} */
  ahead: (id, node, moves) => request('GET', gamePath(id, `/ahead?node=${node}&moves=${encodeURIComponent(moves)}`)),
  /** @param {string} id @param {import('./types.js').WantedAnalysis} wanted */
  analyse: (id, wanted) => request('POST', gamePath(id, '/analysis'), wanted),
  /** @param {string} id */
  stopAnalysis: (id) => request('DELETE', gamePath(id, '/analysis')),
  /** @param {string} id @param {boolean} swap @returns {Promise<State>} */
  rematch: (id, swap) => request('POST', gamePath(id, '/rematch'), { swap }),
  /** @param {import('./types.js').Setup} setup @returns {Promise<import('./types.js').Look>} */
  setUp: (setup) => request('POST', '/api/setup', setup),
  /** @param {string} game @returns {Promise<import('./types.js').Rules>} */
  rules: (game) => request('GET', `/api/rules?game=${encodeURIComponent(game)}`),
  /** @param {string} id @param {string} title */
  rename: (id, title) => request('PATCH', gamePath(id), { title }),
  /** @param {string} id */
  remove: (id) => request('DELETE', gamePath(id)),
  /** @param {string} id */
  textPath: (id) => gamePath(id, '/text'),
  /** @param {string} id @param {string} name @param {unknown} [body] @returns {Promise<State>} */
  command: (id, name, body) => request('POST', gamePath(id, `/${name}`), body),
};

/**
 * Listens to a game, and goes on after the connection was lost. While the page
 * is hidden it does not listen, for a browser keeps only a few connections
 * open for all its pages together.
 * @param {string} id
 * @param {{state: (state: State) => void, thinking: (thought: Thought) => void, analysis: (news: import('./types.js').AnalysisNews) => void, gone: () => void, live: (live: boolean) => void}} heard
 * @returns {() => void} stops listening
 */
export function listen(id, heard) {
  /** @type {EventSource | null} */
  let source = null;
  let timer = 0;
  // What answers again may be another run of the server, with another token.
  let lost = false;

  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  const open = () => {
    close();
    source = new EventSource(gamePath(id, `/events?page=${token.split('-')[1] ?? ''}`));
    source.addEventListener('open', () => {
      const again = lost;
      lost = false;
      // The stream of another run of the server needs the page's new name.
      if (again) void renewed();
      else heard.live(true);
    });
    source.addEventListener('state', (event) => heard.state(JSON.parse(event.data)));
    source.addEventListener('thinking', (event) => heard.thinking(JSON.parse(event.data)));
    source.addEventListener('analysis', (event) => heard.analysis(JSON.parse(event.data)));
    source.addEventListener('gone', () => {
      stop();
      heard.gone();
    });
    source.addEventListener('error', () => {
      const wait = lost ? 1000 : 0;
      lost = true;
      heard.live(false);
      // A browser tries again by itself only while it calls itself connecting.
      if (source?.readyState === EventSource.CLOSED) timer = setTimeout(retry, wait);
    });
  };
  const renewed = async () => {
    const before = token;
    await renewToken().catch(() => {});
    if (token !== before && source !== null) open();
    heard.live(true);
  };
  const retry = async () => {
    try {
      await api.state(id);
    } catch (problem) {
      if (problem instanceof Refusal && problem.status === 404) {
        stop();
        return heard.gone();
      }
    }
    open();
  };
  const look = () => (document.hidden ? close() : open());
  const stop = () => {
    document.removeEventListener('visibilitychange', look);
    close();
  };
  document.addEventListener('visibilitychange', look);
  open();
  return stop;
}
