// A select: a button that opens a list of options with their descriptions, for one or several of them.

import { act, isBusy } from "./acting.js";
import { el, label, moved, newId, rove } from "./dom.js";
import { sign } from "./markdown.js";
import { persons } from "./state.js";
import { steadily } from "./steady.js";
import { say } from "./words.js";

const USERS = 5;

/**
 * @typedef {import("./state.js").Message} Message @typedef {import("./state.js").Part} Part
 * @typedef {{label: string, value: string, description?: string, default?: boolean, emoji?: Record<string, any>}} Option
 */

/** Returns a select of a message. @param {Part} part @param {Message} message @returns {HTMLElement} */
export function select(part, message) {
  const busy = isBusy(message, part.custom_id);
  const send = (/** @type {string[]} */ values) => act(message, part.custom_id, values);
  return chooser(part, part.placeholder || say("choose"), send, busy);
}

/**
 * @param {Part} part
 * @param {string} name
 * @param {(values: string[]) => void} send
 * @param {boolean} [busy]
 */
export function chooser(part, name, send, busy = false) {
  /** @type {Option[]} */
  const options = part.type === USERS ? persons().map((one) => ({ label: one.name, value: one.id })) : part.options ?? [];
  const least = part.min_values ?? 1;
  const most = part.max_values ?? 1;
  const several = most > 1 || least === 0;
  const chosen = new Set(options.filter((one) => one.default).map((one) => one.value));
  /** The values that were sent last; before that, those chosen at first. */
  let before = [...chosen].join();
  const id = newId();
  const shown = label("");
  const list = el("ul", { role: "listbox", id, hidden: true, tabindex: "-1", "aria-label": name, "aria-multiselectable": several && "true" });
  const opener = el("button", {
    type: "button", class: "opener", "data-id": part.custom_id, disabled: part.disabled, "aria-haspopup": "listbox",
    "aria-expanded": "false", "aria-controls": id, "aria-busy": busy && "true",
  }, shown, el("span", { class: "arrow", "aria-hidden": "true" }, "▾"));
  const done = el("button", { type: "button", class: "button primary done", hidden: true }, say("done"));

  const items = options.map((option) => {
    const words = [label(option.label), option.description && el("small", {}, option.description)];
    const item = el("li", { role: "option", tabindex: "-1", "aria-selected": String(chosen.has(option.value)) },
      sign(option.emoji), el("span", { class: "words" }, words));
    item.addEventListener("click", () => toggle(option, item));
    return item;
  });
  rove(items, items.find((one) => one.getAttribute("aria-selected") === "true"));
  list.append(...(items.length ? items : [el("li", { role: "option", "aria-disabled": "true", "aria-selected": "false" }, say("noOptions"))]));

  /** @param {string} text */
  function write(text) {
    shown.textContent = shown.title = text;
  }

  function show() {
    const named = options.filter((one) => chosen.has(one.value)).map((one) => one.label);
    const text = named.length > 3 ? say("chosen", { count: named.length }) : named.join(", ") || name;
    write(text);
    opener.setAttribute("aria-label", named.length ? `${name}: ${text}` : name);
  }

  /** @param {Option} option @param {HTMLElement} item */
  function toggle(option, item) {
    if (!several) {
      chosen.clear();
      for (const one of items) one.setAttribute("aria-selected", String(one === item));
    }
    if (several && chosen.has(option.value)) chosen.delete(option.value);
    else if (chosen.size < most) chosen.add(option.value);
    item.setAttribute("aria-selected", String(chosen.has(option.value)));
    show();
    if (!several) close(true);
  }

  function open() {
    list.hidden = false;
    done.hidden = !several;
    opener.setAttribute("aria-expanded", "true");
    (items.find((one) => one.getAttribute("aria-selected") === "true") ?? items[0] ?? list).focus();
    (several ? done : list).scrollIntoView({ block: "nearest" });
  }

  function fold() {
    list.hidden = done.hidden = true;
    opener.setAttribute("aria-expanded", "false");
  }

  function pass() {
    before = [...chosen].join();
    send([...chosen]);
  }

  /** Closes a list that has lost the focus. As on Discord, several chosen options count without another press. */
  function leave() {
    if (list.hidden) return;
    fold();
    if (several && chosen.size >= least && [...chosen].join() !== before) pass();
  }

  /** @param {boolean} sends */
  function close(sends) {
    if (sends && chosen.size < least) {
      // The list keeps its name, after the number because the end of a long line is cut.
      write(`${say(least === most ? "exactly" : "atLeast", { count: least })} · ${name}`);
      return;
    }
    fold();
    opener.focus();
    if (sends && (several || [...chosen].join() !== before)) pass();
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const at = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const to = moved(event.key, at, items.length, "ArrowDown", "ArrowUp");
    if (to !== null) items[to]?.focus();
    else if (event.key === "Escape") close(false);
    else if ((event.key === "Enter" || event.key === " ") && at >= 0) items[at].click();
    else if (event.key.length === 1) seek(event.key, at);
    else return;
    event.preventDefault();
  }

  /** @param {string} letter @param {number} from */
  function seek(letter, from) {
    const order = [...items.slice(from + 1), ...items.slice(0, from + 1)];
    order.find((one) => one.textContent?.trim().toLowerCase().startsWith(letter.toLowerCase()))?.focus();
  }

  opener.addEventListener("click", () => (list.hidden ? open() : close(false)));
  opener.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" && list.hidden) { event.preventDefault(); open(); }
  });
  list.addEventListener("keydown", key);
  done.addEventListener("click", () => close(true));
  show();
  const made = el("div", { class: "select" }, opener, list, done);
  made.addEventListener("focusout", (event) => {
    const to = /** @type {Node|null} */ (event.relatedTarget);
    // A press on what is below closes the list only when it is done, because what is below moves then.
    if (to && !made.contains(to)) steadily(leave);
  });
  return made;
}
