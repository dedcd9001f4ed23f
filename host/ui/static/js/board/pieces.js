// @ts-check
// Pieces on the board, towers or stones, seen from above: standing, hovering or carried.

import { CELL } from "./geometry.js";
import { svg } from "../dom/dom.js";
import { isPlain } from "../text/names.js";
import { signAt } from "./symbols.js";

/** @typedef {Pick<import("../types.js").HandPieceData, "side" | "name" | "teeth">} Look */

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

/** Radius of the circle inside the roof of a tower. */
const ROOF = 29;
/** Height of the roof and of the foot in the picture, which is seen from a little to the south. */
const [TOP, FOOT] = [-6, 7];

/** @typedef {[number, number]} Point */

/**
 * Corners of an octagon with flat sides, the one to the lower right first, clockwise.
 * @param {number} radius of the circle inside it
 * @param {number} dy
 * @returns {Point[]}
 */
function octagon(radius, dy = 0) {
  const outer = radius / Math.cos(Math.PI / 8);
  return Array.from({ length: 8 }, (_, i) => {
    const angle = (i + 0.5) * (Math.PI / 4);
    return [outer * Math.cos(angle), outer * Math.sin(angle) + dy];
  });
}

/** @param {Point[]} corners */
const points = (corners) => corners.map((at) => at.map((v) => v.toFixed(1)).join(",")).join(" ");

/** The dashed outline of where a lifted tower stood. */
const ghostShape = () => svg("polygon", { points: points(octagon(ROOF)), class: "ghost" });

const LEFT_HORN = "M-3-25C-11-25-19-31-18-46-13-37-6-34 3-31Z";
const RIGHT_HORN = "M3-25C11-25 19-31 18-46 13-37 6-34-3-31Z";
const MIDDLE_HORN = "M-6.5-26C-6-36-2-42 0-50 2-42 6-36 6.5-26Z";
const INNER_LEFT_HORN = "M-10-27C-11-35-10-42-8-48-4-42-1-36 1-28Z";
const INNER_RIGHT_HORN = "M10-27C11-35 10-42 8-48 4-42 1-36-1-28Z";
/** The teeth of a tower as horns, by their number. */
const HORNS = [
  [],
  [MIDDLE_HORN],
  [LEFT_HORN, RIGHT_HORN],
  [LEFT_HORN, RIGHT_HORN, MIDDLE_HORN],
  [LEFT_HORN, RIGHT_HORN, INNER_LEFT_HORN, INNER_RIGHT_HORN],
];

/** The wall below the roof: three facets, and a slit to look through. */
function wall() {
  const [top, foot] = [octagon(ROOF, TOP), octagon(ROOF, FOOT)];
  const facets = [0, 1, 2].map((i) =>
    svg("polygon", {
      points: points([top[i], top[i + 1], foot[i + 1], foot[i]]),
      class: `facet facet-${i}`,
    }),
  );
  return [...facets, svg("path", { d: "M-2.2 33V28A2.2 2.2 0 0 1 2.2 28V33Z", class: "slit" })];
}

/** The roof with its eight battlements. */
function roof() {
  const notches = Array.from({ length: 8 }, (_, i) =>
    svg("rect", {
      x: -3.6,
      y: -29.5,
      width: 7.2,
      height: 5.2,
      rx: 1,
      class: "notch",
      transform: `translate(0 ${TOP}) rotate(${45 * i})`,
    }),
  );
  return [svg("polygon", { points: points(octagon(ROOF, TOP)), class: "roof" }), ...notches];
}

/**
 * The cap of a tower: round for Black, square for White.
 * @param {import("../types.js").Side} side @param {number} radius @param {string} name
 */
function cap(side, radius, name) {
  if (side === "black") return svg("circle", { r: radius, cy: TOP, class: name });
  const [edge, width] = [2 - radius, 2 * radius - 4];
  return svg("rect", { x: edge, y: edge + TOP, width, height: width, rx: 7, class: name });
}

