// Recognises the language of a message. Discord does not send it, and it may differ from the page's language.

/** @param {string} text */
const words = (text) => new Set(text.split(" "));

/** Frequent words of each language that the others do not have. */
const CZECH = words("se co nebo nic jen kdo ve která které který teď není když pak ruce karet akce podle jsou pro hráče tah kostky");
const SLOVAK = words("sa čo alebo nič len kto vo ktorá ktoré ktorý teraz nie keď aj ak ruke kariet akcia podľa sú pre hráča ťah kocky zranenia");
const ENGLISH = words("the of is it you your and in this that are with has have for its from what which not be may or an up time round hand turn waiting game table");
/** Letters that only Czech has, only Slovak, and those of both that English does not have. */
const CZECH_LETTERS = /[ěřů]/g;
const SLOVAK_LETTERS = /[ľĺŕôä]/g;
const ACCENTED = /[áčďéěíĺľňóôŕřšťúůýžä]/g;
/** Parts without words: mentions, moments, code, addresses. */
const MARKS = /<[^>]*>|`[^`]*`|https?:\S+/g;

/** @param {string} text @param {RegExp} letters */
const count = (text, letters) => text.match(letters)?.length ?? 0;

/**
 * Returns the language of a text (en, cs or sk), or an empty string if it has no known words.
 * @param {string} text
 * @param {string} [otherwise] the language to return if Czech and Slovak fit equally
 */
export function languageOf(text, otherwise = "cs") {
  const prose = text.replace(MARKS, " ").toLowerCase();
  const said = prose.match(/\p{L}+/gu) ?? [];
  /** @param {Set<string>} known */
  const among = (known) => said.filter((word) => known.has(word)).length;
  const english = among(ENGLISH);
  if (english >= count(prose, ACCENTED)) return english ? "en" : "";
  const czech = count(prose, CZECH_LETTERS) + among(CZECH);
  const slovak = count(prose, SLOVAK_LETTERS) + among(SLOVAK);
  if (czech === slovak) return otherwise === "sk" ? "sk" : "cs";
  return czech > slovak ? "cs" : "sk";
}
