import assert from "node:assert/strict";
import { test } from "node:test";

import { Winners } from "../../../host/ui/static/js/learning/winners.js";
import { plies } from "../support/messages.js";

/** @typedef {import("../../../host/ui/static/js/types.js").ReviewedMoveData} ReviewedMove */

/**
 * Reviewed moves, White's first.
 * @param {ReviewedMove["kind"][]} kinds @param {ReviewedMove["after"]} [after]
 * @returns {ReviewedMove[]}
 */
const reviewed = (kinds, after = "unknown") =>
  kinds.map((kind, i) => ({
    ...{ kind, ply: i + 1, round: 1, side: i % 2 ? "black" : "white", text: "", words: "" },
    ...{ before: "unknown", after, choices: 2, better: [], why: "", instead: "", match: "" },
    ...{ ends: kind === "won" && i === 2, end: i, best_end: 0, holding: 0, refutation: [], best_line: [], worth: "" },
  }));

/** @param {Winners} winners @param {number} count */
const all = (winners, count) =>
  Array.from({ length: count }, (_, i) => winners.after.get(i + 1) ?? null);

test("a forced move keeps the winner of the move before", () => {
  const winners = new Winners();
  winners.setReview(reviewed(["unknown", "forced", "won", "forced", "forced", "blunder", "forced"]));
  assert.deepEqual(all(winners, 7), [null, null, "white", "white", "white", "white", "white"]);
  assert.deepEqual([...winners.blunders], [6]);
});

test("a move that gives the match away tells the winner of the round by its value", () => {
  for (const [after, winner] of /** @type {const} */ ([["win", "white"], ["loss", "black"], ["unknown", null]])) {
    const winners = new Winners();
    winners.setReview(reviewed(["match"], after));
    assert.deepEqual(all(winners, 1), [winner]);
    assert.deepEqual([...winners.blunders], [1]);
  }
});

test("what was known of moves that were taken back is forgotten", () => {
  const winners = new Winners();
  const moves = plies(4);
  winners.forget(moves);
  winners.setReview(reviewed(["won", "lost", "blunder", "won"]));
  winners.forget(moves);
  assert.equal(winners.after.size, 4);
  winners.forget([...moves.slice(0, 2), { ...moves[2], text: "d8d5" }]);
  assert.deepEqual(all(winners, 4), ["white", "white", null, null]);
  assert.deepEqual([...winners.blunders], []);
});

test("how near the end is is known of reviewed moves, and forgotten with them", () => {
  const winners = new Winners();
  winners.forget(plies(3));
  winners.setReview(reviewed(["won", "lost", "won"]));
  assert.deepEqual([...winners.near], [[2, 1], [3, 2]]);
  winners.forget(plies(2));
  assert.deepEqual([...winners.near], [[2, 1]]);
});

test("a pass keeps the winner and the nearness of the move before", () => {
  const winners = new Winners();
  const moves = plies(3);
  moves[2] = { ...moves[2], text: "pass" };
  winners.forget(moves);
  winners.setReview(reviewed(["won", "lost"]));
  assert.deepEqual(all(winners, 3), ["white", "white", "white"]);
  assert.deepEqual([...winners.near], [[2, 1], [3, 1]]);
});

test("the move that ended the round is known", () => {
  const winners = new Winners();
  winners.setReview(reviewed(["won", "lost", "won"]));
  assert.deepEqual([...winners.ended], [3]);
});
