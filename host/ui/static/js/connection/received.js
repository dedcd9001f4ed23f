// @ts-check
// What has come from the program: messages in the reader's words, and once more in other words.

import { inWords } from "../text/messages.js";

/** The kinds whose newest message tells all of it, in the order in which they are shown. */
const KEPT = ["access", "hello", "hand", "state", "analysis", "matches", "review", "far"];

/** @typedef {import("../types.js").HostMessage} HostMessage */
/** @typedef {import("../types.js").MoveData} MoveData */

export class Received {
  constructor() {
    /** The newest message of each kind in `KEPT`, as it came. @type {Map<string, any>} */
    this.newest = new Map();
    /** The moves of the newest state, as they came. @type {unknown[]} */
    this.moves = [];
    /** The same moves in words; an entry is the same object as long as its move stays. @type {MoveData[]} */
    this.told = [];
    /** The number of the newest state. @type {number | null} */
    this.rev = null;
  }

  /**
   * Take in a message.
   * @param {string} json
   * @returns {HostMessage | null} it in words; null if one before it was lost
   */
  take(json) {
    const message = JSON.parse(json);
    if (message.t === "state") return this.takeState(message);
    if (KEPT.includes(message.t)) this.newest.set(message.t, message);
    return inWords(message);
  }

  /** @param {any} message complete, or with the moves that are new since another state */
  takeState({ since = null, from = 0, moves, ...state }) {
    if (since !== null && (since !== this.rev || from > this.moves.length)) return null;
    // Complete states repeat what is known.
    const known = this.moves.slice(from);
    const differs = (/** @type {unknown} */ move, /** @type {number} */ i) =>
      i >= known.length || JSON.stringify(move) !== JSON.stringify(known[i]);
    const first = moves.findIndex(differs);
    const same = first < 0 ? moves.length : first;
    this.moves = [...this.moves.slice(0, from + same), ...moves.slice(same)];
    this.told = [...this.told.slice(0, from + same), ...inWords(moves.slice(same))];
    this.rev = state.rev;
    this.newest.set("state", state);
    return this.inWords(state);
  }

  /** @param {any} message @returns {HostMessage} */
  inWords(message) {
    return message.t === "state" ? { ...inWords(message), moves: this.told } : inWords(message);
  }

  /** All that is known, in the words of the language that is shown now. */
  repeat() {
    this.told = inWords(this.moves);
    return KEPT.flatMap((kind) => {
      const message = this.newest.get(kind);
      return message ? [this.inWords(message)] : [];
    });
  }
}
