// @ts-check
// Arrows: those that a person draws with the right button to think aloud, which nobody else sees,
// those of the moves that are planned, and those of the analysis.

import { CELL } from "./geometry.js";
import { svg } from "../dom/dom.js";

const MIDDLE = CELL / 2;
/** How far an arrow keeps from the middles of its squares. */
const [BEGIN, END] = [30, 4];
const HEAD = 22;
/** The same for an arrow that leaves the mark of its destination in view. */
const CLEAR = 31;

/** A move as an arrow of a kind, "best" or "bad". @typedef {{from: string, to: string, kind: string}} MoveArrow */

export class Arrows {
  /**
   * @param {SVGElement} layer of the drawn ones @param {SVGElement} moves of the others, under the marks
   * @param {import("./geometry.js").View} view
   */
  constructor(layer, moves, view) {
    this.layer = layer;
    this.moves = moves;
    layer.setAttribute("class", "arrows");
    this.view = view;
    this.plans = svg("g");
    /** @type {Map<string, SVGElement>} */
    this.drawn = new Map();
  }

  /** Draw the arrows of the analysis. @param {MoveArrow[]} moves */
  showMoves(moves) {
    this.moves.replaceChildren(
      ...moves.map(({ from, to, kind }) =>
        svg("g", { "data-move": `${kind} ${from} ${to}` }, ...this.line(from, to, kind, CLEAR)),
      ),
    );
  }

  /**
   * Draw the moves that are planned, and a ring around the tower whose target is awaited.
   * @param {Map<string, string>} moves @param {string | null} chosen
   */
  showPlans(moves, chosen) {
    const arrows = [...moves].map(([from, to]) =>
      svg("g", { "data-plan": `${from} ${to}` }, ...this.line(from, to, "plan", CLEAR)),
    );
    const ring = chosen === null ? [] : [svg("g", { "data-plan": chosen }, ...this.ring(chosen, "plan"))];
    this.plans.replaceChildren(...arrows, ...ring);
  }

  /** Draw an arrow, or wipe it out; a ring if it leads nowhere. @param {string} from @param {string} to */
  toggle(from, to) {
    const key = `${from} ${to}`;
    const old = this.drawn.get(key);
    if (old) {
      old.remove();
      this.drawn.delete(key);
      return;
    }
    const arrow = svg("g", { "data-arrow": key }, ...(from === to ? this.ring(from, "own") : this.line(from, to, "own")));
    this.drawn.set(key, arrow);
    this.layer.append(arrow);
  }

  /** The squares of the drawn arrows. @returns {[string, string][]} */
  get squares() {
    return [...this.drawn.keys()].map((key) => /** @type {[string, string]} */ (key.split(" ")));
  }

  clear() {
    this.layer.replaceChildren();
    this.drawn.clear();
  }

  /** @param {string} square */
  middle(square) {
    const [x, y] = this.view.corner(square);
    return [x + MIDDLE, y + MIDDLE];
  }

  /** @param {string} square @param {string} kind */
  ring(square, kind) {
    const [cx, cy] = this.middle(square);
    return ["arrow case", `arrow ${kind}`].map((name) => svg("circle", { cx, cy, r: 40, class: name }));
  }

  /**
   * An arrow with its dark edge.
   * @param {string} from @param {string} to @param {string} kind
   * @param {number} [short] of the middle of its last square
   */
  line(from, to, kind, short = 0) {
    const [[x1, y1], [x2, y2]] = [this.middle(from), this.middle(to)];
    const length = Math.hypot(x2 - x1, y2 - y1);
    const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
    const [x, y] = [x2 - ux * short, y2 - uy * short];
    const at = (/** @type {number} */ along, /** @type {number} */ aside) =>
      `${(x + ux * along - uy * aside).toFixed(1)} ${(y + uy * along + ux * aside).toFixed(1)}`;
    const begin = `${(x1 + ux * BEGIN).toFixed(1)} ${(y1 + uy * BEGIN).toFixed(1)}`;
    const d = `M${begin}L${at(-END, 0)}M${at(-HEAD, HEAD - 2)}L${at(0, 0)}L${at(-HEAD, 2 - HEAD)}`;
    return ["arrow case", `arrow ${kind}`].map((name) => svg("path", { d, class: name }));
  }
}
