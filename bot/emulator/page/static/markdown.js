// Converts Discord's Markdown to elements.

import { el } from "./dom.js";
import { nameOf, state } from "./state.js";
import { moment } from "./times.js";
import { say } from "./words.js";

/** @typedef {{at: RegExp, make: (found: RegExpExecArray) => Node|string}} Rule */

/** @param {string} tag @param {string} text @param {Record<string, unknown>} [attributes] */
const span = (tag, text, attributes = {}) => el(tag, attributes, inline(text));

/** @param {string} url @param {(Node|string)[]} inside */
function link(url, inside) {
  const known = /^https?:\/\//i.test(url);
  return known ? el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, inside) : el("span", {}, inside);
}

/** @param {string} text */
function spoiler(text) {
  const inside = el("span", { "aria-hidden": "true" }, inline(text));
  const cover = el("span", { class: "spoiler", role: "button", tabindex: "0", "aria-label": say("spoiler") }, inside);
  const show = () => {
    cover.classList.add("shown");
    for (const name of ["role", "tabindex", "aria-label"]) cover.removeAttribute(name);
    inside.removeAttribute("aria-hidden");
  };
  cover.addEventListener("click", show);
  cover.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); show(); }
  });
  return cover;
}

/** Returns the emoji of a button or option. @param {Record<string, any>|undefined} it */
export const sign = (it) => it && el("span", { class: "sign" },
  it.id ? el("img", { src: `/emojis/${it.id}.png`, alt: "", width: "20", height: "20" }) : it.name);

/** @param {string} id */
function mention(id) {
  const me = id === state.me?.id;
  return el("span", { class: me ? "mention mine" : "mention", "data-user": id }, `@${nameOf(id)}`);
}

/** @param {string} id */
const place = (id) => el("span", { class: "mention" }, `#${state.channels.find((one) => one.id === id)?.name ?? "?"}`);

