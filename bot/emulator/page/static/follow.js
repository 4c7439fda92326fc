// "Play every seat here": the page changes to the player who is to move.

import { hidden, openedForAnybody, pass } from "./curtain.js";
import { the } from "./dom.js";
import { usable } from "./parts.js";
import { keepSetting, setting } from "./settings.js";
import { messagesIn, on, state } from "./state.js";
import { ANSWERS, tableHere } from "./table.js";

/** @typedef {import("./state.js").Message} Message */

const PAUSE = 350;
/** Milliseconds for which the page stays with its person if their latest panel asks another question. */
const QUESTION = 6000;
let following = false;
/** The people who have answered the board's question. @type {{mark: string, done: Set<string>}} */
let said = { mark: "", done: new Set() };
/** The press on the board that may open a panel, with the messages that existed before it. @type {{mark: string, known: Set<string>}|null} */
let opening = null;
/** The panels that presses on the board have opened, each with the board's question. @type {Map<string, string>} */
const panels = new Map();
/** The panel that was pressed last. */
let asking = { channel: "", id: "", until: 0 };
let timer = 0;

function consider() {
  const table = tableHere();
  const waiting = (table?.waiting ?? []).filter((id) => state.people.has(id) && !state.people.get(id)?.bot);
  if (!following || !table || !waiting.length || hidden() || document.querySelector("dialog[open]")) return;
  if (said.mark !== table.mark) said = { mark: table.mark, done: new Set() };
  const left = waiting.filter((id) => !said.done.has(id));
  if (!left.length || left.includes(state.me?.id ?? "")) return;
  const more = question();
  if (more > 0) soon(more);
  else pass(state.people.get(left[0])?.slug ?? "");
}

/** Returns whether a person has answered the board's question, as far as this page knows. @param {string} mark @param {string} id */
export const hasAnswered = (mark, id) => said.mark === mark && said.done.has(id);

/** Returns the milliseconds for which the latest panel still keeps the page with its person. */
function question() {
  const panel = state.messages.get(asking.channel)?.get(asking.id);
  return panel && usable(panel).length ? asking.until - performance.now() : 0;
}

/** Considers a change after a pause, because several messages change at once after a move. */
function soon(wait = PAUSE) {
  clearTimeout(timer);
  timer = window.setTimeout(consider, wait);
}

/** @param {{message: Message, id: string}} what */
function pressing({ message, id }) {
  const table = tableHere();
  opening = null;
  if (panels.has(message.id)) asking = { channel: message.channel, id: message.id, until: performance.now() + QUESTION };
  else if (table && !message.private && ANSWERS.test(id)) {
    opening = { mark: table.mark, known: new Set(messagesIn(message.channel).map((one) => one.id)) };
  }
}

/**
 * Notes that one of several asked people has answered: the panel of their answer has no more buttons.
 * A panel that was opened earlier, or in another way, does not count.
 * @param {{message: Message, isNew: boolean}} what
 */
function answered({ message, isNew }) {
  const table = tableHere();
  if (isNew && message.private && opening && !opening.known.has(message.id)) panels.set(message.id, opening.mark);
  if (!table || table.waiting.length < 2 || panels.get(message.id) !== table.mark) return;
  if (message.thinking || usable(message).length || !state.me) return;
  if (said.mark !== table.mark) said = { mark: table.mark, done: new Set() };
  said.done.add(state.me.id);
}

/** @param {boolean} on */
function turn(on) {
  following = on;
  the("#follow").setAttribute("aria-checked", String(on));
  soon();
}

/** Keeps the choice for the table of this channel: for this window, and for the next start without a person's address. @param {boolean} on */
function choose(on) {
  sessionStorage.setItem(key(), String(on));
  keepSetting(key(), String(on));
  turn(on);
}

const key = () => `follow ${state.channel}`;

/** Returns what was chosen for the table of this channel, or an empty string. */
const chosen = () => sessionStorage.getItem(key()) ?? (openedForAnybody ? setting(key()) : "");

/** Turns the switch as it was for the table of this channel. */
function recall() {
  const plays = state.demo && state.everybody && openedForAnybody;
  turn(chosen() === "true" || Boolean(plays && !chosen()));
}

/** Connects the switch, which is shown only if one page can show every person. */
export function begin() {
  the("#follow").addEventListener("click", () => choose(!following));
  on("scene", () => {
    the("#follow").hidden = !state.everybody;
    opening = null;
    recall();
  });
  on("opened", recall);
  on("pressing", pressing);
  on("message", (what) => { answered(what); soon(); });
  on("gone", () => soon());
}
