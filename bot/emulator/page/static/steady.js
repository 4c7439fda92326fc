// Prevents the page from moving during a press: changes wait until it is done.

/** Milliseconds after which a press no longer delays changes: it may hold an open list or mark a text. */
const LONGEST = 3000;
/** Milliseconds within which the click follows the lifted finger on a touch screen. */
const CLICK = 100;

let pressing = false;
let timer = 0;
/** @type {(() => void)[]} */
const waiting = [];

/** Makes a visible change now, or after the current press. @param {() => void} change */
export function steadily(change) {
  if (pressing) waiting.push(change);
  else change();
}

/** @param {number} wait */
function later(wait) {
  clearTimeout(timer);
  timer = window.setTimeout(release, wait);
}

function release() {
  pressing = false;
  while (waiting.length) waiting.shift()?.();
}

function press() {
  pressing = true;
  later(LONGEST);
}

/** @param {number} wait */
const lifted = (wait) => pressing && later(wait);

/** @param {EventTarget|null} target */
const isButton = (target) => target instanceof Element && Boolean(target.closest("button"));

const early = { capture: true };
addEventListener("pointerdown", (event) => event.isPrimary && event.button === 0 && press(), early);
addEventListener("keydown", (event) => event.key === " " && isButton(event.target) && !event.repeat && press(), early);
for (const name of ["pointerup", "pointercancel", "keyup"]) addEventListener(name, () => lifted(CLICK), early);
for (const name of ["click", "blur"]) addEventListener(name, (event) => (name === "click" || event.target === window) && lifted(0), early);
