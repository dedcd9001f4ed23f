// @ts-check
// Demonstration: a line of moves that is played on the board, one after another, beside the match.

/** @typedef {import("./analysis.js").Tried} Tried */

/** Time to see an arrow before its move is made, and where that leads before the next arrow. */
const PAUSE_MS = 1300;

/** A move with its squares. @param {string} text @returns {Tried} */
export const tried = (text) => {
  const [, from = null, to = null] = /^([a-h][1-8])([a-h][1-8])\+?$/.exec(text) ?? [];
  return { text, from, to };
};

export class Demonstration {
  /**
   * @param {import("./analysis.js").Analysis} analysis
   * @param {(step: () => void, ms: number) => void} [later]
   */
  constructor(analysis, later = (step, ms) => void setTimeout(step, ms)) {
    this.analysis = analysis;
    this.later = later;
    /** The moves that are still to be made. @type {Tried[]} */
    this.left = [];
  }

  /** Show moves from the position after so many of the match. @param {number} ply @param {string[]} line */
  show(ply, line) {
    const { analysis } = this;
    this.left = line.map(tried);
    analysis.values = false;
    analysis.goTo(ply);
    this.point();
  }

  /** Draw the arrow of the next move, and make it after a while, unless somebody has gone elsewhere. */
  point() {
    const { analysis } = this;
    const { number } = analysis;
    analysis.coming = this.left[0] ?? null;
    analysis.changed();
    if (!analysis.coming) return;
    this.later(() => {
      if (!analysis.active || analysis.number !== number) return;
      const next = this.left.shift();
      if (!next) return;
      // Passes that were forced are there already.
      const made = next.text === "pass" && analysis.line.at(-1)?.text === "pass";
      if (!made) analysis.try([...analysis.line, next]);
      this.point();
    }, PAUSE_MS);
  }
}
