// @ts-check
// The tray: pieces in the hand and in the box beside the board.
//
// The box holds the pieces that are still to be put on the board and those that were taken off it.
// Those of a real board are only counted.

import { byId, html } from "./dom.js";
import { t } from "./messages.js";
import { isColoured, pieceName, player } from "./names.js";
import { piecePicture } from "./pieces.js";

/** @typedef {import("./hand.js").Hand} Hand */
/** @typedef {import("./types.js").StateMessage} StateMessage */
/** @typedef {import("./types.js").PileData} PileData */
/** @typedef {import("./types.js").Side} Side */

/** @type {Side[]} */
const SIDES = ["black", "white"];

/** @param {PileData[]} piles @param {Side} side */
const count = (piles, side) =>
  piles.reduce((sum, pile) => sum + (pile.side === side ? pile.count : 0), 0);

/** "9 to place, 2 captured" @param {StateMessage} state @param {Side} side */
function words({ reserve, captured }, side) {
  const [waiting, taken] = [count(reserve, side), count(captured, side)];
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
   * @param {HTMLElement} root
   * @param {Hand} hand
   * @param {(event: PointerEvent, id: string) => void} grabbed
   */
  constructor(root, hand, grabbed) {
    this.root = root;
    this.hand = hand;
    this.shown = "none yet";
    /** The piece on whose button the pointer went down last. @type {string | undefined} */
    this.pressed = undefined;
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

  /** @param {StateMessage} state @param {import("./types.js").HelloMessage} hello */
  show(state, hello) {
    const { order, reason, chosen, placing } = this.hand;
    const sides = SIDES.map((side) => [words(state, side), this.hand.inBox(side)[0]?.id]);
    const key = JSON.stringify([reason, order, chosen, placing, sides, hello.game]);
    if (key === this.shown) return;
    this.shown = key;
    const piles = SIDES.flatMap((side) => this.pile(state, side));
    const box = /** @type {HTMLElement} */ (this.root.parentElement);
    box.hidden = !hello.virtual && !piles.length;
    byId("tray-title").textContent = t(
      piles.length ? "page.beside_board" : "page.in_hand",
    );
    this.root.classList.toggle("full", order.length > 0);
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.id;
    this.root.replaceChildren(
      ...order.map((id) => this.held(id)),
      ...(order.length || !piles.length ? [this.hint(hello)] : []),
      ...piles,
    );
    const again = focused && this.root.querySelector(`[data-id="${focused}"]`);
    if (again) /** @type {HTMLElement} */ (again).focus({ preventScroll: true });
  }

  /** A hint for the pieces in the tray. @param {import("./types.js").HelloMessage} hello */
  hint(hello) {
    let text = hello.virtual ? this.hand.reason : t("page.moved_by_hand");
    const { held } = this.hand;
    if (held && this.hand.inBox(held.side).length) {
      text = t("page.put_or_lay_back");
    } else if (held) text = t("page.put_on_square");
    else if (this.hand.enabled) {
      text = t(isColoured(hello) ? "page.hand_empty_tower" : "page.hand_empty_piece");
    }
    return html("p", { class: "hint" }, text);
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
    const text = words(state, side);
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
