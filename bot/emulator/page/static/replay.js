// A replay on the page: arrow keys and a slider lead through it, and it can go on by itself (in `make demo` it begins to).

import { act, isBusy } from "./acting.js";
import { hidden } from "./curtain.js";
import { el } from "./dom.js";
import { walk } from "./parts.js";
import { messagesIn, on, state } from "./state.js";
import { say } from "./words.js";

/** @typedef {import("./state.js").Message} Message @typedef {import("./state.js").Part} Part */

const STEPS = ["first", "back", "next", "last"];
const KEYS = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
const SECONDS = 2;
/** What keeps the keys for itself. */
const TYPING = "input, textarea, select, dialog, [role=listbox], [role=combobox], [contenteditable]";

/** The replay that goes on by itself, and those that have begun to without being asked. */
let playing = "";
/** @type {Set<string>} */
const begun = new Set();
let timer = 0;

/** The buttons of a replay by what they do; null where the message is none. @param {Message} message */
function steps(message) {
  /** @type {Record<string, Part>} */
  const found = {};
  for (const part of walk(message.parts)) {
    const which = /^kr:\d+:replay:\d+:\d+\.\d+\.(\d)$/.exec(part.custom_id ?? "");
    if (which && STEPS[Number(which[1])]) found[STEPS[Number(which[1])]] = part;
  }
  return found.next ? found : null;
}

/** Where one may jump to. @param {Message} message @returns {Part|undefined} */
const jump = (message) => walk(message.parts).find((one) => /^kr:\d+:replay_jump:/.test(one.custom_id ?? ""));

/** The frame at which a replay stands. @param {Message} message */
const place = (message) => Number(jump(message)?.custom_id.split(":")[3] ?? 0);

/** @param {Message} message @param {string} way */
function go(message, way) {
  const part = steps(message)?.[way];
  if (!part || part.disabled || isBusy(message, part.custom_id)) return false;
  act(message, part.custom_id);
  return true;
}

/** @param {Message} message @param {boolean} on */
function turn(message, on) {
  playing = on ? message.id : "";
  clearTimeout(timer);
  if (on) soon(message);
}

/** @param {Message} message */
function soon(message) {
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    const now = messagesIn(message.channel).find((one) => one.id === playing);
    if (!now || message.channel !== state.channel) playing = "";
    else if (!go(now, "next")) { playing = ""; redraw(now); }
  }, 1000 * (Number(state.demo) || SECONDS));
}

/** Only the button's own words change. @param {Message} message */
function redraw(message) {
  const button = document.querySelector(`[data-message="${CSS.escape(message.id)}"] [data-id="replay-play"]`);
  if (button) button.textContent = playing === message.id ? `⏸ ${say("replayPause")}` : `▶ ${say("replayPlay")}`;
}

/** The bar below a replay; null below every other message. @param {Message} message */
export function bar(message) {
  const to = jump(message);
  if (!steps(message) || !to) return null;
  const options = to.options;
  const at = Math.max(0, options.findLastIndex((/** @type {{value: string}} */ one) => Number(one.value) <= place(message)));
  const toggle = () => { turn(message, playing !== message.id); redraw(message); };
  const play = el("button", { type: "button", class: "button secondary", "data-id": "replay-play", onclick: toggle },
    playing === message.id ? `⏸ ${say("replayPause")}` : `▶ ${say("replayPlay")}`);
  const slider = /** @type {HTMLInputElement} */ (el("input", {
    type: "range", min: 0, max: options.length - 1, value: at, "data-id": "replay-slider", title: say("replayHint"),
    "aria-label": say("replayPlace"), "aria-valuetext": options[at]?.label ?? "",
  }));
  slider.addEventListener("input", () => slider.setAttribute("aria-valuetext", options[slider.valueAsNumber]?.label ?? ""));
  slider.addEventListener("change", () => {
    turn(message, false);
    act(message, to.custom_id, [options[slider.valueAsNumber].value]);
  });
  return el("p", { class: "replay" }, play, " ", slider);
}

/** The newest replay in the channel that is open. @returns {Message|undefined} */
const newest = () => messagesIn(state.channel ?? "").filter((one) => one.private && steps(one)).at(-1);

/** The arrows lead through it wherever one is, Home and End only inside of it. @param {KeyboardEvent} event */
function key(event) {
  if (hidden()) return;
  const way = KEYS[/** @type {keyof typeof KEYS} */ (event.key)];
  const target = /** @type {Element|null} */ (event.target);
  if (!way || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || target?.closest?.(TYPING)) return;
  const message = newest();
  const inside = message && target?.closest?.(`[data-message="${CSS.escape(message.id)}"]`);
  if (!message || (event.key.length < 6 && !inside)) return;
  turn(message, false);
  redraw(message);
  if (go(message, way)) event.preventDefault();
}

/** In the demo the replay of the channel begins by itself, once. */
function consider() {
  const message = state.demo ? newest() : undefined;
  if (!message || playing === message.id || begun.has(message.id)) return;
  begun.add(message.id);
  turn(message, true);
  redraw(message);
}

document.addEventListener("keydown", key);
on("curtain", () => { playing = ""; clearTimeout(timer); });
for (const what of ["scene", "opened"]) on(what, consider);
on("message", (/** @type {{message: Message}} */ { message }) => {
  if (message.id === playing) soon(message);
  else consider();
});
