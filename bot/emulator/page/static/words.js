// The page's own words, in the language of whoever one is.

const EN = {
  views: "View", channel: "Channel", dm: "Direct messages", follow: "Seat me everywhere", language: "My language",
  people: "People", channels: "Channels", guide: "Table", thread: "thread", onlooker: "onlooker", you: "you",
  be: "Be {name}", window: "Open {name} in a window of its own",
  newTable: "New table", newTableHint: "One press, and the croupier opens a table here.",
  seats: "Who plays?", seat: "Seat {name}", seated: "{name} is seated", start: "Start", waitingFor: "Waiting for",
  messageIn: "Message #{name}; / for commands", messageDm: "Message {name}; / for commands",
  write: "Write, or / for commands", send: "Send",
  log: "Messages in #{name}", logDm: "Direct messages with {name}", empty: "Nothing here yet.",
  private: "Only you can see this", dismiss: "Dismiss message", thinking: "{name} is thinking…", edited: "(edited)",
  called: "{name} used {command}", used: "a command", bot: "APP",
  failed: "This interaction failed", unanswered: "The application did not respond",
  impossible: "That is no longer possible.", lostAct: "The connection broke off; look whether it was done.",
  choose: "Choose", done: "Done", chosen: "{count} chosen", noOptions: "Nothing to choose", atLeast: "At least {count}",
  spoiler: "Spoiler: press to show", download: "Download {name}", opensWindow: "opens a new window",
  commands: "Commands", noCommands: "No such command", option: "Add an option", offers: "Offered for {name}", required: "required",
  remove: "Leave out {name}", cancel: "Cancel", submit: "Submit", yes: "Yes", no: "No",
  modalFailed: "Something went wrong. Try again.",
  badValue: "{name}: please correct this.", picture: "Picture",
  botUp: "The croupier is here", botDown: "The croupier is away and will be back in a moment",
  lost: "The connection to the table is lost. Trying again…", reload: "Reload",
  outdated: "This page is of an older version than the table. Nothing is lost: reload it.",
  stranger: "This address opens no seat here (any more). Open the link that is yours.",
  tabs: "You have {count} pages open as {name}. All of them work and show the same.",
  said: "{name}: {text}", changed: "Changed: {text}", now: "You are {name} now.",
  demo: "A game that plays itself", scroll: "Newest messages",
};

/** @type {typeof EN} */
const CS = {
  views: "Pohled", channel: "Kanál", dm: "Soukromé zprávy", follow: "Posaď mě všude", language: "Můj jazyk",
  people: "Lidé", channels: "Kanály", guide: "Stůl", thread: "vlákno", onlooker: "divák", you: "ty",
  be: "Být: {name}", window: "Otevřít ve vlastním okně: {name}",
  newTable: "Nový stůl", newTableHint: "Jedno stisknutí a krupiér tu otevře stůl.",
  seats: "Kdo hraje?", seat: "Posadit: {name}", seated: "{name} sedí u stolu", start: "Začít", waitingFor: "Čeká se na",
  messageIn: "Zpráva do #{name}; / pro příkazy", messageDm: "Zpráva: {name}; / pro příkazy",
  write: "Piš, nebo / pro příkazy", send: "Odeslat",
  log: "Zprávy v #{name}", logDm: "Soukromé zprávy: {name}", empty: "Zatím tu nic není.",
  private: "Tohle vidíš jen ty", dismiss: "Zavřít zprávu", thinking: "{name} přemýšlí…", edited: "(upraveno)",
  called: "{name}: {command}", used: "příkaz", bot: "APP",
  failed: "Tato interakce se nezdařila", unanswered: "Aplikace neodpověděla",
  impossible: "To už není možné.", lostAct: "Spojení se přerušilo; podívej se, zda se to stalo.",
  choose: "Vyber", done: "Hotovo", chosen: "Vybráno: {count}", noOptions: "Není z čeho vybírat", atLeast: "Nejméně {count}",
  spoiler: "Spoiler: stisknutím se ukáže", download: "Stáhnout {name}", opensWindow: "otevře nové okno",
  commands: "Příkazy", noCommands: "Takový příkaz není", option: "Přidat volbu", offers: "Nabídka: {name}", required: "povinné",
  remove: "Vynechat {name}", cancel: "Zrušit", submit: "Odeslat", yes: "Ano", no: "Ne",
  modalFailed: "Něco se nezdařilo. Zkus to znovu.",
  badValue: "{name}: prosím oprav.", picture: "Obrázek",
  botUp: "Krupiér je tu", botDown: "Krupiér je pryč a za chvíli bude zpět",
  lost: "Spojení se stolem se přerušilo. Zkouší se znovu…", reload: "Načíst znovu",
  outdated: "Tato stránka je starší verze než stůl. Nic není ztraceno: načti ji znovu.",
  stranger: "Tato adresa tu (už) neotvírá žádné místo. Otevři svůj vlastní odkaz.",
  tabs: "Otevřené stránky ({name}): {count}. Všechny fungují a ukazují totéž.",
  said: "{name}: {text}", changed: "Změna: {text}", now: "Teď jsi {name}.",
  demo: "Hra, která hraje sama", scroll: "Nejnovější zprávy",
};

/** @typedef {keyof typeof EN} Word */

let words = EN;
let tag = "en-US";

/** The page's own words from now on: Czech for Czech and Slovak, else English. @param {string} locale */
export function speak(locale) {
  tag = locale;
  words = /^(cs|sk)\b/.test(locale) ? CS : EN;
  document.documentElement.lang = words === CS ? "cs" : "en";
  for (const one of document.querySelectorAll("[data-say]")) one.textContent = say(/** @type {Word} */ (one.getAttribute("data-say")));
  for (const one of document.querySelectorAll("[data-say-label]")) {
    one.setAttribute("aria-label", say(/** @type {Word} */ (one.getAttribute("data-say-label"))));
  }
}

/** A word of the page. @param {Word} word @param {Record<string, string|number>} [facts] */
export function say(word, facts = {}) {
  return words[word].replace(/\{(\w+)\}/g, (all, name) => String(facts[name] ?? all));
}

/** The language in which dates and times are written. */
export const locale = () => tag;
