// @ts-check
// The simulated hand: places of the pieces, the held ones, and the squares they came from.
//
// The simulator confirms each request a moment later.  Until then the page shows the requested
// place, so that a tower does not jump back under the finger.

import { beyond } from "../board/geometry.js";
import { t } from "../text/messages.js";
import { isPlain } from "../text/names.js";

/** @typedef {import("../types.js").HandPieceData} HandPieceData */

/** Time in which a request must be confirmed, or the piece is shown where it was. */
const CONFIRM_MS = 1500;

export class Hand {
  /**
   * @param {(message: import("../types.js").PageRequest) => boolean} send
   * @param {() => void} changed called whenever a piece is elsewhere
   */
  constructor(send, changed) {
    this.send = send;
    this.changed = changed;
    /** The reason why no piece can be moved on this page; empty if pieces can. */
    this.reason = t("page.connecting");
    /** The pieces as the simulator reported them, by id. @type {Map<string, HandPieceData>} */
    this.confirmed = new Map();
    /** The same with the pending requests applied. @type {Map<string, HandPieceData>} */
    this.pieces = new Map();
    /** Those that stand on the board, by their squares. @type {Map<string, HandPieceData>} */
    this.standing = new Map();
    /**
     * Requested places that are not confirmed yet, by id.
     * @type {Map<string, {where: HandPieceData["where"], square: string | null, timer: number}>}
     */
    this.pending = new Map();
    /** Ids of the held pieces, the one lifted last at the end. @type {string[]} */
    this.order = [];
    /** Where held pieces came from. @type {Map<string, string>} */
    this.origins = new Map();
    /** Held pieces that were carried off the board. @type {Set<string>} */
    this.aside = new Set();
    /** The side that puts pieces out of the box on the board now. @type {string | null} */
    this.placing = null;
    /** The piece in the box that was chosen to be put next. @type {string | null} */
    this.chosen = null;
    /** The square whose piece is in the air, as the board sees it. @type {string | null} */
    this.lifted = null;
    /** The piece under the pointer, whose lift may be late. @type {string | null} */
    this.gripped = null;
    /** Where a piece was put out of the box, until the game has it. @type {string | null} */
    this.placed = null;
    /** The square that was touched meanwhile, for the next piece. @type {string | null} */
    this.squareAfter = null;
    /** True while the hand does something by itself: what is asked of it waits. */
    this.busy = false;
    /** True if players do all by their own hand, as at a real board. */
    this.byHand = false;
    /** True while a round is played. */
    this.inPlay = false;
    /** Where a piece came from whose move the program has not answered yet. @type {string | null} */
    this.asked = null;
    /** The side to move; null while the computer or a far player has the turn. @type {import("../types.js").Side | null} */
    this.turn = null;
    /** Where two players' last move has led, which may go on or back from there. @type {string | null} */
    this.last = null;
    /** The square of the only piece that may move; null if there are others. @type {string | null} */
    this.mover = null;
    /** The pieces where the game has them. @type {import("../types.js").PieceData[]} */
    this.wanted = [];
  }

  get enabled() {
    return this.reason === "";
  }

  /**
   * True if a piece that is let go makes a move, or is back at once: nobody has to put right what a
   * mouse has done.
   */
  get plays() {
    return this.inPlay && !this.byHand;
  }

  /** Take over the report of the simulator. @param {import("../types.js").HandMessage} report */
  update({ pieces, busy, by_hand }) {
    const free = this.busy && !busy;
    this.busy = busy;
    this.byHand = by_hand;
    // What has waited begins now.
    if (free) for (const [id, { where, square }] of [...this.pending]) this.expect(id, where, square);
    this.confirmed = new Map(pieces.map((piece) => [piece.id, piece]));
    for (const [id, { where, square }] of [...this.pending]) {
      const piece = this.confirmed.get(id);
      // What the hand does by itself confirms nothing.
      if (!piece || (!busy && piece.where === where && piece.square === square)) this.forget(id);
    }
    this.settle();
  }

  settle() {
    this.pieces = new Map(
      [...this.confirmed].map(([id, piece]) => {
        const expected = this.pending.get(id);
        if (!expected) return [id, piece];
        const { where, square } = expected;
        return [id, { ...piece, where, square, dx: 0, dy: 0 }];
      }),
    );
    this.standing.clear();
    for (const piece of this.pieces.values()) {
      const { where, square } = piece;
      if (where === "board" && square && !this.standing.has(square)) this.standing.set(square, piece);
    }
    const held = [...this.pieces.values()].filter((piece) => piece.where === "hand");
    const ids = new Set(held.map((piece) => piece.id));
    this.order = this.order.filter((id) => ids.has(id));
    for (const id of ids) if (!this.order.includes(id)) this.order.push(id);
    for (const id of [...this.origins.keys()]) if (!ids.has(id)) this.origins.delete(id);
    for (const id of [...this.aside]) if (!ids.has(id)) this.aside.delete(id);
    if (this.pieces.get(this.chosen ?? "")?.where !== "box") this.chosen = null;
    this.changed();
  }

