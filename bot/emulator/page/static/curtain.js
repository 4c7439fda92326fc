// Hot seat: a curtain hides the messages of both people when the device is passed on, until the next person lifts it.

import { el, the } from "./dom.js";
import { keepSetting, setting } from "./settings.js";
import { on, persons, state, tell } from "./state.js";
import { be } from "./wire.js";
import { say } from "./words.js";

const KEPT = "curtain for";
/** A page opened by a person's address shows that person. */
export const openedForAnybody = location.pathname === "/";

/** The person who may lift the curtain; null if it is up. @type {{slug: string, name: string}|null} */
let next = null;
let lifting = false;
/** @type {Element|null} */
let opener = null;

/** Returns whether all messages are hidden. */
export const hidden = () => next !== null;

/** Returns whether the page changes from one person to another without a curtain. */
export const isOpen = () => state.demo || setting("curtain") === "off";

/** Changes the page's person, after the curtain unless it is switched off. @param {string} slug */
export function pass(slug) {
  if (!slug || slug === state.me?.slug || next) return;
  if (isOpen()) return void be(slug);
  const name = [...state.people.values()].find((one) => one.slug === slug)?.name ?? slug;
  opener = document.activeElement;
  fall({ slug, name });
}

/** @param {{slug: string, name: string}} whom */
function fall(whom) {
  next = whom;
  sessionStorage.setItem(KEPT, JSON.stringify(whom));
  // After a restart no one knows who holds the device: the curtain is down for the last person.
  keepSetting(KEPT, JSON.stringify(whom));
  for (const one of document.querySelectorAll("dialog[open]")) /** @type {HTMLDialogElement} */ (one).close();
  tell("curtain");
  draw();
}

function draw() {
  const curtain = the("#curtain");
  for (const one of document.body.children) if (one instanceof HTMLElement && one !== curtain && one.id !== "announcer") one.inert = Boolean(next);
  curtain.hidden = !next;
  if (!next) return;
  the("h2", curtain).textContent = say("pass", next);
  const show = el("button", { type: "button", class: "button primary big", onclick: lift }, say("show", next));
  const alone = el("button", { type: "button", class: "plain", onclick: () => { keepSetting("curtain", "off"); lift(); } }, say("noCurtain"));
  the(".row", curtain).replaceChildren(show, alone);
  show.focus();
}

/** Lifts the curtain. Only now does the page request the messages of the next person. */
async function lift() {
  if (!next || lifting) return;
  lifting = true;
  const outcome = await be(next.slug);
  lifting = false;
  if (outcome.kind && next) draw();
}

on("scene", () => {
  if (!next) return;
  const name = persons().find((one) => one.slug === next?.slug)?.name;
  if (lifting && state.me?.slug === next.slug) {
    next = null;
    sessionStorage.removeItem(KEPT);
    const back = opener instanceof HTMLElement && opener.isConnected ? opener : the("#channel .log");
    draw();
    back.focus({ preventScroll: true });
  } else if (!state.everybody || !name || state.demo) {
    next = null;
    draw();
  } else if (name !== next.name) {
    next.name = name;
    draw();
  }
});

/** Closes the curtain again after a reload, or after a restart of the browser on a device that was passed on. */
export function begin() {
  // The channel is kept from the first scene until the window is closed.
  const isNew = openedForAnybody && sessionStorage.getItem("channel") === null && setting("curtain") !== "off";
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? (isNew && setting(KEPT) || "null"));
  if (kept) fall(kept);
}

on("language", draw);
