// Input fields of modals and of commands' options.

import { el, newId } from "./dom.js";
import { Offers } from "./offers.js";
import { chooser } from "./select.js";
import { state } from "./state.js";
import { say } from "./words.js";

/**
 * @typedef {import("./state.js").Part} Part
 * @typedef {{shown: HTMLElement, value: () => unknown, isFilled: () => boolean, focus: () => void}} Field
 */

/** @param {HTMLElement} control @param {HTMLElement} shown @param {() => unknown} value @returns {Field} */
const field = (control, shown, value) => ({
  shown,
  value,
  isFilled: () => !("checkValidity" in control) || /** @type {HTMLInputElement} */ (control).checkValidity(),
  focus: () => control.focus(),
});

/** @param {string} label @param {string} about @param {HTMLElement} control @param {boolean} required */
function labelled(label, about, control, required) {
  const id = newId();
  control.id = newId();
  if (about) control.setAttribute("aria-describedby", id);
  return el("div", { class: "field" },
    el("label", { for: control.id }, label, required && el("span", { class: "small" }, ` (${say("required")})`)),
    about && el("p", { class: "small", id }, about), control);
}

/** @param {Part} part @param {string} label @param {string} about @returns {Field} */
function input(part, label, about) {
  const required = part.required !== false;
  const more = { placeholder: part.placeholder, minlength: part.min_length, maxlength: part.max_length ?? 4000, required };
  const control = /** @type {HTMLInputElement} */ (part.style === 2 ? el("textarea", { ...more, rows: 4 }) : el("input", { ...more, type: "text" }));
  control.value = part.value ?? "";
  return field(control, labelled(label, about, control, required), () => control.value);
}

/** @param {Part} part @param {string} label @param {string} about @returns {Field} */
function choice(part, label, about) {
  const least = part.required === false ? 0 : (part.min_values ?? 1);
  /** @type {string[]} */
  let chosen = (part.options ?? []).filter((/** @type {Part} */ one) => one.default).map((/** @type {Part} */ one) => one.value);
  const made = chooser(part, part.placeholder || label, (values) => { chosen = values; });
  const shown = el("div", { class: "field", role: "group", "aria-label": label }, el("p", { class: "label" }, label),
    about && el("p", { class: "small" }, about), made);
  return { shown, value: () => chosen, isFilled: () => chosen.length >= least, focus: () => made.querySelector("button")?.focus() };
}

/** Returns a group of checkboxes or radio buttons. @param {Part} part @param {string} label @param {string} about @returns {Field} */
function group(part, label, about) {
  const single = part.type === RADIOS;
  const most = single ? 1 : (part.max_values ?? part.options.length);
  const least = part.required === false ? 0 : (part.min_values ?? 1);
  const name = newId();
  const boxes = part.options.map((/** @type {Part} */ one) => /** @type {HTMLInputElement} */ (
    el("input", { type: single ? "radio" : "checkbox", name, value: one.value, checked: one.default })));
  const chosen = () => boxes.filter((/** @type {HTMLInputElement} */ one) => one.checked);
  const limit = () => { for (const one of boxes) one.disabled = !single && !one.checked && chosen().length >= most; };
  const lines = part.options.map((/** @type {Part} */ one, /** @type {number} */ at) => el("label", { class: "tick" }, boxes[at],
    el("span", { class: "words" }, el("span", {}, one.label), one.description && el("small", {}, one.description))));
  const shown = el("fieldset", { class: "field", onchange: limit }, el("legend", { class: "label" }, label,
    least > 0 && el("span", { class: "small" }, ` (${say("required")})`)), about && el("p", { class: "small" }, about), lines);
  limit();
  return {
    shown,
    value: () => chosen().map((/** @type {HTMLInputElement} */ one) => one.value),
    isFilled: () => chosen().length >= least && chosen().length <= most,
    focus: () => boxes[0]?.focus(),
  };
}

/** Returns the bytes of a file as base64. @param {ArrayBuffer} bytes */
const encoded = (bytes) => btoa(Array.from(new Uint8Array(bytes), (one) => String.fromCharCode(one)).join(""));

/** Returns a field for files, which are read when they are chosen. @param {Part} part @param {string} label @param {string} about @returns {Field} */
function upload(part, label, about) {
  const most = part.max_values ?? 1, least = part.required === false ? 0 : (part.min_values ?? 1);
  const control = /** @type {HTMLInputElement} */ (el("input", { type: "file", multiple: most > 1, required: least > 0 }));
  /** @type {{name: string, content: string}[]} */
  let files = [];
  control.addEventListener("change", async () => {
    const chosen = [...(control.files ?? [])];
    files = [];
    const large = chosen.reduce((sum, one) => sum + one.size, 0) > MOST_BYTES;
    control.setCustomValidity(large ? say("largeFile") : say("reading"));
    if (large) { control.reportValidity(); return; }
    files = await Promise.all(chosen.map(async (one) => ({ name: one.name, content: encoded(await one.arrayBuffer()) })));
    control.setCustomValidity("");
  });
  const isFilled = () => control.checkValidity() && files.length >= least && files.length <= most;
  return { shown: labelled(label, about, control, least > 0), value: () => files, isFilled, focus: () => control.focus() };
}

