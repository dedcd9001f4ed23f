// @ts-check
// Negotiation between the players: resigning, draw offers, pauses, and the answers.

import { byId, setText } from "../dom/dom.js";
import { t } from "../text/messages.js";
import { player } from "../text/names.js";

/** @typedef {import("../types.js").StateMessage} StateMessage */
/** @typedef {import("../types.js").Side} Side */

/** @param {Side} side @returns {Side} */
const other = (side) => (side === "white" ? "black" : "white");

/** @param {string} id */
const button = (id) => /** @type {HTMLButtonElement} */ (byId(id));

export class Negotiation {
  /**
   * @param {(message: import("../types.js").PageRequest) => boolean} send
   * @param {import("../connection/access.js").Access} access
   */
  constructor(send, access) {
    this.access = access;
    /** The side of a player at another board; null without one. @type {Side | null} */
    this.far = null;
    /** The side to move, which offers, and is named first for resigning. @type {Side} */
    this.turn = "black";
    this.dialog = /** @type {HTMLDialogElement} */ (byId("resign-dialog"));
    byId("redo").addEventListener("click", () => send({ t: "redo" }));
    byId("pause").addEventListener("click", () => send(this.access.side ? { t: "pause", side: this.access.side } : { t: "pause" }),
    );
    byId("go-on").addEventListener("click", () => send({ t: "resume" }));
    byId("draw").addEventListener("click", () => send({ t: "draw", side: this.side ?? this.turn }));
    byId("agree").addEventListener("click", () => send({ t: "answer", agree: true }));
    byId("refuse").addEventListener("click", () => send({ t: "answer", agree: false }));
    byId("resign").addEventListener("click", () => this.ask());
    for (const [id, win] of /** @type {const} */ ([["claim-win", true], ["claim-draw", false]])) {
      byId(id).addEventListener("click", () => send({ t: "far_claim", win }));
    }
    this.dialog.addEventListener("close", () => {
      const side = this.dialog.returnValue;
      if (side === "white" || side === "black") send({ t: "resign", side });
    });
  }

  /** The side that this page plays; null if it may act for both. @returns {Side | null} */
  get side() {
    return this.access.side ?? (this.far && other(this.far));
  }

  /** @param {StateMessage} state @param {import("../types.js").FarMessage | null} far */
  show({ phase, turn, offer, opponent, agreement, may, can_redo }, far) {
    this.far = far && far.stage !== "none" ? (opponent?.side ?? null) : null;
    this.turn = turn;
    const replay = phase === "replay";
    const paused = phase === "paused";
    for (const id of ["redo", "pause", "resign"]) byId(id).hidden = replay;
    button("redo").disabled = !can_redo;
    button("pause").disabled = !may.includes("pause");
    button("resign").disabled = !may.includes("resign");
    byId("draw").hidden = !agreement;
    // Games that count the pieces on the board name the winner instead of a draw.
    if (agreement) setText(byId("draw"), t("page.offer", { offer: agreement }));
    const waiting = this.far && !offer ? (far?.waiting ?? "") : "";
    const claim = this.far !== null && Boolean(far?.can_claim);
    for (const id of ["claim-win", "claim-draw"]) byId(id).hidden = !claim;
    byId("negotiation").hidden = !offer && !paused && !waiting && !claim;
    byId("far-withdraw").hidden = !waiting || !far?.can_withdraw;
    for (const id of ["agree", "refuse"]) byId(id).hidden = !offer;
    byId("go-on").hidden = !paused;
    // On the other side's turn the headline tells it.
    const told = phase === "play" && opponent?.thinking;
    byId("negotiation-text").hidden = !offer && (!waiting || Boolean(told));
    let text = waiting;
    if (offer && offer.by === this.far && this.access.answersFor(offer.asked)) {
      text = t("page.do_you_agree", { offer: offer.words });
    } else if (offer) {
      // Nobody accepts a resignation: it is confirmed, as a hand may have given it by mistake.
      const id = offer.action === "resign" ? "page.does_side_confirm" : "page.does_side_agree";
      text = t(id, { side: player(offer.asked), by: player(offer.by), offer: offer.words });
    }
    setText(byId("negotiation-text"), text);
    // A game that has ended meanwhile is not resigned.
    if (this.dialog.open && !may.includes("resign")) this.dialog.close("");
  }

  /** Ask for confirmation before a resignation. */
  ask() {
    const sides = this.side ? [this.side] : [this.turn, other(this.turn)];
    for (const [at, id] of ["resign-first", "resign-second"].entries()) {
      byId(id).hidden = at >= sides.length;
      if (at >= sides.length) continue;
      button(id).value = sides[at];
      const named = { side: player(sides[at]), other: player(other(sides[at])) };
      setText(byId(id), this.far ? t("page.you_resign") : t("page.side_resigns", named));
    }
    // In some browsers Escape leaves the answer of the last time.
    this.dialog.returnValue = "";
    this.dialog.showModal();
  }
}
