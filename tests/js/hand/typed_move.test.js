import "../support/catalogue.js";

import assert from "node:assert/strict";
import { test } from "node:test";

import { typedMove } from "../../../host/ui/static/js/hand/typed_move.js";
import { hello, state } from "../support/messages.js";

const COLOURED = hello({ square_colours: { d4: "brown", a5: "red", g5: "green", d2: "blue" } });
const BLACK = state({ turn: "black" });

/** @param {string} text @param {typeof BLACK} [told] */
const typed = (text, told = BLACK) => {
  const move = typedMove(text, told, COLOURED);
  return move && move.from + move.to;
};

test("a move is typed by its squares", () => {
  for (const text of ["d8d4", " D8 D4 ", "d8-d4"]) assert.equal(typed(text), "d8d4");
  assert.equal(typed("c3c4+"), "c3c4");
});

test("or as records have it, left and right of the mover", () => {
  assert.equal(typed("pink 4 brown"), "d8d4");
  assert.equal(typed("Pink 4"), "d8d4");
  assert.equal(typed("pink left 3 green"), "d8g5");
  assert.equal(typed("pink ↗ 3 red"), "d8a5");
  assert.equal(typed("pink ↑ 6 blue"), "d8d2");
  assert.equal(typed("pink right 1", state({ turn: "white" })), "e1f2");
});

test("what is no move is none", () => {
  for (const text of ["", "d8", "d8d9", "j1a1", "d0d4", "castle", "pink", "pink up 4", "pink 9"]) {
    assert.equal(typed(text), null, text);
  }
  assert.equal(typed("brown 4"), null, "there is no such tower");
  assert.equal(typed("pink 4 red"), null, "it would stop on brown");
});
