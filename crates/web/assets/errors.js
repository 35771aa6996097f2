// @ts-check
// Errors where one sees them: what happened and what to do, until it is closed
// or has been there long enough to be read.

import { Refusal } from './api.js';
import { find, html, icon } from './dom.js';

const SHOWN_FOR = 9000;

/**
 * What went wrong, in sentences.
 * @param {unknown} problem
 * @returns {[string, string]} what, and what to do about it
 */
export function sentences(problem) {
  if (!(problem instanceof Refusal)) return [problem instanceof Error ? problem.message : String(problem), ''];
  const { what, where, expected, suggestion } = problem.fault;
  const more = [where && `(${where})`, expected && `Expected: ${expected}.`, suggestion];
  return [what, more.filter(Boolean).join(' ')];
}

/**
 * Brings the errors, if there are any, in front of everything. What is not in
 * the sheet in front cannot be clicked, so that is where they belong.
 * @param {Element} [front] the sheet, or the page without one; as before if left out
 */
export function raiseErrors(front) {
  const place = find('errors', HTMLElement);
  if (place.matches(':popover-open')) place.hidePopover();
  if (front && place.parentElement !== front) front.append(place);
  if (place.childElementCount > 0) place.showPopover();
}

/** @param {unknown} problem */
export function complain(problem) {
  const [what, more] = sentences(problem);
  const place = find('errors', HTMLElement);
  for (const old of place.children) if (old.getAttribute('data-what') === what) old.remove();
  const forget = () => {
    node.remove();
    raiseErrors();
  };
  const node = html(
    'div',
    { class: 'error', 'data-what': what },
    html('p', {}, what, ' ', html('span', { class: 'more' }, more)),
    html('button', { class: 'button quiet square', type: 'button', 'aria-label': 'Close', click: forget }, icon('close')),
  );
  place.append(node);
  raiseErrors();
  setTimeout(forget, SHOWN_FOR);
}
