// The hot seat: between two people a curtain falls, and nothing of either is on the page until the next one lifts it.

import { el, the } from "./dom.js";
import { keepSetting, setting } from "./settings.js";
import { on, state, tell } from "./state.js";
import { be } from "./wire.js";
import { say } from "./words.js";

const KEPT = "curtain for";

/** For whom the curtain is down. @type {{slug: string, name: string}|null} */
let next = null;
let lifting = false;
/** @type {Element|null} */
let opener = null;

/** Whether nobody's messages may be shown now. */
export const hidden = () => next !== null;

/** Whether people sit down one after another without a curtain. */
export const isOpen = () => state.demo || setting("curtain") === "off";

/** Become somebody: past the curtain, unless all the people here are one. @param {string} slug */
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

/** The next one looks: only now the table is asked for what is theirs. */
async function lift() {
  if (!next || lifting) return;
  lifting = true;
  const outcome = await be(next.slug);
  lifting = false;
  if (outcome.kind && next) draw();
}

on("scene", () => {
  if (!next) return;
  if (lifting && state.me?.slug === next.slug) {
    next = null;
    sessionStorage.removeItem(KEPT);
    const back = opener instanceof HTMLElement && opener.isConnected ? opener : the("#channel .log");
    draw();
    back.focus({ preventScroll: true });
  } else if (!state.everybody) {
    next = null;
    draw();
  }
});

/** After a reload the curtain is still down. */
export function begin() {
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
  if (kept) fall(kept);
}

on("language", draw);
