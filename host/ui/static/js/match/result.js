// @ts-check
// The result of a round or the whole game, and the choices that follow it.

import { byId, html, svg } from "../dom/dom.js";
import { shapeOf } from "../board/marks.js";
import { t } from "../text/messages.js";
import { piecePicture } from "../board/pieces.js";
import { linked } from "../text/rules.js";
import { finalScore, nextRound, resultSentences, verdict } from "./verdict.js";

/** @typedef {import("../types.js").StateMessage} StateMessage */

export class Result {
  /**
   * @param {(message: import("../types.js").PageRequest) => boolean} send
   * @param {() => void} newGame opens the dialog
   */
  constructor(send, newGame) {
    this.send = send;
    this.shown = "";
    /** True if the card was taken away for a review. */
    this.uncovered = false;
    /** True until the result is seen: another position may be looked at when it comes. */
    this.fresh = false;
    this.panel = byId("result");
    byId("result-close").addEventListener("click", () => this.close());
    byId("reward-done").addEventListener("click", () => send({ t: "confirm" }));
    byId("again").addEventListener("click", () => send({ t: "new" }));
    byId("result-new").addEventListener("click", newGame);
    byId("result-review").addEventListener("click", () => this.uncover());
  }

  /** @param {StateMessage} state */
  show(state) {
    const { phase, reward, choices, match } = state;
    const sentences = resultSentences(state);
    // Redrawing the panel for each state would take the focus from its buttons.
    const key = JSON.stringify([sentences, phase, state.prompt, reward, choices, match]);
    if (key === this.shown) return;
    this.shown = key;
    this.uncovered = false;
    this.fresh = true;
    const focused = this.panel.contains(document.activeElement);
    // Choices within a round or its set-up stand beside the prompt.
    const offered = phase === "play" || phase === "setup" ? [] : choices;
    const told = sentences.length > 0 || offered.length > 0;
    this.place(phase === "over");
    this.hide(!told || state.tutorial !== null);
    const ended = phase === "over" ? state.outcome : state.round;
    this.panel.dataset.winner = ended?.winner ?? "nobody";
    byId("result-title").textContent = ended ? verdict(state) : t("page.between_rounds");
    byId("result-picture").replaceChildren(this.picture(state));
    const points = phase === "over" ? finalScore(state) : "";
    byId("result-score").hidden = !points;
    byId("result-score").textContent = points;
    // The title has said who won the match.
    const reason = (state.round ?? ended)?.reason ?? "";
    byId("result-reason").hidden = phase === "over" && reason === state.prompt; // it stands beside the board
    byId("result-reason").replaceChildren(...linked(reason));
    byId("reward").hidden = !reward;
    byId("reward-words").replaceChildren(...linked(reward?.words ?? ""));
    byId("reward-picture").replaceChildren(...(reward ? [piecePicture(reward)] : []));
    const choosing = nextRound(state, offered);
    byId("result-fill").hidden = !choosing;
    byId("result-fill").replaceChildren(...linked(choosing));
    this.offer(state);
    byId("result-over").hidden = phase !== "over";
    if (focused) this.keepFocus();
  }

  /** The end of all stands over the board, other choices beside it. @param {boolean} over */
  place(over) {
    const parent = over ? byId("stage") : byId("zone");
    if (this.panel.parentElement !== parent) parent.append(this.panel);
  }

  /** @param {boolean} hidden */
  hide(hidden) {
    this.panel.hidden = hidden;
    // A selector with `:has` would look through all moves whenever anything is shown or hidden.
    document.body.toggleAttribute("data-covered", !hidden && !this.besideBoard);
  }

  /** The winner: the tower that came home, or a disc of the side. @param {StateMessage} state */
  picture({ outcome, pieces, last }) {
    const winner = outcome?.winner;
    const home = pieces.find(({ square, side }) => square === last?.to && side === winner);
    return home ? piecePicture(home) : html("i", { class: `disc ${winner ?? "nobody"}` });
  }

  /** True while the choices after a round stand beside the board. */
  get besideBoard() {
    return !this.panel.hidden && this.panel.parentElement === byId("zone");
  }

  /** Take the card away from over the board, where positions are to be looked at. */
  uncover() {
    if (this.besideBoard || this.panel.hidden) return;
    this.hide(true);
    this.uncovered = true;
  }

  /** Show the card again that was taken away. */
  cover() {
    if (this.uncovered) this.hide(false);
    this.uncovered = false;
  }

  /** Show a result that has come while the card was away. */
  reveal() {
    if (this.fresh) this.cover();
    this.fresh = false;
  }

  /** Let the board be looked at. */
  close() {
    this.hide(true);
    byId("stage").focus({ preventScroll: true });
  }

  /** @param {StateMessage} state */
  offer({ choices, reward }) {
    const box = byId("result-choices");
    box.hidden = !choices.length;
    box.replaceChildren(
      ...choices.map(({ text, words, square }) => {
        const place = square ? html("span", { class: "choice-place" }, square) : "";
        const button = html(
          "button",
          { type: "button", "data-request": "choose" },
          flag(),
          words,
          place,
        );
        // The tooth comes before the choice.
        button.classList.toggle("primary", !reward);
        button.addEventListener("click", () => this.send({ t: "choose", text }));
        return button;
      }),
    );
  }

  /** Focus the next button if the one that was pressed is gone. */
  keepFocus() {
    if (document.activeElement?.checkVisibility() && this.panel.contains(document.activeElement))
      return;
    const buttons = /** @type {NodeListOf<HTMLElement>} */ (this.panel.querySelectorAll("button"));
    [...buttons].find((button) => button.checkVisibility())?.focus({ preventScroll: true });
  }
}

/** The sign that stands on the square of a choice. */
function flag() {
  const shape = shapeOf({ entry: "choice", role: "corner" });
  const attributes = { viewBox: "-30 -38 60 76", class: "choice-sign", "aria-hidden": "true" };
  return svg("svg", attributes, ...(shape ? [shape] : []));
}
