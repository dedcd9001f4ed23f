// @ts-check
// The pointer: mouse, finger or pen as the simulated hand.
//
// Press on a tower: it is lifted at once.  Move: it is carried, and put where it is let go; on another
// piece it pushes, and beside the board it goes back; the right button draws an arrow.  Let go without moving (a tap): it stays lifted,
// and the next tap on a square puts it there, or pushes what stands there.

import { isPlain } from "../text/names.js";

/** @typedef {import("./hand.js").Hand} Hand */
/** @typedef {import("../board/board.js").Board} Board */

/** Movement in CSS pixels from which a press is a drag and no tap. */
const DRAG_PX = 6;

/**
 * @typedef {object} Press
 * @property {number} pointer
 * @property {number} x
 * @property {number} y
 * @property {string | null} square where it began; null beside the board
 * @property {string | null} id the piece that goes along
 * @property {boolean} fresh true if this press has lifted the piece
 * @property {string | undefined} before the piece that was held then
 * @property {boolean} tried true if the analysis has lifted it
 * @property {boolean} planned true if it stays where it is until it is the player's turn
 * @property {boolean} dragging
 */

export class Pointer {
  /**
   * @param {Board} board
   * @param {Hand} hand
   * @param {import("./plans.js").Plans} plans
   * @param {(square: string) => void} tapped when a tap moved nothing
   */
  constructor(board, hand, plans, tapped) {
    this.board = board;
    this.hand = hand;
    this.plans = plans;
    this.tapped = tapped;
    /** @type {Press | null} */
    this.press = null;
    /** The square on which the right button went down. @type {string | null} */
    this.arrowFrom = null;
    hand.gripped = null;
    const { root } = board;
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointerleave", () => this.press || board.hover(null));
    root.addEventListener("contextmenu", (event) => event.preventDefault());
    this.follow(root);
  }

  /** Follow a press that begins on this element. @param {HTMLElement} element */
  follow(element) {
    element.addEventListener("pointermove", (event) => this.move(event));
    element.addEventListener("pointerup", (event) => this.up(event));
    element.addEventListener("pointercancel", (event) => this.cancel(event));
  }

  /** @param {PointerEvent} event */
  down(event) {
    const square = this.board.under(event);
    if (event.button === 2 && event.pointerType === "mouse") this.arrowFrom = square;
    if (square === null || event.button > 0 || this.press) return;
    this.board.arrows.clear();
    if (this.board.analysis?.active) {
      const tried = this.board.analysis.lift(square);
      const id = tried ? this.board.idOn(square) : null;
      this.begin(event, { square, id, tried });
      return;
    }
    if (this.plans.begins(square)) {
      this.begin(event, { square, id: this.hand.at(square)?.id ?? null, planned: true });
      return;
    }
    const before = this.hand.held?.id;
    const pusher = this.hand.pusherOf(square)?.id;
    const lifted = pusher ? undefined : this.hand.lift(square);
    const id = pusher ?? lifted?.id ?? this.hand.liftedFrom(square)?.id ?? null;
    this.begin(event, { square, id, fresh: lifted !== undefined, before });
  }

  /** Take a piece from beside the board. @param {PointerEvent} event @param {string} id */
  grab(event, id) {
    if (event.button > 0 || this.press || !this.hand.enabled) return;
    this.begin(event, { square: null, id, fresh: true });
  }

  /**
   * @param {PointerEvent} event
   * @param {Pick<Press, "square" | "id"> & Partial<Press>} what
   */
  begin(event, what) {
    const { pointerId: pointer, clientX: x, clientY: y } = event;
    const press = { fresh: false, before: undefined, tried: false, planned: false, ...what };
    this.press = { ...press, pointer, x, y, dragging: false };
    this.hand.gripped = what.id;
    // Without capture the end of a press elsewhere would be missed.
    /** @type {Element} */ (event.currentTarget).setPointerCapture(pointer);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const press = this.press;
    if (!press && event.currentTarget === this.board.root) this.board.hover(this.board.under(event));
    if (press?.pointer !== event.pointerId || press.id === null) return;
    press.dragging ||= Math.hypot(event.clientX - press.x, event.clientY - press.y) > DRAG_PX;
    // A finger hides what is beneath it, so the tower floats above it.
    if (press.dragging) this.board.carry(press.id, event, event.pointerType === "touch");
  }

