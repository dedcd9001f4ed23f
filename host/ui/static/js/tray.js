// @ts-check
// The tray: the pieces in the hand, beside the board.

import { html } from "./element.js";
import { pieceName } from "./names.js";
import { towerPicture } from "./towers.js";

/** @typedef {import("./hand.js").Hand} Hand */

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
    root.addEventListener("pointerdown", (event) => {
      const { id } = this.button(event);
      if (id) grabbed(event, id);
    });
    root.addEventListener("click", (event) => {
      const { id } = this.button(event);
      if (id) hand.choose(id);
    });
  }

  /** The piece whose button an event met. @param {Event} event */
  button({ target }) {
    const button = /** @type {HTMLElement} */ (target).closest?.("[data-id]");
    return { id: /** @type {HTMLElement | null} */ (button)?.dataset.id };
  }

  show() {
    const { order, pieces, able } = this.hand;
    const wanted = `${able} ${order.join(" ")}`;
    if (wanted === this.shown) return;
    this.shown = wanted;
    this.root.classList.toggle("full", order.length > 0);
    if (!order.length) {
      const hint = able
        ? "Empty. Drag a tower, or tap it and then a square."
        : "The pieces are moved by hand, on the board.";
      this.root.replaceChildren(html("p", { class: "hint" }, hint));
      return;
    }
    const last = order.at(-1);
    this.root.replaceChildren(
      ...order.flatMap((id) => {
        const piece = pieces.get(id);
        if (!piece) return [];
        const pressed = String(id === last);
        const label = `${pieceName(piece)}, in your hand`;
        const attributes = {
          "data-id": id,
          "aria-label": label,
          "aria-pressed": pressed,
          type: "button",
        };
        return [html("button", { ...attributes, class: "held" }, towerPicture(piece))];
      }),
      html("p", { class: "hint" }, "Put it on a square."),
    );
  }
}
