// @ts-check
// The board: a drawing of lights and squares, one of marks and towers, and one layer of cells.

import { Arrows } from "./arrows.js";
import { Binding } from "./binding.js";
import { boundBy } from "./bound.js";
import { Celebration } from "./celebration.js";
import { place, RIM } from "./geometry.js";
import { html, svg } from "../dom/dom.js";
import { Homecoming } from "./homecoming.js";
import { Leds } from "./leds.js";
import { Marks } from "./marks.js";
import { t } from "../text/messages.js";
import { cellName, gameName, isPlain } from "../text/names.js";
import { ghost, Towers } from "./pieces.js";
import { rim, signs, tiles } from "./tiles.js";

/** @typedef {import("../types.js").StateMessage} StateMessage */
/** @typedef {import("../hand/hand.js").Hand} Hand */
/** @typedef {import("./pieces.js").Standing} Standing */

/** Distance of a carried tower above the finger, in units of the drawing. */
const FLOAT = 45;

export class Board {
  /**
   * @param {HTMLElement} root gets the drawing and the cells
   * @param {import("../types.js").HelloMessage} hello
   * @param {Hand} hand
   * @param {import("./geometry.js").View} view
   * @param {boolean} reducedMotion true shows the lights without blinking
   */
  constructor(root, hello, hand, view, reducedMotion) {
    this.root = root;
    this.hello = hello;
    this.hand = hand;
    this.view = view;
    /** @type {StateMessage | null} */
    this.state = null;
    /** True while another position than that of the match is shown. */
    this.beside = false;
    /** Takes the board before the hand does, while it is active. @type {import("../learning/analysis.js").Analysis | null} */
    this.analysis = null;
    /** What the names of the cells were made of. @type {Map<string, string>} */
    this.named = new Map();
    /** Squares on which a piece is still to be put. @type {Set<string>} */
    this.due = new Set();
    /** The layers from the ground up. @type {Record<string, SVGElement>} */
    const layers = {};
    const names = ["lights", "tiles", "marks", "towers", "signs", "overlay", "top"];
    for (const name of names) layers[name] = svg("g", { class: name });
    const [beneath, ghosts, threads] = [svg("g"), svg("g"), svg("g")];
    const above = svg("g");
    this.marks = new Marks(beneath, above, view);
    this.target = svg("rect", {
      class: "target",
      width: 93,
      height: 93,
      rx: 14,
      visibility: "hidden",
    });
    this.arrows = new Arrows(svg("g"), svg("g"), view);
    layers.marks.append(this.arrows.moves, beneath, this.target, ghosts, threads);
    layers.overlay.append(above, this.arrows.plans, this.arrows.layer);
    layers.tiles.append(...tiles(view, hello.square_colours));
    layers.signs.append(...signs(view, hello.square_colours));
    const { lights, tiles: printed, ...rest } = layers;
    const size = { viewBox: `0 0 ${view.width} ${view.height}`, "aria-hidden": "true" };
    const ground = svg("svg", { ...size, class: "drawing ground" }, ...rim(view), lights, printed);
    const pieces = svg("svg", { ...size, class: "drawing" }, ...Object.values(rest));
    this.leds = new Leds(layers.lights, view, reducedMotion);
    this.towers = new Towers(layers.towers, layers.top, ghosts, view);
    this.previewed = svg("g", { class: "previewed" });
    layers.overlay.append(this.previewed);
    this.binding = new Binding(root, layers.lights, threads, view, hello, reducedMotion);
    this.homecoming = new Homecoming();
    this.celebration = new Celebration(layers.lights, view, reducedMotion);
    /** @type {Map<string, HTMLElement>} */
    this.cells = new Map();
    this.grid = this.makeGrid();
    root.replaceChildren(ground, pieces, this.grid);
    root.style.aspectRatio = `${view.width} / ${view.height}`;
  }

  /** The cells in reading order, as rows of an ARIA grid; `Keyboard` handles their keys. */
  makeGrid() {
    const { files, ranks } = this.view;
    const label = t("page.game_board", { game: gameName(this.hello) });
    const grid = html("div", {
      class: "cells",
      role: "grid",
      "aria-label": label,
      "aria-describedby": "keys-hint",
    });
    grid.style.gridTemplate = `repeat(${ranks}, 1fr) / repeat(${files}, 1fr)`;
    grid.style.inset = `${(100 * RIM) / this.view.height}% ${(100 * RIM) / this.view.width}%`;
    for (let row = 0; row < ranks; row++) {
      const line = html("div", { role: "row", class: "row" });
      for (let column = 0; column < files; column++) {
        const square = this.view.at(column, row) ?? "";
        const cell = html("div", {
          role: "gridcell",
          tabindex: "-1",
          "data-square": square,
          "aria-label": square,
        });
        this.cells.set(square, cell);
        line.append(cell);
      }
      grid.append(line);
    }
    return grid;
  }

