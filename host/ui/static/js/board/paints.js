// @ts-check
// Gradients of the drawing: a soft light from the upper left on tiles, caps, roofs and horns.

import { svg } from "../dom/dom.js";

/** What a tile may be painted in. */
const TILES = [
  ...["brown", "green", "red", "yellow", "pink", "purple", "blue", "orange"],
  ...["sand", "centre", "none"],
];

/** The paint of a tile; that of bare wood for a colour that is not known. @param {string} tint */
export const paintOf = (tint) => `url(#tile-${TILES.includes(tint) ? tint : "none"})`;

/** A stop, coloured by the style sheet. @param {number} offset @param {string} name */
const stop = (offset, name) => svg("stop", { offset, class: name });

/**
 * @param {string} id
 * @param {Record<string, number>} line x2 and y2 of the direction of the light
 * @param {SVGElement[]} stops
 */
const linear = (id, line, stops) => svg("linearGradient", { id, ...line }, ...stops);

/** The gradients, to be put into the page once; the style sheet names them. */
export function paints() {
  const tiles = TILES.map((tint) => {
    const stops = [stop(0, "tile-light"), stop(0.45, "tile-middle"), stop(1, "tile-dark")];
    const paint = linear(`tile-${tint}`, { x2: 0.35, y2: 1 }, stops);
    paint.setAttribute("class", `tile c-${tint}`);
    return paint;
  });
  return svg(
    "defs",
    {},
    ...tiles,
    svg(
      "radialGradient",
      { id: "sheen", cx: 0.3, cy: 0.18, r: 0.85 },
      stop(0, "white-fifth"),
      stop(0.6, "white-none"),
    ),
    linear("tile-edge", { x2: 0, y2: 1 }, [
      stop(0, "white-half"),
      stop(0.25, "white-tenth"),
      stop(1, "black-third"),
    ]),
    svg("radialGradient", { id: "fall" }, stop(0.5, "black-half"), stop(1, "black-none")),
    svg(
      "radialGradient",
      { id: "gloss", cx: 0.35, cy: 0.25, r: 0.9 },
      stop(0, "white-half"),
      stop(0.5, "white-none"),
      stop(1, "black-third"),
    ),
    linear("roof-white", { x2: 0.8, y2: 1 }, [stop(0, "ivory-light"), stop(1, "ivory-dark")]),
    linear("roof-black", { x2: 0.8, y2: 1 }, [stop(0, "graphite-light"), stop(1, "graphite-dark")]),
    linear("horn", { x2: 0.4, y2: 1 }, [
      stop(0, "horn-light"),
      stop(0.6, "horn-middle"),
      stop(1, "horn-dark"),
    ]),
  );
}
