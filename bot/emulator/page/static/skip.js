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

/** Wire the way past everything up. @param {import("./pane.js").Pane} pane */
export function skips(pane) {
  the("#skip").addEventListener("click", () => target(pane.log).focus());
}
