// @ts-check
// Planned moves: while the other side thinks, a player says where a tower goes if it is the one to
// move.  The program hears of it when the turn comes; until then it is a thought of this page's.

import { t } from "../text/messages.js";
import { otherSide, pieceName } from "../text/names.js";

/** @typedef {import("../types.js").StateMessage} StateMessage */

export class Plans {
  /**
   * @param {import("./hand.js").Hand} hand
   * @param {(text: string) => void} tell
   */
  constructor(hand, tell) {
    this.hand = hand;
    this.tell = tell;
    /** Where a tower is to go, by its square. @type {Map<string, string>} */
    this.moves = new Map();
    /** The square of the tower whose target is awaited. @type {string | null} */
    this.chosen = null;
    /** The side that may plan; null if it is to move, or nobody here plays it alone. @type {string | null} */
    this.side = null;
    /** Number of the moves of the game while it waits: the turn that comes by a takeback plays nothing. */
    this.made = 0;
  }

  /**
   * Take over the position: once the other side has moved, what was planned for the tower that must
   * move is played, and all else is forgotten.
   * @param {StateMessage} state @param {string | null} own the side of this page's role; null for both
   */
  follow({ phase, turn, opponent, movable, pieces, moves }, own) {
    const side = own ?? otherSide(opponent?.side) ?? null;
    const waits = phase === "play" && side !== null && turn !== side && !this.hand.byHand;
    const comes = phase === "play" && turn === this.side && moves.length > this.made;
    const due = comes ? movable.find((square) => this.moves.has(square)) : undefined;
    const target = this.moves.get(due ?? "");
    this.side = waits ? side : null;
    this.made = moves.length;
    const stands = new Set(pieces.filter((piece) => piece.side === this.side).map(({ square }) => square));
    for (const square of [...this.moves.keys()]) if (!stands.has(square)) this.moves.delete(square);
    if (this.chosen !== null && !stands.has(this.chosen)) this.chosen = null;
    if (due !== undefined && target !== undefined) this.hand.move(due, target);
  }

  /** True if a press on a square begins a plan. @param {string} square */
  begins(square) {
    return this.side !== null && this.hand.at(square)?.side === this.side;
  }

  /**
   * Handle a tap or the Enter key on a square; true if it had to do with plans.
   * @param {string} square
   */
  touch(square) {
    if (this.side === null) return false;
    if (this.chosen !== null && this.chosen !== square && !this.begins(square)) this.set(this.chosen, square);
    else if (this.chosen === square) this.chosen = null;
    else if (this.withdraw(square)) this.tell(t("page.plan_withdrawn"));
    else if (this.begins(square)) this.chosen = square;
    else return false;
    this.hand.changed();
    return true;
  }

  /** Plan a move. @param {string} from @param {string} to */
  set(from, to) {
    const piece = this.hand.at(from);
    this.chosen = null;
    if (!piece || from === to) return;
    this.moves.set(from, to);
    this.tell(t("page.planned", { piece: pieceName(piece), square: to }));
    this.hand.changed();
  }

  /** Withdraw what is planned from or to a square; true if anything was. @param {string} square */
  withdraw(square) {
    const planned = [...this.moves].filter(([from, to]) => from === square || to === square);
    for (const [from] of planned) this.moves.delete(from);
    return planned.length > 0;
  }

  /** Withdraw everything. */
  clear() {
    this.moves.clear();
    this.chosen = null;
    this.hand.changed();
  }
}
