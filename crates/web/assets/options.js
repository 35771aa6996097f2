// @ts-check
// The options of a player as controls, made from the catalogue. An option left
// as it is by default is not written; what has no control of its own is typed.

import { html } from './dom.js';

/** @typedef {import('./types.js').Field} Field */

/**
 * The control of one option.
 * @param {Field} option
 * @param {string} value
 */
function control(option, value) {
  const common = { 'data-option': option.name, autocomplete: 'off' };
  if (option.kind === 'choice') {
    const now = value || option.default;
    // What was typed need not be one of the choices.
    const others = option.choices.some((choice) => choice.value === now) ? [] : [{ value: now, label: now }];
    const choices = [...others, ...option.choices].map((choice) => html('option', { value: choice.value, selected: choice.value === now }, choice.label));
    return html('select', common, ...choices);
  }
  if (option.kind === 'number') {
    return html('input', { ...common, value, type: 'number', min: option.least, max: option.most, placeholder: option.default || 'as usual' });
  }
  const digits = option.kind === 'seed' ? '[0-9]+' : null;
  return html('input', { ...common, value, pattern: digits, inputmode: digits && 'numeric', placeholder: option.kind === 'seed' ? 'any' : 'as usual' });
}

/**
 * @param {readonly Field[]} options
 * @param {ReadonlyMap<string, string>} now what is set
 * @param {string} name of the side, for labels
 */
export function makeOptions(options, now, name) {
  const controls = options.map((option) => control(option, now.get(option.name) ?? ''));
  const rows = options.map((option, at) =>
    html('label', { class: 'option' }, html('span', { class: 'field-name' }, option.label), controls[at]),
  );
  const typed = [...now].filter(([key]) => !options.some((option) => option.name === key));
  const others = html('input', { 'aria-label': `Other options of ${name}`, autocomplete: 'off', spellcheck: 'false', placeholder: 'name=value, name=value', value: typed.map((pair) => pair.join('=')).join(', ') });
  const node = html('details', { class: 'options' }, html('summary', {}, 'More options'), ...rows, html('label', { class: 'option wide' }, html('span', { class: 'field-name' }, 'Others'), others));
  // A browser cannot point at what is wrong in there while it is closed.
  node.addEventListener('invalid', () => (node.open = true), true);
  return {
    node,
    /** The options that are not as usual, as `name=value`. */
    words: () => [
      ...controls.filter((one, at) => one.value !== '' && one.value !== options[at].default).map((one) => `${one.dataset.option}=${one.value}`),
      ...others.value.split(',').map((word) => word.trim()).filter((word) => word !== ''),
    ],
  };
}
