import assert from "node:assert/strict";
import { test } from "node:test";

import { cited, holds } from "../../../host/ui/static/js/text/citations.js";

test("each second part of a sentence is a rule that it cites", () => {
  const text = "A sumo pushes (S4, DS1), never an M1A.";
  assert.deepEqual(cited(text), ["A sumo pushes (", "S4", ", ", "DS1", "), never an M1A."]);
  assert.deepEqual(cited("No rule."), ["No rule."]);
});

test("a rule holds its own numbers and those of its ranges", () => {
  const rule = { numbers: ["T1", "S2-S11"] };
  const held = ["T1", "S2", "S4", "S11", "S1", "S12", "T2", "DS4"].filter((number) => holds(rule, number));
  assert.deepEqual(held, ["T1", "S2", "S4", "S11"]);
});