  /** @param {string} id @param {HandPieceData["where"]} where @param {string | null} square */
  expect(id, where, square) {
    this.forget(id);
    const timer = setTimeout(() => {
      if (this.busy || this.gripped === id) {
        this.expect(id, where, square);
        return;
      }
      this.pending.delete(id);
      this.settle();
    }, CONFIRM_MS);
    this.pending.set(id, { where, square, timer });
    this.settle();
  }

  /** @param {string} id */
  forget(id) {
    clearTimeout(this.pending.get(id)?.timer);
    this.pending.delete(id);
  }

  /** Show the pieces where they are, as a request was refused. */
  revert() {
    for (const id of [...this.pending.keys()]) this.forget(id);
    this.placed = this.squareAfter = null;
    this.settle();
    // The program puts back what was to make a move.
    const { held, asked } = this;
    if (held && asked !== null && !this.at(asked)) this.expect(held.id, "board", asked);
    this.asked = null;
  }

  /** The square that a held piece came from; undefined if nobody knows. @param {string} id */
  originOf(id) {
    // After a reload the board knows it, if it is the only one in the air.
    const seen = this.order.length === 1 ? this.lifted : null;
    return this.origins.get(id) ?? seen ?? undefined;
  }

  /** The piece that stands on a square. @param {string} square */
  at(square) {
    return this.standing.get(square);
  }

  /** The piece that the busy hand is about to bring to a square. @param {string} square */
  awaited(square) {
    const due = this.busy && this.wanted.find((piece) => piece.square === square);
    if (!due || isPlain(due)) return undefined;
    return [...this.pieces.values()].find(({ side, name }) => side === due.side && name === due.name);
  }

  /** The square to which the busy hand is about to bring a piece. @param {HandPieceData} piece */
  goal({ side, name, square }) {
    if (!this.busy || isPlain({ name })) return square;
    return this.wanted.find((due) => due.side === side && due.name === name)?.square ?? square;
  }

  /** The piece in the hand that would be put down next. */
  get held() {
    return this.pieces.get(this.order.at(-1) ?? "");
  }

  /** The pieces of a side in the box. @param {string} side */
  inBox(side) {
    return [...this.pieces.values()].filter((piece) => piece.where === "box" && piece.side === side);
  }

  /** The piece in the box that would be put on a square that is touched. */
  get next() {
    return this.pieces.get(this.chosen ?? "") ?? this.inBox(this.placing ?? "")[0];
  }

  /**
   * A held piece that was lifted from this square and can be put back by a tap.
   * @param {string} square
   */
  liftedFrom(square) {
    const id = this.order.findLast((id) => !this.aside.has(id) && this.originOf(id) === square);
    return this.pieces.get(id ?? "");
  }

  /** Take up what stands on a square; the piece, or undefined. @param {string} square */
  lift(square) {
    // What has just been put there was tapped twice.
    if (!this.enabled || square === this.placed) return undefined;
    const piece = this.at(square) ?? this.awaited(square);
    const from = (piece && this.goal(piece)) ?? square;
    // By mouse a tap on the other side's pieces pushes them, or asks why it may not.
    const others = piece && this.plays && piece.side !== this.turn && square !== this.last;
    if (!piece || others || !this.send({ t: "lift", square: from })) return undefined;
    this.origins.set(piece.id, from);
    this.expect(piece.id, "hand", null);
    return piece;
  }

  /**
   * Put a piece from beside the board on a free square; true if it was requested.
   * @param {string} square
   * @param {string} [id] the held one if none is named
   */
  put(square, id = this.order.at(-1)) {
    const piece = this.pieces.get(id ?? "");
    if (!piece || piece.where === "board" || this.at(square)) return false;
    const from = piece.where === "box" ? null : this.originOf(piece.id);
    // The program takes the next one out of the box, not one that somebody has chosen.
    const plays = this.plays && from !== undefined && from !== square && this.chosen !== piece.id;
    const asked = plays ? this.play(square, from) : this.send({ t: "put", square, piece: piece.id });
    if (!asked) return false;
    this.expect(piece.id, "board", square);
    return true;
  }

  /**
   * Make a move; true if it was requested.
   * @param {string} to
   * @param {string | null} from null for a piece out of the box
   */
  play(to, from) {
    if (!this.send(from === null ? { t: "play", to } : { t: "play", to, from })) return false;
    this.asked = from;
    return true;
  }

