import assert from "node:assert/strict";
import { test } from "node:test";

import { displacement } from "../../../host/ui/static/js/match/moves.js";
import { plies } from "../support/messages.js";

/** @param {"white" | "black"} side @param {string | null} from @param {string | null} to */
function mode(side, from, to) {
  const { distance, degrees } = displacement({ ...plies(1)[0], side, from, to });
  return [distance, degrees];
}

test("a move has the direction in which its mover saw it", () => {
  assert.deepEqual(mode("white", "a1", "a5"), [4, 0]);
  assert.deepEqual(mode("white", "c1", "a3"), [2, -45]);
  assert.deepEqual(mode("black", "c8", "a6"), [2, 45]);
  assert.deepEqual(mode("black", "d8", "d4").map(Math.abs), [4, 0]);
  assert.equal(Math.abs(mode("white", "c4", "c3")[1]), 180);
});

test("what moves no piece has neither distance nor direction", () => {
  assert.deepEqual(mode("white", "c4", "c4"), [0, 0]);
  assert.deepEqual(mode("white", null, null), [0, 0]);
});
