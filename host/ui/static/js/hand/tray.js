// @ts-check
// The trays of the players: their towers with teeth, and pieces in the hand and in the box.
//
// The box holds the pieces that are still to be put on the board and those that were taken off it.
// Those of a real board are only counted.

import { byId, html } from "../dom/dom.js";
import { t } from "../text/messages.js";
import { pieceName, player } from "../text/names.js";
import { piecePicture } from "../board/pieces.js";

/** @typedef {import("./hand.js").Hand} Hand */
/** @typedef {import("../types.js").StateMessage} StateMessage */
/** @typedef {import("../types.js").PileData} PileData */
/** @typedef {import("../types.js").Side} Side */

/** @type {Side[]} */
const SIDES = ["black", "white"];

/** @param {PileData[]} piles @param {Side} side */
const count = (piles, side) =>
  piles.reduce((sum, pile) => sum + (pile.side === side ? pile.count : 0), 0);

/**
 * "9 to place, 2 captured"
 * @param {StateMessage} state @param {Side} side
 * @param {number} beside pieces beside the board, in the hand or box: fewer once one was just put
 */
function words({ reserve, captured }, side, beside) {
  const taken = count(captured, side);
  const waiting = Math.min(count(reserve, side), Math.max(0, beside - taken));
  const parts = [];
  if (waiting) parts.push(t("page.to_place", { count: waiting }));
  if (taken) parts.push(t("page.captured", { count: taken }));
  return parts.join(", ");
}

/** The piece that a button, or a part of it, stands for. @param {EventTarget | null} part */
function pieceOf(part) {
  const button = part instanceof Element ? part.closest("[data-id]") : null;
  return /** @type {HTMLElement | null} */ (button)?.dataset.id;
}

export class Tray {
  /**
   * @param {Hand} hand
   * @param {(event: PointerEvent, id: string) => void} grabbed
   */
  constructor(hand, grabbed) {
    this.hand = hand;
    this.roots = SIDES.map((side) => byId(`${side}-tray`));
    this.shown = "none yet";
    /** The piece on whose button the pointer went down last. @type {string | undefined} */
    this.pressed = undefined;
    for (const root of this.roots) {
      root.addEventListener("pointerdown", (event) => {
        this.pressed = pieceOf(event.target);
        if (this.pressed) grabbed(event, this.pressed);
      });
      root.addEventListener("click", (event) => {
        const id = this.clicked(event);
        if (!id) return;
        const { held } = hand;
        const met = hand.pieces.get(id);
        // The pile of its side takes a held piece back.
        if (held && met?.where === "box" && met.side === held.side) hand.remove(held.id);
        else hand.choose(id);
      });
    }
  }

  /**
   * The piece whose button was clicked.  The click of a mouse that was captured by the tray is one of
   * the tray itself; then the position shows which button is meant.
   * @param {MouseEvent} event
   */
  clicked({ target, clientX, clientY }) {
    const met = pieceOf(target);
    if (met) return met;
    const id = pieceOf(document.elementFromPoint(clientX, clientY));
    // A drag from one button to another chooses neither.
    return id === this.pressed ? id : undefined;
  }

  /** @param {StateMessage} state @param {import("../types.js").HelloMessage} hello */
  show(state, hello) {
    const { order, reason, chosen, placing } = this.hand;
    const sides = SIDES.map((side) => [this.words(state, side), this.hand.inBox(side)[0]?.id]);
    const crowned = state.pieces.filter(({ teeth }) => teeth);
    const names = crowned.map((piece) => pieceName(piece));
    const key = JSON.stringify([reason, order, chosen, placing, sides, hello.game, crowned, names]);
    if (key === this.shown) return;
    this.shown = key;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.id;
    for (const [at, side] of SIDES.entries()) {
      const held = order.filter((id) => this.hand.pieces.get(id)?.side === side);
      const pile = this.pile(state, side);
      const parts = [...held.map((id) => this.held(id)), ...pile];
      if (held.length) parts.unshift(this.hint(side));
      this.roots[at].replaceChildren(...(parts.length ? parts : crowns(crowned, side)));
    }
    const again =
      focused && this.roots.map((root) => root.querySelector(`[data-id="${focused}"]`)).find(Boolean);
    if (again) /** @type {HTMLElement} */ (again).focus({ preventScroll: true });
  }

  /** What lies beside the board of a side. @param {StateMessage} state @param {Side} side */
  words(state, side) {
    if (!this.hand.enabled) return words(state, side, Infinity);
    const beside = [...this.hand.pieces.values()].filter(({ where }) => where !== "board");
    return words(state, side, beside.filter((piece) => piece.side === side).length);
  }

  /** What can be done with a held piece. @param {Side} side */
  hint(side) {
    const id = this.hand.inBox(side).length ? "page.put_or_lay_back" : "page.put_on_square";
    return html("p", { class: "tray-hint" }, t(id));
  }

  /** A piece in the hand. @param {string} id */
  held(id) {
    const piece = this.hand.pieces.get(id);
    if (!piece) return "";
    const attributes = {
      "data-id": id,
      "aria-label": t("page.piece_in_hand", { piece: pieceName(piece) }),
      "aria-pressed": String(id === this.hand.order.at(-1)),
      type: "button",
    };
    return html("button", { ...attributes, class: "held" }, piecePicture(piece));
  }

  /** The pieces of a side beside the board, if there are any. @param {StateMessage} state @param {Side} side */
  pile(state, side) {
    const boxed = this.hand.enabled ? this.hand.inBox(side) : [];
    const text = this.words(state, side);
    if (!text && !boxed.length) return [];
    const look = boxed[0] ?? [...state.reserve, ...state.captured].find((pile) => pile.side === side);
    if (!look) return [];
    const picture = piecePicture({ side: look.side, name: look.name, teeth: 0 });
    const owner = html(
      "span",
      { class: "visually-hidden" },
      t("page.side_before", { side: player(side) }),
    );
    const shown = text || t("page.pile_beside_board", { count: boxed.length });
    if (!boxed.length) return [html("p", { class: "pile" }, picture, owner, shown)];
    const next = this.hand.next?.side === side;
    const id = next && this.hand.next ? this.hand.next.id : boxed[0].id;
    const attributes = { "data-id": id, "aria-pressed": String(next), type: "button" };
    return [html("button", { ...attributes, class: "pile" }, picture, owner, shown)];
  }
}

/**
 * The towers of a side that have teeth, the strongest first.
 * @param {import("../types.js").PieceData[]} crowned @param {Side} side
 */
function crowns(crowned, side) {
  const own = crowned.filter((piece) => piece.side === side).sort((a, b) => b.teeth - a.teeth);
  if (!own.length) return [];
  const names = own.map((piece) => pieceName(piece)).join(", ");
  const pictures = own.map((piece) =>
    html("span", { class: "crowned", "aria-hidden": "true" }, piecePicture(piece)),
  );
  return [html("span", { class: "visually-hidden" }, names), ...pictures];
}
