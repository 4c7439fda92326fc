// The options of this page: language, signals of your turn, curtain, names, a link for another device.

import { isOpen } from "./curtain.js";
import { el, newId, the } from "./dom.js";
import { keepSetting, setting } from "./settings.js";
import { on, persons, state, tell } from "./state.js";
import { ask } from "./wire.js";
import { choose, chosenLanguage, CLIENTS, clientOf, hasClient, LANGUAGES, say } from "./words.js";

/** @typedef {import("./words.js").Word} Word */

const OWN_SETTINGS = "profile";

/**
 * Returns a select with its label.
 * @param {string} id @param {string} label @param {Record<string, string>} offered @param {string} chosen @param {(value: string) => void} take
 */
function choice(id, label, offered, chosen, take) {
  const options = Object.entries(offered).map(([value, name]) => el("option", { value, selected: value === chosen }, name));
  const select = el("select", { "data-id": id, onchange: (/** @type {Event} */ event) => take(/** @type {HTMLSelectElement} */ (event.target).value) }, options);
  return el("label", { class: "setting" }, el("span", {}, label), " ", select);
}

/** Returns a switch with its label. @param {Word} word @param {boolean} isOn @param {(on: boolean) => void} turn @param {string} [why] why it cannot be on */
export function flip(word, isOn, turn, why = "") {
  const told = why ? newId() : null;
  const knob = [el("span", { class: "knob", "aria-hidden": "true" }), " ", el("span", {}, say(word))];
  const button = el("button", {
    type: "button", class: "switch", role: "switch", "aria-checked": String(isOn), disabled: Boolean(why), "aria-describedby": told,
    "data-id": word, onclick: () => { turn(!isOn); draw(); },
  }, knob);
  return el("div", { class: "setting" }, button, why && el("p", { class: "small", id: told }, why));
}

/**
 * Changes the language of a player; an empty string follows the browser. One that Discord's clients lack is chosen in the
 * bot's own settings, which open.
 * @param {string} chosen
 */
function speakTo(chosen) {
  if (chosen in LANGUAGES && !hasClient(chosen) && state.channel) ask("slash", { channel: state.channel, path: OWN_SETTINGS, values: {} });
  ask("locale", { to: clientOf(chosen), channel: state.channel });
}

/** Returns the selects of languages: of the page and its person (one each if the page shows every person), and of new tables. */
function languages() {
  const frame = (/** @type {string} */ chosen) => { choose(chosen); if (!state.everybody) speakTo(chosen); };
  const browser = { "": say("asBrowser") };
  const page = choice("language", say(state.everybody ? "frame" : "language"), { ...browser, ...LANGUAGES }, chosenLanguage(), frame);
  const mine = state.me?.chosenLocale ?? "";
  const others = Object.entries(LANGUAGES).filter(([code]) => !hasClient(code)).map(([code, name]) => [code, say("inProfile", { name })]);
  const offered = { ...browser, ...CLIENTS, ...(!mine || mine in CLIENTS ? {} : { [mine]: mine }), ...Object.fromEntries(others) };
  const tables = choice("tables", say("tables"), { "": say("asHost"), ...LANGUAGES }, setting("tables"), (chosen) => keepSetting("tables", chosen));
  return [page, state.everybody && choice("locale", say("speaks", { name: state.me?.name ?? "" }), offered, mine, speakTo), tables];
}

/** The result of the latest renaming. */
let told = "";

/** @param {string} slug @param {HTMLInputElement} input */
async function rename(slug, input) {
  const name = input.value.trim();
  const outcome = await ask("rename", { for: slug, to: name });
  told = outcome.kind ? say("badName") : say("named", { name });
  the("#options .told").textContent = told;
}

/** Returns an input for the name of each seat that the user may name. */
function names() {
  const rows = persons().filter((one) => state.everybody || one.id === state.me?.id).map((one) => {
    const input = /** @type {HTMLInputElement} */ (el("input", { type: "text", maxlength: 20, value: one.name, "data-id": `name ${one.slug}`, "aria-label": say("nameOf", one) }));
    const send = (/** @type {Event} */ event) => { event.preventDefault(); rename(one.slug, input); };
    return el("form", { class: "name", autocomplete: "off", onsubmit: send }, input,
      el("button", { type: "submit", class: "button secondary", "data-id": `rename ${one.slug}`, "aria-label": `${say("rename")}: ${one.name}` }, say("rename")));
  });
  return el("fieldset", { class: "names" }, el("legend", {}, say("names")), rows,
    el("p", { class: "small" }, say("namesHint")), el("p", { class: "small told", role: "status" }, told));
}

/** Returns the link of this page as a QR code for another device. */
function link() {
  if (state.everybody) return null;
  const picture = el("img", { src: `${location.pathname}/qr.svg`, alt: say("linkPicture"), width: 164, height: 164, class: "qr" });
  return el("fieldset", { class: "link" }, el("legend", {}, say("link")), picture, el("p", { class: "small" }, say("linkHint")));
}

/** Returns the switches for signals of the user's turn. @type {() => (Node|null)[]} */
let signs = () => [];

function draw() {
  if (!state.me) return;
  const section = the("#options");
  const focused = section.contains(document.activeElement) ? document.activeElement?.getAttribute("data-id") : null;
  const curtain = state.everybody && !state.demo
    && flip("curtain", !isOpen(), (on) => keepSetting("curtain", on ? "on" : "off"));
  section.replaceChildren(...[...languages(), ...signs(), curtain, names(), link()].filter((one) => one instanceof Node));
  if (focused) /** @type {HTMLElement|null} */ (section.querySelector(`[data-id="${CSS.escape(focused)}"]`))?.focus();
}

/** @param {boolean} open */
function unfold(open) {
  the("#more").setAttribute("aria-expanded", String(open));
  the("#options").hidden = !open;
  the("#top").classList.toggle("unfolded", open);
}

/** Connects the options. @param {() => (Node|null)[]} turnSigns */
export function begin(turnSigns) {
  signs = turnSigns;
  the("#more").addEventListener("click", () => unfold(the("#options").hidden));
  the("#top").addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || the("#options").hidden) return;
    unfold(false);
    the("#more").focus();
  });
  for (const what of ["scene", "language", "signs"]) on(what, draw);
  on("curtain", () => unfold(false));
}

/** Draws the options again. */
export const redraw = () => tell("signs");
