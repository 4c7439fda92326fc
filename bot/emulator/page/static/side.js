// The lists of people and channels, and the line at the top.

import { hidden, pass } from "./curtain.js";
import { el, the } from "./dom.js";
import { avatar, readable } from "./message.js";
import { absence, messagesIn, on, persons, state, tell } from "./state.js";
import { say } from "./words.js";

/** @param {import("./state.js").Person} one */
function person(one) {
  const mine = one.id === state.me?.id;
  const role = state.onlookers.includes(one.id) ? el("span", { class: "small" }, say("onlooker")) : null;
  const name = [avatar(one.id), el("span", {}, one.name), role];
  if (!state.everybody) return el("li", {}, el("p", { class: "person", "aria-current": "true" }, name));
  const button = el("button", { type: "button", class: "person", "aria-current": mine && "true", onclick: () => pass(one.slug) }, name);
  const label = say("window", { name: one.name });
  return el("li", {}, button, el("a", { class: "away", href: `/as/${one.slug}`, target: "_blank", "aria-label": label, title: label }, "↗"));
}

function drawPeople() {
  const shown = state.everybody ? persons() : persons().filter((one) => one.id === state.me?.id);
  const list = the("#people ul");
  const kept = list.contains(document.activeElement);
  list.replaceChildren(...shown.map(person));
  showCurrent();
  if (kept) /** @type {HTMLElement|null} */ (list.querySelector("[aria-current]"))?.focus();
}

/** The lists of people and of channels: strips on a narrow screen. */
const strips = () => [the("#people"), the("#channels")];

/** Marks the ends of a strip at which more entries follow. @param {HTMLElement} strip */
function markEnds(strip) {
  strip.classList.toggle("more-before", strip.scrollLeft > 1);
  strip.classList.toggle("more-after", strip.scrollLeft + strip.clientWidth < strip.scrollWidth - 1);
}

/** Shows the current person and channel, however narrow their strips become. */
function showCurrent() {
  strips().forEach(scrollToCurrent);
}

/**
 * Scrolls a list to its current entry. Element.scrollIntoView would also move the place from which Tab goes on.
 * @param {HTMLElement} list
 */
function scrollToCurrent(list) {
  const current = list.querySelector("[aria-current]");
  if (!current) return;
  const [outer, inner] = [list.getBoundingClientRect(), current.getBoundingClientRect()];
  const above = Math.min(0, inner.top - outer.top);
  const below = Math.max(0, inner.bottom - outer.bottom);
  list.scrollBy(inner.left + inner.width / 2 - outer.left - outer.width / 2, above || below);
  markEnds(list);
}

/** @param {import("./state.js").Channel} one */
function channel(one) {
  const current = one.id === state.channel;
  const news = state.unread.has(one.id) && !current;
  const open = () => tell("open", one.id);
  return el("li", {}, el("button", { type: "button", class: news ? "news" : "", "aria-current": current && "true", onclick: open },
    `${one.thread ? "↳" : "#"} ${one.name}`, news && el("span", { class: "dot" }, " ●")));
}

function drawChannels() {
  const list = the("#channels ul");
  list.replaceChildren(...state.channels.map(channel));
  scrollToCurrent(the("#channels"));
}

/** Whether the connection is lost: then the page does not know whether the bot is connected. */
let cut = false;

function drawPresence() {
  const [shown, words] = cut ? ["unknown", "noTable"] : state.bot ? ["up", "botUp"] : ["down", absence()];
  const word = say(words);
  the("#presence").className = shown;
  the("#presence").title = word;
  the("#presence-word").textContent = word;
}

/** Bars with important notices, by name. @type {Map<string, HTMLElement>} */
const bars = new Map();

/** Shows a bar, or removes it if the text is empty. @param {string} name @param {string} text @param {boolean} [reloads] */
function bar(name, text, reloads = false) {
  bars.get(name)?.remove();
  bars.delete(name);
  if (!text) return;
  const reload = reloads && el("button", { type: "button", class: "button secondary", onclick: () => location.reload() }, say("reload"));
  const made = el("p", { class: "bar" }, text, " ", reload);
  bars.set(name, made);
  the("#notices").append(made);
}

