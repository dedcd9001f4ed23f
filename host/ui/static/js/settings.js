// @ts-check
// Settings of the user, kept in this browser.

import { usualSymbols } from "./symbols.js";

/**
 * @typedef {object} Settings
 * @property {import("./symbols.js").SymbolSet} symbols
 * @property {boolean} turned true if Black's side is below
 * @property {boolean} turnedForBlack the same while Black alone is played on this page
 * @property {boolean} sound
 * @property {boolean} speech
 * @property {string} language code of the one chosen; "" for that of the browser
 */

const KEY = "kamisado-board";

/** @returns {Settings} the usual ones where nothing (or nonsense) is stored */
export function load() {
  /** @type {Record<string, unknown>} */
  let stored = {};
  try {
    stored = JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    // Storage may be forbidden; then nothing is remembered.
  }
  return {
    symbols: ["kanji", "shapes", "letters"].includes(String(stored.symbols))
      ? /** @type {Settings["symbols"]} */ (stored.symbols)
      : usualSymbols(),
    turned: stored.turned === true,
    turnedForBlack: stored.turnedForBlack !== false,
    sound: stored.sound !== false,
    speech: stored.speech === true,
    language: typeof stored.language === "string" ? stored.language : "",
  };
}

/** @param {Settings} settings */
export function save(settings) {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // As above.
  }
}
