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
  if (field.kind === 'number') {
    input.type = 'number';
    input.min = String(field.least);
    input.max = String(field.most);
    input.required = true;
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
 * Puts the parameters of a game into the fields.
 * @param {GameEntry} family
 * @param {HTMLElement} fields
 * @param {string} words
 */
export function fillFields(family, fields, words) {
  if (family.pattern === null) return;
  const escaped = family.pattern.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, (_, name) => `(?<${name}>.*?)`);
  const values = new RegExp(`^${escaped}$`).exec(words)?.groups ?? {};
  for (const [name, value] of Object.entries(values)) {
    const node = control(fields, name);
    if (node) node.value = value;
  }
}

/** @param {HTMLElement} fields @param {string} name */
const control = (fields, name) =>
  /** @type {HTMLInputElement | HTMLSelectElement | null} */ (fields.querySelector(`[name="${CSS.escape(name)}"]`));
