// "Seat me everywhere": one becomes whoever is to move.

import { the } from "./dom.js";
import { usable } from "./parts.js";
import { on, state } from "./state.js";
import { tableHere } from "./table.js";
import { be } from "./wire.js";

const PAUSE = 350;
let following = false;
/** Those who have had their say about what the board asks. @type {{mark: string, done: Set<string>}} */
let said = { mark: "", done: new Set() };
/** Who pressed something last. */
let pressed = "";
let timer = 0;

function consider() {
  const table = tableHere();
  const waiting = (table?.waiting ?? []).filter((id) => state.people.has(id) && !state.people.get(id)?.bot);
  if (!following || !table || !waiting.length || document.querySelector("dialog[open]")) return;
  if (said.mark !== table.mark) said = { mark: table.mark, done: new Set() };
  const left = waiting.filter((id) => !said.done.has(id));
  const next = left.includes(state.me?.id ?? "") ? state.me?.id : (left[0] ?? waiting[0]);
  if (next && next !== state.me?.id && left.length) be(state.people.get(next)?.slug ?? "");
}

/** Soon: several things change at once when somebody has moved. */
function soon() {
  clearTimeout(timer);
  timer = window.setTimeout(consider, PAUSE);
}

/**
 * Among several who are asked, one has had one's say when one's press came to a private word with nothing left to press.
 * @param {import("./state.js").Message} message
 */
function answered(message) {
  const table = tableHere();
  if (!table || !message.private || message.thinking || pressed !== state.me?.id || usable(message).length) return;
  if (said.mark !== table.mark) said = { mark: table.mark, done: new Set() };
  if (table.waiting.length > 1) said.done.add(pressed);
  pressed = "";
  soon();
}

/** @param {boolean} on */
function turn(on) {
  following = on;
  sessionStorage.setItem("follow", String(on));
  the("#follow").setAttribute("aria-checked", String(on));
  soon();
}

/** Wire the switch up; it is there only where one page may be anybody. */
export function begin() {
  the("#follow").addEventListener("click", () => turn(!following));
  on("scene", () => {
    the("#follow").hidden = !state.everybody;
    if (state.demo && sessionStorage.getItem("follow") === null) turn(true);
    soon();
  });
  on("message", soon);
  on("acted", ({ actor }) => { pressed = actor; });
  on("message", ({ message }) => answered(message));
  on("gone", () => soon());
  if (sessionStorage.getItem("follow") === "true") turn(true);
}
