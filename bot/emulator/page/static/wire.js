// The connection to the local Discord: sends requests and receives events.

import { begin, drop, put, state, tell } from "./state.js";
import { steadily } from "./steady.js";
import { clientLocale } from "./words.js";

/** @typedef {import("./state.js").Outcome} Outcome */

const version = document.querySelector('meta[name="krupier-version"]')?.getAttribute("content") ?? "";
const LONGEST_WAIT = 5000;

/** @type {WebSocket|null} */
let socket = null;
let number = 0;
let wait = 250;
/** @type {Map<number, (outcome: Outcome) => void>} */
const asked = new Map();
/** The person that the page shows: from its address, later changed by `be`. */
const seat = { as: "", key: "" };

/** Opens the connection as a person. @param {string} as @param {string} key */
export function open(as, key) {
  Object.assign(seat, { as, key });
  connect();
}

function connect() {
  const mine = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/live`);
  socket = mine;
  mine.onopen = () => mine.send(JSON.stringify({ ...seat, version, locale: clientLocale(), channel: state.channel ?? sessionStorage.getItem("channel") }));
  mine.onmessage = (event) => steadily(() => socket === mine && hear(JSON.parse(event.data)));
  mine.onclose = () => closed(mine);
}

/** @param {WebSocket} mine */
function closed(mine) {
  if (socket !== mine) return;
  socket = null;
  for (const answer of asked.values()) answer({ kind: "lost" });
  asked.clear();
  tell("lost");
  setTimeout(connect, wait);
  wait = Math.min(wait * 2, LONGEST_WAIT);
}

/** @type {Record<string, (told: any) => void>} */
const HEARD = {
  scene: (told) => { wait = 250; seat.as = told.me.slug; begin(told); },
  message: (told) => put(told.m, told.new),
  gone: (told) => drop(told.channel, told.message),
  places: (told) => {
    const before = JSON.stringify([...state.people.values()]);
    state.channels = told.channels;
    state.people = new Map(told.people.map((/** @type {{id: string}} */ one) => [one.id, one]));
    if (state.me) state.me.name = state.people.get(state.me.id)?.name ?? state.me.name;
    tell("places");
    if (before !== JSON.stringify([...state.people.values()])) tell("language");
  },
  bot: (told) => { state.bot = told.up; tell("bot"); state.starting &&= !told.up; },
  tabs: (told) => { state.tabs = told.count; tell("tabs"); },
  done: (told) => { asked.get(told.n)?.(told); asked.delete(told.n); },
  unwelcome: (told) => { if (socket) socket.onclose = null; socket = null; tell("unwelcome", told.why); },
};

/** @param {{t: string}} told */
function hear(told) {
  HEARD[told.t]?.(told);
}

/**
 * Sends a request. Returns its outcome, or `lost` if the connection breaks off.
 * @param {string} what
 * @param {Record<string, unknown>} [more]
 * @returns {Promise<Outcome>}
 */
export function ask(what, more = {}) {
  const here = socket;
  if (!here || here.readyState !== WebSocket.OPEN) return Promise.resolve({ kind: "lost" });
  const n = ++number;
  return new Promise((answer) => {
    asked.set(n, answer);
    here.send(JSON.stringify({ ...more, do: what, n }));
  });
}

/** Changes the page to another person, if it may show every person. @param {string} slug */
export const be = (slug) => ask("be", { as: slug, channel: state.channel });
