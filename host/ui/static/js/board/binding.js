// @ts-check
// The binding: the square on which a move ends chooses, by its colour, the tower that answers.
//
// A dotted thread runs from the square to that tower: faintly while a piece is held over the square,
// and once, with a pulse of light, after a move.

import { beyond, CELL } from "./geometry.js";
import { svg } from "../dom/dom.js";
import { COLOURS } from "../text/names.js";

/** @typedef {import("../types.js").StateMessage} StateMessage */
/** @typedef {import("../types.js").Side} Side */
/** @typedef {{square: string, side: Side, name: string, teeth: number}} Standing */
/** @typedef {{end: string, tower: Standing}} Bound the square that binds, and the bound tower */

/** Time for which the thread of a move is shown, in ms. */
const PULSE_MS = 1400;
/** How far a thread bends to the side, in units of the drawing and of its length. */
const [MOST_BEND, BEND] = [70, 0.25];
const MIDDLE = CELL / 2;
const INSET = 3.5;

export class Binding {
  /**
   * @param {HTMLElement} root of the board; gets the event `bind`
   * @param {SVGElement} lights layer under the tiles
   * @param {SVGElement} threads layer over them
   * @param {import("./geometry.js").View} view
   * @param {import("../types.js").HelloMessage} hello
   * @param {boolean} reducedMotion true for no motion
   */
  constructor(root, lights, threads, view, hello, reducedMotion) {
    this.root = root;
    this.lights = svg("g", { class: "bindings" });
    lights.append(this.lights);
    this.threads = threads;
    this.view = view;
    this.colours = hello.square_colours;
    this.still = reducedMotion;
    this.shown = "";
    this.timer = 0;
  }

  /** @param {string} square */
  middle(square) {
    const [x, y] = this.view.corner(square);
    return [x + MIDDLE, y + MIDDLE];
  }

  /** Show no thread. */
  clear() {
    clearTimeout(this.timer);
    this.lights.replaceChildren();
    this.threads.replaceChildren();
    if (this.shown) this.root.dispatchEvent(new CustomEvent("bind", { detail: null, bubbles: true }));
    this.shown = "";
  }

  /**
   * Draw a thread from a square to a tower.
   * @param {string} from @param {string} to @param {string} name of the kind of thread
   */
  thread(from, to, name) {
    const [[x1, y1], [x2, y2]] = [this.middle(from), this.middle(to)];
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const bend = Math.min(MOST_BEND, BEND * length) / length;
    const [x, y] = [(x1 + x2) / 2 + (y1 - y2) * bend, (y1 + y2) / 2 - (x1 - x2) * bend];
    const d = `M${x1} ${y1}Q${x.toFixed(1)} ${y.toFixed(1)} ${x2} ${y2}`;
    const tint = `c-${this.colours[from] ?? "none"}`;
    const ring = (/** @type {string} */ square, /** @type {string} */ kind) => {
      const [left, top] = this.view.corner(square);
      const width = CELL - 2 * INSET;
      const place = { x: left + INSET, y: top + INSET, width, height: width, rx: 14 };
      return ["haze", "halo", "light"].map((part) => svg("rect", { ...place, class: `${part} ${kind}` }));
    };
    this.threads.append(
      svg(
        "g",
        { class: `${name} ${tint}`, "data-thread": `${from} ${to}` },
        svg("path", { d, class: "thread-case" }),
        svg("path", { d, class: "thread" }),
      ),
    );
    const rings = [...(from === to ? [] : ring(from, "")), ...ring(to, "bound")];
    this.lights.append(svg("g", { class: `binding ${name} ${tint}` }, ...rings));
  }

  /**
   * Show what a piece binds if it goes to a square.
   * @param {Bound | null} bound null for nothing
   */
  hover(bound) {
    const key = bound ? `${bound.end} ${bound.tower.square}` : "";
    if (key === this.shown) return;
    // What a move has just bound stays until its time is over.
    if (this.shown || bound) this.clear();
    if (!bound) return;
    this.shown = key;
    this.thread(bound.end, bound.tower.square, "maybe");
    const detail = { square: bound.end, colour: bound.tower.name, side: bound.tower.side };
    this.root.dispatchEvent(new CustomEvent("bind", { detail, bubbles: true }));
  }

  /**
   * @param {string} square @param {{side: Side, name: string}} piece @param {string | null} from
   * @param {StateMessage} state @param {Standing[]} pieces
   * @returns {Bound | null}
   */
  boundBy(square, piece, from, state, pieces) {
    if (!COLOURS.includes(piece.name) || state.phase !== "play") return null;
    const legal = state.marks.some(
      (mark) =>
        mark.square === square &&
        (["legal", "winning", "losing"].includes(mark.entry) || mark.role === "pusher") &&
        mark.role !== "origin",
    );
    const home = piece.side === "white" ? this.view.ranks : 1;
    if (!legal || Number(square.slice(1)) === home) return null;
    const other = piece.side === "white" ? "black" : "white";
    const stands = (/** @type {string} */ at) => pieces.find((one) => one.square === at && at !== from);
    /** @type {string | null} */
    let end = square;
    while (end && from && stands(end)) end = beyond(from, end);
    if (!end) return null;
    // A push binds the pusher's side again.
    const side = end === square ? other : piece.side;
    const tower = pieces.find((one) => one.side === side && one.name === this.colours[end ?? ""]);
    return tower ? { end, tower } : null;
  }

  /**
   * Show once what the last move has bound.
   * @param {StateMessage} before @param {StateMessage} state
   */
  follow(before, state) {
    if (state.moves.length <= before.moves.length || state.phase !== "play") return;
    const [required] = state.movable;
    const tower = state.pieces.find((piece) => piece.square === required);
    const last = state.moves.at(-1);
    if (state.movable.length !== 1 || !tower || !last?.to || !COLOURS.includes(tower.name)) return;
    /** @type {string | null} */
    let end = last.to;
    // A push ends with the last tower of its row.
    while (end && this.colours[end] !== tower.name) end = last.from ? beyond(last.from, end) : null;
    if (!end) return;
    this.clear();
    this.thread(end, required, this.still ? "told still" : "told");
    this.timer = setTimeout(() => this.clear(), PULSE_MS);
  }
}
