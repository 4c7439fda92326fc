// The form for the options of a command.

import { el } from "./dom.js";
import { optionField } from "./fields.js";
import { ask } from "./wire.js";
import { say } from "./words.js";

/**
 * @typedef {import("./fields.js").Field} Field @typedef {import("./fields.js").Option} Option
 * @typedef {{path: string, name: string, about: string, options: Option[]}} Command
 */

/**
 * Returns the form of a command: the required fields, and a list from which the others can be added.
 * @param {Command} command
 * @param {string} channel
 * @param {(values: Record<string, unknown>) => void} call
 * @param {() => void} leave
 */
export function commandForm(command, channel, call, leave) {
  /** @type {Map<string, Field>} */
  const fields = new Map();
  const list = el("div", { class: "fields" });
  const more = el("div", { class: "row", role: "group", "aria-label": say("option") });
  const wrong = el("p", { class: "failure", role: "alert" });
  const values = () => Object.fromEntries([...fields].map(([name, one]) => [name, one.value()]));

  /** @param {Option} option */
  function add(option) {
    const complete = async (/** @type {string} */ typed) => {
      const others = Object.fromEntries(Object.entries(values()).filter(([name, value]) => name !== option.name && fields.get(name)?.isFilled() && value !== ""));
      const outcome = await ask("complete", { channel, path: command.path, option: option.name, typed, values: others });
      return outcome.choices ?? [];
    };
    const made = optionField(option, complete);
    if (!option.required) {
      made.shown.append(el("button", { type: "button", class: "plain remove", "aria-label": say("remove", { name: option.label }), onclick: () => remove(option) }, "✕"));
    }
    fields.set(option.name, made);
    list.append(made.shown);
    offer();
    return made;
  }

  /** @param {Option} option */
  function remove(option) {
    fields.get(option.name)?.shown.remove();
    fields.delete(option.name);
    offer();
    more.querySelector("button")?.focus();
  }

  function offer() {
    const left = command.options.filter((one) => !fields.has(one.name));
    more.replaceChildren(...left.map((one) =>
      el("button", { type: "button", class: "button secondary", title: one.about, onclick: () => add(one).focus() }, `+ ${one.label}`)));
  }

  function send() {
    const bad = [...fields].find(([, one]) => !one.isFilled());
    if (!bad) return call(values());
    wrong.textContent = say("badValue", { name: command.options.find((one) => one.name === bad[0])?.label ?? bad[0] });
    bad[1].focus();
  }

  command.options.filter((one) => one.required).forEach(add);
  offer();
  const made = el("div", { class: "filling", role: "group", "aria-label": `/${command.name}` },
    el("p", {}, el("strong", {}, `/${command.name}`), " ", el("small", {}, command.about)), list, more, wrong,
    el("div", { class: "row" },
      el("button", { type: "button", class: "button primary", onclick: send }, say("send")),
      el("button", { type: "button", class: "button secondary", onclick: leave }, say("cancel"))));
  made.addEventListener("keydown", (event) => {
    if (event.key === "Escape") leave();
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    send();
  });
  return made;
}
