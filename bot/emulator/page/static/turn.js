// Signals the player's turn by the title and the icon, and optionally by a sound and a notification.

import { hidden } from "./curtain.js";
import { hasAnswered } from "./follow.js";
import { flip, redraw } from "./options.js";
import { keepSetting, setting } from "./settings.js";
import { on, state } from "./state.js";
import { tableHere } from "./table.js";
import { say } from "./words.js";

const ICON = "<rect x='3' y='1' width='10' height='14' rx='2' fill='%233f4cc9'/><path d='M8 4l3 4-3 4-3-4z' fill='white'/>";
const BADGE = "<circle cx='11.5' cy='4.5' r='4' fill='%23e0442e' stroke='white'/>";
/** The tones of the sound: pitch in hertz and start in seconds. */
const TONES = [[660, 0], [880, 0.16]];
const LOUD = 0.08;
const LONG = 0.3;

/** The person of the page at the latest check, and whether it was their turn. @type {{me: string, turn: boolean}} */
let before = { me: "", turn: false };
/** @type {AudioContext|null} */
let audio = null;
/** @type {Notification|null} */
let note = null;

/** Returns whether it is the turn of the page's person. */
export function isMine() {
  const table = tableHere();
  return Boolean(table && state.me && !hidden() && table.waiting.includes(state.me.id) && !hasAnswered(table.mark, state.me.id));
}

/** @param {boolean} turn */
function sign(turn) {
  const shown = turn && setting("turnSign") !== "off";
  document.title = `${shown ? `● ${say("yourTurn")} · ` : ""}${hidden() ? "" : `${state.me?.name ?? ""} · `}Krupier`;
  const icon = /** @type {HTMLLinkElement} */ (document.querySelector('link[rel="icon"]'));
  icon.href = `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'>${ICON}${shown ? BADGE : ""}</svg>`;
}

function ring() {
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  const from = audio.currentTime;
  for (const [pitch, at] of TONES) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(LOUD, from + at);
    volume.gain.exponentialRampToValueAtTime(0.001, from + at + LONG);
    tone.connect(volume).connect(audio.destination);
    tone.start(from + at);
    tone.stop(from + at + LONG);
  }
}

function notify() {
  const name = state.channels.find((one) => one.id === state.channel)?.name ?? "";
  try {
    note = new Notification(say("yourTurn"), { body: say("noteBody", { name }), tag: "krupier turn" });
    note.onclick = () => { window.focus(); note?.close(); };
  } catch {
    // Some browsers allow notifications only in installed programs; the other signals remain.
    keepSetting("turnNote", "off");
  }
}

/** Returns the reason why notifications are impossible here, or an empty string. */
function refusal() {
  if (!window.isSecureContext || !("Notification" in window)) return say("noteInsecure");
  return Notification.permission === "denied" ? say("noteDenied") : "";
}

function look() {
  const now = { me: state.me?.id ?? "", turn: isMine() };
  const begins = now.turn && !before.turn && now.me === before.me;
  const ends = before.turn && !now.turn;
  before = now;
  sign(now.turn);
  if (begins && setting("turnSound") !== "off") ring();
  if (begins && setting("turnNote") === "on" && !refusal() && !document.hasFocus()) notify();
  if (ends || document.hasFocus()) { note?.close(); note = null; }
}

/** @param {boolean} on */
async function turnNotes(on) {
  if (on && (await Notification.requestPermission()) !== "granted") on = false;
  keepSetting("turnNote", on ? "on" : "off");
  redraw();
}

/** Returns the switches of the signals. */
export const signs = () => [
  flip("turnSign", setting("turnSign") !== "off", (on) => { keepSetting("turnSign", on ? "on" : "off"); look(); }),
  flip("turnSound", setting("turnSound") !== "off", (on) => { keepSetting("turnSound", on ? "on" : "off"); if (on) ring(); }),
  flip("turnNote", setting("turnNote") === "on" && !refusal(), turnNotes, refusal()),
];

/** Updates the signals whenever something changes. */
export function begin() {
  for (const what of ["scene", "opened", "message", "gone", "curtain", "language", "places"]) on(what, look);
  addEventListener("focus", look);
  // Browsers allow a page to play sound only after a press.
  addEventListener("pointerdown", () => { if (audio?.state === "suspended") audio.resume(); });
}
