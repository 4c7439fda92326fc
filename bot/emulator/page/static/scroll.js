// The scroll position of a pane: the newest board with its buttons, or the position to which the user has scrolled.

import { the } from "./dom.js";
import { after, newestTable, ofItsGame } from "./folding.js";
import { state } from "./state.js";

/** @typedef {{id: string, away: number}} Place */

const NEAR = 80;
const GAP = 20;
/** A picture keeps this share of the height when messages arrive below its board, and at least this many pixels. */
const PART = 0.45;
const LEAST = 150;
/** If a board's picture would shrink below this part of its full size, the board is scrolled instead. */
const LEGIBLE = 0.6;

/** Returns the height of a gallery's first picture at the gallery's full width; 0 if its size is unknown. @param {HTMLElement} gallery */
function wholeHeight(gallery) {
  const shown = /** @type {HTMLElement|null} */ (gallery.querySelector("img.sized"));
  const ratio = Number(shown?.style.getPropertyValue("--ratio"));
  return ratio ? gallery.clientWidth / ratio : 0;
}

/** Returns the lower edge of a board's buttons, or of the board if it has none; its news may be below them. @param {HTMLElement} article */
function buttonsEnd(article) {
  const last = [...article.querySelectorAll(".body > .row")].at(-1) ?? article;
  return last.getBoundingClientRect().bottom;
}