/** @type {Rule[]} */
const RULES = [
  { at: /\\([^\w\s])/y, make: ([, sign]) => sign },
  { at: /(`+)([^`](?:[\s\S]*?[^`])?)\1(?!`)/y, make: ([, , code]) => el("code", {}, code.trim() || code) },
  { at: /<@!?(\d+)>/y, make: ([, id]) => mention(id) },
  { at: /<@&(\d+)>/y, make: () => el("span", { class: "mention" }, "@role") },
  { at: /<#(\d+)>/y, make: ([, id]) => place(id) },
  { at: /<\/([^:>]+):\d+>/y, make: ([, name]) => el("span", { class: "mention" }, `/${name}`) },
  { at: /<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, make: ([, seconds, style]) => moment(Number(seconds), style ?? "f") },
  { at: /\[((?:\\.|[^\]\\\n])+)\]\(<?(https?:\/\/[^\s)>]+)>?(?: "[^"]*")?\)/y, make: ([, text, url]) => link(url, inline(text)) },
  { at: /<(https?:\/\/[^\s>]+)>/y, make: ([, url]) => link(url, [url]) },
  { at: /https?:\/\/[^\s<]+[^\s<.,:;"'\])]/y, make: ([url]) => link(url, [url]) },
  { at: /@(everyone|here)\b/y, make: ([text]) => el("span", { class: "mention mine" }, text) },
  { at: /\|\|([\s\S]+?)\|\|/y, make: ([, text]) => spoiler(text) },
  { at: /\*\*\*([\s\S]+?)\*\*\*(?!\*)/y, make: ([, text]) => el("strong", {}, span("em", text)) },
  { at: /\*\*((?:\\.|[^\\])+?)\*\*(?!\*)/y, make: ([, text]) => span("strong", text) },
  { at: /__((?:\\.|[^\\])+?)__(?!_)/y, make: ([, text]) => span("u", text) },
  { at: /~~([\s\S]+?)~~(?!~)/y, make: ([, text]) => span("s", text) },
  { at: /\*(?=\S)((?:\*\*|\\.|[^*\\])+?)\*(?!\*)/y, make: ([, text]) => span("em", text) },
  { at: /\p{Extended_Pictographic}\ufe0f?[A-Z](?![\p{L}\d])/uy, make: ([text]) => el("span", { class: "whole" }, text) },
  { at: /\b_((?:__|\\.|[^_\\])+?)_\b/y, make: ([, text]) => span("em", text) },
];

/** Converts the text of a line. @param {string} text @returns {(Node|string)[]} */
export function inline(text) {
  /** @type {(Node|string)[]} */
  const made = [];
  let plain = "";
  for (let at = 0; at < text.length; ) {
    const [found, rule] = match(text, at);
    if (!found || !rule) { plain += text[at++]; continue; }
    if (plain) made.push(plain);
    plain = "";
    made.push(rule.make(found));
    at += found[0].length;
  }
  return plain ? [...made, plain] : made;
}

/** @param {string} text @param {number} at @returns {[RegExpExecArray|null, Rule|null]} */
function match(text, at) {
  if (!/[\\`<[|*_~@h\u2000-\u2bff\ud83c-\ud83e]/.test(text[at])) return [null, null];
  for (const rule of RULES) {
    rule.at.lastIndex = at;
    const found = rule.at.exec(text);
    if (found) return [found, rule];
  }
  return [null, null];
}

/** @type {{at: RegExp, make: (found: RegExpExecArray) => Node}[]} */
const BLOCKS = [
  { at: /```(?:[\w+-]*\n)?([\s\S]*?)```\n?/y, make: ([, code]) => el("pre", { tabindex: "0" }, el("code", {}, code.replace(/\n$/, ""))) },
  { at: />>> ([\s\S]*)/y, make: ([, text]) => el("blockquote", {}, markdown(text)) },
  { at: /(?:> [^\n]*(?:\n|$))+/y, make: ([text]) => el("blockquote", {}, markdown(text.replace(/^> /gm, "").replace(/\n$/, ""))) },
  { at: /(#{1,3}) +([^\n]+)\n?/y, make: ([, marks, text]) => el("p", { class: `h${marks.length}`, role: "heading", "aria-level": "3" }, inline(text)) },
  { at: /-# +([^\n]+)\n?/y, make: ([, text]) => el("p", { class: "small" }, inline(text)) },
  { at: /(?: *[-*] [^\n]+(?:\n|$))+/y, make: ([text]) => list("ul", text) },
  { at: /(?: *\d+\. [^\n]+(?:\n|$))+/y, make: ([text]) => list("ol", text) },
];

/** @param {string} tag @param {string} text */
function list(tag, text) {
  const items = text.replace(/\n$/, "").split("\n").map((line) => line.match(/^( *)(?:[-*]|(\d+)\.) (.*)$/));
  const start = items[0]?.[2];
  const made = el(tag, start && start !== "1" ? { start } : {});
  for (const item of items) if (item) made.append(el("li", item[1].length > 1 ? { class: "deep" } : {}, inline(item[3])));
  return made;
}

/** Converts a text of several lines. @param {string} text @returns {Node[]} */
export function markdown(text) {
  /** @type {Node[]} */
  const made = [];
  let lines = "";
  const flush = () => { if (lines) made.push(el("p", {}, inline(lines.replace(/\n$/, "")))); lines = ""; };
  for (let at = 0; at < text.length; ) {
    const block = BLOCKS.map((one) => { one.at.lastIndex = at; return { found: one.at.exec(text), one }; }).find(({ found }) => found);
    if (block?.found) {
      flush();
      made.push(block.one.make(block.found));
      at += block.found[0].length;
      continue;
    }
    const end = text.indexOf("\n", at);
    const next = end < 0 ? text.length : end + 1;
    lines += text.slice(at, next);
    at = next;
  }
  flush();
  return made;
}
