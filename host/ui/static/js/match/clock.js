// @ts-check
// The clocks: the time that both players have left, counted down between two messages.

import { html, svg } from "../dom/dom.js";
import { tenths } from "../text/messages.js";

/** @typedef {import("../types.js").Side} Side */
/** @typedef {import("../types.js").ClockMessage} ClockMessage */

const SECOND_MS = 1000;
const MINUTE_S = 60;
const HOUR_S = 3600;

/** Time below which tenths are shown; above it they would only distract. */
const TENTHS_MS = 10 * SECOND_MS;

/**
 * Time as a clock shows it, rounded down: "09:47", "1:02:00", "9.4".
 * @param {number} ms
 */
export function clockText(ms) {
  if (ms < TENTHS_MS) return tenths(Math.floor(ms / 100) / 10);
  const seconds = Math.floor(ms / SECOND_MS);
  const two = (/** @type {number} */ number) => String(Math.floor(number)).padStart(2, "0");
  const tail = `${two((seconds % HOUR_S) / MINUTE_S)}:${two(seconds % MINUTE_S)}`;
  return seconds < HOUR_S ? tail : `${Math.floor(seconds / HOUR_S)}:${tail}`;
}

/** A small clock face: the sign of the running clock. */
const DIAL = "M10 2A8 8 0 1 0 10 18A8 8 0 1 0 10 2M10 5.5V10L13 12";

/** Until a clock shows something else, in ms. @param {number} ms left */
const untilChange = (ms) => (ms % (ms < TENTHS_MS ? 100 : SECOND_MS)) + 1;

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
    const ms = this.message?.[side] ?? null;
    if (ms === null || this.message?.running !== side) return ms;
    return Math.max(0, ms - (performance.now() - this.receivedAt));
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
