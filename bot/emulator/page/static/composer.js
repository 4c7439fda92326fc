// The line below a channel: plain messages, and commands after a slash.

import { finish, trouble } from "./acting.js";
import { commandForm } from "./command.js";
import { el } from "./dom.js";
import { Offers } from "./offers.js";
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
    form.addEventListener("submit", (event) => { event.preventDefault(); this.send(); });
  }

  /** Shows the input line of the pane's channel, with the stored draft if there is one. @param {string} label */
  show(label) {
    this.input = /** @type {HTMLInputElement} */ (el("input", { type: "text", maxlength: 2000, placeholder: say("write"), "aria-label": label }));
    this.input.value = sessionStorage.getItem(this.key()) ?? "";
    this.input.addEventListener("input", () => this.typed());
    /** @type {Offers<Command>} */
    this.offers = new Offers(this.input, say("commands"), (command) => this.take(command));
    const send = el("button", { type: "submit", class: "button secondary send" }, say("send"));
    this.form.replaceChildren(this.offers.list, el("div", { class: "line" }, this.input, send));
  }

  /** Hides every draft. */
  hide() {
    this.form.replaceChildren();
  }

  /** Returns the storage key of a draft, which is restored after a reload. */
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

  /** Returns the commands whose translated name or path begins with the typed text. */
  matching() {
    const text = this.input?.value ?? "";
    // The bot's commands may arrive when the line is empty again.
    if (!text.startsWith("/")) return [];
    const typed = text.slice(1).trim().toLowerCase();
    return this.commands.filter((one) => one.name.toLowerCase().startsWith(typed) || one.path.startsWith(typed));
  }

  /** @param {Command[]} found */
  offer(found) {
    const typing = this.input?.value.startsWith("/") && document.activeElement === this.input;
    const offered = found.map((one) => ({ one, shown: [el("span", { class: "command" }, `/${one.name}`), " ", el("small", {}, one.about)] }));
    this.offers?.show(offered, typing ? say("noCommands") : "");
  }

  async send() {
    const text = this.input?.value.trim() ?? "";
    if (text.startsWith("/")) {
      if (!this.commands.length) await this.typed();
      const found = this.matching();
      const marked = this.offers?.marked;
      if (found.length) this.take(marked && found.includes(marked) ? marked : found[0]);
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

  /** Shows the form of a chosen command, or calls it at once if it has no options. @param {Command} command */
  take(command) {
    this.offer([]);
    const { channel } = this.pane;
    const label = this.input?.getAttribute("aria-label") ?? "";
    const back = () => { this.show(label); this.clear(); this.input?.focus(); };
    const call = async (/** @type {Record<string, unknown>} */ values) => {
      back();
      const outcome = await ask("slash", { channel, path: command.path, values });
      const wrong = trouble(outcome, true);
      if (wrong) this.pane.notice(`/${command.name}: ${wrong}`);
      finish(outcome);
    };
    if (!command.options.length) return void call({});
    const leave = () => { back(); };
    this.form.replaceChildren(commandForm(command, channel, call, leave));
    /** @type {HTMLElement|null} */
    const first = this.form.querySelector(".fields input, .fields select, button.primary");
    first?.focus();
  }
}