  /**
   * A point of the window in units of the drawing.
   * @param {{clientX: number, clientY: number}} point
   */
  point({ clientX, clientY }) {
    const box = this.root.getBoundingClientRect();
    const scale = this.view.width / box.width;
    return [(clientX - box.left) * scale, (clientY - box.top) * scale];
  }

  /**
   * The square under a pointer; null beside the board.
   * @param {{clientX: number, clientY: number}} point
   */
  under(point) {
    const [x, y] = this.point(point);
    return this.view.under(x, y);
  }

  /**
   * Show a held piece under the pointer.
   * @param {string} id @param {{clientX: number, clientY: number}} point @param {boolean} float
   */
  carry(id, point, float) {
    const piece = this.standing().find((standing) => standing.id === id)?.look ?? this.hand.pieces.get(id);
    if (!piece) return;
    const [x, y] = this.point(point);
    this.towers.carry(id, piece, x, y - (float ? FLOAT : 0));
    const square = this.view.under(x, y);
    if (square) {
      const [left, top] = this.view.corner(square);
      this.target.setAttribute("x", String(left + 3.5));
      this.target.setAttribute("y", String(top + 3.5));
    }
    this.target.setAttribute("visibility", square && !this.pieceOn(square) ? "visible" : "hidden");
    this.root.classList.add("carrying");
    this.hover(square);
  }

  release() {
    this.target.setAttribute("visibility", "hidden");
    this.root.classList.remove("carrying");
    this.towers.release();
    this.hover(null);
    this.render();
  }

  /**
   * Show pieces where they would stand, as ghosts in place of those that stand there.
   * @param {import("../types.js").PieceData[]} pieces none to show no ghosts
   */
  preview(pieces) {
    this.root.classList.toggle("previewing", pieces.length > 0);
    this.previewed.replaceChildren(...pieces.map((piece) => ghost(piece, this.view)));
  }

  /**
   * Show which tower the other side would get if the lifted piece went here.
   * @param {string | null} square null if no square is pointed at
   */
  hover(square) {
    this.binding.hover(square === null ? null : this.bound(square));
  }

  /** The tower that must move next if the lifted piece goes to a square. @param {string} square */
  bound(square) {
    const held = this.beside ? undefined : this.hand.held;
    const lifted = this.state?.lifted ?? (this.hand.plays && !this.beside ? this.hand.mover : null);
    const piece = held ?? this.state?.pieces.find((at) => at.square === lifted);
    const from = held ? this.hand.originOf(held.id) : (lifted ?? undefined);
    if (!piece || !this.state || square === from) return null;
    const all = this.standing().map(({ look, square: at }) => ({ ...look, square: at }));
    return boundBy(square, piece, from ?? null, this.state, all, this.hello);
  }

  /** True if pieces are drawn where they physically are. */
  get physical() {
    return !this.beside && this.hello.virtual && this.hand.pieces.size > 0;
  }

  /** The piece on a square. @param {string} square */
  pieceOn(square) {
    if (this.physical) return this.hand.at(square);
    if (this.state?.lifted === square || this.due.has(square)) return undefined;
    return this.state?.pieces.find((piece) => piece.square === square);
  }

  /** The piece that was lifted from a square and is in the air. @param {string} square */
  pieceOver(square) {
    if (this.physical) return this.hand.liftedFrom(square);
    if (this.state?.lifted !== square) return undefined;
    return this.state?.pieces.find((piece) => piece.square === square);
  }

  /** The id of what stands on a square, as it is drawn; null for none. @param {string} square */
  idOn(square) {
    return this.standing().find((standing) => standing.square === square)?.id ?? null;
  }

  /** True if the piece on a square is captured and to be taken off. @param {string} square */
  captured(square) {
    return Boolean(
      this.state?.marks.some(
        (mark) => mark.square === square && mark.entry === "capture" && mark.role === "piece",
      ),
    );
  }

