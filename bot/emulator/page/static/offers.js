// Autocomplete: a list below an input from which the user chooses by keys or a press.

import { el, newId } from "./dom.js";

/** @template T @typedef {{one: T, shown: (Node|string)[]}} Offer */

/** An input with a list of offers. @template T */
export class Offers {
  /** @param {HTMLInputElement} input @param {string} label @param {(one: T) => void} take */
  constructor(input, label, take) {
    this.input = input;
    this.take = take;
    /** @type {Offer<T>[]} */
    this.offered = [];
    this.at = 0;
    this.list = el("ul", { role: "listbox", id: newId(), hidden: true, "aria-label": label });
    const told = { role: "combobox", "aria-expanded": "false", "aria-controls": this.list.id, "aria-autocomplete": "list" };
    for (const [name, value] of Object.entries(told)) input.setAttribute(name, value);
    input.addEventListener("keydown", (event) => this.pressed(event));
    input.addEventListener("blur", () => setTimeout(() => this.show([]), 150));
  }

  get open() {
    return !this.list.hidden;
  }

  /** Shows offers; if there are none, shows the text `none` or closes the list. @param {Offer<T>[]} offered @param {string} [none] */
  show(offered, none = "") {
    this.offered = offered;
    const items = offered.map(({ one, shown }, at) => {
      const item = el("li", { role: "option", id: `${this.list.id}-${at}`, "aria-selected": "false" }, shown);
      item.addEventListener("mousedown", (event) => { event.preventDefault(); this.take(one); });
      return item;
    });
    if (!items.length && none) items.push(el("li", { role: "option", "aria-disabled": "true", "aria-selected": "false" }, none));
    this.list.replaceChildren(...items);
    this.list.hidden = !items.length;
    this.input.setAttribute("aria-expanded", String(items.length > 0));
    this.mark(0);
  }

  /** @param {number} at */
  mark(at) {
    const items = [...this.list.children];
    const count = this.offered.length;
    this.input.removeAttribute("aria-activedescendant");
    if (!count) return;
    this.at = (at + count) % count;
    items.forEach((one, number) => one.setAttribute("aria-selected", String(number === this.at)));
    this.input.setAttribute("aria-activedescendant", items[this.at].id);
    items[this.at].scrollIntoView({ block: "nearest" });
  }

  /** The marked offer. @returns {T|undefined} */
  get marked() {
    return this.offered[this.at]?.one;
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (!this.open) return;
    if (event.key === "ArrowDown") this.mark(this.at + 1);
    else if (event.key === "ArrowUp") this.mark(this.at - 1);
    else if (event.key === "Escape") this.show([]);
    else if (event.key === "Tab" && this.input.value && this.offered.length) this.take(this.offered[this.at].one);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