const UPLOAD = 19, RADIOS = 21, CHECKBOXES = 22;
/** The most bytes of all files of a field: more does not fit into one message to the local Discord. */
const MOST_BYTES = 150_000;

/** Returns a field of a modal. @param {Part} part @param {string} label @param {string} about @returns {Field} */
export function modalField(part, label, about) {
  if (part.type === 4) return input(part, label, about);
  if (part.type === UPLOAD) return upload(part, label, about);
  return part.type === RADIOS || part.type === CHECKBOXES ? group(part, label, about) : choice(part, label, about);
}

// --- options of commands -------------------------------------------------------------------------------------------

/** @typedef {{name: string, label: string, about: string, type: number, required?: boolean, autocomplete?: boolean,
 *   choices: {label: string, value: unknown}[], min_value?: number, max_value?: number, min_length?: number, max_length?: number}} Option */

const WHOLE = 4, TRUTH = 5, USER = 6;

/** @param {Option} option @returns {{label: string, value: unknown}[]} */
function choices(option) {
  if (option.type === TRUTH) return [{ label: say("yes"), value: true }, { label: say("no"), value: false }];
  if (option.type === USER) return [...state.people.values()].map((one) => ({ label: one.name, value: one.id }));
  return option.choices;
}

/**
 * Returns a field for an option of a command; `complete` asks the bot for choices that fit the typed text.
 * @param {Option} option
 * @param {(typed: string) => Promise<{label: string, value: unknown}[]>} complete
 * @returns {Field}
 */
export function optionField(option, complete) {
  const given = choices(option);
  if (given.length) return chosenOption(option, given);
  const isNumber = option.type === WHOLE;
  const limits = isNumber
    ? { type: "number", min: option.min_value, max: option.max_value, step: 1 }
    : { type: "text", minlength: option.min_length, maxlength: option.max_length ?? 6000 };
  const control = /** @type {HTMLInputElement} */ (el("input", { ...limits, required: true }));
  const shown = labelled(option.label, option.about, control, Boolean(option.required));
  if (option.autocomplete) return completed(option, control, shown, complete);
  return field(control, shown, () => (isNumber ? Number(control.value) : control.value));
}

/** @param {Option} option @param {{label: string, value: unknown}[]} given @returns {Field} */
function chosenOption(option, given) {
  const control = /** @type {HTMLSelectElement} */ (el("select", { required: true }, el("option", { value: "" }, say("choose")),
    given.map((one, at) => el("option", { value: at }, one.label))));
  return field(control, labelled(option.label, option.about, control, Boolean(option.required)), () => given[Number(control.value)]?.value);
}

/** @typedef {{label: string, value: unknown}} Choice */

/**
 * Returns a field that shows the bot's choices when they arrive. Enter takes the marked choice, as in Discord, and waits for it if necessary.
 * @param {Option} option @param {HTMLInputElement} control @param {HTMLElement} shown
 * @param {(typed: string) => Promise<Choice[]>} complete
 * @returns {Field}
 */
function completed(option, control, shown, complete) {
  const isNumber = option.type === WHOLE;
  /** @type {Choice[]} */
  let found = [];
  /** Whether the typed text was taken from the choices, or has none. */
  let settled = true;
  let soughtFor = "";
  let asked = 0;
  let timer = 0;
  const take = (/** @type {Choice} */ one) => {
    clearTimeout(timer);
    asked++;
    control.value = one.label;
    settled = true;
    offers.show([]);
  };
  /** @type {Offers<Choice>} */
  const offers = new Offers(control, say("offers", { name: option.label }), take);
  const seek = async () => {
    const mine = ++asked;
    clearTimeout(timer);
    const typed = control.value;
    const come = await complete(typed);
    if (mine !== asked) return false;
    [found, soughtFor] = [come, typed];
    settled = !come.length;
    if (document.activeElement === control) offers.show(come.map((one) => ({ one, shown: [one.label] })), control.value && say("noOptions"));
    return true;
  };
  const enter = async () => {
    if (offers.open && offers.marked && soughtFor === control.value) return take(offers.marked);
    if (await seek() && found.length) take(found[0]);
  };
  control.addEventListener("input", () => { settled = !control.value; clearTimeout(timer); timer = window.setTimeout(seek, 150); });
  control.addEventListener("focus", seek);
  control.addEventListener("keydown", (event) => {
    if (event.key === "Escape") settled = true;
    if (event.key !== "Enter" || settled) return;
    event.preventDefault();
    event.stopPropagation();
    enter();
  });
  shown.append(offers.list);
  const same = (/** @type {Choice} */ one) => one.label.toLowerCase() === control.value.trim().toLowerCase();
  const value = () => found.find(same)?.value ?? (isNumber ? Number(control.value) : control.value);
  return field(control, shown, value);
}
