// @ts-check
// The hand: where every piece is, which ones are held, and where they came from.
//
// The truth comes from the simulator, a moment after each wish.  Until then what was wished is
// taken as done, so that a tower does not jump back under the finger.

/** @typedef {import("./types.js").HandPiece} HandPiece */

/** How long a wish is believed without being confirmed. */
const PATIENCE_MS = 1500;

export class Hand {
  /**
   * @param {(message: import("./types.js").PageMessage) => boolean} send
   * @param {() => void} changed called whenever a piece is elsewhere
   */
  constructor(send, changed) {
    this.send = send;
    this.changed = changed;
    /** Whether pieces can be moved on this page. */
    this.able = false;
    /** What the simulator said last, by id. @type {Map<string, HandPiece>} */
    this.told = new Map();
    /** The same with the wishes granted. @type {Map<string, HandPiece>} */
    this.pieces = new Map();
    /**
     * Where pieces are wished to be.
     * @type {Map<string, {where: HandPiece["where"], square: string | null, timer: number}>}
     */
    this.wishes = new Map();
    /** Ids of the held pieces, the one lifted last at the end. @type {string[]} */
    this.order = [];
    /** Where held pieces came from. @type {Map<string, string>} */
    this.origins = new Map();
    /** Held pieces that were carried off the board. @type {Set<string>} */
    this.aside = new Set();
    /** The side that puts pieces out of the box on the board now. @type {string | null} */
    this.supplies = null;
    /** The piece in the box that was chosen to be put next. @type {string | null} */
    this.chosen = null;
  }

  /** Take in what the simulator says. @param {HandPiece[]} pieces */
  learn(pieces) {
    this.told = new Map(pieces.map((piece) => [piece.id, piece]));
    for (const [id, { where, square }] of [...this.wishes]) {
      const told = this.told.get(id);
      if (!told || (told.where === where && told.square === square)) this.forget(id);
    }
    this.settle();
  }

  settle() {
    this.pieces = new Map(
      [...this.told].map(([id, told]) => {
        const wish = this.wishes.get(id);
        if (!wish) return [id, told];
        const { where, square } = wish;
        return [id, { ...told, where, square, dx: 0, dy: 0 }];
      }),
    );
    const held = [...this.pieces.values()].filter((piece) => piece.where === "hand");
    const ids = new Set(held.map((piece) => piece.id));
    this.order = this.order.filter((id) => ids.has(id));
    for (const id of ids) if (!this.order.includes(id)) this.order.push(id);
    for (const id of [...this.origins.keys()]) if (!ids.has(id)) this.origins.delete(id);
    for (const id of [...this.aside]) if (!ids.has(id)) this.aside.delete(id);
    if (this.pieces.get(this.chosen ?? "")?.where !== "box") this.chosen = null;
    this.changed();
  }

  /** @param {string} id @param {HandPiece["where"]} where @param {string | null} square */
  wish(id, where, square) {
    this.forget(id);
    const timer = setTimeout(() => {
      this.wishes.delete(id);
      this.settle();
    }, PATIENCE_MS);
    this.wishes.set(id, { where, square, timer });
    this.settle();
  }

  /** @param {string} id */
  forget(id) {
    clearTimeout(this.wishes.get(id)?.timer);
    this.wishes.delete(id);
  }

  /** The piece that stands on a square. @param {string} square */
  at(square) {
    for (const piece of this.pieces.values()) {
      if (piece.where === "board" && piece.square === square) return piece;
    }
    return undefined;
  }

  /** The piece in the hand that would be put down next. */
  get held() {
    return this.pieces.get(this.order.at(-1) ?? "");
  }

  /** The pieces of a side in the box. @param {string} side */
  boxed(side) {
    return [...this.pieces.values()].filter((piece) => piece.where === "box" && piece.side === side);
  }

  /** The piece in the box that would be put on a square that is touched. */
  get supply() {
    return this.pieces.get(this.chosen ?? "") ?? this.boxed(this.supplies ?? "")[0];
  }

  /**
   * A held piece that was lifted from this square and can be put back by a tap.
   * @param {string} square
   */
  over(square) {
    const id = this.order.findLast((id) => !this.aside.has(id) && this.origins.get(id) === square);
    return this.pieces.get(id ?? "");
  }

  /** Take up what stands on a square; the piece, or undefined. @param {string} square */
  lift(square) {
    const piece = this.able ? this.at(square) : undefined;
    if (!piece || !this.send({ t: "lift", square })) return undefined;
    this.origins.set(piece.id, square);
    this.wish(piece.id, "hand", null);
    return piece;
  }

  /**
   * Put a piece that does not stand on the board on a free square; whether that went.
   * @param {string} square
   * @param {string} [id] the held one if none is named
   */
  put(square, id = this.order.at(-1)) {
    const piece = this.pieces.get(id ?? "");
    if (!piece || piece.where === "board" || this.at(square)) return false;
    if (!this.send({ t: "put", square, piece: piece.id })) return false;
    this.wish(piece.id, "board", square);
    return true;
  }

  /** Put a piece into the box; whether that went. @param {string} id */
  remove(id) {
    if (!this.pieces.has(id) || !this.send({ t: "remove", piece: id })) return false;
    this.wish(id, "box", null);
    return true;
  }

  /** Put a held piece back where it came from; whether that went. @param {string} [id] */
  putBack(id = this.order.at(-1)) {
    const origin = this.origins.get(id ?? "");
    return origin !== undefined && this.put(origin, id);
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
   * What a tap or the Enter key on a square means: lift, put, or change one's mind.
   * @param {string} square
   * @returns {"lifted" | "put" | "supplied" | "nothing"}
   */
  touch(square) {
    if (!this.at(square)) {
      if (this.put(square)) return "put";
      return this.put(square, this.supply?.id ?? "") ? "supplied" : "nothing";
    }
    const before = this.held;
    if (!this.lift(square)) return "nothing";
    if (before && !this.aside.has(before.id)) this.putBack(before.id);
    return "lifted";
  }
}
