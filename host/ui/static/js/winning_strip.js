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
  /** @param {(ply: number) => void} chosen called with the ply of a bar */
  constructor(chosen) {
    this.chosen = chosen;
    this.root = html("div", { class: "winning-strip", role: "group", "aria-label": t("page.who_was_winning") });
    /** The winner after each ply, as far as it is proven. @type {Map<number, Side>} */
    this.winners = new Map();
    /** @type {Set<number>} */
    this.blunders = new Set();
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
    }
  }

  /** @param {MoveData[]} moves @param {number | null} [now] the ply that is shown */
  show(moves, now = null) {
    const texts = moves.map(({ text }) => text);
    const bars = texts.map((_, i) => [this.winners.get(i + 1) ?? "open", this.blunders.has(i + 1)]);
    const key = JSON.stringify([texts, bars, now]);
    if (key === this.shown) return;
    // What was known of another game is forgotten.
    if (!moves.length) {
      this.winners.clear();
      this.blunders.clear();
    }
    this.shown = key;
    this.root.replaceChildren(...moves.map((move) => this.bar(move, now)));
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
