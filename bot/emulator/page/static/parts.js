// Shows components: texts, pictures, containers, buttons and selects.

import { act, isBusy } from "./acting.js";
import { el, label } from "./dom.js";
import { markdown, sign } from "./markdown.js";
import { select } from "./select.js";
import { say } from "./words.js";

/** @typedef {import("./state.js").Message} Message @typedef {import("./state.js").Part} Part */

const STYLES = ["", "primary", "secondary", "success", "danger", "link", "premium"];

/** @param {Part} part @param {Message} message */
function button(part, message) {
  const inside = [sign(part.emoji), part.label && label(part.label)];
  const kind = `button ${STYLES[part.style] ?? "secondary"}`;
  if (part.style === 5) {
    const away = [" ", el("span", { "aria-hidden": "true" }, "↗"), el("span", { class: "unseen" }, say("opensWindow"))];
    return el("a", { class: kind, href: part.url, target: "_blank", rel: "noopener noreferrer" }, inside, away);
  }
  const busy = isBusy(message, part.custom_id);
  const more = { "data-id": part.custom_id, disabled: part.disabled, "aria-busy": busy && "true" };
  return el("button", { type: "button", class: kind, ...more, onclick: () => act(message, part.custom_id) }, inside);
}

/** Returns a picture from this machine with its alt text, or a link to any other picture. @param {Record<string, any>} media @param {string} alt */
export function picture(media, alt) {
  const words = alt || say("picture");
  if (!media.url.startsWith("/")) return el("a", { href: media.url, target: "_blank", rel: "noopener noreferrer" }, words);
  const shown = el("img", { src: media.url, alt, width: media.width, height: media.height, loading: "lazy" });
  if (media.width && media.height) {
    // The picture's place is reserved, so nothing moves when it has loaded.
    shown.className = "sized";
    shown.style.setProperty("--wide", `${media.width}px`);
    shown.style.setProperty("--ratio", String(media.width / media.height));
  }
  return el("a", { class: "picture", href: media.url, target: "_blank", "aria-label": `${words} (${say("opensWindow")})` }, shown);
}

/** @param {Record<string, any>} media @param {string} alt @param {boolean} hidden */
function media(media, alt, hidden) {
  if (!hidden) return picture(media, alt);
  const cover = el("button", { type: "button", class: "covered", "aria-label": say("spoiler") }, say("spoiler"));
  cover.addEventListener("click", () => cover.replaceWith(picture(media, alt)));
  return cover;
}

/** Returns whether a picture is higher than wide. @param {Record<string, any>} item */
const isTall = (item) => item.media.height > item.media.width;

/** Returns a link that downloads a file. @param {string} url @param {string} name @param {number} [size] */
export function file(url, name, size) {
  const weight = size ? ` (${Math.max(1, Math.round(size / 1024))} kB)` : "";
  return el("a", { class: "file", href: url, download: name, "aria-label": say("download", { name }) }, `${name}${weight}`);
}

/** @param {Part} part @param {Message} message @returns {Node} */
function container(part, message) {
  const colour = typeof part.accent_color === "number" ? `#${part.accent_color.toString(16).padStart(6, "0")}` : "";
  const box = el("div", { class: part.spoiler ? "container hidden" : "container" }, parts(part.components, message));
  if (colour) box.style.borderInlineStartColor = colour;
  if (part.spoiler) {
    const show = el("button", { type: "button", class: "covered" }, say("spoiler"));
    show.addEventListener("click", () => { box.classList.remove("hidden"); show.remove(); });
    return el("div", { class: "veil" }, show, box);
  }
  return box;
}

/** @type {Record<number, (part: Part, message: Message) => Node>} */
const KINDS = {
  1: (part, message) => el("div", { class: "row" }, parts(part.components, message)),
  2: button,
  3: select, 5: select, 6: select, 7: select, 8: select,
  9: (part, message) =>
    el("div", { class: "section" }, el("div", {}, parts(part.components, message)), parts([part.accessory], message)),
  10: (part) => el("div", { class: "text" }, markdown(part.content)),
  11: (part) => el("div", { class: "thumbnail" }, media(part.media, part.description ?? "", part.spoiler)),
  12: (part) =>
    el("div", { class: `gallery of${Math.min(part.items.length, 4)} ${part.items.every(isTall) ? "tall" : ""}` },
      part.items.map((/** @type {Record<string, any>} */ item) => media(item.media, item.description ?? "", item.spoiler))),
  13: (part) => file(part.file.url, part.name ?? part.file.url.split("/").pop().split("?")[0], part.size),
  14: (part) => el("hr", { class: `gap${part.spacing ?? 1} ${part.divider === false ? "plain" : ""}` }),
  17: container,
};

/** Returns elements for a list of components. @param {Part[]} list @param {Message} message @returns {Node[]} */
export const parts = (list, message) => list.filter((one) => KINDS[one.type]).map((one) => KINDS[one.type](one, message));

/** Returns all components, including nested ones. @param {Part[]} list @returns {Part[]} */
export const walk = (list) =>
  list.flatMap((one) => [one, ...walk(one.components ?? []), ...(one.accessory ? [one.accessory] : [])]);

/** Returns the components that can be used now. @param {Message} message */
export const usable = (message) => walk(message.parts).filter((one) => one.custom_id && !one.disabled);
