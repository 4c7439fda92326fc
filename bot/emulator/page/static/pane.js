// A channel with its messages: kept in order, at the newest one, and with the focus where it was.

import { el, the } from "./dom.js";
import { article } from "./message.js";
import { usable } from "./parts.js";
import { croupier, messagesIn, on } from "./state.js";
import { say } from "./words.js";

/** @typedef {import("./state.js").Message} Message */

const NEAR = 80;

/** The log of one channel within an element of the page. */
export class Pane {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.log = the(".log", root);
    this.channel = "";
    /** What only this page says, such as that a command failed. @type {Message[]} */
    this.notices = [];
    new ResizeObserver(() => this.sticks && this.down()).observe(this.log);
    this.log.addEventListener("scroll", () => this.scrolled());
    this.sticks = true;
    this.top = 0;
    on("message", ({ message, isNew }) => this.put(message, isNew));
    on("redraw", (message) => this.put(message, false));
    on("gone", ({ channel, id }) => channel === this.channel && this.take(id));
    on("dismissed", (message) => {
      this.notices = this.notices.filter((one) => one !== message);
      this.take(message.id);
    });
  }

  /** Show a channel from its newest message on. @param {string} channel @param {string} label */
  show(channel, label) {
    if (channel !== this.channel) this.notices = [];
    this.channel = channel;
    this.log.setAttribute("aria-label", label);
    const shown = current([...messagesIn(channel), ...this.notices]);
    this.log.replaceChildren(...shown.map((one) => el("li", {}, article(one))));
    if (!shown.length) this.log.append(el("li", { class: "empty" }, say("empty")));
    this.down();
  }

  /** A word of the page itself, which looks like a private message. @param {string} notice */
  notice(notice) {
    const by = croupier()?.id ?? "";
    /** @type {Message} */
    const message = {
      id: `notice ${Date.now()}`, channel: this.channel, by, at: new Date().toISOString(), content: "",
      files: [], parts: [], pings: [], private: true, notice,
    };
    this.notices.push(message);
    this.append(message);
  }

  /** @param {Message} message @param {boolean} isNew */
  put(message, isNew) {
    if (message.channel !== this.channel) return;
    const old = this.find(message.id);
    if (old) this.swap(old, message);
    else if (isNew || (message.private && !isSpent(message))) this.append(message);
  }

  /** @param {Message} message */
  append(message) {
    this.log.querySelector(".empty")?.remove();
    if (message.private) this.tidy();
    this.log.append(el("li", {}, article(message)));
    if (this.sticks) this.down();
  }

  /** Private words that have had their say make room for the next one, so that the table stays in sight. */
  tidy() {
    for (const one of [...messagesIn(this.channel), ...this.notices]) {
      const shown = one.private && isSpent(one) ? this.find(one.id) : null;
      if (!shown?.contains(document.activeElement)) shown?.parentElement?.remove();
    }
  }

  /** @param {HTMLElement} old @param {Message} message */
  swap(old, message) {
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    const made = article(messagesIn(this.channel).find((one) => one.id === message.id) ?? message);
    keepPictures(old, made);
    old.replaceWith(made);
    if (focused) refocus(made, focused.getAttribute("data-id"));
    if (this.sticks) this.down();
  }

  /** @param {string} id */
  take(id) {
    const old = this.find(id);
    const hadFocus = old?.contains(document.activeElement);
    old?.parentElement?.remove();
    if (hadFocus) this.log.focus();
  }

  /** @param {string} id @returns {HTMLElement|null} */
  find(id) {
    return this.log.querySelector(`[data-message="${CSS.escape(id)}"]`);
  }

  /** Whoever scrolls up stays there; a log that only became lower does not. */
  scrolled() {
    const up = this.log.scrollTop < this.top;
    this.top = this.log.scrollTop;
    if (this.isDown()) this.sticks = true;
    else if (up) this.sticks = false;
  }

  isDown() {
    return this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < NEAR;
  }

  down() {
    this.log.scrollTop = this.log.scrollHeight;
    this.sticks = true;
  }
}

/** Whether a message leaves nothing to press. @param {Message} message */
const isSpent = (message) => !message.thinking && !usable(message).length;

/** Without the private words that have had their say, but for the last one. @param {Message[]} messages */
function current(messages) {
  const last = messages.filter((one) => one.private).at(-1);
  return messages.filter((one) => !one.private || one === last || !isSpent(one));
}

/**
 * Pictures do not flicker when their message changes: the same one stays, another one comes over it.
 * @param {HTMLElement} old @param {HTMLElement} made
 */
function keepPictures(old, made) {
  /** @type {HTMLImageElement[]} */
  const before = [...old.querySelectorAll("img.sized")];
  for (const [at, fresh] of /** @type {NodeListOf<HTMLImageElement>} */ (made.querySelectorAll("img.sized")).entries()) {
    const same = before.find((one) => one.src === fresh.src);
    if (same) {
      same.alt = fresh.alt;
      fresh.replaceWith(same);
    } else if (before[at]) {
      fresh.loading = "eager";
      fresh.style.background = `url("${before[at].src}") 0 0 / 100% 100%`;
      for (const end of ["load", "error"]) fresh.addEventListener(end, () => { fresh.style.background = ""; }, { once: true });
    }
  }
}

/** The focus goes to the same control, or else to the message. @param {HTMLElement} made @param {string|null} id */
function refocus(made, id) {
  /** @type {HTMLElement|null} */
  const same = id ? made.querySelector(`[data-id="${CSS.escape(id)}"]:not(:disabled)`) : null;
  (same ?? made).focus({ preventScroll: true });
}
