// The skip link, the first stop of the Tab key, leads to the controls that can be used now.

import { the } from "./dom.js";

/** Selectors of usable controls: first those of the private panel, then those of the board. */
const USABLE = [".own li:not([hidden], :has(~ li:not([hidden]))) article button:not(:disabled):not(.plain)", "article.board .row button:not(:disabled)", ".row button:not(:disabled)"];

/** @param {HTMLElement} log @returns {HTMLElement} */
function target(log) {
  const found = USABLE.map((one) => log.querySelectorAll(one)).find((one) => one.length);
  if (!found) return log;
  const article = [...found].at(-1)?.closest("article");
  return [.../** @type {NodeListOf<HTMLElement>} */ (found)].find((one) => one.closest("article") === article) ?? log;
}

/** Returns the first button of the newest board. @param {HTMLElement} log @returns {HTMLElement|null} */
function board(log) {
  const newest = [...log.querySelectorAll(".public article.board")].at(-1);
  return newest?.querySelector(".row button:not(:disabled)") ?? null;
}

/** Moves the focus from the log to the newest board on Tab; Shift+Tab leads back through the older messages. @param {KeyboardEvent} event */
function tabs(event) {
  const log = /** @type {HTMLElement} */ (event.currentTarget);
  const to = event.key === "Tab" && !event.shiftKey && event.target === log ? board(log) : null;
  if (!to) return;
  event.preventDefault();
  to.focus();
}

/** Connects the skip link. @param {import("./pane.js").Pane} pane */
export function skips(pane) {
  the("#skip").addEventListener("click", () => target(pane.log).focus());
  pane.log.addEventListener("keydown", tabs);
}
