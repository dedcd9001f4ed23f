// @ts-check
// The rules as a panel: the same texts as `kamisado rules`, opened by every rule that is cited.

import { byId, html } from "../dom/dom.js";
import { cited, holds } from "./citations.js";
import { t } from "./messages.js";

/** @typedef {{numbers: string[], title: string, text: string, ruling: string}} Rule */

/**
 * Load the rules of a game; in English where they are not translated.
 * @param {string} name of the game, after the code of a language
 * @returns {Promise<Rule[]>}
 */
async function load(name) {
  const answer = await fetch(new URL(`../../rules/${name}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.json();
}

export class Rules {
  /** @param {(text: string) => void} warn */
  constructor(warn) {
    this.warn = warn;
    this.dialog = /** @type {HTMLDialogElement} */ (byId("rules"));
    this.list = byId("rule-list");
    /** The game whose rules are shown: "kamisado". */
    this.book = "";
    /** The rules that have been looked up, by language and game. @type {Map<string, Promise<Rule[]>>} */
    this.books = new Map();
    byId("open-rules").addEventListener("click", () => this.open(""));
    document.addEventListener("click", (event) => this.follow(event));
  }

  /** @param {import("../types.js").HelloMessage} hello */
  setGame({ game }) {
    this.book = game.split(/[-:]/)[0];
  }

  /** Open the rule of a link in a sentence. @param {MouseEvent} event */
  follow(event) {
    const link = event.target instanceof Element ? event.target.closest("a.rule") : null;
    if (!link) return;
    event.preventDefault();
    this.open(link.textContent ?? "");
  }

  /** The rules of a game in the language that is shown. @param {string} book @returns {Promise<Rule[]>} */
  read(book) {
    const name = `${document.documentElement.lang}/${book}`;
    const known = this.books.get(name) ?? load(name);
    this.books.set(name, known);
    // The next time may succeed.
    known.catch(() => this.books.delete(name));
    return known;
  }

  /** @param {string} number of the rule to show first; "" for the beginning */
  async open(number) {
    const rules = await this.read(this.book).catch(() => null);
    if (!rules) {
      this.warn(t("page.rules_not_loaded"));
      return;
    }
    this.list.replaceChildren(...rules.map((rule) => this.entry(rule, number)));
    if (!this.dialog.open) this.dialog.showModal();
    const cited = this.list.querySelector("[aria-current]");
    if (cited) cited.scrollIntoView({ block: "start" });
    else this.list.scrollTop = 0;
  }

  /** @param {Rule} rule @param {string} number */
  entry(rule, number) {
    const { numbers, title, text, ruling } = rule;
    const heading = html("h3", {}, [numbers.join(", "), title].filter(Boolean).join("  "));
    const parts = [html("p", {}, ...linked(text))];
    if (ruling) parts.push(html("p", { class: "hint" }, t("page.our_ruling", { ruling })));
    const entry = html("section", {}, heading, ...parts);
    if (number && holds(rule, number)) entry.setAttribute("aria-current", "true");
    return entry;
  }
}

/**
 * A sentence with the rules that it cites as links.
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export function linked(text) {
  return cited(text).map((part, at) =>
    at % 2 ? html("a", { href: `#${part}`, class: "rule" }, part) : part,
  );
}
