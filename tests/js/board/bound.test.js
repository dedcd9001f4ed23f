import assert from "node:assert/strict";
import { test } from "node:test";

import { boundBy, boundByMove } from "../../../host/ui/static/js/board/bound.js";
import { hello, mark, plies, state } from "../support/messages.js";

/** @typedef {import("../../../host/ui/static/js/board/bound.js").Standing} Standing */

/** @param {string} square @param {"white" | "black"} side @param {string} name @returns {Standing} */
const tower = (square, side, name) => ({ square, side, name, teeth: 0 });

const TOWERS = [tower("a1", "white", "brown"), tower("c1", "white", "red"), tower("f8", "black", "brown")];
const PINK = tower("d8", "black", "pink");
const goes = ["d8", "d4", "d5", "c7", "d1"].map((square) => mark(square, "legal", "squares"));
const LIFTED = state({ marks: goes, lifted: "d8" });

/** The square of the tower that Black's pink one from d8 binds. @param {string} square @param {typeof LIFTED} [told] */
const bound = (square, told = LIFTED, towers = TOWERS) =>
  boundBy(square, PINK, "d8", told, towers, hello())?.tower.square;

test("a square binds the other side's tower of its colour", () => {
  assert.equal(bound("d4"), "a1");
  assert.equal(bound("c7"), undefined, "there is no pink one");
  assert.equal(bound("d5"), undefined, "it has no colour");
});

test("only a square where the tower may go binds one", () => {
  assert.equal(bound("e5"), undefined);
  assert.equal(bound("d4", { ...LIFTED, phase: "setup" }), undefined);
  const origin = state({ marks: [mark("d4", "legal", "origin")] });
  assert.equal(bound("d4", origin), undefined);
});

test("who comes home binds none", () => {
  const colours = hello({ square_colours: { d1: "brown" } });
  assert.equal(boundBy("d1", PINK, "d8", LIFTED, TOWERS, colours), null);
});

test("a stone binds none", () => {
  assert.equal(boundBy("d4", { side: "black", name: "stone" }, "d8", LIFTED, TOWERS, hello()), null);
});

test("a push binds the pusher's side, by the square where its row ends", () => {
  const pushed = [...TOWERS, tower("d5", "white", "blue")];
  const told = state({ marks: [mark("d5", "push", "pusher")], lifted: "d8" });
  assert.equal(bound("d5", told, pushed), "f8");
});

test("a move has bound the tower that must move now", () => {
  const moves = plies(1);
  const after = state({ turn: "white", movable: ["a1"], pieces: TOWERS, moves });
  const found = boundByMove(state(), after, hello().square_colours);
  assert.deepEqual(found, { end: "d4", tower: TOWERS[0] });
  assert.equal(boundByMove(after, after, hello().square_colours), null, "it is not new");
  assert.equal(boundByMove(state(), { ...after, movable: ["a1", "c1"] }, hello().square_colours), null);
  assert.equal(boundByMove(state(), { ...after, phase: "over" }, hello().square_colours), null);
});

test("a push has bound by the square of the last tower of its row", () => {
  const moves = [{ ...plies(1)[0], from: "d6", to: "d5" }];
  const after = state({ movable: ["f8"], pieces: TOWERS, moves });
  assert.equal(boundByMove(state(), after, hello().square_colours)?.end, "d4");
});
