// What one has chosen for this page; it outlives a reload.

/** Whoever keeps nothing (a private window may refuse it) has it until the page is closed. @type {Map<string, string>} */
const kept = new Map();

/** What was chosen, or nothing. @param {string} name */
export function setting(name) {
  try {
    return localStorage.getItem(`page ${name}`) ?? kept.get(name) ?? "";
  } catch {
    return kept.get(name) ?? "";
  }
}

/** Choose. @param {string} name @param {string} value */
export function keepSetting(name, value) {
  kept.set(name, value);
  try {
    localStorage.setItem(`page ${name}`, value);
  } catch {
    // It is kept for as long as the page is open.
  }
}
