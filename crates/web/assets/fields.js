// @ts-check
// The parameters of a game as fields to fill in, made from the catalogue, and
// the words that name the game so described.

import { html, icon } from './dom.js';

/** @typedef {import('./types.js').GameEntry} GameEntry */
/** @typedef {import('./types.js').Field} Field */

/**
 * @param {Field} field
 * @param {() => void} changed
 */
export function fieldNode(field, changed) {
  if (field.kind === 'choice') {
    const options = field.choices.map((choice) => html('option', { value: choice.value }, choice.label));
    return labelled(field, html('select', { name: field.name, change: changed }, ...options));
  }
  const input = html('input', { name: field.name, value: field.default, inputmode: 'numeric', autocomplete: 'off', input: changed });
  input.required = true;
  input.pattern = '[0-9]+';
  if (field.kind === 'number') {
    input.type = 'number';
    input.min = String(field.least);
    input.max = String(field.most);
  }
  return labelled(field, field.kind === 'seed' ? withDice(input, changed) : input);
}

/** @param {Field} field @param {HTMLElement} control */
const labelled = (field, control) => html('label', { class: 'field' }, html('span', { class: 'field-name' }, field.label), control);

const newSeed = () => String(Math.floor(Math.random() * 1_000_000));

/**
 * A seed, and dice that throw another.
 * @param {HTMLInputElement} input
 * @param {() => void} changed
 */
function withDice(input, changed) {
  input.value ||= newSeed();
  const roll = () => {
    input.value = newSeed();
    changed();
  };
  const dice = html('button', { class: 'button square', type: 'button', 'aria-label': 'Another board', title: 'Another board', click: roll }, icon('dice'));
  return html('div', { class: 'with-button' }, input, dice);
}

/**
 * The words that name the game: its pattern with the fields filled in.
 * @param {GameEntry} family
 * @param {HTMLElement} fields
 */
export function gameWords(family, fields) {
  if (family.pattern === null) return family.example;
  return family.pattern.replace(/\{(\w+)\}/g, (_, name) => control(fields, name)?.value.trim() ?? '');
}

/**
 * What is wrong with the fields, in the browser's words; empty if nothing is.
 * @param {HTMLElement} fields
 */
export function fieldsProblem(fields) {
  const wrong = [...fields.querySelectorAll('input')].find((input) => !input.validity.valid);
  return wrong?.validationMessage ?? '';
}

/**
 * Puts the parameters of a game into the fields, as far as its words go: a
 * name may leave out the last of them, a seed for instance.
 * @param {GameEntry} family
 * @param {HTMLElement} fields
 * @param {string} words
 */
export function fillFields(family, fields, words) {
  // Literal, name, literal, name, ..., literal.
  const parts = (family.pattern ?? '').split(/\{(\w+)\}/);
  let rest = words;
  for (let at = 0; at + 2 < parts.length && rest.startsWith(parts[at]); at += 2) {
    rest = rest.slice(parts[at].length);
    const node = control(fields, parts[at + 1]);
    // A number ends with its digits where nothing else divides it from the next field.
    const digits = node?.type === 'number' ? rest.search(/\D/) : -1;
    const end = parts[at + 2] === '' ? digits : rest.indexOf(parts[at + 2]);
    if (node) node.value = end < 0 ? rest : rest.slice(0, end);
    rest = end < 0 ? '' : rest.slice(end);
  }
}

/** @param {HTMLElement} fields @param {string} name */
const control = (fields, name) =>
  /** @type {HTMLInputElement | HTMLSelectElement | null} */ (fields.querySelector(`[name="${CSS.escape(name)}"]`));
