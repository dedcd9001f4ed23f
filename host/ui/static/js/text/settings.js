// @ts-check
// Settings of the user, kept in this browser.

/** @typedef {"kanji" | "shapes" | "letters"} SymbolSet */

/**
 * @typedef {object} Settings
 * @property {SymbolSet} symbols
 * @property {boolean} turned true if Black's side is below
 * @property {boolean} turnedForBlack the same while Black alone is played on this page
 * @property {boolean} sound
 * @property {boolean} speech
 * @property {string} voice URI of a voice; "" for the browser's usual one
 * @property {number} rate of speech, 1 for the usual one
 * @property {string} language code of the one chosen; "" for that of the browser
 */

const KEY = "kamisado-board";

/** @param {unknown} rate @returns {rate is number} */
const isRate = (rate) => typeof rate === "number" && rate >= 0.5 && rate <= 3;

/** Signs are known to many who read Chinese characters; others tell shapes apart faster. */
const usualSymbols = (/** @type {string} */ language) =>
  /^(zh|ja|ko)\b/.test(language) ? "kanji" : "shapes";

/** @returns {Settings} the usual ones where storage is forbidden */
export function load() {
  let text = null;
  try {
    text = localStorage.getItem(KEY);
  } catch {
    // Then nothing is remembered.
  }
  return read(text, navigator.language);
}

/**
 * @param {string | null} text what is stored; null for nothing
 * @param {string} language of the browser
 * @returns {Settings} the usual ones where nothing (or nonsense) is stored
 */
export function read(text, language) {
  /** @type {Record<string, unknown>} */
  let stored = {};
  try {
    stored = JSON.parse(text ?? "{}") ?? {};
  } catch {
    // Nonsense is forgotten.
  }
  return {
    symbols: ["kanji", "shapes", "letters"].includes(String(stored.symbols))
      ? /** @type {Settings["symbols"]} */ (stored.symbols)
      : usualSymbols(language),
    turned: stored.turned === true,
    turnedForBlack: stored.turnedForBlack !== false,
    sound: stored.sound !== false,
    speech: stored.speech === true,
    voice: typeof stored.voice === "string" ? stored.voice : "",
    rate: isRate(stored.rate) ? stored.rate : 1,
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
