// Shows a message as an article.

import { failureOf } from "./acting.js";
import { el, newId } from "./dom.js";
import { languageOf } from "./language.js";
import { markdown } from "./markdown.js";
import { file, parts, picture, usable, walk } from "./parts.js";
import { bar as replayBar } from "./replay.js";
import { nameOf, state, tell } from "./state.js";
import { OF_NO_GAME } from "./table.js";
import { rewriteMoments, written } from "./times.js";
import { ask } from "./wire.js";
import { language, say } from "./words.js";

/** @typedef {import("./state.js").Message} Message */

/** The level of a message's first heading: one below the heading of its channel. */
const FIRST_HEADING = 3;

/** Returns an avatar: a circle with the first letter of a user's name. @param {string} id */
export function avatar(id) {
  const somebody = state.people.get(id);
  const hue = [...nameOf(id)].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 6, 0);
  return el("span", { class: somebody?.bot ? "avatar dealer" : `avatar hue${hue}`, "aria-hidden": "true" }, nameOf(id)[0]);
}

/** Returns the files below a classic message; a message of components shows its files among them. @param {Message} message */
function files(message) {
  const shownElsewhere = message.parts.some((one) => one.type >= 9);
  if (shownElsewhere) return [];
  return message.files.map((one) =>
    one.content_type?.startsWith("image/") ? picture(one, one.description ?? "") : file(one.url, one.filename, one.size));
}

/** @param {Message} message */
function footer(message) {
  const failure = message.notice ? "" : failureOf(message);
  const dismiss = () => {
    if (message.notice) tell("dismissed", message);
    else ask("dismiss", { channel: message.channel, message: message.id });
  };
  return [
    failure && el("p", { class: "failure", role: "alert" }, `⚠ ${failure}`),
    message.private && el("p", { class: "private" }, `${say("private")} · `,
      el("button", { type: "button", class: "plain", "data-id": "dismiss", onclick: dismiss }, say("dismiss"))),
  ];
}

/** @param {Message} message */
function body(message) {
  if (message.notice) return [el("p", { class: "failure" }, `⚠ ${message.notice}`)];
  if (message.thinking) return [el("p", { class: "thinking" }, say("thinking", { name: nameOf(message.by) }))];
  return [
    message.content && el("div", { class: "text" }, markdown(message.content)),
    files(message),
    replayBar(message),
    parts(message.parts, message),
  ];
}

/** Marks the texts of a message with its language, for the moments in them and for screen readers. @param {Element} shown @param {Message} message */
function speaks(shown, message) {
  const spoken = languageOf(readable(message), language());
  if (!spoken) return;
  for (const text of shown.querySelectorAll(".text")) {
    text.setAttribute("lang", spoken);
    rewriteMoments(text);
  }
}

/** Gives the headings of a message levels without gaps. @param {Element} shown */
function outline(shown) {
  const headings = [...shown.querySelectorAll("[role=heading]")];
  const sizes = [...new Set(headings.map((one) => one.className))].sort();
  let level = FIRST_HEADING - 1;
  for (const one of headings) {
    level = Math.min(FIRST_HEADING + sizes.indexOf(one.className), level + 1);
    one.setAttribute("aria-level", String(level));
  }
}

/** @param {Message} message */
export function article(message) {
  const id = newId();
  const by = state.people.get(message.by);
  const pinged = message.pings === "*" || message.pings.includes(state.me?.id ?? "");
  const command = message.called?.path ? `/${message.called.path}` : say("used");
  const heading = el("p", { class: "by", id }, el("span", { class: "author" }, nameOf(message.by)), " ",
    by?.bot && el("span", { class: "tag" }, say("bot")), " ", written(message.at),
    message.edited && el("span", { class: "small" }, ` ${say("edited")}`));
  const called = message.called && el("p", { class: "called" }, say("called", { name: nameOf(message.called.by), command }));
  const controls = message.parts.some((one) => one.type === 12) ? usable(message) : [];
  const board = !message.private && controls.length > 0;
  const kind = ["message", message.private && "ephemeral", pinged && "pinged", board && "board"].filter(Boolean).join(" ");
  const shown = el("article", { class: kind, "aria-labelledby": id, "data-message": message.id, tabindex: "-1" },
    called, avatar(message.by), el("div", { class: "body" }, heading, body(message).flat(), footer(message)));
  // A step of a lesson, or a puzzle.
  const lesson = message.private && controls.some((one) => OF_NO_GAME.test(one.custom_id)) && shown.querySelector(".gallery.tall");
  shown.classList.toggle("lesson", Boolean(lesson) && !shown.querySelector(".replay"));
  speaks(shown, message);
  outline(shown);
  return shown;
}

/** Returns all text of a message. @param {Message} message @returns {string} */
export function readable(message) {
  return [message.content, ...walk(message.parts).map((one) => one.content)].filter(Boolean).join("\n");
}
