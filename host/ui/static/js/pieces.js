// @ts-check
// Pieces on the board, towers or stones, seen from above: standing, hovering or carried.

import { CELL } from "./geometry.js";
import { svg } from "./dom.js";
import { isPlain } from "./names.js";
import { signAt } from "./symbols.js";

/** @typedef {Pick<import("./types.js").HandPieceData, "side" | "name" | "teeth">} Look */

/**
 * @typedef {object} Standing a piece to draw
 * @property {string} id
 * @property {Look} look
 * @property {string} square
 * @property {number} dx in squares
 * @property {number} dy in squares, up the ranks
 * @property {boolean} hovering
 */

const MIDDLE = CELL / 2;

/**
 * Corners of an octagon with flat sides.
 * @param {number} radius of the circle inside it
 * @param {number} dy
 */
function octagon(radius, dy = 0) {
  const outer = radius / Math.cos(Math.PI / 8);
  return Array.from({ length: 8 }, (_, i) => {
    const angle = (i + 0.5) * (Math.PI / 4);
    return `${(outer * Math.cos(angle)).toFixed(2)},${(outer * Math.sin(angle) + dy).toFixed(2)}`;
  }).join(" ");
}

/** A tower around the origin, about 60 units wide. @param {Look} look */
function tower({ side, name, teeth }) {
  const cap =
    side === "black"
      ? svg("circle", { r: 20, class: "cap tint" })
      : svg("rect", { x: -18, y: -18, width: 36, height: 36, rx: 6, class: "cap tint" });
  const body = svg(
    "g",
    { class: "body" },
    svg("polygon", { points: octagon(29, 3.5), class: "wall" }),
    svg("polygon", { points: octagon(29), class: "roof" }),
    svg("polygon", { points: octagon(24.5), class: "bevel" }),
    cap,
    signAt(name, -13, -13, 26),
  );
  // Four teeth have to stand closer to fit on the tower.
  const step = Math.min(15, 40 / Math.max(1, teeth - 1));
  for (let i = 0; i < teeth; i++) {
    const x = (i - (teeth - 1) / 2) * step;
    body.append(svg("path", { d: `M${x - 7} -22L${x} -37L${x + 7} -22Z`, class: "tooth" }));
  }
  return svg(
    "g",
    { class: `tower ${side} c-${name}` },
    svg("polygon", { points: octagon(29, 4.5), class: "shadow" }),
    body,
  );
}

/**
 * A stone around the origin, as wide as a tower.  The sides differ in brightness, and also in what
 * is cut into the top: a ring into the light ones, a cross into the dark ones.
 * @param {Look} look
 */
function stone({ side, name }) {
  const cut =
    side === "black"
      ? svg("path", { d: "M-11-11 11 11M11-11-11 11", class: "cut" })
      : svg("circle", { r: 13, class: "cut" });
  return svg(
    "g",
    { class: `tower stone ${side} c-${name}` },
    svg("circle", { r: 31, cy: 4.5, class: "shadow" }),
    svg(
      "g",
      { class: "body" },
      svg("circle", { r: 31, cy: 3, class: "wall" }),
      svg("circle", { r: 31, class: "roof" }),
      svg("circle", { r: 25, class: "bevel" }),
      cut,
    ),
  );
}

/** Any piece around the origin. @param {Look} look */
const drawn = (look) => (isPlain(look) ? stone(look) : tower(look));

/** A piece as a picture of its own. @param {Look} look */
export function piecePicture(look) {
  const attributes = { viewBox: "-40 -42 80 80", class: "tower-picture", "aria-hidden": "true" };
  return svg("svg", attributes, drawn(look));
}

export class Towers {
  /** @param {SVGElement} layer @param {import("./geometry.js").View} view */
  constructor(layer, view) {
    this.layer = layer;
    this.view = view;
    /** @type {Map<string, {element: SVGElement, look: string}>} */
    this.drawn = new Map();
    /** @type {string | null} */
    this.carried = null;
  }

  /** Draw exactly these (and the carried one). @param {Standing[]} pieces */
  show(pieces) {
    const gone = new Set(this.drawn.keys());
    for (const piece of pieces) {
      gone.delete(piece.id);
      const element = this.element(piece.id, piece.look);
      if (piece.id === this.carried) continue;
      element.classList.toggle("hovering", piece.hovering);
      const [x, y] = this.view.corner(piece.square);
      const sign = this.view.turned ? -1 : 1;
      this.moveTo(
        element,
        x + MIDDLE + sign * piece.dx * CELL,
        y + MIDDLE - sign * piece.dy * CELL,
      );
    }
    for (const id of gone) {
      if (id === this.carried) continue;
      this.drawn.get(id)?.element.remove();
      this.drawn.delete(id);
    }
  }

  /** @param {string} id @param {Look} look */
  element(id, look) {
    const key = `${look.side} ${look.name} ${look.teeth}`;
    const old = this.drawn.get(id);
    if (old?.look === key) return old.element;
    const element = drawn(look);
    element.dataset.piece = id;
    if (old) old.element.replaceWith(element);
    else this.layer.append(element);
    this.drawn.set(id, { element, look: key });
    return element;
  }

  /** @param {SVGElement} element @param {number} x @param {number} y */
  moveTo(element, x, y) {
    element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
  }

  /**
   * Hold a piece at a point of the drawing.
   * @param {string} id
   * @param {Look} look
   * @param {number} x
   * @param {number} y
   */
  carry(id, look, x, y) {
    const element = this.element(id, look);
    if (this.carried !== id) {
      this.carried = id;
      element.classList.add("carried");
      this.layer.append(element);
    }
    this.moveTo(element, x, y);
  }

  /** Stop carrying; the next `show` places the piece. */
  release() {
    if (this.carried) this.drawn.get(this.carried)?.element.classList.remove("carried");
    this.carried = null;
  }
}