  /** @returns {Standing[]} */
  standing() {
    if (this.physical) {
      return [...this.hand.pieces.values()].flatMap((piece) => this.standingPiece(piece));
    }
    const there = (this.state?.pieces ?? []).filter(({ square }) => !this.due.has(square));
    return there.map((piece) => {
      const { square, side, name } = piece;
      const id = isPlain(piece) ? `${side}-${name}-${square}` : `${side}-${name}`;
      return { id, look: piece, square, dx: 0, dy: 0, hovering: this.state?.lifted === square };
    });
  }

  /**
   * A physical piece as it is drawn on the board; none for one that is elsewhere.
   * @param {import("../types.js").HandPieceData} piece
   * @returns {Standing[]}
   */
  standingPiece(piece) {
    const { id, dx, dy } = piece;
    if (piece.where === "board" && piece.square) {
      return [{ id, look: piece, square: piece.square, dx, dy, hovering: false }];
    }
    // Out of the way of others that come to its square, it is on its way home.
    const left = this.homecoming.isUnderWay && this.hand.busy ? this.towers.squareOf(id) : null;
    if (piece.where === "box" && left) return [{ id, look: piece, square: left, dx: 0, dy: 0, hovering: false }];
    const origin = this.hand.origins.get(id);
    const floats = piece.where === "hand" && origin !== undefined && !this.hand.aside.has(id);
    return floats ? [{ id, look: piece, square: origin, dx: 0, dy: 0, hovering: true }] : [];
  }

  /**
   * @param {StateMessage | null} [state]
   * @param {boolean} [beside] true if it is not that of the match
   */
  render(state = this.state, beside = this.beside) {
    const before = beside === this.beside ? this.state : null;
    this.state = state;
    this.beside = beside;
    this.root.classList.toggle("beside", beside);
    if (!state) return;
    if (before && before !== state) {
      this.binding.follow(before, state);
      this.celebration.follow(before, state);
      this.homecoming.follow(before, state);
    }
    const due = state.marks.filter(({ entry, role }) => entry === "fill" && role !== "from");
    this.due = new Set(due.map(({ square }) => square));
    const { isUnderWay } = this.homecoming;
    this.root.classList.toggle("homecoming", isUnderWay);
    this.towers.show(this.standing(), isUnderWay ? this.homecoming : null);
    const occupied = (/** @type {string} */ square) => this.pieceOn(square) !== undefined;
    this.marks.show(state, occupied);
    this.arrows.showMoves((beside && this.analysis?.moveArrows) || []);
    const marked = wordsBySquare(state);
    for (const [square, cell] of this.cells) {
      const piece = this.pieceOn(square);
      const over = this.pieceOver(square);
      const bound = marked.has(square) ? this.bound(square)?.tower : undefined;
      const named = `${marked.get(square)} ${lookKey(piece)} ${lookKey(over)} ${bound?.square} ${lookKey(bound)}`;
      if (this.named.get(square) !== named) {
        this.named.set(square, named);
        cell.setAttribute("aria-label", cellName(square, this.hello, state, piece, over, bound));
      }
      // A finger on a piece lifts it; elsewhere it may scroll the page.
      const holds = beside
        ? state.movable.includes(square)
        : this.hand.enabled && (piece !== undefined || over !== undefined);
      cell.classList.toggle("holds", holds);
    }
  }

  /** Squares in reading order. @param {string[]} squares */
  inOrder(squares) {
    return [...squares].sort((a, b) => {
      const [fileA, rankA] = place(a);
      const [fileB, rankB] = place(b);
      const order = rankB - rankA || fileA - fileB;
      return this.view.turned ? -order : order;
    });
  }
}

/** What the name of a cell says of a piece. @param {import("../text/names.js").Look | undefined} piece */
const lookKey = (piece) => (piece ? `${piece.side} ${piece.name} ${piece.teeth}` : "");

/** What the names of cells say beside pieces, by square. @param {StateMessage} state */
function wordsBySquare({ ideas, marks, last }) {
  /** @type {Map<string, string>} */
  const words = new Map();
  const add = (/** @type {string | null | undefined} */ square, /** @type {string} */ text) => {
    if (square) words.set(square, `${words.get(square) ?? ""}, ${text}`);
  };
  for (const { square, entry, words: text } of [...ideas, ...marks]) add(square, `${entry} ${text}`);
  add(last?.from, "from");
  add(last?.to, "to");
  return words;
}
