// @ts-check
// The strip of who was winning after each move, with dots at the blunders.

import { html } from "../dom/dom.js";
import { t } from "../text/messages.js";
import { player } from "../text/names.js";

/** @typedef {import("../types.js").MoveData} MoveData */

/** How high a bar is, in percent: the nearer the end, the firmer the win. @param {number} near own moves to the end; 0 for far */
export const firmness = (near) => (near ? Math.max(46 - 5 * near, 16) : 12);

/** @param {string} side @param {number} near */
const winningWords = (side, near) =>
  near ? t("page.side_is_winning_in", { side, count: near }) : t("page.side_is_winning", { side });

export class WinningStrip {
  /**
   * @param {HTMLElement} root @param {import("./winners.js").Winners} winners
   * @param {(ply: number) => void} chosen called with the ply of a bar
   */
  constructor(root, winners, chosen) {
    this.root = root;
    this.winners = winners;
    this.chosen = chosen;
    /** What each bar shows. @type {string[]} */
    this.shown = [];
    /** @type {number | null} */
    this.now = null;
  }

  /** @param {MoveData[]} moves @param {number | null} [now] the ply that is shown */
  show(moves, now = null) {
    const { lang } = document.documentElement;
    const bars = moves.map(
      ({ ply, side }) =>
        [side, this.winners.after.get(ply) ?? "open", this.winners.near.get(ply), this.winners.blunders.has(ply), lang].join(" "),
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

  /** @param {MoveData} move */
  bar({ ply, side }) {
    const winner = this.winners.after.get(ply);
    const blunder = this.winners.blunders.has(ply);
    const near = this.winners.near.get(ply) ?? 0;
    const words = winner ? winningWords(player(winner), near) : t("page.not_proven");
    const name = t(blunder ? "page.bar_blunder" : "page.bar", { ply, words });
    const height = html("i", {});
    height.style.setProperty("--firm", `${firmness(this.winners.ended.has(ply) ? 1 : near)}%`);
    const bar = html(
      "button",
      { type: "button", class: `bar-${winner ?? "open"}`, "aria-label": name, title: name },
      height,
      blunder ? html("em", { class: side }, "?") : "",
    );
    bar.addEventListener("click", () => this.chosen(ply));
    return bar;
  }
}
