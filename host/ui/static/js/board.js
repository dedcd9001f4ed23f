// @ts-check
// The board: the drawing of squares, lights, marks and towers, under one layer of cells.

import { allSquares, CELL, place, RIM } from "./geometry.js";
import { html, svg } from "./dom.js";
import { Leds } from "./leds.js";
import { drawMarks } from "./marks.js";
import { t } from "./messages.js";
import { cellName, gameName, isPlain } from "./names.js";
import { signAt } from "./symbols.js";
import { Towers } from "./pieces.js";

/** @typedef {import("./types.js").StateMessage} StateMessage */
/** @typedef {import("./hand.js").Hand} Hand */
/** @typedef {import("./pieces.js").Standing} Standing */

/** Distance of a carried tower above the finger, in units of the drawing. */
const FLOAT = 45;

export class Board {
  /**
   * @param {HTMLElement} root gets the drawing and the cells
   * @param {import("./types.js").HelloMessage} hello
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
    /** Squares on which a piece is still to be put. @type {Set<string>} */
    this.due = new Set();
    const layer = (/** @type {string} */ name) => svg("g", { class: name });
    const [lights, tiles, beneath, towers, above] = [
      "lights",
      "tiles",
      "marks beneath",
      "towers",
      "marks above",
    ].map(layer);
    this.beneath = beneath;
    this.above = above;
    this.target = svg("rect", {
      class: "target",
      width: 88,
      height: 88,
      rx: 13,
      visibility: "hidden",
    });
    this.drawing = svg(
      "svg",
      { viewBox: `0 0 ${view.width} ${view.height}`, "aria-hidden": "true", class: "drawing" },
      ...this.rim(),
      lights,
      tiles,
      beneath,
      this.target,
      towers,
      above,
    );
    for (const square of allSquares(hello.size)) tiles.append(this.tile(square));
    this.leds = new Leds(lights, view, reducedMotion);
    this.towers = new Towers(towers, view);
    /** @type {Map<string, HTMLElement>} */
    this.cells = new Map();
    this.grid = this.makeGrid();
    root.replaceChildren(this.drawing, this.grid);
    root.style.aspectRatio = `${view.width} / ${view.height}`;
  }

  *rim() {
    const { width, height, files, ranks } = this.view;
    yield svg("rect", { width, height, rx: 22, class: "rim" });
    yield svg("rect", {
      x: 1.5,
      y: 1.5,
      width: width - 3,
      height: height - 3,
      rx: 21,
      class: "rim-edge",
    });
    const field = {
      x: RIM - 3,
      y: RIM - 3,
      width: width - 2 * RIM + 6,
      height: height - 2 * RIM + 6,
    };
    yield svg("rect", { ...field, rx: 12, class: "field" });
    const label = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ text) =>
      svg("text", { x, y, class: "coordinate" }, text);
    for (let column = 0; column < files; column++) {
      const square = this.view.at(column, 0) ?? "";
      yield label(RIM + (column + 0.5) * CELL, height - RIM / 2 + 1.5, square[0]);
    }
    for (let row = 0; row < ranks; row++) {
      const square = this.view.at(0, row) ?? "";
      yield label(RIM / 2 - 1, RIM + (row + 0.5) * CELL, square.slice(1));
    }
  }

  /** @param {string} square */
  tile(square) {
    const [x, y] = this.view.corner(square);
    const tint = this.hello.square_colours[square] ?? "none";
    return svg(
      "g",
      { transform: `translate(${x} ${y})`, class: `tile c-${tint}` },
      svg("rect", { x: 11, y: 11, width: 78, height: 78, rx: 9, class: "tint" }),
      svg("rect", { x: 11.75, y: 11.75, width: 76.5, height: 76.5, rx: 8.5, class: "sheen" }),
      // Distinguishable without its colour.
      tint === "centre" ? svg("path", { d: "M22 22 78 78M78 22 22 78", class: "crossed" }) : "",
      signAt(tint, 73, 73, 14),
    );
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
    const piece = this.hand.pieces.get(id);
    if (!piece) return;
    const [x, y] = this.point(point);
    this.towers.carry(id, piece, x, y - (float ? FLOAT : 0));
    const square = this.view.under(x, y);
    if (square) {
      const [left, top] = this.view.corner(square);
      this.target.setAttribute("x", String(left + 6));
      this.target.setAttribute("y", String(top + 6));
    }
    this.target.setAttribute("visibility", square && !this.hand.at(square) ? "visible" : "hidden");
    this.root.classList.add("carrying");
  }

  release() {
    this.target.setAttribute("visibility", "hidden");
    this.root.classList.remove("carrying");
    this.towers.release();
    this.render();
  }

  /** True if pieces are drawn where they physically are. */
  get physical() {
    return this.hello.virtual && this.hand.pieces.size > 0;
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
   * @param {import("./types.js").HandPieceData} piece
   * @returns {Standing[]}
   */
  standingPiece(piece) {
    const { id, dx, dy } = piece;
    if (piece.where === "board" && piece.square) {
      return [{ id, look: piece, square: piece.square, dx, dy, hovering: false }];
    }
    const origin = this.hand.origins.get(id);
    const floats = piece.where === "hand" && origin !== undefined && !this.hand.aside.has(id);
    return floats ? [{ id, look: piece, square: origin, dx: 0, dy: 0, hovering: true }] : [];
  }

  /** @param {StateMessage | null} [state] */
  render(state = this.state) {
    this.state = state;
    if (!state) return;
    const due = state.marks.filter(({ entry, role }) => entry === "fill" && role !== "from");
    this.due = new Set(due.map(({ square }) => square));
    this.towers.show(this.standing());
    const occupied = (/** @type {string} */ square) => this.pieceOn(square) !== undefined;
    drawMarks(this.beneath, this.above, this.view, state, occupied);
    for (const [square, cell] of this.cells) {
      const piece = this.pieceOn(square);
      const over = this.pieceOver(square);
      cell.setAttribute("aria-label", cellName(square, this.hello, state, piece, over));
      // A finger on a piece lifts it; elsewhere it may scroll the page.
      const holds = this.hand.enabled && (piece !== undefined || over !== undefined);
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
