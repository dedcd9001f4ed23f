import assert from "node:assert/strict";
import { test } from "node:test";

import { exchange, isOfStones, towersOf, withField } from "../../../host/ui/static/js/match/position_text.js";

const TOWERS = "obp1yrgn/8/8/8/4k3/8/8/N+GRYKPBO w o";
const STONES = "1ssssssss/9/9/9/Ss7/9/9/9/1SSSSSSSS w 1";

test("the towers of a text stand on their squares, with their teeth", () => {
  const towers = new Map(towersOf(TOWERS).map((tower) => [tower.square, tower]));
  assert.equal(towers.size, 16);
  assert.deepEqual(towers.get("e4"), { square: "e4", letter: "k", teeth: "" });
  assert.deepEqual(towers.get("a1"), { square: "a1", letter: "N", teeth: "+" });
});

test("a tower that is put on a square changes places with the one there", () => {
  assert.equal(exchange(TOWERS, "b1", "N"), "obp1yrgn/8/8/8/4k3/8/8/GN+RYKPBO w o");
  assert.equal(exchange(TOWERS, "d8", "n"), TOWERS, "an empty square is not taken");
});

test("the side to move and the tower that must move are fields of the text", () => {
  assert.equal(withField(TOWERS, 1, "b"), "obp1yrgn/8/8/8/4k3/8/8/N+GRYKPBO b o");
  assert.equal(withField(` ${TOWERS} w `, 2, "k"), "obp1yrgn/8/8/8/4k3/8/8/N+GRYKPBO w k");
});

test("a position of stones keeps its other fields", () => {
  assert.equal(isOfStones(STONES), true);
  assert.equal(isOfStones(TOWERS), false);
  assert.equal(withField(STONES, 1, "b"), "1ssssssss/9/9/9/Ss7/9/9/9/1SSSSSSSS b 1");
  assert.equal(withField(`${STONES} x`, 1, "b").endsWith("b 1 x"), true);
});