/** Milliseconds for which the bar about several open pages stays. */
const TABS_TIME = 8000;
/** The highest number of open pages that this page has announced, by person. @type {Map<string, number>} */
const announcedTabs = new Map();
let tabsTimer = 0;

function hideTabs() {
  clearTimeout(tabsTimer);
  bar("tabs", "");
}

/** Announces further pages of the same person for a while; all of them keep working, so the bar need not stay. */
function announceTabs() {
  const id = state.me?.id ?? "";
  if (state.tabs === 1) hideTabs();
  if (state.tabs <= (announcedTabs.get(id) ?? 1)) return;
  hideTabs();
  announcedTabs.set(id, state.tabs);
  drawTabs();
  tabsTimer = window.setTimeout(hideTabs, TABS_TIME);
}

function drawTabs() {
  bar("tabs", say("tabs", { count: state.tabs, name: state.me?.name ?? "" }));
}

/** Milliseconds for which the bar says that the bot is back. */
const BACK = 4000;
let wasAway = false;
let timer = 0;

/** Updates the bar about the absence or the return of the bot. */
function drawAway() {
  clearTimeout(timer);
  const back = state.bot && wasAway && !state.starting;
  wasAway = !state.bot;
  bar("away", state.bot ? back ? say("botBack") : "" : say(absence()));
  if (back) timer = window.setTimeout(() => bar("away", ""), BACK);
}

/** @param {string} view */
function look(view) {
  sessionStorage.setItem("view", view);
  document.body.dataset.view = view;
  for (const one of document.querySelectorAll("#views button")) one.setAttribute("aria-pressed", String(one.getAttribute("data-view") === view));
  drawNews();
}

/** Returns a hash of all text in the direct messages, because hands change in place. */
function dmSign() {
  const text = messagesIn(state.dm).map((one) => `${one.id} ${readable(one)}`).join("\n").replace(/<t:[^>]*>/g, "");
  return text && String([...text].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) | 0, 7));
}

/** Marks the button of the direct messages if they have changed while they are hidden. */
function drawNews() {
  if (hidden()) return;
  const [kept, sign] = [`read ${state.me?.id} ${state.dm}`, dmSign()];
  if (getComputedStyle(the("#dm")).display !== "none") localStorage.setItem(kept, sign);
  const there = sign !== (localStorage.getItem(kept) ?? "");
  const mark = the("#dm-news");
  mark.hidden = !there;
  mark.textContent = there ? "●" : "";
}

/** Connects the lists and the line at the top. */
export function begin() {
  for (const one of document.querySelectorAll("#views button")) {
    one.addEventListener("click", () => look(one.getAttribute("data-view") ?? "channel"));
  }
  on("scene", () => {
    cut = false;
    document.body.classList.toggle("demo", Boolean(state.demo));
    drawPeople(); drawChannels(); drawPresence(); hideTabs(); drawAway();
    sessionStorage.setItem("channel", state.channel ?? "");
    bar("lost", "");
    drawNews();
  });
  on("places", () => { drawPeople(); drawChannels(); });
  // Stored when it is chosen, not when its messages have arrived: a reload in between must keep the choice.
  on("open", (channel) => sessionStorage.setItem("channel", channel));
  on("opened", () => { look("channel"); drawChannels(); });
  on("language", () => { drawPeople(); drawPresence(); if (bars.has("tabs")) drawTabs(); });
  look(sessionStorage.getItem("view") === "dm" ? "dm" : "channel");
  addEventListener("resize", drawNews);
  for (const strip of strips()) {
    new ResizeObserver(showCurrent).observe(strip);
    strip.addEventListener("scroll", () => markEnds(strip));
  }
  on("bot", () => { drawPresence(); drawAway(); });
  on("tabs", announceTabs);
  on("lost", () => { cut = true; drawPresence(); bar("lost", say("lost")); });
  on("unwelcome", (why) => { cut = true; drawPresence(); bar("lost", ""); bar("unwelcome", say(why === "outdated" ? "outdated" : "stranger"), why === "outdated"); });
  on("message", ({ message, isNew }) => {
    if (message.channel === state.dm) drawNews();
    if (isNew && message.channel !== state.channel) drawChannels();
  });
}
