import assert from "node:assert/strict";
import { test } from "node:test";

import { Homecoming } from "../../../host/ui/static/js/board/homecoming.js";
import { plies, state } from "../support/messages.js";

/** @param {string} side @param {string} square */
const placed = (side, square) => ({ square, look: { side } });
const ROWS = [placed("white", "a1"), placed("white", "h1"), placed("black", "h8"), placed("black", "b8")];

/** The way home after a choice. @param {string} text */
function homecoming(text) {
  const towers = new Homecoming();
  const moves = [...plies(3), { ...plies(1)[0], text }];
  towers.follow(state({ phase: "between" }), state({ phase: "setup", moves }));
  return towers;
}

test("rows are filled from each player's own left, or right", () => {
  const squares = (/** @type {string} */ text) => {
    const whites = homecoming(text).inOrder(ROWS).filter(({ look }) => look.side === "white");
    const blacks = homecoming(text).inOrder(ROWS).filter(({ look }) => look.side === "black");
    return [...whites, ...blacks].map(({ square }) => square);
  };
  assert.deepEqual(squares("fill left"), ["a1", "h1", "h8", "b8"]);
  assert.deepEqual(squares("fill right"), ["h1", "a1", "b8", "h8"]);
});

test("towers set out one after another, and those that come late at once", () => {
  const towers = homecoming("fill left");
  assert.deepEqual([towers.wait(1000), towers.wait(1000), towers.wait(1000)], [0, 90, 180]);
  assert.equal(towers.wait(5000), 0);
});

test("towers walk home between two rounds only, until they stand", () => {
  const towers = homecoming("fill left");
  assert.equal(towers.isUnderWay, true);
  towers.follow(state({ phase: "setup" }), state({ phase: "setup" }));
  assert.equal(towers.isUnderWay, true);
  towers.follow(state({ phase: "setup" }), state({ phase: "play" }));
  assert.equal(towers.isUnderWay, false);
  towers.follow(state({ phase: "over" }), state({ phase: "setup" }));
  assert.equal(towers.isUnderWay, false);
});
