// @ts-check
// The LEDs: a glow around each square, in the colour and brightness of the LED frame.
//
// The light comes through a clear frame around the square, never through its printed colour.

import { allSquares, CELL } from "./geometry.js";
import { svg } from "../dom/dom.js";

/** Distance of the middle of the light from the edge of its square: it fills the channel. */
const INSET = 3.5;

/** The longest period of a light pattern, in ms (docs/protocols/board.md). */
const HOLD_MS = 1700;

/** Duty of the brightest entry of the vocabulary ("full"), drawn as all the light there is. */
const FULL = 0.6;

/**
 * Perceived brightness of a duty, 0 to 1: the eye responds to light by a power law.
 * @param {number} duty 0 to 255
 */
function perceived(duty) {
  return Math.min(1, (duty / 255 / FULL) ** (1 / 2.6));
}

/** @param {number} linear 0 to 1 @returns {number} the same light as an sRGB byte */
function srgb(linear) {
  const curve = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(255 * curve);
}

export class Leds {
  /**
   * @param {SVGElement} layer
   * @param {import("./geometry.js").View} view
   * @param {boolean} reducedMotion show no blinking, but each LED as it is at its brightest
   */
  constructor(layer, view, reducedMotion) {
    this.reducedMotion = reducedMotion;
    this.timer = 0;
    /** @type {Uint8Array} */
    this.frame = new Uint8Array(0);
    this.leds = allSquares([view.files, view.ranks]).map((square) => {
      const [x, y] = view.corner(square);
      const ring = (/** @type {string} */ name) =>
        svg("rect", {
          x: INSET,
          y: INSET,
          rx: 14,
          class: name,
          width: CELL - 2 * INSET,
          height: CELL - 2 * INSET,
        });
      const glow = svg("g", { class: "glow" }, ring("haze"), ring("halo"), ring("light"));
      const place = { transform: `translate(${x} ${y})`, "data-led": square };
      layer.append(svg("g", place, ring("frame"), glow));
      return { glow, shown: -1, peak: [0, 0, 0], until: 0 };
    });
  }

  /** @param {Uint8Array} frame 3 bytes a square, a1 first */
  show(frame) {
    this.frame = frame;
    const now = performance.now();
    clearTimeout(this.timer);
    this.leds.forEach((led, i) => {
      let [red, green, blue] = [frame[3 * i] ?? 0, frame[3 * i + 1] ?? 0, frame[3 * i + 2] ?? 0];
      if (this.reducedMotion) {
        const colour = [red, green, blue];
        if (Math.max(...colour) >= Math.max(...led.peak) || now > led.until) {
          led.peak = colour;
          led.until = now + HOLD_MS;
        }
        [red, green, blue] = led.peak;
      }
      const key = (red << 16) | (green << 8) | blue;
      if (key === led.shown) return;
      led.shown = key;
      const most = Math.max(red, green, blue);
      led.glow.style.opacity = perceived(most).toFixed(3);
      if (most) {
        const [r, g, b] = [red, green, blue].map((channel) => srgb(channel / most));
        led.glow.style.color = `rgb(${r},${g},${b})`;
      }
    });
    // No frame arrives while nothing changes; a held colour must still end.
    if (this.reducedMotion) this.timer = setTimeout(() => this.show(this.frame), HOLD_MS);
  }
}
