// @ts-check
// The strip of who was winning after each move, with dots at the blunders.

import { html } from "../dom/dom.js";
import { t } from "../text/messages.js";
import { player } from "../text/names.js";

/** @typedef {import("../types.js").MoveData} MoveData */
/** @typedef {import("../types.js").ReviewedMoveData} ReviewedMove */
/** @typedef {import("../types.js").Side} Side */

/** Kinds of moves that give the round or the match away. */
const GIVEN_AWAY = new Set(["blunder", "match"]);

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
    /** What each bar shows. @type {string[]} */
    this.shown = [];
    /** @type {number | null} */
    this.now = null;
  }

  /** @param {number} ply @param {Side | null} winner */
  know(ply, winner) {
    if (winner) this.winners.set(ply, winner);
  }

  /** @param {ReviewedMove[]} moves */
  setReview(moves) {
    this.blunders = new Set(moves.filter(({ kind }) => GIVEN_AWAY.has(kind)).map(({ ply }) => ply));
    for (const { ply, kind, side, after } of moves) {
      const gaveMatch = kind === "match";
      if (kind === "won" || (gaveMatch && after === "win")) this.winners.set(ply, side);
      else if (kind === "lost" || kind === "blunder" || (gaveMatch && after === "loss")) this.winners.set(ply, other(side));
      else if (kind === "forced") this.know(ply, this.winners.get(ply - 1) ?? null);
    }
  }

  /** @param {MoveData[]} moves @param {number | null} [now] the ply that is shown */
  show(moves, now = null) {
    this.forget(moves);
    const { lang } = document.documentElement;
    const bars = moves.map(
      ({ ply, side }) => `${side} ${this.winners.get(ply) ?? "open"} ${this.blunders.has(ply)} ${lang}`,
    );
    const focused = this.root.contains(document.activeElement);
    const stay = now === this.now && bars.length === this.shown.length;
    if (stay && bars.every((bar, i) => bar === this.shown[i])) return;
    for (const [i, bar] of bars.entries()) {
      if (bar === this.shown[i]) continue;
      const made = this.bar(moves[i]);
      if (i < this.shown.length) this.root.children[i].replaceWith(made);
      else this.root.append(made);
    }
    while (this.root.children.length > bars.length) this.root.lastElementChild?.remove();
    this.shown = bars;
    this.now = now;
    this.root.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const current = /** @type {HTMLElement | undefined} */ (this.root.children[(now ?? 0) - 1]);
    if (!current) return;
    current.setAttribute("aria-current", "step");
    if (focused) current.focus();
    const { offsetLeft, offsetWidth } = current;
    this.root.scrollLeft = offsetLeft + offsetWidth / 2 - this.root.clientWidth / 2;
  }

  /** Forget what was known of moves that are not these any more. @param {MoveData[]} moves */
  forget(moves) {
    const texts = moves.map(({ text }) => text);
    const same = this.texts.findIndex((text, i) => text !== texts[i]);
    this.texts = texts;
    if (same < 0) return;
    for (const ply of [...this.winners.keys()]) if (ply > same) this.winners.delete(ply);
    for (const ply of [...this.blunders]) if (ply > same) this.blunders.delete(ply);
  }

  /** @param {MoveData} move */
  bar({ ply, side }) {
    const winner = this.winners.get(ply);
    const blunder = this.blunders.has(ply);
    const words = winner ? t("page.side_is_winning", { side: player(winner) }) : t("page.not_proven");
    const name = t(blunder ? "page.bar_blunder" : "page.bar", { ply, words });
    const bar = html(
      "button",
      { type: "button", class: `bar-${winner ?? "open"}`, "aria-label": name, title: name },
      html("i", {}),
      blunder ? html("em", { class: side }, "?") : "",
    );
    bar.addEventListener("click", () => this.chosen(ply));
    return bar;
  }
}
