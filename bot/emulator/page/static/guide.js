// A guide above the channel: open a table, seat players, start; later, the players whose turn it is.

import { act, finish, trouble } from "./acting.js";
import { pass } from "./curtain.js";
import { el, moved, rove, the } from "./dom.js";
import { setting } from "./settings.js";
import { absence, nameOf, on, persons, state } from "./state.js";
import { tableHere } from "./table.js";
import { isMine } from "./turn.js";
import { ask } from "./wire.js";
import { language, say } from "./words.js";

const NEW = "game new";
/** The commands for which an empty table has buttons, by the word of the button. */
const COMMANDS = /** @type {const} */ ({ learn: "learn lesson", puzzle: "learn puzzle", rules: "learn rules" });
const GAME = "game";
const LANGUAGE = "language";
/** @typedef {{label: string, value: unknown}[]} Choices */
let opening = false;
/** The games and languages that the command offers to a person, with the id of that person. */
let offered = { to: "", games: /** @type {Choices} */ ([]), languages: /** @type {Choices} */ ([]) };
/** The pictures of the games by address, cached so that drawing the cards again loads nothing; null: no picture. @type {Map<string, HTMLElement|null>} */
const covers = new Map();

/** Reads which games the command offers. @param {import("./pane.js").Pane} pane */
async function readGames(pane) {
  const to = `${state.me?.id} ${state.me?.locale} ${state.channel}`;
  if (!state.channel || offered.to === to && offered.games.length) return;
  const { commands = [] } = await ask("commands", { channel: state.channel });
  const command = commands.find((/** @type {{path: string}} */ one) => one.path === NEW);
  const choices = (/** @type {string} */ name) => command?.options.find((/** @type {{name: string}} */ one) => one.name === name)?.choices ?? [];
  offered = { to, games: choices(GAME), languages: choices(LANGUAGE) };
  draw(pane);
}

/** Opens a table, of that game if the command takes one, in the language of the page's options. @param {import("./pane.js").Pane} pane @param {unknown} [game] */
function newTable(pane, game) {
  const host = state.onlookers.includes(state.me?.id ?? "") ? persons()[0] : undefined;
  const spoken = offered.languages.filter(({ value }) => value === setting("tables")).map(({ value }) => [LANGUAGE, value]);
  return command(pane, NEW, { ...(game === undefined ? {} : { [GAME]: game }), ...Object.fromEntries(spoken) }, host?.slug);
}

/** Calls a command once, for another person if `slug` is given. @param {import("./pane.js").Pane} pane @param {string} path @param {Record<string, unknown>} values @param {string} [slug] */
async function command(pane, path, values, slug) {
  if (opening || !state.channel) return;
  opening = true;
  pane.scroll.sticks = true;
  draw(pane);
  const outcome = await ask("slash", { channel: state.channel, path, values, for: slug });
  opening = false;
  const wrong = trouble(outcome, true);
  if (wrong) pane.notice(wrong);
  finish(outcome);
  draw(pane);
}

/** Returns the picture of a game, if the page has one; the game's name is next to it. @param {string} game */
function cover(game) {
  const src = `/cover/${language()}/${encodeURIComponent(game)}.png`;
  const known = covers.get(src);
  if (known !== undefined) return known;
  const picture = el("img", { src, alt: "", width: 360, height: 300 });
  picture.addEventListener("error", () => { covers.set(src, null); picture.remove(); });
  covers.set(src, picture);
  return picture;
}

/** Returns an introduction to Krupier, and for each game a card that opens a table. @param {import("./pane.js").Pane} pane */
function welcome(pane) {
  const more = { type: "button", disabled: !state.bot || opening, "aria-busy": opening && "true" };
  const cards = offered.games.map(({ label, value }) => {
    const [title, about = ""] = label.split(" – ");
    return el("button", { ...more, class: "card", "data-id": `new ${value}`, onclick: () => newTable(pane, value) },
      cover(String(value)), el("strong", {}, title), " ", about && el("span", {}, about));
  });
  const plain = el("button", { ...more, class: "button success big", "data-id": "new", onclick: () => newTable(pane) }, say("newTable"));
  const learning = /** @type {(keyof typeof COMMANDS)[]} */ (Object.keys(COMMANDS)).map((word) =>
    el("button", { ...more, class: "button secondary", "data-id": word, onclick: () => command(pane, COMMANDS[word], {}) }, say(word)));
  return [el("p", { class: "intro" }, say(state.bot ? "intro" : absence())), ...(cards.length ? [el("div", { class: "cards" }, cards), ...learning] : [plain])];
}

