// @ts-check
// A board that is watched: the drawing of the main page without lights and hands.
//
// Large ones are drawn as on the main page.  Small ones share one drawing of the ground, and their
// pieces have no depth: a hundred of them are on one page.

import { allSquares, CELL, RIM, View } from "../board/geometry.js";
import { svg } from "../dom/dom.js";
import { Marks } from "../board/marks.js";
import { isPlain } from "../text/names.js";
import { flatPiece, Towers } from "../board/pieces.js";
import { signAt } from "../board/symbols.js";
import { rim, signs, tiles } from "../board/tiles.js";

/** @typedef {import("./types.js").WallBoard} WallBoard */

/** Grounds that are drawn already, by what they show. @type {Map<string, string>} */
const grounds = new Map();

/** @param {View} view @param {Record<string, string>} colours */
function ground(view, colours) {
  const key = JSON.stringify([view.files, view.ranks, colours]);
  const known = grounds.get(key);
  if (known) return known;
  const id = `ground-${grounds.size}`;
  grounds.set(key, id);
  /** @type {Record<string, string>} */
  const paths = {};
  const marks = [];
  for (const square of allSquares([view.files, view.ranks])) {
    const [x, y] = view.corner(square);
    const tint = colours[square] ?? "none";
    paths[tint] = `${paths[tint] ?? ""}M${x + 3} ${y + 3}h94v94h-94z`;
    marks.push(svg("g", { class: `c-${tint}` }, signAt(tint, x + 6, y + 6, 26), signAt(tint, x + 68, y + 68, 26)));
  }
  const painted = Object.entries(paths).map(([tint, d]) =>
    svg("path", { d, class: `tile tint c-${tint}` }),
  );
  const viewBox = `0 0 ${view.width} ${view.height}`;
  document.getElementById("grounds")?.append(
    svg("symbol", { id, viewBox }, ...painted),
    svg("symbol", { id: `${id}-signs`, viewBox }, ...marks),
  );
  return id;
}

export class WatchedBoard {
  /** @param {HTMLElement} root gets the drawing @param {boolean} large */
  constructor(root, large) {
    this.root = root;
    this.large = large;
    this.shape = "";
    /** @type {View | null} */
    this.view = null;
    /** @type {Marks | null} */
    this.marks = null;
    /** @type {Towers | null} */
    this.towers = null;
    this.layer = svg("g");
    /** @type {Map<string, SVGElement>} */
    this.pieces = new Map();
  }

  /** @param {WallBoard} board */
  show(board) {
    if (!board.size || !board.square_colours) {
      this.shape = "";
      this.root.replaceChildren();
      return;
    }
    const shape = JSON.stringify([board.size, board.square_colours]);
    if (shape !== this.shape) this.build(board.size, board.square_colours);
    this.shape = shape;
    const pieces = board.pieces ?? [];
    if (this.towers) this.towers.show(pieces.map((piece) => ({ ...standing(piece), look: piece })));
    else this.showFlat(pieces);
    const occupied = new Set(pieces.map(({ square }) => square));
    const state = { marks: [], ideas: [], last: board.last, turn: board.turn ?? "black" };
    this.marks?.show(state, (square) => occupied.has(square));
  }

  /** @param {[number, number]} size @param {Record<string, string>} colours */
  build(size, colours) {
    const view = new View(size, false);
    this.view = view;
    const [beneath, above, ghosts, top] = [svg("g"), svg("g"), svg("g"), svg("g")];
    this.layer = svg("g");
    this.pieces.clear();
    this.marks = new Marks(beneath, above, view);
    this.towers = this.large ? new Towers(this.layer, top, ghosts, view) : null;
    const inner = [RIM, RIM, view.files * CELL, view.ranks * CELL].join(" ");
    const frame = { x: 0, y: 0, width: view.width, height: view.height };
    const id = this.large ? "" : ground(view, colours);
    const floor = this.large
      ? [...rim(view), ...tiles(view, colours), beneath, this.layer, ...signs(view, colours)]
      : [
          svg("use", { href: `#${id}`, ...frame }),
          svg("use", { href: `#${id}-signs`, ...frame, class: "ground-signs" }),
          ...[beneath, this.layer],
        ];
    const viewBox = this.large ? `0 0 ${view.width} ${view.height}` : inner;
    const attributes = { viewBox, class: this.large ? "drawing" : "small-drawing", "aria-hidden": "true" };
    this.root.replaceChildren(svg("svg", attributes, ...floor, ghosts, above, top));
    this.root.classList.toggle("board", this.large);
    if (this.large) this.root.style.aspectRatio = `${view.width} / ${view.height}`;
    this.root.parentElement?.style.setProperty("--aspect", String(view.width / view.height));
  }

  /** Draw exactly these. @param {import("../types.js").PieceData[]} pieces */
  showFlat(pieces) {
    const gone = new Set(this.pieces.keys());
    for (const piece of pieces) {
      const key = `${standing(piece).id} ${piece.teeth}`;
      gone.delete(key);
      const element = this.pieces.get(key) ?? flatPiece(piece);
      if (!this.pieces.has(key)) this.layer.append(element);
      this.pieces.set(key, element);
      const [x, y] = this.view?.corner(piece.square) ?? [0, 0];
      const place = `translate(${x + CELL / 2} ${y + CELL / 2})`;
      if (element.getAttribute("transform") !== place) element.setAttribute("transform", place);
    }
    for (const key of gone) {
      this.pieces.get(key)?.remove();
      this.pieces.delete(key);
    }
  }
}

/** @param {import("../types.js").PieceData} piece */
function standing(piece) {
  const { square, side, name } = piece;
  const id = isPlain(piece) ? `${side}-${name}-${square}` : `${side}-${name}`;
  return { id, square, dx: 0, dy: 0, hovering: false };
}
