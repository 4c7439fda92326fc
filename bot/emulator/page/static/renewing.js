// Keeps the pictures and the focus of a message that is drawn again.

/**
 * Keeps pictures from flickering when their message changes: an unchanged one stays; a new one is drawn over the old one.
 * @param {HTMLElement} old @param {HTMLElement} made
 */
export function keepPictures(old, made) {
  /** @type {HTMLImageElement[]} */
  const before = [...old.querySelectorAll("img.sized")];
  for (const [at, fresh] of /** @type {NodeListOf<HTMLImageElement>} */ (made.querySelectorAll("img.sized")).entries()) {
    const same = before.find((one) => one.src === fresh.src);
    if (same) {
      same.alt = fresh.alt;
      fresh.replaceWith(same);
    } else if (before[at]) {
      fresh.loading = "eager";
      fresh.style.background = `url("${before[at].src}") 0 0 / 100% 100%`;
      for (const end of ["load", "error"]) fresh.addEventListener(end, () => { fresh.style.background = ""; }, { once: true });
    }
  }
}

/** Moves the focus to the same control, or else to the message. @param {HTMLElement} made @param {string|null} id */
export function refocus(made, id) {
  /** @type {HTMLElement|null} */
  const same = id ? made.querySelector(`[data-id="${CSS.escape(id)}"]:not(:disabled)`) : null;
  (same ?? made).focus({ preventScroll: true });
}
