import assert from "node:assert/strict";
import { test } from "node:test";

import { clockText, leftMs, untilChange } from "../../../host/ui/static/js/match/time_left.js";

/** @typedef {import("../../../host/ui/static/js/types.js").ClockMessage} ClockMessage */

/** @type {ClockMessage} */
const CLOCK = { t: "clock", white: 600_000, black: 72_300, running: "black", text: "10+5" };

test("a clock shows hours, minutes and at last tenths, and never too much", () => {
  const times = [7_265_999, 3_600_000, 3_599_999, 587_300, 10_000, 9_999, 4_049, 99, 0];
  const shown = ["2:01:05", "1:00:00", "59:59", "09:47", "00:10", "9.9", "4.0", "0.0", "0.0"];
  assert.deepEqual(times.map(clockText), shown);
});

test("the running clock counts down by itself to nothing", () => {
  const left = (/** @type {number} */ elapsed) => leftMs(CLOCK, "black", elapsed);
  assert.deepEqual([0, 62_300, 80_000].map(left), [72_300, 10_000, 0]);
});

test("a clock that does not run keeps its time", () => {
  assert.equal(leftMs(CLOCK, "white", 60_000), 600_000);
  assert.equal(leftMs({ ...CLOCK, running: null }, "black", 60_000), 72_300);
});

test("without a clock there is no time", () => {
  assert.equal(leftMs(null, "black", 0), null);
  assert.equal(leftMs({ ...CLOCK, black: null }, "black", 0), null);
});

test("a clock is shown again just after it shows something else", () => {
  for (const ms of [72_300, 60_000, 10_000, 9_999, 4_049]) {
    const wait = untilChange(ms);
    assert.equal(clockText(ms - wait + 1), clockText(ms));
    assert.equal(clockText(ms - wait) === clockText(ms), false, `${ms}`);
  }
});
