import assert from "node:assert/strict";
import { test } from "node:test";

import { allSquares, beyond, CELL, RIM, View } from "../../../host/ui/static/js/board/geometry.js";

test("the square beyond another lies in the same direction, on the board", () => {
  assert.equal(beyond("d8", "d5"), "d4");
  assert.equal(beyond("a1", "c3"), "d4");
  assert.equal(beyond("c4", "b4"), "a4");
  assert.equal(beyond("d8", "d1"), null);
  assert.equal(beyond("h1", "a8"), null);
  assert.equal(beyond("d4", "d4"), null);
});

test("squares are in the order of an LED picture", () => {
  const squares = allSquares([9, 10]);
  assert.equal(squares.length, 90);
  assert.deepEqual([squares[0], squares[8], squares[9], squares[89]], ["a1", "i1", "a2", "i10"]);
});

test("White's side is below, and Black's on a turned board", () => {
  assert.deepEqual(new View([8, 8], false).cell("a1"), [0, 7]);
  assert.deepEqual(new View([8, 8], true).cell("a1"), [7, 0]);
});

test("a place in the drawing is a square, or beside the board", () => {
  for (const turned of [false, true]) {
    const view = new View([9, 8], turned);
    for (const square of allSquares([9, 8])) {
      const [x, y] = view.corner(square);
      assert.equal(view.under(x, y), square);
      assert.equal(view.under(x + CELL - 1, y + CELL - 1), square);
    }
    for (const [x, y] of [[RIM - 1, 50], [50, RIM - 1], [view.width - RIM, 50], [50, view.height - RIM]]) {
      assert.equal(view.under(x, y), null);
    }
  }
});
