// @ts-check
// The review: what each move was worth, and where the win changed hands.

import { byId, html } from "./dom.js";
import { t } from "./messages.js";
import { player } from "./names.js";

/** @typedef {import("./types.js").ReviewMessage} ReviewMessage */
/** @typedef {import("./types.js").Judged} Judged */

/** What a move was worth, by sign and id of the words. @type {Record<Judged["kind"], [string, string]>} */
const WORTH = {
  won: ["+", "page.worth_won"],
  lost: ["\u2212", "page.worth_lost"],
  forced: ["=", "page.worth_forced"],
  unknown: ["?", "page.worth_unknown"],
  blunder: ["!", "page.worth_blunder"],
};

/** Where a review is asked for: after a round, and in a replay. */
const BUTTONS = ["ending-review", "replay-review"];

export class Review {
  /** @param {(message: import("./types.js").PageMessage) => boolean} send */
  constructor(send) {
    this.send = send;
    /** Whether a record is stepped through: then its moves can be gone to. */
    this.replay = false;
    for (const id of BUTTONS) {
      byId(id).addEventListener("click", () => send({ t: "review" }));
    }
  }

  /** What cannot be proven is not reviewed. @param {import("./types.js").Hello} hello */
  greet({ provable }) {
    for (const id of BUTTONS) {
      // With the row that holds nothing else, or a gap would be left.
      /** @type {HTMLElement} */ (byId(id).parentElement).hidden = !provable;
    }
  }

  /** @param {import("./types.js").State} state */
  show({ replay }) {
    this.replay = replay !== null;
  }

  /** @param {ReviewMessage} review @returns {string[]} what is to be told of it */
  hear({ moves, summary, finished }) {
    byId("review").hidden = finished && !moves.length;
    byId("review-summary").textContent = finished
      ? summary.join(" ")
      : t("page.proving", { count: moves.length });
    byId("review-moves").replaceChildren(...moves.map((move) => this.entry(move)));
    return finished ? summary : [];
  }

  /** @param {Judged} move */
  entry(move) {
    const [sign, worth] = WORTH[move.kind];
    const { ply, side, words } = move;
    const told = t("page.reviewed_move", { ply, side: player(side), move: words });
    const name = this.replay ? html("button", { type: "button" }, told) : html("span", {}, told);
    if (this.replay) {
      name.addEventListener("click", () => this.send({ t: "go", ply: ply - 1 }));
    }
    const parts = [move.why, move.instead].filter(Boolean).map((text) => html("p", {}, text));
    const badge = html("span", { class: "worth", "aria-hidden": "true" }, sign);
    return html("li", { class: move.kind }, badge, name, `: ${t(worth)}`, ...parts);
  }
}
