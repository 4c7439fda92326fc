// Controls of a replay: arrow keys, a slider, and a button that plays it (`make demo` plays it automatically).

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
/** Selects the elements that use the arrow keys themselves. */
const TYPING = "input, textarea, select, dialog, [role=listbox], [role=toolbar], [role=combobox], [contenteditable]";

/** The message id of the replay that is playing; below, the ids of replays that the demo has started. */
let playing = "";
/** @type {Set<string>} */
const begun = new Set();
let timer = 0;

/** Returns the buttons of a replay by their action, or null for any other message. @param {Message} message */
function steps(message) {
  /** @type {Record<string, Part>} */
  const found = {};
  for (const part of walk(message.parts)) {
    const which = /^kr:\d+:replay:\d+:\d+\.\d+\.(\d)$/.exec(part.custom_id ?? "");
    if (which && STEPS[Number(which[1])]) found[STEPS[Number(which[1])]] = part;
  }
  return found.next ? found : null;
}

/** Returns the select that jumps to a frame. @param {Message} message @returns {Part|undefined} */
const jump = (message) => walk(message.parts).find((one) => /^kr:\d+:replay_jump:/.test(one.custom_id ?? ""));

/** Returns the number of the frame that a replay shows. @param {Message} message */
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

/** Updates only the label of the play button. @param {Message} message */
function redraw(message) {
  const button = document.querySelector(`[data-message="${CSS.escape(message.id)}"] [data-id="replay-play"]`);
  if (button) button.textContent = playing === message.id ? `⏸ ${say("replayPause")}` : `▶ ${say("replayPlay")}`;
}

/** Returns the bar below a replay, or null for any other message. @param {Message} message */
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

/** Returns the newest replay in the open channel. @returns {Message|undefined} */
const newest = () => messagesIn(state.channel ?? "").filter((one) => one.private && steps(one)).at(-1);

/** Handles keys: arrows move through the newest replay from everywhere on the page, Home and End only within it. @param {KeyboardEvent} event */
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

/** Starts the channel's replay in the demo, once. */
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
