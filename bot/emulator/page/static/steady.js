// Nothing moves under a finger: what the table tells meanwhile waits until the press is done.

/** A finger that stays down longer than this waits for something else: a list that has opened, a text being marked. */
const LONGEST = 3000;
/** On a touch screen the click follows the lifted finger after a moment. */
const CLICK = 100;

let pressing = false;
let timer = 0;
/** @type {(() => void)[]} */
const waiting = [];

/** Do something that changes what is to be seen: now, or when the press that is under way is done. @param {() => void} change */
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
