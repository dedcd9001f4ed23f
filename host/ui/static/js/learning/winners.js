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
    /** Own moves of that winner to the end after each ply, as far as they are known. @type {Map<number, number>} */
    this.near = new Map();
    /** The plies that ended a round. @type {Set<number>} */
    this.ended = new Set();
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
    this.ended = new Set(moves.filter(({ ends }) => ends).map(({ ply }) => ply));
    for (const { ply, kind, side, after, end } of moves) {
      if (end) this.near.set(ply, end);
      const gaveMatch = kind === "match";
      if (kind === "won" || (gaveMatch && after === "win")) this.after.set(ply, side);
      else if (kind === "lost" || kind === "blunder" || (gaveMatch && after === "loss")) this.after.set(ply, other(side));
      else if (kind === "forced") this.know(ply, this.after.get(ply - 1) ?? null);
    }
    // A pass is no choice, and changes nothing.
    for (const [i, text] of this.texts.entries()) {
      const near = this.near.get(i);
      if (text !== "pass") continue;
      this.know(i + 1, this.after.get(i) ?? null);
      if (near) this.near.set(i + 1, near);
    }
  }

  /** Forget what was known of moves that are not these any more. @param {MoveData[]} moves */
  forget(moves) {
    const texts = moves.map(({ text }) => text);
    const same = this.texts.findIndex((text, i) => text !== texts[i]);
    this.texts = texts;
    if (same < 0) return;
    for (const known of [this.after, this.near]) {
      for (const ply of [...known.keys()]) if (ply > same) known.delete(ply);
    }
    for (const ply of [...this.blunders]) if (ply > same) this.blunders.delete(ply);
  }
}
