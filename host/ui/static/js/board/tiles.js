// @ts-check
// The printed part of the board: rim, coordinates, tiles, and the signs of the colours.
//
// A tile is 86 of the 100 units of its square; the light of the LED fills the channel around it.

import { allSquares, CELL, RIM } from "./geometry.js";
import { svg } from "../dom/dom.js";
import { paintOf } from "./paints.js";
import { signAt } from "./symbols.js";

/** @typedef {import("./geometry.js").View} View */

/** Distance of a tile from the edge of its square. */
const INSET = 7;
/** Size of a sign, and its places in two opposite corners. */
const SIGN = 22;
const NEAR = INSET + 2;
const FAR = CELL - NEAR - SIGN;

/** The rim around the squares with the coordinates. @param {View} view @returns {SVGElement[]} */
export function rim(view) {
  const { width, height, files, ranks } = view;
  const inside = (/** @type {number} */ by) => ({
    x: RIM - by,
    y: RIM - by,
    width: width - 2 * (RIM - by),
    height: height - 2 * (RIM - by),
  });
  const label = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ text) =>
    svg("text", { x, y, class: "coordinate" }, text);
  const letters = Array.from({ length: files }, (_, column) => {
    const square = view.at(column, 0) ?? "";
    return label(RIM + (column + 0.5) * CELL, height - RIM / 2 + 2, square[0]);
  });
  const numbers = Array.from({ length: ranks }, (_, row) => {
    const square = view.at(0, row) ?? "";
    return label(RIM / 2 - 2, RIM + (row + 0.5) * CELL, square.slice(1));
  });
  return [
    svg("rect", { ...inside(5), rx: 14, class: "field" }),
    svg("rect", { ...inside(7), rx: 16, class: "field-edge" }),
    ...letters,
    ...numbers,
  ];
}

/**
 * @param {View} view
 * @param {Record<string, string>} colours of the painted squares
 * @param {(x: number, y: number, tint: string) => (SVGElement | string)[]} draw
 */
const onSquares = (view, colours, draw) =>
  allSquares([view.files, view.ranks]).map((square) => {
    const [x, y] = view.corner(square);
    const tint = colours[square] ?? "none";
    return svg("g", { class: `tile c-${tint}` }, ...draw(x, y, tint));
  });

/** The tiles. @param {View} view @param {Record<string, string>} colours of the painted squares */
export function tiles(view, colours) {
  return onSquares(view, colours, (x, y, tint) => {
    const box = (/** @type {number} */ inset, /** @type {string} */ name) => {
      const width = CELL - 2 * inset;
      const place = { x: x + inset, y: y + inset, width, height: width };
      return svg("rect", { ...place, rx: 11, class: name });
    };
    const print = box(INSET, "print");
    print.setAttribute("fill", paintOf(tint));
    // Distinguishable without its colour.
    const cross = `M${x + 22} ${y + 22}l56 56m0-56l-56 56`;
    return [
      print,
      box(INSET, "sheen"),
      box(INSET + 1, "edge"),
      tint === "centre" ? svg("path", { d: cross, class: "crossed" }) : "",
    ];
  });
}

/** The signs of the tiles, in two corners. @param {View} view @param {Record<string, string>} colours */
export function signs(view, colours) {
  return onSquares(view, colours, (x, y, tint) => [
    signAt(tint, x + NEAR, y + NEAR, SIGN),
    signAt(tint, x + FAR, y + FAR, SIGN),
  ]);
}
