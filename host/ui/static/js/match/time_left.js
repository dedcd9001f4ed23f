// @ts-check
// Time left on the clocks, and as a clock shows it.

import { tenths } from "../text/messages.js";

/** @typedef {import("../types.js").Side} Side */
/** @typedef {import("../types.js").ClockMessage} ClockMessage */

const SECOND_MS = 1000;
const MINUTE_S = 60;
const HOUR_S = 3600;

/** Time below which tenths are shown; above it they would only distract. */
export const TENTHS_MS = 10 * SECOND_MS;

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

/** Until a clock shows something else, in ms. @param {number} ms left */
export const untilChange = (ms) => (ms % (ms < TENTHS_MS ? 100 : SECOND_MS)) + 1;

/**
 * A side's time in ms; null without a clock.
 * @param {ClockMessage | null} message @param {Side} side @param {number} elapsed ms since the message came
 */
export function leftMs(message, side, elapsed) {
  const ms = message?.[side] ?? null;
  if (ms === null || message?.running !== side) return ms;
  return Math.max(0, ms - elapsed);
}
