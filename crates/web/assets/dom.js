// @ts-check
// Making and finding elements. Texts always become text nodes, never markup.

const SVG = 'http://www.w3.org/2000/svg';

/** @typedef {Node | string | null | undefined} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes */

/**
 * Sets attributes: functions become listeners of the event they are named
 * after, `true` an empty attribute; false, null and undefined take it away.
 * @param {Element} node
 * @param {Attributes} attributes
 */
export function dress(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') node.addEventListener(name, value);
    else if (value === false || value === null || value === undefined) node.removeAttribute(name);
    else node.setAttribute(name, value === true ? '' : String(value));
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function html(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  dress(node, attributes);
  node.append(...present(children));
  return node;
}

/**
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  dress(node, attributes);
  node.append(...present(children));
  return node;
}

/**
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function present(children) {
  return /** @type {(Node | string)[]} */ (children.filter((child) => child !== null && child !== undefined));
}

/**
 * One of the icons in the page's sprite.
 * @param {string} name
 */
export function icon(name) {
  return svg('svg', { class: 'icon', 'aria-hidden': 'true' }, svg('use', { href: `#i-${name}` }));
}

/**
 * The element of the page with this id.
 * @template {Element} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
export function find(id, kind) {
  const node = document.getElementById(id);
  if (node instanceof kind) return node;
  throw new Error(`the page has no ${kind.name} called ${id}`);
}

/**
 * An id for the first node of its kind. Views can be on a page twice, and ids
 * cannot: later ones have none.
 * @param {string} name
 */
export const firstId = (name) => (document.getElementById(name) === null ? name : null);

/**
 * Sets a text only where it differs, so that screen readers are not told the
 * same thing twice.
 * @param {Element} node
 * @param {string} text
 */
export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
