// The page: connects two panes, their composers and all other parts.

import { Composer } from "./composer.js";
import * as curtain from "./curtain.js";
import { the } from "./dom.js";
import * as follow from "./follow.js";
import * as guide from "./guide.js";
import { readable } from "./message.js";
import "./modal.js";
import * as options from "./options.js";
import { Pane } from "./pane.js";
import * as side from "./side.js";
import { skips } from "./skip.js";
import { croupier, keep, nameOf, on, read, state, tell } from "./state.js";
import * as turn from "./turn.js";
import { ask, open } from "./wire.js";
import { say, speak } from "./words.js";

const channelPane = new Pane(the("#channel"));
const dmPane = new Pane(the("#dm"));
const composers = [channelPane, dmPane].map((pane) => new Composer(/** @type {HTMLFormElement} */ (the(".composer", pane.root)), pane));

/** The id of the person whose messages were shown last. */
let shown = "";

function showChannel() {
  const here = state.channels.find((one) => one.id === state.channel);
  const name = here?.name ?? "";
  the("#channel h2").textContent = here ? `${here.thread ? "↳" : "#"} ${name}` : "";
  channelPane.show(state.channel ?? "", say("log", { name }));
  read(state.channel ?? "");
  composers[0].show(say("messageIn", { name }));
}

function showDm() {
  const name = croupier()?.name ?? "";
  the("#dm h2").textContent = say("logDm", { name });
  dmPane.show(state.dm, say("logDm", { name }));
  composers[1].show(say("messageDm", { name }));
}

/** Announces a text to screen readers. @param {string} text */
function announce(text) {
  the("#announcer").textContent = text.slice(0, 300);
}

/** Mentions of users and channels, other tags, hashes and seeds, small print, escaped characters, and formatting. */
const MARKUP = /<@!?(\d+)>|<#(\d+)>|<[^>]*>|\b[0-9a-f]{40,}\b|^-# |\\([^\w\s])|[*_#`|>~]+/gim;

/** Returns a text for screen readers: mentions as names, without formatting, hashes and seeds. @param {string} text */
const heard = (text) =>
  text.replace(MARKUP, (_, user, channel, escaped) => (user && nameOf(user)) || (channel && placeOf(channel)) || (escaped ?? "")).trim();

/** Returns the name of a channel with its sign. @param {string} id */
const placeOf = (id) => `#${state.channels.find((one) => one.id === id)?.name ?? "?"}`;

on("scene", () => {
  const me = state.me;
  if (!me || curtain.hidden()) return;
  if (shown && shown !== me.id) announce(say("now", { name: me.name }));
  shown = me.id;
  if (state.everybody) history.replaceState(null, "", `/as/${me.slug}`);
  showChannel();
  showDm();
});

on("open", async (channel) => {
  const outcome = await ask("read", { channel });
  if (!outcome.messages) return;
  state.channel = channel;
  keep(channel, outcome.messages);
  showChannel();
  tell("opened", channel);
});

on("curtain", () => {
  the("#announcer").textContent = "";
  for (const one of composers) one.hide();
});

on("language", () => {
  if (!state.me || curtain.hidden()) return;
  showChannel();
  showDm();
});

on("message", ({ message, before, isNew }) => {
  if (curtain.hidden()) return;
  if (message.channel === state.channel) read(message.channel);
  if (![state.channel, state.dm].includes(message.channel) || message.by === state.me?.id) return;
  const text = readable(message);
  if (isNew) announce(say("said", { name: nameOf(message.by), text: heard(text) }));
  else {
    const known = new Set(readable(before ?? message).split("\n"));
    const fresh = text.split("\n").filter((line) => !known.has(line));
    if (fresh.length) announce(say("changed", { text: heard(fresh.join("\n")) }));
  }
});

speak();
side.begin();
guide.begin(channelPane);
follow.begin();
options.begin(turn.signs);
turn.begin();
skips(channelPane);
curtain.begin();
const [, , as = "", key = ""] = location.pathname.split("/");
open(decodeURIComponent(as) || "", key);
