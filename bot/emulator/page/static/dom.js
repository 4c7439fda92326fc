// Creates elements. Text is always inserted as text, never as HTML.

/** @typedef {Node|string|number|null|undefined|false} Child */

/**
 * Creates an element with attributes, listeners (`onclick` …) and children. Skips attributes of null, undefined or false.
 * @param {string} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Child|Child[])} children
 * @returns {HTMLElement}
 */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") made.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  fill(made, ...children);
  return made;
}

/** Returns a label that stays on one line: if it is too long, it ends with an ellipsis, as on Discord. @param {string} text */
export const label = (text) => el("span", { class: "label-line", title: text }, text);

/**
 * Appends children, except null, undefined and false.
 * @param {Element|DocumentFragment} parent
 * @param {...(Child|Child[])} children
 */
export function fill(parent, ...children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Returns the first element that a selector finds; throws an error if there is none.
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {HTMLElement}
 */
export function the(selector, within = document) {
  const found = within.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`the page has no ${selector}`);
  return found;
}

/**
 * Makes several elements a single stop of the Tab key: the one that last had the focus, or else `first`.
 * @param {HTMLElement[]} items @param {HTMLElement} [first]
 */
export function rove(items, first = items[0]) {
  const stop = (/** @type {HTMLElement} */ at) => { for (const one of items) one.tabIndex = one === at ? 0 : -1; };
  for (const one of items) one.addEventListener("focus", () => stop(one));
  if (first) stop(first);
}

/**
 * Returns the place to which a key moves among such elements, or null for any other key.
 * @param {string} key @param {number} at @param {number} count @param {string} next the arrow key forwards @param {string} back
 */
export function moved(key, at, count, next, back) {
  const to = { [next]: at + 1, [back]: at - 1, Home: 0, End: count - 1 }[key];
  return to === undefined ? null : Math.min(Math.max(to, 0), count - 1);
}

let last = 0;

/** Returns a new id for an element that another one refers to. */
export const newId = () => `e${++last}`;
