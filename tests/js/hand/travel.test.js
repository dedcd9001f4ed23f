import assert from "node:assert/strict";
import { test } from "node:test";

import { View } from "../../../host/ui/static/js/board/geometry.js";
import { next, travelled } from "../../../host/ui/static/js/hand/travel.js";

const WHITES = new View([8, 8], false);

/** @param {string} square @param {string[]} keys */
function trip(square, ...keys) {
  const ctrl = "Control+";
  const press = (/** @type {string} */ here, /** @type {string} */ key) =>
    travelled(WHITES, here, key.replace(ctrl, ""), key.startsWith(ctrl)) ?? "nowhere";
  return keys.reduce(press, square);
}

test("arrow keys go to the neighbour, and not over the edge", () => {
  assert.equal(trip("d4", "ArrowUp"), "d5");
  assert.equal(trip("d4", "ArrowDown", "ArrowRight"), "e3");
  assert.equal(trip("a8", "ArrowUp", "ArrowLeft"), "a8");
  assert.equal(trip("h1", "ArrowDown", "ArrowRight"), "h1");
});

test("on a turned board they go where they point", () => {
  assert.equal(travelled(new View([8, 8], true), "d4", "ArrowUp", false), "d3");
  assert.equal(travelled(new View([8, 8], true), "d4", "ArrowLeft", false), "e4");
});

test("Home and End go to the ends of the row, with Control to the corners", () => {
  assert.equal(trip("d4", "Home"), "a4");
  assert.equal(trip("d4", "End"), "h4");
  assert.equal(trip("d4", "Control+Home"), "a8");
  assert.equal(trip("d4", "Control+End"), "h1");
});

test("Page Up and Page Down go to the ends of the file", () => {
  assert.equal(trip("d4", "PageUp"), "d8");
  assert.equal(trip("d4", "PageDown"), "d1");
});

test("other keys lead nowhere", () => {
  assert.equal(travelled(WHITES, "d4", "n", false), null);
});

test("after the last of some squares comes the first", () => {
  const squares = ["c7", "d4", "h1"];
  assert.equal(next(squares, "e8", false), "c7");
  assert.equal(next(squares, "c7", false), "d4");
  assert.equal(next(squares, "h1", false), "c7");
  assert.equal(next(squares, "c7", true), "h1");
  assert.deepEqual(squares, ["c7", "d4", "h1"]);
});
