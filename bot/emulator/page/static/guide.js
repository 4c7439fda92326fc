// The first steps without reading: open a table, seat everybody, start; later, who is waited for.

import { act, finish, trouble } from "./acting.js";
import { pass } from "./curtain.js";
import { el, the } from "./dom.js";
import { absence, nameOf, on, persons, state } from "./state.js";
import { tableHere } from "./table.js";
import { isMine } from "./turn.js";
import { ask } from "./wire.js";
import { say } from "./words.js";

const NEW = "game new";
let opening = false;

/** @param {import("./pane.js").Pane} pane */
async function newTable(pane) {
  if (opening || !state.channel) return;
  opening = true;
  draw(pane);
  const host = state.onlookers.includes(state.me?.id ?? "") ? persons()[0] : undefined;
  const outcome = await ask("slash", { channel: state.channel, path: NEW, values: {}, for: host?.slug });
  opening = false;
  const wrong = trouble(outcome, true);
  if (wrong) pane.notice(wrong);
  finish(outcome);
  draw(pane);
}

/** @param {import("./state.js").Somebody} one @param {import("./state.js").Message} lobby @param {string} id @param {import("./pane.js").Pane} pane */
async function seat(one, lobby, id, pane) {
  const outcome = await ask("press", { channel: lobby.channel, message: lobby.id, id, for: one.slug });
  const wrong = trouble(outcome);
  if (wrong) pane.notice(`${one.name}: ${wrong}`);
  if (outcome.modal && one.id === state.me?.id) finish(outcome);
}

/** @param {NonNullable<ReturnType<typeof tableHere>>} table @param {import("./pane.js").Pane} pane */
function lobby(table, pane) {
  const { join, start, message, seated } = table;
  const players = persons().filter((one) => state.everybody ? !state.onlookers.includes(one.id) : one.id === state.me?.id);
  const chips = players.map((one) => {
    const sits = seated.includes(one.id);
    const label = sits ? say("seated", { name: one.name }) : say("seat", { name: one.name });
    const press = () => seat(one, message, join?.custom_id, pane);
    return el("button", { type: "button", class: "chip", disabled: sits || join?.disabled, "aria-label": label, "data-id": one.slug, onclick: press },
      `${sits ? "✓" : "+"} ${one.name}`);
  });
  const begin = start && el("button", {
    type: "button", class: "button success", disabled: start.disabled, "data-id": "start", onclick: () => act(message, start.custom_id),
  }, `▶ ${say("start")}`);
  return [el("p", {}, say("seats")), ...chips, begin];
}

/** @param {string[]} waiting */
function game(waiting) {
  if (!waiting.length) return [];
  if (!state.everybody) return [el("p", { class: isMine() ? "turn" : "" }, isMine() ? `▶ ${say("yourTurn")}` : `${say("waitingFor")} ${waiting.map(nameOf).join(", ")}`)];
  const chips = waiting.filter((id) => state.people.has(id)).map((id) => {
    const slug = state.people.get(id)?.slug ?? "";
    const me = id === state.me?.id;
    return el("button", { type: "button", class: "chip", "aria-pressed": String(me), "aria-label": say("be", { name: nameOf(id) }), "data-id": slug, onclick: () => pass(slug) }, nameOf(id));
  });
  return [el("p", {}, say("waitingFor")), ...chips];
}

/** @param {import("./pane.js").Pane} pane */
function draw(pane) {
  const guide = the("#guide");
  const focused = guide.contains(document.activeElement) ? document.activeElement?.getAttribute("data-id") : null;
  const table = tableHere();
  if (!table && state.demo) {
    guide.replaceChildren(el("p", {}, say("demo")));
  } else if (!table) {
    guide.replaceChildren(el("button", { type: "button", class: "button success big", disabled: !state.bot || opening, "aria-busy": opening && "true", "data-id": "new", onclick: () => newTable(pane) },
      say("newTable")), el("p", {}, say(state.bot ? "newTableHint" : absence())));
  } else {
    guide.replaceChildren(...[table.join ? lobby(table, pane) : game(table.waiting)].flat().filter((one) => one instanceof Node));
  }
  if (focused) {
    const same = /** @type {HTMLElement|null} */ (guide.querySelector(`[data-id="${CSS.escape(focused)}"]:not(:disabled)`) ?? guide.querySelector("button:not(:disabled)"));
    same?.focus();
  }
}

/** Keep the guide true. @param {import("./pane.js").Pane} pane */
export function begin(pane) {
  for (const what of ["scene", "opened", "message", "gone", "bot", "places", "language", "curtain"]) on(what, () => draw(pane));
}
