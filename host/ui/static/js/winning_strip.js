// @ts-check
// The strip of who was winning after each move, with dots at the blunders.

import { html } from "./dom.js";
import { t } from "./messages.js";
import { player } from "./names.js";

/** @typedef {import("./types.js").MoveData} MoveData */
/** @typedef {import("./types.js").ReviewedMove} ReviewedMove */
/** @typedef {import("./types.js").Side} Side */

/** @param {Side} side @returns {Side} */
const other = (side) => (side === "white" ? "black" : "white");

export class WinningStrip {
  /** @param {HTMLElement} root @param {(ply: number) => void} chosen called with the ply of a bar */
  constructor(root, chosen) {
    this.root = root;
    this.chosen = chosen;
    /** The winner after each ply, as far as it is proven. @type {Map<number, Side>} */
    this.winners = new Map();
    /** @type {Set<number>} */
    this.blunders = new Set();
    /** The moves that were shown. @type {string[]} */
    this.texts = [];
    this.shown = "";
  }

  /** @param {number} ply @param {Side | null} winner */
  know(ply, winner) {
    if (winner) this.winners.set(ply, winner);
  }

  /** @param {ReviewedMove[]} moves */
  setReview(moves) {
    this.blunders = new Set(moves.filter(({ kind }) => kind === "blunder").map(({ ply }) => ply));
    for (const { ply, kind, side } of moves) {
      if (kind === "won") this.winners.set(ply, side);
      else if (kind === "lost" || kind === "blunder") this.winners.set(ply, other(side));
      else if (kind === "forced") this.know(ply, this.winners.get(ply - 1) ?? null);
    }
  }

  /** @param {MoveData[]} moves @param {number | null} [now] the ply that is shown */
  show(moves, now = null) {
    const texts = moves.map(({ text }) => text);
    this.forget(texts);
    const bars = texts.map((_, i) => [this.winners.get(i + 1) ?? "open", this.blunders.has(i + 1)]);
    const key = JSON.stringify([texts, bars, now]);
    if (key === this.shown) return;
    this.shown = key;
    const focused = this.root.contains(document.activeElement);
    this.root.replaceChildren(...moves.map((move) => this.bar(move, now)));
    const current = /** @type {HTMLElement | null} */ (this.root.querySelector("[aria-current]"));
    if (!current) return;
    if (focused) current.focus();
    const { offsetLeft, offsetWidth } = current;
    this.root.scrollLeft = offsetLeft + offsetWidth / 2 - this.root.clientWidth / 2;
  }

  /** Forget what was known of moves that are not these any more. @param {string[]} texts */
  forget(texts) {
    const same = this.texts.findIndex((text, i) => text !== texts[i]);
    this.texts = texts;
    if (same < 0) return;
    for (const ply of [...this.winners.keys()]) if (ply > same) this.winners.delete(ply);
    for (const ply of [...this.blunders]) if (ply > same) this.blunders.delete(ply);
  }

  /** @param {MoveData} move @param {number | null} now */
  bar({ ply, side }, now) {
    const winner = this.winners.get(ply);
    const blunder = this.blunders.has(ply);
    const words = winner ? t("page.side_wins", { side: player(winner) }) : t("page.not_proven");
    const name = t(blunder ? "page.bar_blunder" : "page.bar", { ply, words });
    const bar = html(
      "button",
      { type: "button", class: `bar-${winner ?? "open"}`, "aria-label": name, title: name },
      html("i", {}),
      blunder ? html("em", { class: side }, "?") : "",
    );
    if (ply === now) bar.setAttribute("aria-current", "step");
    bar.addEventListener("click", () => this.chosen(ply));
    return bar;
  }
}
