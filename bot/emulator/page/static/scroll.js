// Where a pane stands: at the newest board with its buttons, or where its reader has scrolled to.

import { the } from "./dom.js";
import { state } from "./state.js";

/** @typedef {{id: string, away: number}} Place */

const NEAR = 80;
const GAP = 20;
/** A picture keeps this part of the height when other messages come below its board, and is at least so high, in pixels. */
const PART = 0.45;
const LEAST = 150;
/** If a board's picture would shrink below this part of its full size, the board is scrolled instead. */
const LEGIBLE = 0.6;
/** What can be pressed for a table; the others are `kr:0:`. */
const OF_A_GAME = '[data-id^="kr:"]:not([data-id^="kr:0:"])';

/** Whether a message is newer; the page's own words have no number, and are new. @param {HTMLElement} one @param {HTMLElement} other */
function after(one, other) {
  const [own, board] = [one, other].map((each) => each.getAttribute("data-message") ?? "");
  return !/^\d+$/.test(own) || BigInt(own) > BigInt(board);
}

/** Returns the height of a gallery's first picture at the gallery's full width; 0 if its size is unknown. @param {HTMLElement} gallery */
function wholeHeight(gallery) {
  const shown = /** @type {HTMLElement|null} */ (gallery.querySelector("img.sized"));
  const ratio = Number(shown?.style.getPropertyValue("--ratio"));
  return ratio ? gallery.clientWidth / ratio : 0;
}

/** Returns where a board's buttons end, else the board; its news may stand below them. @param {HTMLElement} article */
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
    this.top = 0;
    new ResizeObserver(() => this.settle()).observe(this.log);
    new ResizeObserver(([one]) => this.root.parentElement?.style.setProperty(`--own-${root.id}`, `${Math.ceil(one.borderBoxSize[0].blockSize)}px`)).observe(this.own);
    this.log.addEventListener("scroll", () => this.scrolled());
    this.newest.addEventListener("click", () => this.onward());
    addEventListener("pagehide", () => this.leave());
  }

  /** A channel is shown: at the place where one was, else at its newest board. @param {string} channel @param {Place|null} place */
  begin(channel, place) {
    const kept = place ?? this.kept(channel);
    this.channel = channel;
    this.sticks = !kept;
    this.fit();
    if (kept) this.returnTo(kept);
    else this.down();
    this.own.scrollTop = /** @type {HTMLElement|null} */ (this.own.lastElementChild)?.offsetTop ?? 0;
  }

  /** Something has changed; a new private message is seen from its beginning. @param {HTMLElement|null} item */
  renewed(item) {
    this.settle();
    if (item && !this.flows()) this.own.scrollTop = item.offsetTop;
  }

  settle() {
    this.fit();
    if (this.sticks) this.down();
    this.mark();
  }

  /** Whether one's own messages stand below the others rather than beside them. */
  flows() {
    return getComputedStyle(this.own).position !== "absolute";
  }

  /** The picture of the newest board that can be used. @returns {HTMLElement|null} */
  picture() {
    return [.../** @type {NodeListOf<HTMLElement>} */ (this.open.querySelectorAll("article.board > .body > .gallery"))].at(-1) ?? null;
  }

  /** A board's picture leaves room for whose turn it is, the clock and the buttons, and for what has come since. */
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

  /** The lowest place at which what matters is in sight from its beginning: one's own panel, a hand, or the newest board. */
  goal() {
    const above = this.log.getBoundingClientRect().top - this.log.scrollTop;
    const panel = this.flows() ? this.panel() : null;
    const first = panel ?? (this.root.id === "dm" ? this.open.lastElementChild : null);
    if (first) return Math.min(this.end(), first.getBoundingClientRect().top - above - 4);
    return Math.min(this.end(), this.isNarrow() ? this.glance(above) : this.end());
  }

  /** What of one's own is looked at: a game's panel, or whatever has come since the newest board. @returns {Element|null} */
  panel() {
    const last = this.own.lastElementChild;
    const board = this.picture()?.closest("article");
    if (!last || !board || last.querySelector(OF_A_GAME)) return last;
    return after(/** @type {HTMLElement} */ (last.firstElementChild), board) ? last : null;
  }

  /** Where a board's picture begins; where not all below it fits, its buttons are more than its picture. @param {number} above */
  glance(above) {
    const picture = /** @type {HTMLElement} */ (this.picture());
    const ends = buttonsEnd(/** @type {HTMLElement} */ (picture.closest("article"))) + 4 - above - this.log.clientHeight;
    return Math.max(picture.getBoundingClientRect().top - above - 4, ends);
  }

  /** Whether pictures stand above their board's buttons, not beside them. */
  isNarrow() {
    const body = this.picture()?.parentElement;
    return Boolean(body) && getComputedStyle(/** @type {HTMLElement} */ (body)).display === "flex";
  }

  end() {
    return this.log.scrollHeight - this.log.clientHeight;
  }

  down() {
    this.log.scrollTop = this.goal();
    this.sticks = true;
  }

  /** The way to the newest: first to the newest board, from there to the very end. */
  onward() {
    const goal = this.goal();
    this.log.scrollTop = this.log.scrollTop < goal - 2 ? goal : this.end();
    this.log.focus({ preventScroll: true });
  }

  /** Whoever scrolls up stays there; a log that only became lower does not. */
  scrolled() {
    const up = this.log.scrollTop < this.top;
    this.top = this.log.scrollTop;
    const away = this.log.scrollTop - this.goal();
    if (Math.abs(away) < NEAR) this.sticks = true;
    else if (up || away > 0) this.sticks = false;
    this.mark();
  }

  /** There is a way down where the newest message is out of sight, or one has scrolled away from it. */
  mark() {
    const last = (this.flows() && this.panel()) || this.open.lastElementChild;
    const below = Boolean(last && last.getBoundingClientRect().top > this.log.getBoundingClientRect().bottom - GAP);
    this.newest.hidden = !below && (this.sticks || this.end() - this.log.scrollTop < NEAR);
  }

  // --- over a reload ----------------------------------------------------------------------------------------

  /** The first message in sight, and how far it is from the top; nothing where one is at the newest. @returns {Place|null} */
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

  /** Where one's place in a channel is kept. @param {string} channel */
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
