// Shows timestamps as Discord does, in the language of the surrounding text. Relative ones update every second.

import { el } from "./dom.js";
import { language, locale } from "./words.js";

/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
/** The units of a relative time, each with its least number of seconds; below two minutes the unit is a second. @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 120], ["second", 0]];
/** @type {Record<string, number>} */
const SIZES = { year: 31536000, month: 2592000, day: 86400, hour: 3600, minute: 60, second: 1 };

/** Returns a moment's distance from now, in words. @param {number} seconds since 1970 @param {string} spoken a language */
function distance(seconds, spoken) {
  const away = Math.round(seconds - Date.now() / 1000);
  const [unit] = UNITS.find(([, from]) => Math.abs(away) >= from) ?? ["second"];
  const size = SIZES[unit] ?? 1;
  return new Intl.RelativeTimeFormat(locale(spoken)).format(Math.trunc(away / size), unit);
}

/** Returns a moment in words. @param {number} seconds since 1970 @param {string} style @param {string} [spoken] a language */
const inWords = (seconds, style, spoken = language()) =>
  style === "R" ? distance(seconds, spoken) : new Intl.DateTimeFormat(locale(spoken), STYLES[style] ?? STYLES.f).format(seconds * 1000);

/** Returns the language of the text that contains an element. @param {Element} element */
const spokenAt = (element) => element.closest("[lang]")?.getAttribute("lang") || language();

/** Writes a moment's words, if they have changed. @param {HTMLElement} shown */
function write(shown) {
  const seconds = Number(shown.dataset.at);
  const spoken = spokenAt(shown);
  const text = inWords(seconds, shown.dataset.style ?? "f", spoken);
  if (shown.textContent !== text) shown.textContent = text;
  const full = inWords(seconds, "F", spoken);
  if (shown.title !== full) shown.title = full;
}

/** Returns an element for `<t:seconds:style>`. @param {number} seconds @param {string} style */
export function moment(seconds, style) {
  const at = new Date(seconds * 1000);
  if (Number.isNaN(at.getTime())) return String(seconds);
  const shown = el("time", { class: "moment", datetime: at.toISOString(), "data-at": seconds, "data-style": style });
  write(shown);
  return shown;
}

/** Writes the moments of a text again, once its language is known. @param {Element} text */
export function rewriteMoments(text) {
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (text.querySelectorAll("time.moment"))) write(one);
}

/** Returns an element with the time at which a message was written. @param {string} iso */
export function written(iso) {
  const seconds = Date.parse(iso) / 1000;
  const today = new Date(iso).toDateString() === new Date().toDateString();
  const short = inWords(seconds, today ? "t" : "f");
  return el("time", { datetime: iso, title: inWords(seconds, "F") }, short);
}

setInterval(() => {
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('time[data-style="R"]'))) write(one);
}, 1000);
