import assert from "node:assert/strict";
import { test } from "node:test";

import { moved, placement } from "../../../host/ui/static/js/learning/placement.js";

/** @type {import("../../../host/ui/static/js/types.js").PieceData[]} */
const PIECES = [
  { square: "a8", side: "black", name: "orange", teeth: 0 },
  { square: "h8", side: "black", name: "brown", teeth: 2 },
  { square: "d4", side: "black", name: "pink", teeth: 0 },
  { square: "b1", side: "white", name: "green", teeth: 1 },
];

test("towers are written as a position has them, with their teeth and the gaps between them", () => {
  assert.equal(placement(PIECES), "o6n++/8/8/8/3k4/8/8/1G+6");
  assert.equal(placement([]), "8/8/8/8/8/8/8/8");
});

test("a tower goes where it is put, and changes places with another", () => {
  assert.equal(placement(moved(PIECES, "d4", "e5")), "o6n++/8/8/4k3/8/8/8/1G+6");
  assert.equal(placement(moved(PIECES, "b1", "a8")), "G+6n++/8/8/8/3k4/8/8/1o6");
});
