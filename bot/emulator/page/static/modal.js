// A modal: a dialogue of the bot with fields to fill in.

import { finish, trouble } from "./acting.js";
import { hidden } from "./curtain.js";
import { el, newId } from "./dom.js";
import { modalField } from "./fields.js";
import { markdown } from "./markdown.js";
import { on } from "./state.js";
import { ask } from "./wire.js";
import { say } from "./words.js";

/** @typedef {import("./fields.js").Field} Field @typedef {import("./state.js").Part} Part */

/** Returns a row of a modal: a classic one with its input, a labelled field, or a text. @param {Part} row @param {Map<string, Field>} fields @returns {Node[]} */
function row(row, fields) {
  if (row.type === 10) return markdown(row.content);
  const part = row.type === 1 ? row.components[0] : row.component;
  if (!part) return [];
  const made = modalField(part, (row.type === 1 ? part.label : row.label) ?? "", row.description ?? "");
  fields.set(part.custom_id, made);
  return [made.shown];
}

/** @param {Record<string, any>} modal */
function open(modal) {
  const opener = /** @type {HTMLElement|null} */ (document.activeElement);
  /** @type {Map<string, Field>} */
  const fields = new Map();
  const title = newId();
  const wrong = el("p", { class: "failure", role: "alert" });
  const submit = /** @type {HTMLButtonElement} */ (el("button", { type: "submit", class: "button primary" }, say("submit")));
  const cancel = el("button", { type: "button", class: "button secondary", onclick: () => dialog.close() }, say("cancel"));
  const form = el("form", { novalidate: true }, el("h2", { id: title }, modal.title),
    modal.components.flatMap((/** @type {Part} */ one) => row(one, fields)), wrong, el("div", { class: "row" }, submit, cancel));
  const dialog = /** @type {HTMLDialogElement} */ (el("dialog", { "aria-labelledby": title }, form));

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const bad = [...fields.values()].find((one) => !one.isFilled());
    if (bad) {
      wrong.textContent = say("badValue", { name: bad.shown.querySelector("label, .label, legend")?.firstChild?.textContent ?? "" });
      bad.focus();
      return;
    }
    submit.disabled = true;
    const values = Object.fromEntries([...fields].map(([id, one]) => [id, one.value()]));
    const outcome = await ask("submit", { interaction: modal.interaction, values });
    submit.disabled = false;
    if (trouble(outcome)) { wrong.textContent = say("modalFailed"); return; }
    dialog.close();
    finish(outcome);
  });
  dialog.addEventListener("close", () => { dialog.remove(); opener?.isConnected && opener.focus(); });
  document.body.append(dialog);
  dialog.showModal();
}

on("modal", (modal) => { if (!hidden()) open(modal); });
