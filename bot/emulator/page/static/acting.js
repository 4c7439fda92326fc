// Sends presses and choices, one at a time, and keeps the error of each message.

import { tell } from "./state.js";
import { ask } from "./wire.js";
import { say } from "./words.js";

/** @typedef {import("./state.js").Message} Message @typedef {import("./state.js").Outcome} Outcome */

/** Presses that wait for an answer: message and component. @type {Set<string>} */
const busy = new Set();
/** The latest error of each message. @type {Map<string, string>} */
const failures = new Map();

/** Returns whether a press of this component waits for an answer. @param {Message} message @param {string} id */
export const isBusy = (message, id) => busy.has(`${message.id} ${id}`);

/** Returns the latest error of a message, or an empty string. @param {Message} message */
export const failureOf = (message) => failures.get(message.id) ?? "";

/** Returns the text of a failed outcome, or an empty string if it succeeded. @param {Outcome} outcome @param {boolean} [command] */
export function trouble(outcome, command = false) {
  if (outcome.kind === "failed") return say(command ? "unanswered" : "failed");
  if (outcome.kind === "impossible") return say("impossible");
  return outcome.kind === "lost" ? say("lostAct") : "";
}

/**
 * Sends a press or a choice. The message shows that it is under way, and whether it failed.
 * @param {Message} message
 * @param {string} id  the component's custom_id
 * @param {string[]} [values]  the chosen values of a select
 */
export async function act(message, id, values) {
  const key = `${message.id} ${id}`;
  if (busy.has(key)) return;
  busy.add(key);
  failures.delete(message.id);
  tell("pressing", { message, id });
  tell("redraw", message);
  const where = { channel: message.channel, message: message.id, id };
  const outcome = values ? await ask("select", { ...where, values }) : await ask("press", where);
  busy.delete(key);
  const wrong = trouble(outcome);
  if (wrong) failures.set(message.id, wrong);
  tell("redraw", message);
  finish(outcome);
}

/** Opens the modal of an outcome, if it has one. @param {Outcome} outcome */
export function finish(outcome) {
  if (outcome.modal) tell("modal", outcome.modal);
}