  /**
   * Move the only piece that may move, though nobody has lifted it; true if it was requested.
   * @param {string} square
   */
  moveTo(square) {
    const { mover } = this;
    if (!this.enabled || !this.plays || mover === null || this.held || square === mover) return false;
    return this.move(mover, square);
  }

  /** Move a piece that stands; true if it was requested. @param {string} from @param {string} to */
  move(from, to) {
    const piece = this.at(from);
    if (!piece || !this.play(to, from)) return false;
    if (!this.at(to)) this.expect(piece.id, "board", to);
    return true;
  }

  /** Ask for a move with what is not lifted here; the refusal tells why. @param {string} from @param {string} to */
  askWhy(from, to) {
    if (this.plays && this.at(from)) this.play(to, from);
  }

  /**
   * Put a piece out of the box on a free square; true if it was requested, or will be as soon as the
   * game has the one before: only then is it known whose turn it is.
   * @param {string} square
   */
  place(square) {
    if (!this.next || this.at(square)) return false;
    if (this.placed !== null) {
      this.squareAfter = square;
      return true;
    }
    if (!this.put(square, this.next.id)) return false;
    this.placed = square;
    return true;
  }

  /**
   * Take over the position of the game.
   * @param {import("../types.js").StateMessage} state @param {string | null} [own] the side of this page's role
   */
  follow({ pieces, correction, phase, movable, turn, last, opponent }, own = null) {
    this.wanted = pieces;
    const mine = opponent?.side === turn ? null : turn;
    if (mine !== this.turn) this.asked = null;
    this.turn = mine;
    this.last = (opponent === null && own === null && last?.to) || null;
    this.inPlay = phase === "play";
    this.mover = mine !== null && movable.length === 1 ? movable[0] : null;
    const { placed, squareAfter } = this;
    if (placed === null) return;
    const refused = correction !== null || phase !== "play";
    if (!refused && !pieces.some(({ square }) => square === placed)) return;
    this.placed = this.squareAfter = null;
    if (!refused && squareAfter !== null) this.place(squareAfter);
  }

  /** Put a piece into the box; true if it was requested. @param {string} id */
  remove(id) {
    if (!this.pieces.has(id) || !this.send({ t: "remove", piece: id })) return false;
    this.expect(id, "box", null);
    return true;
  }

  /** Put a held piece back where it came from; true if it was requested. @param {string} [id] */
  putBack(id = this.order.at(-1)) {
    const origin = this.originOf(id ?? "");
    return origin !== undefined && this.put(origin, id);
  }

  /**
   * The piece in the hand that would push what stands on a square.
   * @param {string} square
   */
  pusherOf(square) {
    const { held } = this;
    const met = this.at(square);
    if (!held || !met || isPlain(held) || met.side === held.side) return undefined;
    return this.originOf(held.id) === undefined ? undefined : held;
  }

  /**
   * Push what stands on a square with a held piece; true if it was requested.  The whole row goes
   * one square on, as far as it is seen here; the host decides whether it may.
   * @param {string} square
   * @param {string} id
   */
  push(square, id) {
    const from = this.originOf(id);
    if (from === undefined) return false;
    if (!(this.plays ? this.play(square, from) : this.send({ t: "push", from, to: square }))) return false;
    /** @type {[string, string][]} */
    const moves = [[id, square]];
    let here = square;
    for (let next = beyond(from, here); next; next = beyond(from, here)) {
      const piece = this.at(here);
      if (!piece) break;
      moves.push([piece.id, next]);
      here = next;
    }
    // A row that reaches the edge stays where it is.
    if (!this.at(here)) for (const [piece, to] of moves) this.expect(piece, "board", to);
    else this.expect(id, "board", from);
    return true;
  }

  /** Keep a held piece beside the board. @param {string} id */
  setAside(id) {
    this.aside.add(id);
    this.settle();
  }

  /** Make a piece the next to be put down. @param {string} id */
  choose(id) {
    if (this.pieces.get(id)?.where === "box") {
      this.chosen = this.chosen === id ? null : id;
      this.changed();
      return;
    }
    this.order = [...this.order.filter((other) => other !== id), id];
    this.settle();
  }

  /**
   * Handle a tap or the Enter key on a square: lift, put, or lift another piece instead.
   * @param {string} square
   * @returns {"lifted" | "put" | "placed" | "pushed" | "nothing"}
   */
  touch(square) {
    const pusher = this.pusherOf(square);
    if (pusher) return this.push(square, pusher.id) ? "pushed" : "nothing";
    if (!this.at(square)) {
      if (this.put(square) || this.moveTo(square)) return "put";
      return this.place(square) ? "placed" : "nothing";
    }
    const before = this.held;
    if (!this.lift(square)) return this.moveTo(square) ? "put" : "nothing";
    if (before && !this.aside.has(before.id)) this.putBack(before.id);
    return "lifted";
  }
}
