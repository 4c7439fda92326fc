// Folds the private messages from before the newest table, so that it has the place.

import { el, the } from "./dom.js";
import { say } from "./words.js";

/** Selects the components of a table; those of no table begin with `kr:0:`. */
export const OF_A_GAME = '[data-id^="kr:"]:not([data-id^="kr:0:"])';

/** Selects the components of the table that a message belongs to; those of any table if the message belongs to none. @param {Element} article */
export function ofItsGame(article) {
  const game = article.querySelector(OF_A_GAME)?.getAttribute("data-id")?.split(":")[1];
  return game ? `[data-id^="kr:${game}:"]` : OF_A_GAME;
}

/** Returns the newest lobby or board of an unfinished game. @param {Element} open @returns {HTMLElement|null} */
export const newestTable = (open) => [.../** @type {NodeListOf<HTMLElement>} */ (open.querySelectorAll(`article:has(${OF_A_GAME})`))].at(-1) ?? null;

/** Returns whether a message is newer than another; the page's own messages have no number and count as new. @param {Element} one @param {string} other */
export function after(one, other) {
  const id = one.getAttribute("data-message") ?? "";
  return !/^\d+$/.test(id) || BigInt(id) > BigInt(other);
}

/** The folding of one pane. */
export class Folding {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.open = the(".public", root);
    this.own = the(".own", root);
    this.unfolded = false;
    this.reset();
  }

  /** Forgets the table of another channel. */
  reset() {
    this.game = "";
    /** The id of the message with which the table began here: its lobby, then its first board. */
    this.since = "";
    this.hasBoard = false;
  }

  /** Folds or shows the messages after a change. */
  update() {
    const table = newestTable(this.open);
    const game = table ? ofItsGame(table) : this.game;
    const hasBoard = table?.matches(".board") ?? this.hasBoard;
    if (game !== this.game || hasBoard && !this.hasBoard) Object.assign(this, { game, since: table?.getAttribute("data-message") ?? "", unfolded: false });
    this.hasBoard = hasBoard;
    const past = this.since ? [.../** @type {NodeListOf<HTMLElement>} */ (this.own.querySelectorAll("li:has(article)"))].filter((item) => this.isPast(item)) : [];
    for (const item of past) item.hidden = !this.unfolded;
    this.draw(past.length);
  }

  /** Returns whether an item is from before the table. The one with the focus is still being used. @param {HTMLElement} item */
  isPast(item) {
    const message = /** @type {Element} */ (item.querySelector("article"));
    return !after(message, this.since) && !message.querySelector(this.game) && (item.hidden || !item.contains(document.activeElement));
  }

  /** Shows the button above the messages if some are folded. @param {number} count */
  draw(count) {
    const shown = this.own.querySelector(".folder");
    const held = shown?.contains(document.activeElement);
    shown?.remove();
    if (!count) return;
    const turn = () => { this.unfolded = !this.unfolded; this.update(); };
    const button = el("button", { type: "button", class: "plain", "aria-expanded": String(this.unfolded), onclick: turn }, say("older", { count }));
    this.own.prepend(el("li", { class: "folder" }, button));
    if (held) button.focus({ preventScroll: true });
  }
}
