// @ts-check
// The frame that every sheet shares: a title, a way out, a body and a foot.

import { find, html, icon } from './dom.js';
import { raiseErrors } from './errors.js';

/**
 * The sheets that were opened, the latest last.
 * @type {HTMLDialogElement[]}
 */
let opened = [];

/** Fetches the errors out of a sheet that was closed. */
function closed() {
  opened = opened.filter((dialog) => dialog.open);
  raiseErrors(opened.at(-1) ?? document.body);
}

/**
 * Fills a dialog and opens it.
 * @param {string} id
 * @param {string} title
 * @param {Node[]} body
 * @param {Node[]} [foot]
 * @param {() => unknown} [submit] when the form is sent; not again before it is done
 */
export function openSheet(id, title, body, foot = [], submit = () => {}) {
  const dialog = find(id, HTMLDialogElement);
  const close = html('button', { class: 'button quiet square', type: 'button', 'aria-label': 'Close', click: () => dialog.close() }, icon('close'));
  let busy = false;
  const form = html(
    'form',
    {
      novalidate: false,
      submit: async (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        if (busy) return;
        busy = true;
        try {
          await submit();
        } finally {
          busy = false;
        }
      },
    },
    html('div', { class: 'sheet-head' }, html('h2', { id: `${id}-title` }, title), close),
    html('div', { class: 'sheet-body' }, ...body),
    foot.length > 0 ? html('div', { class: 'sheet-foot' }, ...foot) : null,
  );
  // The errors may be in it.
  dialog.querySelector('form')?.remove();
  dialog.prepend(form);
  if (!dialog.open) {
    dialog.showModal();
    opened = [...opened.filter((other) => other !== dialog), dialog];
  }
  raiseErrors(opened.at(-1));
  return dialog;
}

/** Whether a sheet covers the table. */
export const sheetIsOpen = () => document.querySelector('dialog[open]') !== null;

/** Clears the table of sheets. */
export function closeSheets() {
  for (const dialog of document.querySelectorAll('dialog')) dialog.close();
}

/** A click beside a sheet closes it. */
export function startSheets() {
  for (const dialog of document.querySelectorAll('dialog')) {
    dialog.addEventListener('close', closed);
    dialog.addEventListener('pointerdown', (event) => {
      if (event.target === dialog) dialog.close();
    });
  }
}

/**
 * Asks before something that cannot be taken back.
 * @param {string} title
 * @param {string} question
 * @param {string} yes
 * @param {() => void} act
 */
export function ask(title, question, yes, act) {
  const id = 'dialog-ask';
  const no = html('button', { class: 'button', type: 'button', click: () => dialog.close() }, 'Cancel');
  const sure = html('button', { class: 'button danger', type: 'submit' }, yes);
  const dialog = openSheet(id, title, [html('p', {}, question)], [no, sure], () => {
    dialog.close();
    act();
  });
  // What cannot be taken back is not what Enter does.
  no.focus();
}
