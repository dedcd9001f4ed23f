// @ts-check
// The way home between two rounds, where the virtual hand fills the rows: one tower after another.

/** @typedef {import("../types.js").StateMessage} StateMessage */

/**
 * Time between two towers that set out, in ms: sixteen of them stand after 1.8 s, for which the
 * program waits (`FILL_S` of host/app/ai/computer_player.py).
 */
const STEP_MS = 90;

export class Homecoming {
  constructor() {
    this.isUnderWay = false;
    this.fromRight = false;
    /** When the next tower may set out, in ms. */
    this.next = 0;
  }

  /** @param {StateMessage} before @param {StateMessage} state */
  follow(before, state) {
    if (state.phase !== "setup") this.isUnderWay = false;
    else if (before.phase === "between") {
      this.isUnderWay = true;
      this.fromRight = state.moves.at(-1)?.text === "fill right";
    }
  }

  /**
   * Sort pieces as the rows are filled: from each player's own left, or right.
   * @template {{square: string, look: {side: string}}} Placed
   * @param {Placed[]} pieces
   * @returns {Placed[]}
   */
  inOrder(pieces) {
    const place = (/** @type {Placed} */ { square, look }) => {
      const file = square.charCodeAt(0);
      return (look.side === "white") === this.fromRight ? -file : file;
    };
    return [...pieces].sort((a, b) => place(a) - place(b));
  }

  /** How long the next tower waits before it sets out. @param {number} now both in ms */
  wait(now) {
    const at = Math.max(now, this.next);
    this.next = at + STEP_MS;
    return at - now;
  }
}
