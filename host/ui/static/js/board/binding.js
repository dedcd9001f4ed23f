// @ts-check
// The binding: the square on which a move ends chooses, by its colour, the tower that answers.
//
// A dotted thread runs from the square to that tower: faintly while a piece is held over the square,
// and once, with a pulse of light, after a move.

import { boundByMove } from "./bound.js";
import { CELL } from "./geometry.js";
import { svg } from "../dom/dom.js";

/** @typedef {import("../types.js").StateMessage} StateMessage */
/** @typedef {import("./bound.js").Bound} Bound */

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
   * Show once what the last move has bound.
   * @param {StateMessage} before @param {StateMessage} state
   */
  follow(before, state) {
    const bound = boundByMove(before, state, this.colours);
    if (!bound) return;
    this.clear();
    this.thread(bound.end, bound.tower.square, this.still ? "told still" : "told");
    this.timer = setTimeout(() => this.clear(), PULSE_MS);
  }
}