/** A tower around the origin, about 60 units wide. @param {Look} look */
function tower({ side, name, teeth }) {
  const horns = HORNS[Math.min(teeth, HORNS.length - 1)].map((d) =>
    svg("path", { d, class: "tooth" }),
  );
  return svg(
    "g",
    { class: `tower ${side} c-${name}` },
    svg("circle", { r: 37, cx: 2, cy: 8, class: "fall" }),
    svg(
      "g",
      { class: "body" },
      ...wall(),
      ...roof(),
      ...horns,
      cap(side, 23, "pit"),
      cap(side, 21, "cap tint"),
      cap(side, 21, "gloss"),
      signAt(name, -13, -13 + TOP, 26),
    ),
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
    svg("circle", { r: 39, cx: 2, cy: 6, class: "fall" }),
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

/** A piece without depth around the origin, for small boards. @param {Look} look */
export function flatPiece(look) {
  if (isPlain(look)) return stone(look);
  const { side, name, teeth } = look;
  return svg(
    "g",
    { class: `tower ${side} c-${name}` },
    svg("polygon", { points: points(octagon(38)), class: "roof" }),
    ...HORNS[Math.min(teeth, HORNS.length - 1)].map((d) => svg("path", { d, class: "tooth" })),
    side === "black"
      ? svg("circle", { r: 29, class: "cap tint" })
      : svg("rect", { x: -26, y: -26, width: 52, height: 52, rx: 8, class: "cap tint" }),
    signAt(name, -17, -17, 34),
  );
}

/** Any piece around the origin. @param {Look} look */
const drawn = (look) => (isPlain(look) ? stone(look) : tower(look));

/** A piece as a picture of its own. @param {Look} look */
export function piecePicture(look) {
  const attributes = { viewBox: "-44 -52 88 94", class: "tower-picture", "aria-hidden": "true" };
  return svg("svg", attributes, drawn(look));
}

/** A piece where it would stand. @param {import("../types.js").PieceData} piece @param {import("./geometry.js").View} view */
export function ghost(piece, view) {
  const [x, y] = view.corner(piece.square);
  const transform = `translate(${x + MIDDLE} ${y + MIDDLE})`;
  return svg("g", { transform, "data-ghost": piece.square }, drawn(piece));
}

export class Towers {
  /**
   * @param {SVGElement} layer for the pieces that stand
   * @param {SVGElement} top for those in the air, above everything
   * @param {SVGElement} ground for the outlines of where those stood
   * @param {import("./geometry.js").View} view
   */
  constructor(layer, top, ground, view) {
    this.layer = layer;
    this.top = top;
    this.ground = ground;
    this.view = view;
    /** @type {Map<string, {element: SVGElement, look: Look, square?: string}>} */
    this.drawn = new Map();
    /** @type {string | null} */
    this.carried = null;
  }

  /**
   * Draw exactly these (and the carried one).
   * @param {Standing[]} pieces
   * @param {import("./homecoming.js").Homecoming | null} [homecoming] the way on which they walk home
   */
  show(pieces, homecoming = null) {
    const gone = new Set(this.drawn.keys());
    this.ground.replaceChildren();
    for (const piece of homecoming?.inOrder(pieces) ?? pieces) {
      gone.delete(piece.id);
      const element = this.element(piece.id, piece.look);
      const known = this.drawn.get(piece.id);
      if (known && known.square !== piece.square) {
        element.style.transitionDelay = homecoming ? `${homecoming.wait(performance.now())}ms` : "";
        known.square = piece.square;
      }
      const [x, y] = this.view.corner(piece.square);
      if (piece.hovering && !isPlain(piece.look)) this.outline(x + MIDDLE, y + MIDDLE);
      if (piece.id === this.carried) continue;
      this.raise(element, piece.hovering);
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

  /** The square on which a piece is drawn; undefined if it is not. @param {string} id */
  squareOf(id) {
    return this.drawn.get(id)?.square;
  }

  /** Show where a lifted tower stood. @param {number} x @param {number} y */
  outline(x, y) {
    const ghost = ghostShape();
    ghost.setAttribute("transform", `translate(${x} ${y})`);
    this.ground.append(ghost);
  }

  /** Take a piece up into the air, or down. @param {SVGElement} element @param {boolean} up */
  raise(element, up) {
    const layer = up ? this.top : this.layer;
    if (element.parentNode !== layer) layer.append(element);
    element.classList.toggle("hovering", up);
  }

  /** @param {string} id @param {Look} look */
  element(id, look) {
    const old = this.drawn.get(id);
    const same = old?.look.side === look.side && old.look.name === look.name;
    if (old && same && old.look.teeth === look.teeth) return old.element;
    const element = drawn(look);
    element.dataset.piece = id;
    if (old && same && look.teeth > old.look.teeth) {
      const teeth = element.querySelectorAll(".tooth");
      teeth[teeth.length - 1]?.classList.add("new");
    }
    if (old) old.element.replaceWith(element);
    else this.layer.append(element);
    this.drawn.set(id, { element, look, square: old?.square });
    return element;
  }

  /** Slide a piece; css/towers.css says how fast. @param {SVGElement} element @param {number} x @param {number} y */
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
      this.raise(element, true);
    }
    this.moveTo(element, x, y);
  }

  /** Stop carrying; the next `show` places the piece. */
  release() {
    if (this.carried) this.drawn.get(this.carried)?.element.classList.remove("carried");
    this.carried = null;
  }
}
