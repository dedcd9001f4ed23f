// @ts-check
// The marks: a shape for each meaning of the lights, so that none depends on colour or light.
//
// The meanings are the roles of host/data/led_vocab.json.  Each shape is drawn around the middle of a
// square of 100 by 100, with a dark edge that sets it off from any colour.

import { CELL } from "./geometry.js";
import { svg } from "../dom/dom.js";
import { shownMarks } from "./shown_marks.js";
import { signAt } from "./symbols.js";

// In the channel around the tile, where it covers no sign.
const BRACKETS =
  "M-46.5-24V-34.5A12 12 0 0 1-34.5-46.5H-24M24-46.5H34.5A12 12 0 0 1 46.5-34.5V-24" +
  "M46.5 24V34.5A12 12 0 0 1 34.5 46.5H24M-24 46.5H-34.5A12 12 0 0 1-46.5 34.5V24";
const FRAME =
  "M-34.5-46.5H34.5A12 12 0 0 1 46.5-34.5V34.5A12 12 0 0 1 34.5 46.5H-34.5" +
  "A12 12 0 0 1-46.5 34.5V-34.5A12 12 0 0 1-34.5-46.5Z";
// In the two corners without a sign; open in the middle, so that the misplaced tower stays visible.
const CROSS = "M21-37 37-21M37-37 21-21M-37 21-21 37M-21 21-37 37";
const DOWN_ON_BAR = "M0-32V12M-18-6 0 14 18-6M-26 28H26";
const STAR = "M0-25 7.3-8 25.7-6.5 11.7 5.5 16 23.5 0 13.8-16 23.5-11.7 5.5-25.7-6.5-7.3-8Z";
// Four arrows to the middle, which they leave to a star or dot.
const INWARD = "M-9-41 0-32 9-41M-9 41 0 32 9 41M-41-9-32 0-41 9M41-9 32 0 41 9";
const CHEVRONS = "M-20 2 0-16 20 2M-20 20 0 2 20 20";
// Beside a tower.
const SIDE_CHEVRONS = [-37, 37].map(
  (x) => `M${x - 7} 9 ${x} 1 ${x + 7} 9M${x - 7}-1 ${x}-9 ${x + 7}-1`,
).join("");
const TARGET_ARROW = "M0-30V6M-15-8 0 8 15-8M-28 8V26H28V8";
const SMALL_ARROW = "M0-44V-27M-9-34 0-25 9-34M-30 20V36H30V20";
const FLAG = "M-13 30V-30";
const PENNANT = "M-10-29 24-18-10-7Z";
const HATCH = "M-38-10-10-38M-38 14 14-38M-38 38 38-38M-14 38 38-14M10 38 38 10";
const CHAIN = "M-6-7H-20A9 9 0 0 0-20 11H-6M6-7H20A9 9 0 0 1 20 11H6M-12 2H12";
const WHITE_FLAG = "M-15 30V-28H19L8-16 19-4H-15";
const EQUALS = "M-18-8H18M-18 10H18";
const BARS = "M-9-18V18M9-18V18";
const ANEW = "M17 6A18 18 0 1 1 12-13M18-24V-8H2";
const QUESTION = "M-9-12A9.5 9.5 0 1 1 3-3Q0-1 0 7M0 17V18";
const BOLT = "M5-17-9 3H1L-5 17 9-3H-1Z";
const SMALL_QUESTION = "M-6-7A6 6 0 1 1 2-1.5Q0-.5 0 3M0 9V10";

/** A line with its dark edge. @param {string} d @param {string} name */
function line(d, name) {
  return svg(
    "g",
    { class: `mark ${name}` },
    svg("path", { d, class: "edge" }),
    svg("path", { d, class: "line" }),
  );
}

/** @param {number} radius @param {string} name */
const ring = (radius, name) =>
  svg(
    "g",
    { class: `mark ${name}` },
    svg("circle", { r: radius, class: "edge" }),
    svg("circle", { r: radius, class: "line" }),
  );

/** A small sign in the upper right corner, where it hides no tower. @param {SVGElement} sign */
const badge = (sign) =>
  svg(
    "g",
    { transform: "translate(30 -30) scale(0.62)", class: "corner" },
    svg("circle", { r: 24, class: "badge" }),
    sign,
  );

const noEntry = () => svg("g", {}, ring(17, "amber"), line("M-9 0H9", "amber bold"));