/** @param {import("./state.js").Person} one @param {import("./state.js").Message} lobby @param {string} id @param {import("./pane.js").Pane} pane */
async function seat(one, lobby, id, pane) {
  const outcome = await ask("press", { channel: lobby.channel, message: lobby.id, id, for: one.slug });
  const wrong = trouble(outcome);
  if (wrong) pane.notice(`${one.name}: ${wrong}`);
  if (outcome.modal && one.id === state.me?.id) finish(outcome);
}

/** @param {NonNullable<ReturnType<typeof tableHere>>} table @param {import("./pane.js").Pane} pane */
function lobby(table, pane) {
  const { join, leave, start, solo, message, seated } = table;
  const players = persons().filter((one) => state.everybody ? !state.onlookers.includes(one.id) : one.id === state.me?.id);
  const chips = players.map((one) => {
    const sits = seated.includes(one.id);
    const label = sits ? say("seated", { name: one.name }) : say("seat", { name: one.name });
    // A page for every person has a way back from a wrong press. Without its last player a lobby would close.
    const part = !sits ? join : state.everybody && seated.length > 1 ? leave : undefined;
    const press = () => seat(one, message, part?.custom_id, pane);
    const more = { "aria-label": label, "aria-pressed": String(sits), "data-id": one.slug, onclick: press };
    return el("button", { type: "button", class: "chip", disabled: !part || part.disabled, ...more },
      `${sits ? "✓" : "+"} ${one.name}`);
  });
  // A table with one person begins by the lobby's own button, which adds computers.
  const begin = start && !(solo && start.disabled) && el("button", {
    type: "button", class: "button success", disabled: start.disabled, "data-id": "start", onclick: () => act(message, start.custom_id),
  }, `▶ ${say("start")}`);
  return [el("p", {}, say("seats")), ...chips, begin];
}

/** @param {NonNullable<ReturnType<typeof tableHere>>} table */
function game({ waiting, runs }) {
  // While computers move, the line keeps its height, so that nothing below it moves at each turn.
  if (!waiting.length) return runs ? [el(state.everybody ? "div" : "p", { class: "blank" }, "\u00a0")] : [];
  if (!state.everybody) return [el("p", { class: isMine() ? "turn" : "" }, isMine() ? `▶ ${say("yourTurn")}` : `${say("waitingFor")} ${waiting.map(nameOf).join(", ")}`)];
  const chips = waiting.filter((id) => state.people.has(id)).map((id) => {
    const slug = state.people.get(id)?.slug ?? "";
    const me = id === state.me?.id;
    return el("button", { type: "button", class: "chip", "aria-pressed": String(me), "aria-label": say("be", { name: nameOf(id) }), "data-id": slug, onclick: () => pass(slug) }, nameOf(id));
  });
  return [el("p", {}, say("waitingFor")), toolbar(say("waitingFor"), chips)];
}

/** Returns buttons as one stop of the Tab key, however many there are; the arrow keys move among them. @param {string} label @param {HTMLElement[]} buttons */
function toolbar(label, buttons) {
  const key = (/** @type {Event} */ event) => {
    const at = buttons.findIndex((one) => one === document.activeElement);
    const to = moved(/** @type {KeyboardEvent} */ (event).key, at, buttons.length, "ArrowRight", "ArrowLeft");
    if (to === null || at < 0) return;
    buttons[to].focus();
    event.preventDefault();
  };
  rove(buttons, buttons.find((one) => one.getAttribute("aria-pressed") === "true"));
  return el("div", { role: "toolbar", class: "waiting", "aria-label": label, onkeydown: key }, buttons);
}

/** @param {import("./pane.js").Pane} pane */
function draw(pane) {
  const guide = the("#guide");
  const focused = guide.contains(document.activeElement) ? document.activeElement?.getAttribute("data-id") : null;
  const table = tableHere();
  if (!table && state.demo) {
    guide.replaceChildren(el("p", {}, say("demo")));
  } else if (!table) {
    guide.replaceChildren(...welcome(pane));
  } else {
    guide.replaceChildren(...[table.join ? lobby(table, pane) : game(table)].flat().filter((one) => one instanceof Node));
  }
  the("#channel").classList.toggle("welcomes", !table && !state.demo);
  if (focused) {
    const same = /** @type {HTMLElement|null} */ (guide.querySelector(`[data-id="${CSS.escape(focused)}"]:not(:disabled)`) ?? guide.querySelector("button:not(:disabled)"));
    same?.focus();
  }
}

/** Updates the guide whenever something changes. @param {import("./pane.js").Pane} pane */
export function begin(pane) {
  for (const what of ["scene", "opened", "message", "gone", "bot", "places", "language", "curtain"]) on(what, () => draw(pane));
  for (const what of ["scene", "opened", "bot"]) on(what, () => readGames(pane));
}
