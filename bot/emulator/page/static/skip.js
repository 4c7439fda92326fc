// The first stop of the Tab key leads to what can be done now.

import { the } from "./dom.js";

/** What can be pressed or chosen now: in one's own panel, else on the board. */
const USABLE = [".own li:last-child article button:not(:disabled):not(.plain)", "article.board .row button:not(:disabled)", ".row button:not(:disabled)"];

/** @param {HTMLElement} log @returns {HTMLElement} */
function target(log) {
  const found = USABLE.map((one) => log.querySelectorAll(one)).find((one) => one.length);
  if (!found) return log;
  const article = [...found].at(-1)?.closest("article");
  return [.../** @type {NodeListOf<HTMLElement>} */ (found)].find((one) => one.closest("article") === article) ?? log;
}

/** The first button of the newest board. @param {HTMLElement} log @returns {HTMLElement|null} */
function board(log) {
  const newest = [...log.querySelectorAll(".public article.board")].at(-1);
  return newest?.querySelector(".row button:not(:disabled)") ?? null;
}

/** From the messages as a whole, Tab leads to the newest board; Shift and Tab lead back through the older messages. @param {KeyboardEvent} event */
function tabs(event) {
  const log = /** @type {HTMLElement} */ (event.currentTarget);
  const to = event.key === "Tab" && !event.shiftKey && event.target === log ? board(log) : null;
  if (!to) return;
  event.preventDefault();
  to.focus();
}

/** Wire the way past everything up. @param {import("./pane.js").Pane} pane */
export function skips(pane) {
  the("#skip").addEventListener("click", () => target(pane.log).focus());
  pane.log.addEventListener("keydown", tabs);
}