/** The scrolling of one pane. */
export class Scroll {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.log = the(".log", root);
    this.open = the(".public", root);
    this.own = the(".own", root);
    this.newest = the(".newest", root);
    this.channel = "";
    this.sticks = true;
    /** Whether the private messages next to the board show the last one from its beginning. */
    this.showsLast = true;
    this.top = 0;
    /** The private message that was added, or asked another question, last. @type {HTMLElement|null} */
    this.latest = null;
    new ResizeObserver(() => this.settle()).observe(this.log);
    new ResizeObserver(([one]) => this.root.parentElement?.style.setProperty(`--own-${root.id}`, `${Math.ceil(one.borderBoxSize[0].blockSize)}px`)).observe(this.own);
    this.log.addEventListener("scroll", () => this.scrolled());
    this.own.addEventListener("scroll", () => { this.showsLast = Math.abs(this.own.scrollTop - this.lastTop()) < NEAR; });
    this.newest.addEventListener("click", () => this.onward());
    addEventListener("pagehide", () => this.leave());
  }

  /** Scrolls a shown channel to its previous position, or else to its newest board. @param {string} channel @param {Place|null} place */
  begin(channel, place) {
    const kept = place ?? this.kept(channel);
    this.channel = channel;
    this.sticks = !kept;
    this.fit();
    if (kept) this.returnTo(kept);
    else this.down();
    this.showsLast = true;
    this.showLast();
  }

  /** Adapts the position to a change, and shows a new private message from its beginning: it answers the user. @param {HTMLElement|null} item */
  renewed(item) {
    if (item) this.latest = item;
    if (item && this.flows()) this.sticks = true;
    this.settle();
    this.showsLast ||= Boolean(item);
    this.showLast();
  }

  /** Shows a panel that asks another question, unless the user reads elsewhere. @param {HTMLElement} item */
  turned(item) {
    const [log, box] = [this.log, item].map((one) => one.getBoundingClientRect());
    const inView = box.bottom > log.top && box.top < log.bottom;
    this.latest = item;
    if (this.flows() && inView) this.sticks = true;
    this.settle();
    this.showLast();
  }

  /** Returns the item of the private message that counts as the last one. @returns {HTMLElement|null} */
  last() {
    if (this.latest?.isConnected && !this.latest.hidden) return this.latest;
    return [.../** @type {NodeListOf<HTMLElement>} */ (this.own.querySelectorAll("li:has(article):not([hidden])"))].at(-1) ?? null;
  }

  /** Shows the last private message next to the board from its beginning, also after it has grown. */
  showLast() {
    if (this.showsLast && !this.flows()) this.own.scrollTop = this.lastTop();
  }

  /** Returns the position that shows the last private message next to the board from its beginning. */
  lastTop() {
    return Math.min(this.last()?.offsetTop ?? 0, this.own.scrollHeight - this.own.clientHeight);
  }

  settle() {
    this.fit();
    if (this.sticks) this.down();
    this.mark();
  }

  /** Returns whether private messages are below the public ones, not next to them. */
  flows() {
    return getComputedStyle(this.own).position !== "absolute";
  }

  /** Returns the picture of the newest board that has usable components. @returns {HTMLElement|null} */
  picture() {
    return [.../** @type {NodeListOf<HTMLElement>} */ (this.open.querySelectorAll("article.board > .body > .gallery"))].at(-1) ?? null;
  }

  /** Limits a board's picture to leave room for the turn line, the clock, the buttons and newer messages. */
  fit() {
    const picture = this.picture();
    const article = picture?.closest("article");
    if (!picture || !article) return;
    const from = picture.getBoundingClientRect().bottom;
    const height = this.log.clientHeight - GAP;
    const alone = height - (buttonsEnd(article) - from);
    const all = alone - (this.open.getBoundingClientRect().bottom - article.getBoundingClientRect().bottom);
    const whole = Math.min(wholeHeight(picture), height);
    const fits = alone < LEGIBLE * whole ? whole : Math.max(all, Math.min(alone, PART * height), LEAST);
    this.log.style.setProperty("--fit", `${Math.floor(fits)}px`);
  }

  /** Returns the lowest position that shows the panel, the hand or the newest board from its beginning. */
  goal() {
    const above = this.log.getBoundingClientRect().top - this.log.scrollTop;
    const panel = this.flows() ? this.panel() : null;
    const first = panel ?? (this.root.id === "dm" ? this.open.lastElementChild : null);
    if (first) return Math.min(this.end(), first.getBoundingClientRect().top - above - 4);
    const ends = this.open.getBoundingClientRect().bottom + 4 - above - this.log.clientHeight;
    return Math.min(this.end(), this.isLobby() ? ends : this.isNarrow() ? this.glance(above) : this.end(), this.resultTop() - above - 4);
  }

  /** Returns the upper edge of a finished game's result if its board is the newest message, or else infinity. */
  resultTop() {
    const article = newestTable(this.open) ? null : this.picture()?.closest("article");
    const ended = article?.parentElement === this.open.lastElementChild && article?.querySelector('[data-id^="kr:0:"]');
    const result = ended && article?.querySelector(".body > .text");
    return result ? result.getBoundingClientRect().top : Infinity;
  }

  /** Returns the newest lobby or board. @returns {HTMLElement|null} */
  table() {
    return newestTable(this.open) ?? this.picture()?.closest("article") ?? null;
  }

  /** Returns whether the newest table is a lobby: it has no picture. */
  isLobby() {
    const table = this.table();
    return Boolean(table) && this.picture()?.closest("article") !== table;
  }

  /** Returns the private message to show: the panel of the newest table, or one that is newer than that table. @returns {Element|null} */
  panel() {
    const [last, table] = [this.last(), this.table()];
    if (!last || !table || last.querySelector(ofItsGame(table))) return last;
    return after(/** @type {Element} */ (last.firstElementChild), table.getAttribute("data-message") ?? "") ? last : null;
  }

  /** Returns the position at which a board's picture begins, or its buttons end if both do not fit. @param {number} above */
  glance(above) {
    const picture = /** @type {HTMLElement} */ (this.picture());
    const ends = buttonsEnd(/** @type {HTMLElement} */ (picture.closest("article"))) + 4 - above - this.log.clientHeight;
    return Math.max(picture.getBoundingClientRect().top - above - 4, ends);
  }

  /** Returns whether pictures are above their board's buttons, not next to them. */
  isNarrow() {
    const body = this.picture()?.parentElement;
    return Boolean(body) && getComputedStyle(/** @type {HTMLElement} */ (body)).display === "flex";
  }

  end() {
    return this.log.scrollHeight - this.log.clientHeight;
  }

  down() {
    this.log.scrollTop = this.goal();
    this.top = this.log.scrollTop;
    this.sticks = true;
  }

  /** Scrolls to the newest board, or from there to the end. */
  onward() {
    const goal = this.goal();
    this.log.scrollTop = this.log.scrollTop < goal - 2 ? goal : this.end();
    this.log.focus({ preventScroll: true });
  }

  /** Keeps the position if the user has scrolled up, but not if only the log has become shorter. */
  scrolled() {
    const by = this.log.scrollTop - this.top;
    this.top = this.log.scrollTop;
    const away = this.log.scrollTop - this.goal();
    if (Math.abs(away) < NEAR) this.sticks = true;
    else if (by < 0 || by > 0 && away > 0) this.sticks = false;
    this.mark();
  }

  /** Shows the button to the newest message if it is out of sight or the user has scrolled away from it. */
  mark() {
    const last = (this.flows() && this.panel()) || this.open.lastElementChild;
    const below = Boolean(last && last.getBoundingClientRect().top > this.log.getBoundingClientRect().bottom - GAP);
    this.newest.hidden = !below && (this.sticks || this.end() - this.log.scrollTop < NEAR);
  }

  // --- after a reload ---------------------------------------------------------------------------------------

  /** Returns the first visible message and its distance from the top, or null if the newest board is shown. @returns {Place|null} */
  place() {
    if (this.sticks) return null;
    const top = this.log.getBoundingClientRect().top;
    const first = [...this.log.querySelectorAll("article")].find((one) => one.getBoundingClientRect().bottom > top);
    return first ? { id: first.getAttribute("data-message") ?? "", away: first.getBoundingClientRect().top - top } : null;
  }

  /** @param {Place} place */
  returnTo({ id, away }) {
    const found = this.log.querySelector(`[data-message="${CSS.escape(id)}"]`);
    if (!found) return this.down();
    this.log.scrollTop += found.getBoundingClientRect().top - this.log.getBoundingClientRect().top - away;
    this.top = this.log.scrollTop;
    this.sticks = false;
    this.mark();
  }

  /** Returns the storage key of the position in a channel. @param {string} channel */
  key(channel) {
    return `place ${state.me?.id} ${channel}`;
  }

  leave() {
    const place = this.place();
    if (place) sessionStorage.setItem(this.key(this.channel), JSON.stringify(place));
    else sessionStorage.removeItem(this.key(this.channel));
  }

  /** @param {string} channel @returns {Place|null} */
  kept(channel) {
    if (this.channel) return null;
    return JSON.parse(sessionStorage.getItem(this.key(channel)) ?? "null");
  }
}
