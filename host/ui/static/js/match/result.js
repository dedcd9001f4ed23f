// @ts-check
// The result of a round or the whole game, and the choices that follow it.

import { byId, html } from "../dom/dom.js";
import { choiceButtons } from "../board/choices.js";
import { t } from "../text/messages.js";
import { piecePicture } from "../board/pieces.js";
import { linked } from "../text/rules.js";
import { finalScore, nextRound, reason, resultSentences, verdict } from "./verdict.js";

/** @typedef {import("../types.js").StateMessage} StateMessage */

export class Result {
  /**
   * @param {(message: import("../types.js").PageRequest) => boolean} send
   * @param {import("../connection/access.js").Access} access
   * @param {() => void} newGame opens the dialog
   * @param {(pieces: import("../types.js").PieceData[]) => void} preview shows where pieces would stand
   */
  constructor(send, access, newGame, preview) {
    this.send = send;
    this.preview = preview;
    this.access = access;
    this.shown = "";
    /** True if the end of all is told, which other panels may take the place of. */
    this.isOver = false;
    /** True if the card was taken away for a review. */
    this.isAside = false;
    /** True until the result is seen: another position may be looked at when it comes. */
    this.fresh = false;
    this.panel = byId("result");
    byId("result-close").addEventListener("click", () => this.close());
    byId("reward-done").addEventListener("click", () => send({ t: "confirm" }));
    byId("exchange").addEventListener("click", () => send({ t: "new", exchanged: true }));
    byId("again").addEventListener("click", () => send({ t: "new" }));
    byId("result-new").addEventListener("click", newGame);
    byId("result-review").addEventListener("click", () => this.setAside());
  }

  /** @param {StateMessage} state */
  show(state) {
    const { phase, reward, choices, match } = state;
    const you = this.access.playerOf(state);
    const sentences = resultSentences(state, you);
    // Redrawing the panel for each state would take the focus from its buttons.
    const key = JSON.stringify([sentences, phase, state.prompt, reward, choices, match, state.tutorial?.number]);
    if (key === this.shown) return;
    this.shown = key;
    this.isAside = false;
    this.isOver = phase === "over";
    this.fresh = true;
    const focused = this.panel.contains(document.activeElement);
    this.preview([]);
    // Choices within a round or its set-up stand beside the prompt.
    const offered = phase === "play" || phase === "setup" ? [] : choices;
    const told = sentences.length > 0 || offered.length > 0;
    this.panel.hidden = !told || state.tutorial !== null;
    const ended = phase === "over" ? state.outcome : state.round;
    this.panel.dataset.winner = ended?.winner ?? "nobody";
    byId("result-title").textContent = ended ? verdict(state, you) : t("page.between_rounds");
    byId("result-picture").replaceChildren(this.picture(state));
    const points = phase === "over" ? finalScore(state) : "";
    byId("result-score").hidden = !points;
    byId("result-score").textContent = points;
    // At the end of all the status beside the board says it too.
    byId("result-reason").classList.toggle("told", phase === "over");
    byId("result-reason").replaceChildren(...linked(reason(state)));
    byId("reward").hidden = !reward;
    byId("reward-words").replaceChildren(...linked(reward?.words ?? ""));
    byId("reward-picture").replaceChildren(...(reward ? [piecePicture(reward)] : []));
    const choosing = nextRound(state, offered);
    // The tooth comes before the choice.
    byId("result-fill").hidden = !choosing || Boolean(reward);
    this.panel.toggleAttribute("data-rewarding", Boolean(reward));
    byId("result-fill").replaceChildren(...linked(choosing));
    this.offer(state);
    byId("result-over").hidden = phase !== "over";
    this.offerAgain(state);
    if (focused) this.keepFocus();
  }

  /**
   * Offer the same game again: against the computer first with sides exchanged.
   * @param {StateMessage} state
   */
  offerAgain({ opponent }) {
    // Sides stay as they are in a far match, and people at one board exchange theirs by themselves.
    const exchanges = Boolean(opponent?.level);
    byId("exchange").hidden = !exchanges;
    byId("again").classList.toggle("primary", !exchanges);
    const as = (/** @type {boolean} */ white) => t(white ? "page.again_as_white" : "page.again_as_black");
    byId("exchange").textContent = as(opponent?.side === "white");
    byId("again").textContent = exchanges ? as(opponent?.side === "black") : t("page.play_again");
  }

  /** The winner: the tower that came home, or a disc of the side. @param {StateMessage} state */
  picture({ outcome, pieces, last }) {
    const winner = outcome?.winner;
    const home = pieces.find(({ square, side }) => square === last?.to && side === winner);
    return home ? piecePicture(home) : html("i", { class: `disc ${winner ?? "nobody"}` });
  }

  get isShown() {
    return !this.panel.hidden;
  }

  /** Give the place of the card to the moves, where positions are looked at; choices stay. */
  setAside() {
    if (!this.isOver || this.panel.hidden) return;
    this.panel.hidden = true;
    this.isAside = true;
  }

  /** Show the card again that was set aside. */
  bringBack() {
    if (this.isAside) this.panel.hidden = false;
    this.isAside = false;
  }

  /** Show a result that has come while the card was set aside. */
  reveal() {
    if (this.fresh) this.bringBack();
    this.fresh = false;
  }

  /** Let the moves be looked at. */
  close() {
    this.panel.hidden = true;
    byId("stage").focus({ preventScroll: true });
  }

  /** Offer the choices, in a tutorial with its task. @param {StateMessage} state */
  offer({ choices, reward, tutorial }) {
    const box = byId("result-choices");
    byId(tutorial ? "tutorial-offer" : "result-offer").append(box);
    box.hidden = !choices.length;
    const buttons = choiceButtons(choices, (text) => this.send({ t: "choose", text }), this.preview);
    for (const button of buttons) button.classList.toggle("primary", !reward);
    box.replaceChildren(...buttons);
  }

  /** Focus the next button if the one that was pressed is gone. */
  keepFocus() {
    if (document.activeElement?.checkVisibility() && this.panel.contains(document.activeElement))
      return;
    const buttons = /** @type {NodeListOf<HTMLElement>} */ (this.panel.querySelectorAll("button"));
    [...buttons].find((button) => button.checkVisibility())?.focus({ preventScroll: true });
  }
}
