// @ts-check
// Language of this browser: the one chosen here, or the first that its user reads.

import { byId, html } from "../dom/dom.js";
import { fillTexts, loadCatalogue, loadLanguages, prefetchCatalogue } from "./messages.js";

/** The choices of a language, one in the settings and one on the start screen. */
const SELECTS = ["language", "start-language"];

/** The language of a tag, without its country. @param {string} tag */
const base = (tag) => tag.toLowerCase().split("-")[0];

/** The tag for dates in a language: the reader's own, as countries write them otherwise. @param {string} shown @param {readonly string[]} wanted */
export const dateTag = (shown, wanted = navigator.languages) =>
  wanted.find((tag) => base(tag) === base(shown)) ?? shown;

/**
 * The first language of a reader that there is; English if there is none.
 * @param {readonly string[]} wanted tags such as "pt-BR", the best first
 * @param {string[]} codes of the languages that there are
 */
export function bestLanguage(wanted, codes) {
  for (const tag of wanted) {
    const near = codes.filter((code) => base(code) === base(tag));
    const same = near.find((code) => code.toLowerCase() === tag.toLowerCase());
    if (near.length) return same ?? near[0];
  }
  return "en";
}

export class Language {
  constructor() {
    /** Code of the language that is shown. */
    this.shown = "";
    /** Names of the languages by their codes. @type {Record<string, string>} */
    this.names = {};
  }

  /** Learn which languages there are, and show one. @param {string} chosen "" for the reader's */
  async begin(chosen) {
    this.names = await loadLanguages();
    await this.show(chosen);
  }

  /** Offer all languages, if there are several. @param {(code: string) => void} choose called with what is chosen */
  offer(choose) {
    for (const id of SELECTS) {
      const select = /** @type {HTMLSelectElement} */ (byId(id));
      const options = Object.entries(this.names).map(([value, name]) =>
        html("option", { value, lang: value }, name),
      );
      select.replaceChildren(...options);
      select.value = this.shown;
      const choice = /** @type {HTMLElement} */ (select.closest("label") ?? select);
      choice.hidden = options.length < 2;
      select.addEventListener("focus", () => Object.keys(this.names).forEach(prefetchCatalogue));
      select.addEventListener("change", () => choose(select.value));
    }
  }

  /**
   * Show the texts of the page in a language; false if they are in it already.
   * @param {string} chosen its code; "" for the first that the reader of this browser knows
   */
  async show(chosen) {
    const codes = Object.keys(this.names);
    const code = codes.includes(chosen) ? chosen : bestLanguage(navigator.languages, codes);
    if (code === this.shown) return false;
    await loadCatalogue(code);
    this.shown = code;
    document.documentElement.lang = code;
    fillTexts(document);
    const manifest = document.querySelector("link[rel=manifest]"); // on the site alone
    const file = manifest?.getAttribute("href")?.replace(/[^/]*$/, `manifest.${code}.webmanifest`);
    if (file) manifest?.setAttribute("href", file);
    for (const select of document.querySelectorAll("select.language")) {
      /** @type {HTMLSelectElement} */ (select).value = code;
    }
    return true;
  }
}
