// A channel with its messages: keeps their order, the scroll position and the focus.

import { hidden } from "./curtain.js";
import { el, the } from "./dom.js";
import { Folding, newestTable, ofItsGame } from "./folding.js";
import { article } from "./message.js";
import { usable } from "./parts.js";
import { keepPictures, refocus } from "./renewing.js";
import { Scroll } from "./scroll.js";
import { croupier, messagesIn, on, state } from "./state.js";
import { say } from "./words.js";

/** @typedef {import("./state.js").Message} Message */

/** The log of one channel within an element of the page: the public messages, then the private ones of the page's person. */
export class Pane {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.log = the(".log", root);
    this.open = the(".public", root);
    this.own = the(".own", root);
    this.channel = "";
    this.whose = "";
    /** Messages of this page itself, for example that a command failed. @type {Message[]} */
    this.notices = [];
    this.folding = new Folding(root);
    this.scroll = new Scroll(root);
    on("message", ({ message, before, isNew }) => this.put(message, isNew, before));
    on("pressing", ({ message, id }) => { if (message.channel === this.channel && OPENS.test(id)) this.scroll.sticks = true; });
    on("redraw", (message) => this.put(message, false));
    on("gone", ({ channel, id }) => channel === this.channel && this.take(id));
    on("curtain", () => this.clear());
    on("dismissed", (message) => {
      this.notices = this.notices.filter((one) => one !== message);
      this.take(message.id);
    });
  }

  /** Removes all messages while the device is passed on. */
  clear() {
    this.notices = [];
    this.open.replaceChildren();
    this.own.replaceChildren();
  }

  /** Shows a channel at the previous scroll position, or else at its newest board. @param {string} channel @param {string} label */
  show(channel, label) {
    const whose = state.me?.id ?? "";
    const place = channel === this.channel && whose === this.whose ? this.scroll.place() : null;
    if (channel !== this.channel || whose !== this.whose) {
      this.notices = [];
      this.folding.reset();
    }
    Object.assign(this, { channel, whose });
    this.log.setAttribute("aria-label", label);
    const shown = current([...messagesIn(channel), ...this.notices]);
    const items = (/** @type {boolean} */ mine) => shown.filter((one) => Boolean(one.private) === mine).map((one) => el("li", {}, article(one)));
    this.open.replaceChildren(...items(false));
    this.own.replaceChildren(...items(true));
    if (!shown.length) this.open.append(el("li", { class: "empty" }, say("empty")));
    this.folding.update();
    this.scroll.begin(channel, place);
  }

  /** Adds a message of the page itself, which looks like a private message. @param {string} notice */
  notice(notice) {
    if (hidden()) return;
    const by = croupier()?.id ?? "";
    /** @type {Message} */
    const message = {
      id: `notice ${Date.now()}`, channel: this.channel, by, at: new Date().toISOString(), content: "",
      files: [], parts: [], pings: [], private: true, notice,
    };
    this.notices.push(message);
    this.append(message);
  }

  /** @param {Message} message @param {boolean} isNew @param {Message} [before] */
  put(message, isNew, before) {
    if (message.channel !== this.channel || hidden()) return;
    const old = this.find(message.id);
    if (old) this.swap(old, message, before);
    else if (isNew || (message.private && !isSpent(message))) this.append(message);
  }

  /** @param {Message} message */
  append(message) {
    this.open.querySelector(".empty")?.remove();
    if (message.private) this.tidy();
    const item = el("li", {}, article(message));
    (message.private ? this.own : this.open).append(item);
    this.folding.update();
    this.scroll.renewed(message.private ? item : null);
  }

  /** Removes private messages that have no more buttons, to keep the table in sight. */
  tidy() {
    for (const one of [...messagesIn(this.channel), ...this.notices]) {
      const shown = one.private && isSpent(one) ? this.find(one.id) : null;
      if (!shown?.contains(document.activeElement)) shown?.parentElement?.remove();
    }
  }

  /** @param {HTMLElement} old @param {Message} message @param {Message} [before] */
  swap(old, message, before) {
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    const made = article(messagesIn(this.channel).find((one) => one.id === message.id) ?? message);
    // Pictures move afterwards: if the old message lost them while it is in the log, the browser would scroll up by their height.
    old.replaceWith(made);
    keepPictures(old, made);
    if (focused) refocus(made, focused.getAttribute("data-id"));
    this.folding.update();
    const table = newestTable(this.open);
    const question = message.private && before && table && made.querySelector(ofItsGame(table)) && questionOf(message);
    if (!question || question === questionOf(before)) return this.scroll.renewed(null);
    // An explanation of the previous question is of no more use.
    this.tidy();
    this.scroll.turned(/** @type {HTMLElement} */ (made.parentElement));
  }

  /** @param {string} id */
  take(id) {
    const old = this.find(id);
    const hadFocus = old?.contains(document.activeElement);
    old?.parentElement?.remove();
    if (hadFocus) this.log.focus();
    this.folding.update();
    this.scroll.renewed(null);
  }

  /** @param {string} id @returns {HTMLElement|null} */
  find(id) {
    return this.log.querySelector(`[data-message="${CSS.escape(id)}"]`);
  }
}

/** Matches the buttons that start a lobby's game. */
const OPENS = /:(start|solo)$/;
/** Matches a component of a panel: its number is the question. */
const ASKS = /^kr:[1-9]\d*:[a-z_]+:(\d+):/;

/** Returns the number of the question that a panel asks, or undefined. @param {Message} message */
const questionOf = (message) => usable(message).map((one) => ASKS.exec(one.custom_id)?.[1]).find(Boolean);

/** Returns whether a message has no usable components. @param {Message} message */
const isSpent = (message) => !message.thinking && !usable(message).length;

/** Returns the messages without private ones that have no usable components; the last private one stays. @param {Message[]} messages */
function current(messages) {
  const last = messages.filter((one) => one.private).at(-1);
  return messages.filter((one) => !one.private || one === last || !isSpent(one));
}
