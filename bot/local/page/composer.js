// The line below a channel: plain messages, and commands after a slash.

import { finish, trouble } from "./acting.js";
import { el, newId } from "./dom.js";
import { commandForm } from "./command.js";
import { state } from "./state.js";
import { ask } from "./wire.js";
import { say } from "./words.js";

/** @typedef {import("./command.js").Command} Command @typedef {import("./pane.js").Pane} Pane */

/** The composer of a pane. */
export class Composer {
  /** @param {HTMLFormElement} form @param {Pane} pane */
  constructor(form, pane) {
    this.form = form;
    this.pane = pane;
    /** @type {Command[]} */
    this.commands = [];
    this.at = 0;
    form.addEventListener("submit", (event) => { event.preventDefault(); this.send(); });
  }

  /** An empty line (or what was left there) for the pane's channel. @param {string} label */
  show(label) {
    const id = newId();
    this.list = el("ul", { role: "listbox", id, hidden: true, "aria-label": say("commands") });
    this.input = /** @type {HTMLInputElement} */ (el("input", {
      type: "text", maxlength: 2000, placeholder: label, "aria-label": label, role: "combobox", "aria-expanded": "false",
      "aria-controls": id, "aria-autocomplete": "list",
    }));
    this.input.value = sessionStorage.getItem(this.key()) ?? "";
    this.input.addEventListener("input", () => this.typed());
    this.input.addEventListener("keydown", (event) => this.pressed(event));
    this.input.addEventListener("blur", () => setTimeout(() => this.offer([]), 150));
    const send = el("button", { type: "submit", class: "button secondary send" }, say("send"));
    this.form.replaceChildren(this.list, el("div", { class: "line" }, this.input, send));
  }

  /** Where a draft is kept for the case that the page is reloaded. */
  key() {
    return `draft ${state.me?.id} ${this.pane.channel}`;
  }

  async typed() {
    const text = this.input?.value ?? "";
    sessionStorage.setItem(this.key(), text);
    if (!text.startsWith("/")) return this.offer([]);
    if (text === "/" || !this.commands.length) {
      this.commands = (await ask("commands", { channel: this.pane.channel })).commands ?? [];
    }
    return this.offer(this.matching());
  }

  /** The commands that begin with what is typed, in one's own words or the bot's. */
  matching() {
    const typed = (this.input?.value ?? "").slice(1).trim().toLowerCase();
    return this.commands.filter((one) => one.name.toLowerCase().startsWith(typed) || one.path.startsWith(typed));
  }

  /** @param {Command[]} found */
  offer(found) {
    if (!this.list || !this.input) return;
    this.offered = found;
    this.at = 0;
    const typing = this.input.value.startsWith("/") && document.activeElement === this.input;
    const items = found.map((one, at) => {
      const item = el("li", { role: "option", id: `${this.list?.id}-${at}`, "aria-selected": "false" },
        el("span", { class: "command" }, `/${one.name}`), " ", el("small", {}, one.about));
      item.addEventListener("mousedown", (event) => { event.preventDefault(); this.take(one); });
      return item;
    });
    if (!items.length && typing) items.push(el("li", { role: "option", "aria-disabled": "true", "aria-selected": "false" }, say("noCommands")));
    this.list.replaceChildren(...items);
    this.list.hidden = !items.length;
    this.input.setAttribute("aria-expanded", String(items.length > 0));
    this.mark(0);
  }

  /** @param {number} at */
  mark(at) {
    const items = [...(this.list?.children ?? [])];
    const count = this.offered?.length ?? 0;
    this.input?.removeAttribute("aria-activedescendant");
    if (!count) return;
    this.at = (at + count) % count;
    items.forEach((one, number) => one.setAttribute("aria-selected", String(number === this.at)));
    this.input?.setAttribute("aria-activedescendant", items[this.at].id);
    items[this.at].scrollIntoView({ block: "nearest" });
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (this.list?.hidden) return;
    if (event.key === "ArrowDown") this.mark(this.at + 1);
    else if (event.key === "ArrowUp") this.mark(this.at - 1);
    else if (event.key === "Escape") this.offer([]);
    else if (event.key === "Tab" && this.offered?.length) this.take(this.offered[this.at]);
    else return;
    event.preventDefault();
  }

  async send() {
    const text = this.input?.value.trim() ?? "";
    if (text.startsWith("/")) {
      if (!this.commands.length) await this.typed();
      const found = this.matching();
      if (found.length) this.take(found[Math.min(this.at, found.length - 1)]);
      return;
    }
    if (!text) return;
    const outcome = await ask("say", { channel: this.pane.channel, text });
    if (outcome.kind) return this.pane.notice(trouble(outcome));
    this.clear();
  }

  clear() {
    if (this.input) this.input.value = "";
    sessionStorage.removeItem(this.key());
  }

  /** A command was chosen: fill in its options, or call it at once where it has none. @param {Command} command */
  take(command) {
    this.offer([]);
    const { channel } = this.pane;
    const label = this.input?.getAttribute("aria-label") ?? "";
    const back = () => { this.show(label); this.clear(); this.input?.focus(); };
    const call = async (/** @type {Record<string, unknown>} */ values) => {
      back();
      const actor = state.me?.id;
      const outcome = await ask("slash", { channel, path: command.path, values });
      const wrong = trouble(outcome, true);
      if (wrong) this.pane.notice(`/${command.name}: ${wrong}`);
      finish(outcome, actor);
    };
    if (!command.options.length) return void call({});
    const leave = () => { back(); };
    this.form.replaceChildren(commandForm(command, channel, call, leave));
    /** @type {HTMLElement|null} */
    const first = this.form.querySelector("input, select, button");
    first?.focus();
  }
}