/** @type {Record<string, () => SVGElement>} what `entry role` or `entry` looks like */
const SHAPES = {
  required: () => line(BRACKETS, "white bold"),
  any: () => line(BRACKETS, "white thin"),
  "legal origin": () => line(FRAME, "white dots"),
  legal: () => svg("g", { class: "mark" }, svg("circle", { r: 13, class: "dot" })),
  "legal unknown": () => svg("g", {}, ring(19, "blue"), line(SMALL_QUESTION, "white thin")),
  "winning proven": () =>
    svg(
      "g",
      { class: "mark" },
      ring(26, "white"),
      svg("path", { d: STAR, class: "star", transform: "scale(0.7)" }),
    ),
  winning: () => svg("g", { class: "mark" }, svg("path", { d: STAR, class: "star" })),
  losing: () => svg("g", {}, ring(19, "amber"), line("M-9-9 9 9M9-9-9 9", "amber")),
  push: () => line(CHEVRONS, "white"),
  "push landing": () => svg("g", {}, line(CHEVRONS, "white"), line(FRAME, "white dots")),
  "capture piece": () => svg("g", {}, ring(37, "blue"), badge(line("M-13 0H13", "white bold"))),
  "capture may": () => ring(37, "blue"),
  "capture taken": () => svg("g", {}, ring(30, "white"), line("M-13 0H13", "white")),
  illegal: () => line(CROSS, "amber bold"),
  "putback home": () => line(DOWN_ON_BAR, "white"),
  "putback now": () => svg("g", {}, line(FRAME, "amber"), badge(line(QUESTION, "amber bold"))),
  "fill from": () => ring(35, "blue"),
  "fill here": () => line(TARGET_ARROW, "white"),
  "fill rest": () => line("M-10 0H10M0-10V10", "white thin"),
  reward: () =>
    svg(
      "g",
      {},
      ring(37, "white"),
      badge(svg("path", { d: "M-11 13 0-17 11 13Z", class: "tooth" })),
    ),
  choice: () =>
    svg("g", { class: "mark" }, line(FLAG, "white"), svg("path", { d: PENNANT, class: "pennant" })),
  "menu resign": () => line(WHITE_FLAG, "amber"),
  "menu draw": () => line(EQUALS, "white bold"),
  "menu pause": () => line(BARS, "blue"),
  "menu new": () => line(ANEW, "white"),
  "menu adopt": () => line(TARGET_ARROW, "white"),
  "menu chosen": () => ring(38, "blue"),
  "menu progress": () => ring(9, "blue"),
  offer: () => badge(line(QUESTION, "white bold")),
  paused: () => badge(line(BARS, "white")),
  "execute from": () => ring(35, "blue"),
  "execute path": () => ring(7, "blue"),
  "execute to": () => line(INWARD, "white"),
  "blocked tower": () => badge(noEntry()),
  "blocked next": () => line(BRACKETS, "white bold"),
  accepted: () => line(FRAME, "white"),
  "last from": () => line(FRAME, "white dashes"),
  "last to": () => line(FRAME, "white thin"),
  round: () => line(FRAME, "white thin"),
  "deadlock stuck": () => badge(line(CHAIN, "amber bold")),
  "deadlock tooth": () => line(BRACKETS, "white bold"),
  "idea called": () => ring(41, "white dots"),
  "idea safe": () => ring(33, "white dots"),
  "idea striker": () => badge(line(BOLT, "white")),
  sensor: () => svg("g", {}, line(HATCH, "amber thin"), line(QUESTION, "amber bold")),
};

/** Marks of which nothing is in the middle, or which say it beside a tower as well. */
const AROUND = new Set([
  ...["required", "any", "blocked next", "deadlock tooth", "illegal", "capture may", "offer"],
  ...["capture piece", "reward", "paused", "blocked tower", "deadlock stuck", "putback now"],
  ...["legal origin", "last from", "last to", "accepted", "round", "fill from", "menu chosen"],
  ...["menu progress", "execute from", "execute to", "sensor"],
  ...["idea called", "idea safe", "idea striker"],
]);
/** Of these, those with a sign in the upper right corner, which lies over everything. */
const BADGED = new Set([
  ...["illegal", "offer", "capture piece", "reward", "paused", "blocked tower"],
  ...["deadlock stuck", "putback now", "idea striker"],
]);

/** @param {{entry: string, role: string}} mark */
const key = ({ entry, role }) => (`${entry} ${role}` in SHAPES ? `${entry} ${role}` : entry);

/**
 * The shape of a mark around the origin; null for one without a shape.
 * @param {{entry: string, role: string}} mark
 */
export function shapeOf(mark) {
  return SHAPES[key(mark)]?.() ?? null;
}

/** The sign of a colour on a disc of that colour. @param {string} tint @param {number} radius */
const token = (tint, radius) =>
  svg(
    "g",
    { class: "mark token" },
    svg("circle", { r: radius + 4, class: "token-edge" }),
    svg("circle", { r: radius, class: "tint" }),
    signAt(tint, -0.65 * radius, -0.65 * radius, 1.3 * radius),
  );

/**
 * The tower that is due on a square, by its colour and the colour's sign.
 * @param {string} role
 * @param {string} tint
 * @param {boolean} occupied a sign in the middle would hide what stands there
 */
function due(role, tint, occupied) {
  const at = (/** @type {string} */ place, /** @type {SVGElement} */ sign) =>
    svg("g", { transform: place }, sign);
  const corner = "translate(29 -29)";
  const parts = {
    from: () => [ring(37, "tinted bold"), at(corner, token(tint, 13))],
    here: () =>
      occupied
        ? [line(FRAME, "tinted"), at(corner, token(tint, 13))]
        : [line(SMALL_ARROW, "tinted"), at("translate(0 3)", token(tint, 19))],
    rest: () => [at(occupied ? corner : "", token(tint, occupied ? 13 : 14))],
  }[role];
  return parts ? svg("g", { class: `c-${tint} due-${role}` }, ...parts()) : null;
}

