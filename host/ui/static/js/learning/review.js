// @ts-check
// The review of a match: the proven value of each move, and the blunders.

import { byId, html } from "../dom/dom.js";
import { t } from "../text/messages.js";
import { player } from "../text/names.js";
import { linked } from "../text/rules.js";

/** @typedef {import("../types.js").ReviewMessage} ReviewMessage */
/** @typedef {import("../types.js").ReviewedMoveData} ReviewedMove */

/** Sign of each kind of move. @type {Record<ReviewedMove["kind"], string>} */
const SIGNS = { won: "+", lost: "\u2212", forced: "=", unknown: "?", blunder: "!", match: "!" };

/** Where a review is asked for: after a round, and in a replay. */
const BUTTONS = ["result-review", "replay-review"];

export class Review {
  /**
   * @param {(message: import("../types.js").PageRequest) => boolean} send
   * @param {() => void} closed called after the review was closed
   * @param {(ply: number, line: string[]) => void} show plays moves on the board, after so many of the match
   * @param {(ply: number) => void} again begins a game after so many moves
   */
  constructor(send, closed, show, again) {
    this.send = send;
    this.closed = closed;
    this.showLine = show;
    this.again = again;
    /** True in games whose moves can be proven. */
    this.provable = false;
    byId("review-close").addEventListener("click", () => this.close());
    for (const id of BUTTONS) {
      byId(id).addEventListener("click", () => send({ t: "review" }));
    }
  }

  /** Hide the buttons in games that cannot be proven. @param {import("../types.js").HelloMessage} hello */
  setGame({ provable }) {
    this.provable = provable;
    byId("result-review").hidden = !provable;
  }

  /** @param {import("../types.js").StateMessage} state */
  show({ replay, puzzle }) {
    byId("replay-review").hidden = !replay || !this.provable;
    // The review is of a game that waits meanwhile.
    if (puzzle) byId("review").hidden = true;
  }

  /** True while the review stands in the place of the moves. */
  get isOpen() {
    return !byId("review").hidden;
  }

  /** Show the moves again. */
  close() {
    byId("review").hidden = true;
    this.closed();
    byId("stage").focus({ preventScroll: true });
  }

  /**
   * @param {ReviewMessage} review
   * @param {import("../types.js").StateMessage | null} state in a replay a click on a move goes to it
   * @returns {string[]} sentences to announce
   */
  update({ moves, moments, summary, finished }, state) {
    const replay = Boolean(state?.replay);
    byId("review").hidden = finished && !moves.length;
    byId("review-summary").textContent = finished
      ? summary.join(" ")
      : t("page.proving", { count: moves.length });
    byId("review-moments").replaceChildren(...moments.map((moment) => this.moment(moment, replay)));
    byId("review-moments").hidden = !moments.length;
    byId("review-moves").replaceChildren(...moves.map((move) => this.entry(move, replay)));
    return finished ? summary : [];
  }

  /** A moment, with what can be done about it beside a match. @param {import("../types.js").MomentData} moment @param {boolean} replay */
  moment({ ply, kind, words: told, line }, replay) {
    const button = (/** @type {string} */ id, /** @type {string} */ words, /** @type {() => void} */ act) => {
      const made = html("button", { type: "button", "data-moment": `${id} ${ply}` }, words);
      made.addEventListener("click", act);
      return made;
    };
    const buttons = [
      ...(line.length ? [button("show", t("page.show_me"), () => this.showLine(ply - 1, line))] : []),
      button("again", t("page.try_again"), () => this.again(ply - 1)),
    ];
    const actions = html("span", { class: "moment-actions" }, ...(replay ? [] : buttons));
    return html("li", { class: kind }, html("span", {}, told), actions);
  }

  /** @param {ReviewedMove} move @param {boolean} replay */
  entry(move, replay) {
    const { ply, side, words, worth, kind } = move;
    const text = t("page.reviewed_move", { ply, side: player(side), move: words });
    // In a replay the board goes along; else the analysis shows the position.
    /** @type {Record<string, string>} */
    const asked = replay ? { "data-request": "go" } : { "data-ply": String(ply - 1) };
    const told = html("small", {}, worth);
    const name = html("button", { type: "button", ...asked }, html("span", {}, text), told);
    if (replay) {
      name.addEventListener("click", () => this.send({ t: "go", ply: ply - 1 }));
    }
    const reasons = [move.why, move.instead, move.match].filter(Boolean);
    const parts = reasons.map((text) => html("p", {}, ...linked(text)));
    const badge = html("span", { class: "worth", "aria-hidden": "true" }, SIGNS[kind]);
    return html("li", { class: kind }, badge, name, ...parts);
  }
}
