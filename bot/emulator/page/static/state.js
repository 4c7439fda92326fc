// The state of the page, and the listeners that are called when it changes.

/**
 * @typedef {{id: string, name: string, slug: string, bot: boolean}} Person
 * @typedef {{id: string, name: string, guild: string, thread: boolean, last: string}} Channel
 * @typedef {Record<string, any>} Part  a component as Discord sends it
 * @typedef {{id: string, channel: string, by: string, at: string, content: string,
 *   files: Record<string, any>[], parts: Part[], pings: string|string[], private?: boolean, thinking?: boolean,
 *   edited?: boolean, called?: {by: string, path: string}, failed?: string, notice?: string}} Message
 * @typedef {{kind: string, message?: string, modal?: Record<string, any>, why?: string,
 *   choices?: {label: string, value: unknown}[], [more: string]: any}} Outcome
 */

export const state = {
  /** @type {{id: string, name: string, slug: string, locale: string, chosenLocale: string}|null} */
  me: null,
  everybody: false,
  demo: false,
  /** @type {string[]} */
  onlookers: [],
  bot: false,
  /** Whether the bot has not connected yet since the program was started. */
  starting: false,
  tabs: 1,
  /** @type {Map<string, Person>} */
  people: new Map(),
  /** @type {Channel[]} */
  channels: [],
  /** @type {string|null} */
  channel: null,
  dm: "",
  /** @type {Map<string, Map<string, Message>>} */
  messages: new Map(),
  /** @type {Set<string>} */
  unread: new Set(),
};

/** @type {Map<string, ((about: any) => void)[]>} */
const listeners = new Map();

/** Adds a listener for an event: scene, message, gone, places, bot, tabs, pressing, curtain, language (the page's texts or the names have changed). @param {string} what @param {(about: any) => void} listener */
export function on(what, listener) {
  listeners.set(what, [...(listeners.get(what) ?? []), listener]);
}

/** Calls the listeners of an event. @param {string} what @param {unknown} [about] */
export function tell(what, about) {
  for (const listener of listeners.get(what) ?? []) listener(about);
}

/** Returns the messages of a channel, oldest first. @param {string} channel @returns {Message[]} */
export const messagesIn = (channel) => [...(state.messages.get(channel)?.values() ?? [])];

/** Returns the name of a user. @param {string} id */
export const nameOf = (id) => state.people.get(id)?.name ?? "?";

/** Returns all users who are not bots. */
export const persons = () => [...state.people.values()].filter((one) => !one.bot);

/** Returns the key of the text that says why the bot is not connected. */
export const absence = () => state.starting ? "botStarting" : "botDown";

/** Returns the bot of the table. @returns {Person|undefined} */
export const croupier = () => [...state.people.values()].find((one) => one.bot);

/** Replaces the state with a complete scene. @param {Record<string, any>} scene */
export function begin(scene) {
  Object.assign(state, {
    me: scene.me, everybody: scene.everybody, demo: scene.demo, onlookers: scene.onlookers, bot: scene.bot, starting: scene.starting,
    channels: scene.channels, channel: scene.channel, dm: scene.dm,
    people: new Map(scene.people.map((/** @type {Person} */ one) => [one.id, one])),
    messages: new Map(),
  });
  for (const [channel, messages] of Object.entries(scene.messages)) keep(channel, messages);
  const unread = state.channels.filter(({ id, last }) => BigInt(last) > BigInt(localStorage.getItem(mark(id)) ?? 0));
  state.unread = new Set(unread.map((one) => one.id));
  tell("scene");
}

/** Returns the storage key of the last message that was read in a channel. @param {string} channel */
const mark = (channel) => `read ${state.me?.id} ${channel}`;

/** Marks a channel as read to its end. @param {string} channel */
export function read(channel) {
  state.unread.delete(channel);
  const newest = messagesIn(channel).at(-1);
  if (newest) localStorage.setItem(mark(channel), newest.id);
}

/** Stores the messages of a channel. @param {string} channel @param {Message[]} messages */
export function keep(channel, messages) {
  state.messages.set(channel, new Map(messages.map((one) => [one.id, one])));
}

/** Stores a new or changed message. @param {Message} message @param {boolean} isNew */
export function put(message, isNew) {
  const known = state.messages.get(message.channel);
  const before = known?.get(message.id);
  if (known && (isNew || before)) known.set(message.id, message);
  if (isNew && message.by !== state.me?.id) state.unread.add(message.channel);
  tell("message", { message, before, isNew });
}

/** Removes a deleted message. @param {string} channel @param {string} id */
export function drop(channel, id) {
  state.messages.get(channel)?.delete(id);
  tell("gone", { channel, id });
}
