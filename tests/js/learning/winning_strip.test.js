import assert from "node:assert/strict";
import { test } from "node:test";

import { firmness } from "../../../host/ui/static/js/learning/winning_strip.js";

test("a bar is the higher the nearer the end is, and lowest where it is far", () => {
  const heights = [1, 2, 3, 4, 5].map(firmness);
  assert.deepEqual(heights, [...heights].sort((a, b) => b - a));
  assert.equal(new Set(heights).size, heights.length);
  assert.equal(firmness(40) > firmness(0), true);
});
