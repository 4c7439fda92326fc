// Moments as Discord writes them; relative ones go on by themselves.

import { el } from "./dom.js";
import { locale } from "./words.js";

/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
/** From how many seconds on a distance is told in which unit; below two minutes each second counts. @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 120], ["second", 0]];
/** @type {Record<string, number>} */
const SIZES = { year: 31536000, month: 2592000, day: 86400, hour: 3600, minute: 60, second: 1 };

/** A moment's distance from now, in words. @param {number} seconds since 1970 */
function distance(seconds) {
  const away = Math.round(seconds - Date.now() / 1000);
  const [unit] = UNITS.find(([, from]) => Math.abs(away) >= from) ?? ["second"];
  const size = SIZES[unit] ?? 1;
  return new Intl.RelativeTimeFormat(locale()).format(Math.trunc(away / size), unit);
}

/** A moment in words. @param {number} seconds since 1970 @param {string} style */
const inWords = (seconds, style) =>
  style === "R" ? distance(seconds) : new Intl.DateTimeFormat(locale(), STYLES[style] ?? STYLES.f).format(seconds * 1000);

/** `<t:seconds:style>` as an element. @param {number} seconds @param {string} style */
export function moment(seconds, style) {
  const at = new Date(seconds * 1000);
  if (Number.isNaN(at.getTime())) return String(seconds);
  const full = inWords(seconds, "F");
  const shown = el("time", { class: "moment", datetime: at.toISOString(), title: full }, inWords(seconds, style));
  if (style === "R") shown.dataset.counts = String(seconds);
  return shown;
}

/** When a message was written. @param {string} iso */
export function written(iso) {
  const seconds = Date.parse(iso) / 1000;
  const today = new Date(iso).toDateString() === new Date().toDateString();
  const short = inWords(seconds, today ? "t" : "f");
  return el("time", { datetime: iso, title: inWords(seconds, "F") }, short);
}

setInterval(() => {
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("time[data-counts]"))) {
    const text = distance(Number(one.dataset.counts));
    if (one.textContent !== text) one.textContent = text;
  }
}, 1000);
