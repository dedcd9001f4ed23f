import assert from "node:assert/strict";
import { test } from "node:test";

import { keptAfter, proposed, read } from "../../../host/ui/static/js/new_game/kept_names.js";
import { state } from "../support/messages.js";

const NOBODY = { own: "", both: { white: "", black: "" } };
const KEPT = { own: "Ann", both: { white: "Eve", black: "Bob" } };

/** A match against the computer. @param {"white" | "black"} side of the computer */
const against = (side) => state({ opponent: { label: "Level 4", level: "4", side, thinking: false } });

test("nonsense that is stored is nobody's name", () => {
  for (const stored of [null, "", "{", "null", "7", '{"own":7,"both":[]}', '{"both":"x"}']) {
    assert.deepEqual(read(stored), NOBODY);
  }
  assert.deepEqual(read(JSON.stringify(KEPT)), KEPT);
});

test("the own name is that of who plays the computer, at either side", () => {
  assert.deepEqual(keptAfter(NOBODY, against("white"), { white: "", black: "Ann" }).own, "Ann");
  assert.deepEqual(proposed(KEPT, against("white")), { white: "", black: "Ann" });
  assert.deepEqual(proposed(KEPT, against("black")), { white: "Ann", black: "" });
});

test("two people have their sides", () => {
  const both = { white: "Eve", black: "Bob" };
  assert.deepEqual(keptAfter({ ...NOBODY, own: "Ann" }, state(), both), KEPT);
  assert.deepEqual(proposed(KEPT, state()), both);
});

test("a match with a name is left as it is, and without one that is known", () => {
  assert.equal(proposed(KEPT, state({ names: { white: "", black: "Kim" } })), null);
  assert.equal(proposed(NOBODY, state()), null);
});
