// @ts-check
// The panel of the analysis: its buttons and keys, and the strip of who was winning.

import { byId } from "../dom/dom.js";
import { t } from "../text/messages.js";
import { WinningStrip } from "./winning_strip.js";

export class AnalysisPanel {
  /** @param {import("./analysis.js").Analysis} analysis */
  constructor(analysis) {
    this.analysis = analysis;
    this.strip = new WinningStrip(byId("winning-strip"), analysis.winners, (ply) => analysis.goTo(ply));
    this.best = byId("analysis-best");
    this.best.addEventListener("click", () => analysis.askValues());
    byId("analysis-back").addEventListener("click", () => analysis.step(-1));
    byId("analysis-forward").addEventListener("click", () => analysis.step(1));
    byId("analysis-close").addEventListener("click", () => analysis.close());
    byId("play-on").addEventListener("click", () => analysis.playOn());
    byId("analyse").addEventListener("click", () =>
      analysis.active ? analysis.close() : analysis.goTo(analysis.length),
    );
    byId("review-moves").addEventListener("click", ({ target }) => {
      const button = target instanceof Element ? target.closest("[data-ply]") : null;
      if (button) analysis.goTo(Number(button.getAttribute("data-ply")));
    });
    document.addEventListener("keydown", (event) => this.key(event), true);
  }

  /** Offer values in games that can be proven. @param {import("../types.js").HelloMessage} hello */
  setGame({ provable }) {
    this.best.hidden = !provable;
  }

  /** Show the controls as they are now. */
  show() {
    const { active, answer, state, edited } = this.analysis;
    document.body.toggleAttribute("data-editing", edited !== null);
    document.body.toggleAttribute("data-analysing", active);
    byId("analyse").textContent = t(active ? "page.back_to_game" : "page.analyse");
    byId("analyse").hidden = Boolean(state?.puzzle || state?.tutorial);
    if (!active || !state) return;
    this.strip.show(state.moves, this.analysis.shownPly);
    if (!answer) return;
    const able = (/** @type {string} */ id, /** @type {boolean} */ on) =>
      // This form of disabling keeps the focus.
      byId(id).setAttribute("aria-disabled", String(!on));
    able("analysis-back", this.analysis.may(-1));
    able("analysis-forward", this.analysis.may(1));
    this.best.setAttribute("aria-pressed", String(this.analysis.values));
  }

  /**
   * Arrow keys step, Home and End go to the ends, Escape closes; on the board Escape alone.
   * @param {KeyboardEvent} event
   */
  key(event) {
    const { target, key } = event;
    if (!(target instanceof Element) || event.altKey || event.ctrlKey || event.metaKey) return;
    const { analysis } = this;
    const inMoves = target.id === "moves";
    if (!analysis.active && !(inMoves && analysis.length)) return;
    if (!analysis.active) analysis.ply = analysis.length;
    const inField = target.closest("input, select, textarea, dialog, [popover]");
    if (inField || (target.closest("[role=grid]") && key !== "Escape")) return;
    if (key === "ArrowLeft") analysis.step(-1);
    else if (key === "ArrowRight") analysis.step(1);
    else if (key === "Home") analysis.goTo(0);
    else if (key === "End") analysis.goTo(analysis.length);
    else if (key === "Escape" && analysis.active) analysis.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
