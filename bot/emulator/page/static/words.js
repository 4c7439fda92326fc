// The page's own texts, in the page's language, which does not depend on the person.

import { keepSetting, setting } from "./settings.js";
import { tell } from "./state.js";
import { CS } from "./words-cs.js";
import { EN } from "./words-en.js";
import { SK } from "./words-sk.js";

/** @typedef {keyof typeof EN} Word */

/**
 * The catalogues of the page's languages. `client` is the language of Discord's clients that is nearest to each: its own
 * or, like Slovak's, that of another language.
 * @type {Record<string, typeof EN>}
 */
const CATALOGUES = { en: EN, cs: CS, sk: SK };
/** The page's languages, each named in itself. */
export const LANGUAGES = Object.fromEntries(Object.entries(CATALOGUES).map(([code, one]) => [code, one.itself]));
/** Languages of Discord's clients -> their names. */
export const CLIENTS = Object.fromEntries(Object.entries(CATALOGUES).filter(([code]) => hasClient(code)).map(([, one]) => [one.client, one.itself]));

/** Returns whether Discord's clients have a language of the page. @param {string} code */
export function hasClient(code) {
  return CATALOGUES[code]?.client.startsWith(code) ?? false;
}

/** Returns the language of Discord's clients that is nearest to a language of the page, or the code itself. @param {string} code */
export const clientOf = (code) => CATALOGUES[code]?.client ?? code;

/** Returns the language that was chosen for the page; an empty string if it follows the browser. */
export const chosenLanguage = () => setting("language") in CATALOGUES ? setting("language") : "";

/** Returns the chosen language of the page, or else the browser's first that the page has. */
export function language() {
  const wanted = [chosenLanguage(), ...navigator.languages].map((one) => one.slice(0, 2).toLowerCase());
  return wanted.find((one) => one in CATALOGUES) ?? "en";
}

/** Returns the language of Discord's clients that is nearest to the browser's. */
export function clientLocale() {
  const first = navigator.languages.map((one) => one.slice(0, 2).toLowerCase()).find((one) => one in CATALOGUES);
  return clientOf(first ?? "en");
}

/** Writes all texts of the page in its language. */
export function speak() {
  document.documentElement.lang = language();
  for (const one of document.querySelectorAll("[data-say]")) one.textContent = say(/** @type {Word} */ (one.getAttribute("data-say")));
  for (const one of document.querySelectorAll("[data-say-label]")) {
    one.setAttribute("aria-label", say(/** @type {Word} */ (one.getAttribute("data-say-label"))));
  }
}

/** Stores the chosen language of the page; an empty string follows the browser. @param {string} chosen */
export function choose(chosen) {
  keepSetting("language", chosen);
  speak();
  tell("language");
}

/** Returns a text of the page. @param {Word} word @param {Record<string, string|number>} [facts] */
export function say(word, facts = {}) {
  return CATALOGUES[language()][word].replace(/\{(\w+)\}/g, (all, name) => String(facts[name] ?? all));
}

/** Returns the locale for dates and times in a language: the browser's preferred variant, if it has one. @param {string} [spoken] */
export const locale = (spoken = language()) => navigator.languages.find((one) => one.slice(0, 2).toLowerCase() === spoken) ?? spoken;
