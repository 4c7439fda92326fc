// Reads the state of a table from its public messages, by words that the bot keeps unchanged.

import { usable, walk } from "./parts.js";
import { messagesIn, state } from "./state.js";

/** @typedef {import("./state.js").Message} Message @typedef {import("./state.js").Part} Part */

const JOIN = /(^|[:_\W])join|připoj|přidat/i;
const START = /(^|[:_\W])start|začít|zahájit/i;
/** Matches the lobby's button to get up. */
const LEAVE = /:leave$/;
/** Plays against computers. */
const SOLO = /:solo$/;
/** Matches the buttons of a running game's board that answer its question. */
export const ANSWERS = /(^|[:_\W])(move|react|pass)\b/i;
/** A window's pass, whose id names the question. */
const PASS = /[:_\W]pass:\d/;

/** Matches components that belong to no running game, such as those of the last board. */
export const OF_NO_GAME = /^kr:0:/;

/** Matches a list of mentions: the board's last block lists the players that it asks. */
const RUN = /<@!?\d+>(?:, *<@!?\d+>)*/;

/** @param {Message} message @param {RegExp} words */
const partWith = (message, words) =>
  walk(message.parts).find((one) => one.type === 2 && one.style !== 4 && (words.test(one.custom_id ?? "") || words.test(one.label ?? "")));

/** @param {Part} part */
const ofAGame = (part) => !OF_NO_GAME.test(part.custom_id ?? "");

/** Returns the texts of a message, one for each block. @param {Message} message @returns {string[]} */
const texts = (message) => [message.content, ...walk(message.parts).map((one) => one.content ?? "")].filter(Boolean);

/** Returns the ids of the users that a text names, in its order. @param {string} text */
export const named = (text) => [...new Set([...text.matchAll(/<@!?(\d+)>/g)].map(([, id]) => id))];

/**
 * Returns the newest public message of the bot with usable components: a lobby (join), a board (waiting), or null.
 * @returns {{message: Message, join?: Part, leave?: Part, start?: Part, solo?: Part, seated: string[], waiting: string[], runs: boolean, mark: string}|null}
 */
export function tableHere() {
  const open = messagesIn(state.channel ?? "").filter((one) => !one.private && state.people.get(one.by)?.bot && usable(one).some(ofAGame));
  const message = open.at(-1);
  if (!message) return null;
  const join = partWith(message, JOIN);
  const blocks = texts(message);
  // The first block below the heading that names a user lists the seats; a later one may name invited users.
  const seated = named(blocks.find((one) => !/^#{1,3} /m.test(one) && named(one).length) ?? "");
  const lines = blocks.at(-1)?.split("\n") ?? [];
  const last = lines.filter((one) => named(one).length).at(-1)?.match(RUN)?.[0] ?? "";
  const pass = partWith(message, PASS)?.custom_id;
  const mark = pass ?? message.id + blocks.join("\n").replace(/<t:[^>]*>/g, "");
  return { message, join, leave: walk(message.parts).find((one) => LEAVE.test(one.custom_id ?? "")), start: partWith(message, START), solo: partWith(message, SOLO), seated, waiting: join ? [] : named(last), runs: Boolean(!join && partWith(message, ANSWERS)), mark };
}
