// Settings of this page, which are kept over a reload.

/** The settings until the page is closed, because a private window may refuse to store them. @type {Map<string, string>} */
const kept = new Map();

/** Returns the chosen value, or an empty string. @param {string} name */
export function setting(name) {
  try {
    return localStorage.getItem(`page ${name}`) ?? kept.get(name) ?? "";
  } catch {
    return kept.get(name) ?? "";
  }
}

/** Stores a value. @param {string} name @param {string} value */
export function keepSetting(name, value) {
  kept.set(name, value);
  try {
    localStorage.setItem(`page ${name}`, value);
  } catch {
    // It is kept for as long as the page is open.
  }
}
