// @ts-check
// Winners: who was winning after each move of a match, as far as it is proven, and the blunders.

/** @typedef {import("../types.js").MoveData} MoveData */
/** @typedef {import("../types.js").ReviewedMoveData} ReviewedMove */
/** @typedef {import("../types.js").Side} Side */

/** Kinds of moves that give the round or the match away. */
const GIVEN_AWAY = new Set(["blunder", "match"]);

/** @param {Side} side @returns {Side} */
const other = (side) => (side === "white" ? "black" : "white");

export class Winners {
  constructor() {
    /** The winner after each ply, as far as it is proven. @type {Map<number, Side>} */
    this.after = new Map();
    /** The plies of blunders. @type {Set<number>} */
    this.blunders = new Set();
    /** The moves of which this is known. @type {string[]} */
    this.texts = [];
  }

  /** @param {number} ply @param {Side | null} winner */
  know(ply, winner) {
    if (winner) this.after.set(ply, winner);
  }

  /** @param {ReviewedMove[]} moves */
  setReview(moves) {
    this.blunders = new Set(moves.filter(({ kind }) => GIVEN_AWAY.has(kind)).map(({ ply }) => ply));
    for (const { ply, kind, side, after } of moves) {
      const gaveMatch = kind === "match";
      if (kind === "won" || (gaveMatch && after === "win")) this.after.set(ply, side);
      else if (kind === "lost" || kind === "blunder" || (gaveMatch && after === "loss")) this.after.set(ply, other(side));
      else if (kind === "forced") this.know(ply, this.after.get(ply - 1) ?? null);
    }
  }

  /** Forget what was known of moves that are not these any more. @param {MoveData[]} moves */
  forget(moves) {
    const texts = moves.map(({ text }) => text);
    const same = this.texts.findIndex((text, i) => text !== texts[i]);
    this.texts = texts;
    if (same < 0) return;
    for (const ply of [...this.after.keys()]) if (ply > same) this.after.delete(ply);
    for (const ply of [...this.blunders]) if (ply > same) this.blunders.delete(ply);
  }
}
