// Acting on messages: one press at a time, and a word where it went wrong.

import { tell } from "./state.js";
import { ask } from "./wire.js";
import { say } from "./words.js";

/** @typedef {import("./state.js").Message} Message @typedef {import("./state.js").Outcome} Outcome */

/** What is being done: message and component. @type {Set<string>} */
const busy = new Set();
/** What went wrong with a message last. @type {Map<string, string>} */
const failures = new Map();

/** Whether an answer is awaited. @param {Message} message @param {string} id */
export const isBusy = (message, id) => busy.has(`${message.id} ${id}`);

/** What went wrong with a message last, if anything. @param {Message} message */
export const failureOf = (message) => failures.get(message.id) ?? "";

/** The word for an outcome that came to nothing; empty if it came to something. @param {Outcome} outcome @param {boolean} [command] */
export function trouble(outcome, command = false) {
  if (outcome.kind === "failed") return say(command ? "unanswered" : "failed");
  if (outcome.kind === "impossible") return say("impossible");
  return outcome.kind === "lost" ? say("lostAct") : "";
}

/**
 * Press or choose; the message shows that it is under way, and whether it failed.
 * @param {Message} message
 * @param {string} id  the component's custom_id
 * @param {string[]} [values]  what was chosen, for a select
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

/** What follows from an outcome: a modal opens. @param {Outcome} outcome */
export function finish(outcome) {
  if (outcome.modal) tell("modal", outcome.modal);
}
