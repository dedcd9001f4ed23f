// @ts-check
// The end of a round: a sweep of light along the row that was reached, once, in the tower's colour.

import { CELL, squareName } from "./geometry.js";
import { svg } from "../dom/dom.js";
import { COLOURS } from "../text/names.js";

/** @typedef {import("../types.js").StateMessage} StateMessage */

/** Time of the sweep, in ms: the last square lights up after 0.6 s. */
const SWEEP_MS = 1500;
const INSET = 3.5;

export class Celebration {
  /**
   * @param {SVGElement} lights layer under the tiles
   * @param {import("./geometry.js").View} view
   * @param {boolean} reducedMotion true for no motion: then the lights of the board tell it alone
   */
  constructor(lights, view, reducedMotion) {
    this.layer = svg("g", { class: "sweep" });
    lights.append(this.layer);
    this.view = view;
    this.still = reducedMotion;
    this.timer = 0;
  }

  /** Celebrate a win that is new. @param {StateMessage} before @param {StateMessage} state */
  follow(before, state) {
    const [was, result] = [before.round ?? before.outcome, state.round ?? state.outcome];
    const last = state.moves.findLast((move) => move.to && move.from !== move.to);
    const home = last?.side === "white" ? this.view.ranks : 1;
    const reached = last?.to && Number(last.to.slice(1)) === home && last.side === result?.winner;
    const grown = state.moves.length > before.moves.length;
    if (was || !grown || !reached || this.still || !last.piece) return;
    if (COLOURS.includes(last.piece)) this.sweep(last.to ?? "", last.piece);
  }

  /** @param {string} square where the tower stands @param {string} tint of the tower */
  sweep(square, tint) {
    clearTimeout(this.timer);
    const rank = Number(square.slice(1)) - 1;
    const from = square.charCodeAt(0) - 97;
    const rings = Array.from({ length: this.view.files }, (_, file) => {
      const [left, top] = this.view.corner(squareName(file, rank));
      const width = CELL - 2 * INSET;
      const place = { x: left + INSET, y: top + INSET, width, height: width, rx: 14 };
      const group = svg(
        "g",
        {},
        ...["haze", "halo", "light"].map((part) => svg("rect", { ...place, class: part })),
      );
      group.style.animationDelay = `${90 * Math.abs(file - from)}ms`;
      return group;
    });
    this.layer.setAttribute("class", `sweep c-${tint}`);
    this.layer.replaceChildren(...rings);
    this.timer = setTimeout(() => this.layer.replaceChildren(), SWEEP_MS);
  }
}