/**
 * A mark as it is drawn on its square, and if it lies over the pieces.
 * @param {import("../types.js").MarkData} mark
 * @param {boolean} occupied true if a piece stands there
 * @returns {{shape: SVGElement | null, over: boolean, place: string}}
 */
function drawing(mark, occupied) {
  const { entry, role, colour } = mark;
  if (entry === "fill" && colour) {
    return { shape: due(role, colour, occupied), over: occupied, place: "" };
  }
  const name = key(mark);
  if (entry === "push" && occupied) {
    return { shape: line(SIDE_CHEVRONS, "white"), over: true, place: "" };
  }
  const shape = shapeOf(mark);
  if (!occupied || AROUND.has(name)) return { shape, over: BADGED.has(name), place: "" };
  // What would lie in the middle of a piece goes to its corner.
  return { shape, over: true, place: " translate(33 -28) scale(0.6)" };
}

/** So many marks stay in the drawing, seen or not, as most come again: what has been removed from it
    takes a browser's memory for long. */
const MADE = 256;

/** @typedef {{layer: SVGElement, element: SVGElement, kind: string, name: string}} Part of a mark, where it is drawn, and its name: an attribute that it has while it is seen */

export class Marks {
  /**
   * @param {SVGElement} beneath layer under the towers
   * @param {SVGElement} above layer over the towers
   * @param {import("./geometry.js").View} view
   */
  constructor(beneath, above, view) {
    this.beneath = beneath;
    this.above = above;
    this.view = view;
    /** What is drawn, as JSON text. */
    this.drawn = "";
    /** The parts of marks, by the mark as JSON text; those drawn last come last. @type {Map<string, Part[]>} */
    this.parts = new Map();
  }

  /**
   * Draw the marks of a state, unless they are drawn already.
   * @param {import("./shown_marks.js").Marked & Pick<import("../types.js").StateMessage, "turn">} state
   * @param {(square: string) => boolean} occupied true if a piece stands there
   */
  show(state, occupied) {
    const marks = shownMarks(state).map((mark) => ({ mark, held: occupied(mark.square) }));
    const wanted = JSON.stringify([state.turn, marks]);
    if (wanted === this.drawn) return;
    this.drawn = wanted;
    const seen = marks.flatMap(({ mark, held }) => {
      const key = JSON.stringify([state.turn, mark, held]);
      const parts = this.parts.get(key) ?? this.made(mark, state.turn, held);
      this.parts.delete(key);
      this.parts.set(key, parts);
      return parts;
    });
    for (const [key, parts] of [...this.parts].slice(0, -MADE)) {
      for (const { element } of parts) element.remove();
      this.parts.delete(key);
    }
    const shown = new Set(seen);
    for (const part of [...this.parts.values()].flat()) reveal(part, shown.has(part));
    for (const layer of [this.beneath, this.above]) {
      arrange(layer, seen.filter((part) => part.layer === layer).map(({ element }) => element));
    }
  }

  /**
   * The parts of a mark; none if it has no shape.
   * @param {import("../types.js").MarkData} mark
   * @param {string} mover
   * @param {boolean} held true if a piece stands there
   * @returns {Part[]}
   */
  made(mark, mover, held) {
    const { entry, square } = mark;
    const { shape, over, place } = drawing(mark, held);
    if (!shape) return [];
    const [x, y] = this.view.corner(square);
    // Chevrons point the way the mover goes.
    const down = entry === "push" && (mover === "black") !== this.view.turned;
    const turn = down ? " rotate(180)" : "";
    const transform = `translate(${x + CELL / 2} ${y + CELL / 2})${turn}${place}`;
    // Of a ring with a badge only the badge lies over the tower.
    const badges = [...shape.children].filter((part) => part.classList.contains("corner"));
    const badge = svg("g", { transform }, ...badges);
    const layer = over && !badges.length ? this.above : this.beneath;
    const element = svg("g", { transform }, shape);
    const whole = { layer, element, kind: "data-mark", name: `${entry} ${square}` };
    if (!badges.length) return [whole];
    return [{ layer: this.above, element: badge, kind: "data-badge", name: square }, whole];
  }
}

/** Let a part be seen, or not. @param {Part} part @param {boolean} seen */
function reveal({ element, kind, name }, seen) {
  if (element.hasAttribute(kind) === seen) return;
  const [from, to, value] = seen ? ["visibility", kind, name] : [kind, "visibility", "hidden"];
  element.removeAttribute(from);
  element.setAttribute(to, value);
}

/** Let a layer show these elements in this order, among others that are hidden. @param {SVGElement} layer @param {SVGElement[]} wanted */
function arrange(layer, wanted) {
  const shown = new Set(wanted);
  let next = layer.firstElementChild;
  for (const element of wanted) {
    while (next && !shown.has(/** @type {SVGElement} */ (next))) next = next.nextElementSibling;
    if (next === element) next = element.nextElementSibling;
    else layer.insertBefore(element, next);
  }
}
