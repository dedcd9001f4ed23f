// @ts-check
// The clocks: the time that both players have left, counted down between two messages.

import { html, svg } from "../dom/dom.js";
import { clockText, leftMs, TENTHS_MS, untilChange } from "./time_left.js";

/** @typedef {import("../types.js").Side} Side */
/** @typedef {import("../types.js").ClockMessage} ClockMessage */

/** A small clock face: the sign of the running clock. */
const DIAL = "M10 2A8 8 0 1 0 10 18A8 8 0 1 0 10 2M10 5.5V10L13 12";

export class Clock {
  /** @param {Record<Side, HTMLElement>} faces where each side's time is shown */
  constructor(faces) {
    this.faces = faces;
    /** @type {ClockMessage | null} */
    this.message = null;
    this.receivedAt = 0;
    this.timer = 0;
  }

  /** True if the game is played with a clock. */
  get used() {
    return Boolean(this.message?.text);
  }

  /** @param {ClockMessage} message */
  update(message) {
    this.message = message;
    this.receivedAt = performance.now();
    this.show();
  }

  /** A side's time now; null without a clock. @param {Side} side */
  left(side) {
    return leftMs(this.message, side, performance.now() - this.receivedAt);
  }

  show() {
    clearTimeout(this.timer);
    for (const side of /** @type {const} */ (["black", "white"])) {
      const face = this.faces[side];
      const left = this.left(side);
      const running = this.message?.running === side;
      face.hidden = !this.used || left === null;
      if (left === null) continue;
      // The sign, seen on the running clock alone, repeats what the colour means.
      const sign = { viewBox: "0 0 20 20", class: "running-sign", "aria-hidden": "true" };
      const time = html("span", {}, clockText(left));
      face.replaceChildren(svg("svg", sign, svg("path", { d: DIAL })), time);
      face.classList.toggle("running", running);
      face.classList.toggle("short", left < TENTHS_MS);
      if (running && left > 0) this.timer = setTimeout(() => this.show(), untilChange(left));
    }
  }
}