  /** @param {PointerEvent} event */
  up(event) {
    const press = this.press;
    const square = this.board.under(event);
    if (event.button === 2 && this.arrowFrom && square) {
      this.board.arrows.toggle(this.arrowFrom, square);
      this.arrowFrom = null;
    }
    if (press?.pointer !== event.pointerId) return;
    this.press = this.hand.gripped = null;
    if (press.tried) this.try(press, square);
    else if (press.planned) this.plan(press, square);
    else if (press.dragging && press.id !== null) this.drop(press.id, square);
    else if (press.fresh) this.keep(press);
    // A drag that can carry nothing is answered like a tap.
    else if (square !== null && (square === press.square || !this.hand.enabled)) {
      this.tap(square, press.id);
    } else if (square !== null && press.square !== null) this.hand.askWhy(press.square, square);
  }

  /** Let go what the analysis has lifted. @param {Press} press @param {string | null} square */
  try({ dragging }, square) {
    this.board.analysis?.drop(dragging ? square : null);
    if (dragging) this.board.release();
  }

  /** Plan what was dragged or tapped. @param {Press} press @param {string | null} square */
  plan({ dragging, square: from }, square) {
    if (from === null) return;
    if (!dragging) this.plans.touch(from);
    else if (square !== null) this.plans.set(from, square);
    this.board.release();
  }

  /** @param {string} id @param {string | null} square */
  drop(id, square) {
    const piece = this.hand.pieces.get(id);
    const put = square !== null && this.place(square, id);
    // A stone goes into the box; a tower back to its square, or beside the board.
    if (!put && piece?.where === "hand") {
      if (square === null && isPlain(piece)) this.hand.remove(id);
      else if (!this.hand.putBack(id)) this.hand.setAside(id);
    }
    this.board.release();
  }

  /**
   * Put a piece on a square, or push with it what stands there; true if it was requested.
   * @param {string} square @param {string} id
   */
  place(square, id) {
    const held = this.hand.pieces.get(id);
    const met = this.hand.at(square);
    const pushes = held && met && !isPlain(held) && this.hand.originOf(id) !== undefined;
    return pushes ? this.hand.push(square, id) : this.hand.put(square, id);
  }

  /**
   * Handle a tap that lifted a piece: the one that was held before goes back, a captured one goes
   * into the box.
   * @param {Press} press
   */
  keep({ id, before, square }) {
    if (id === null) return;
    // Whoever taps twice must not hold the other side up: what has moved last is only dragged.
    if (square !== null && this.hand.plays && this.hand.pieces.get(id)?.side !== this.hand.turn) {
      this.hand.putBack(id);
      return;
    }
    if (square !== null && this.board.captured(square)) {
      this.hand.remove(id);
      return;
    }
    // A tap in the tray chooses by itself, as the keyboard does.
    if (square === null) return;
    if (before !== undefined && before !== id && !this.hand.aside.has(before)) {
      this.hand.putBack(before);
    }
    this.hand.choose(id);
  }

  /** @param {string} square @param {string | null} id */
  tap(square, id) {
    if (this.board.analysis?.touch(square) || this.plans.touch(square)) return;
    if (id === null ? this.hand.put(square) : this.place(square, id)) return;
    if (id === null && (this.hand.place(square) || this.hand.moveTo(square))) return;
    this.tapped(square);
  }

  /** Let go what is carried: it goes back; true if anything was. */
  letGo() {
    const { press } = this;
    if (!press || press.id === null || press.tried) return false;
    this.press = this.hand.gripped = null;
    if (!press.planned && !this.hand.putBack(press.id)) this.hand.setAside(press.id);
    this.board.release();
    return true;
  }

  /** @param {PointerEvent} event */
  cancel(event) {
    if (this.press?.pointer !== event.pointerId) return;
    if (this.press.tried) this.board.analysis?.drop(null);
    this.press = this.hand.gripped = null;
    this.board.release();
  }
}
