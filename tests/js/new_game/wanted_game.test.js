import assert from "node:assert/strict";
import { test } from "node:test";

import { FAR, hasTeeth, joined, parted, requestOf } from "../../../host/ui/static/js/new_game/wanted_game.js";

/** @type {import("../../../host/ui/static/js/new_game/wanted_game.js").WantedGame} */
const USUAL = {
  ...{ game: "kamisado-single", clock: "", stand: false, serious: false },
  ...{ opponent: "", plays: "", broker: "mqtt://one.example", absence: 300 },
};
const NEW = { t: "new", game: "kamisado-single", clock: "" };

test("a game's name is parted from its settings, and joined with them", () => {
  const [kind, settings] = parted("seega:limit=30,first=black");
  assert.equal(kind, "seega");
  assert.deepEqual([...settings], [["limit", "30"], ["first", "black"]]);
  assert.equal(joined(kind, [...settings]), "seega:limit=30,first=black");
  assert.deepEqual([...parted("kamisado-single")[1]], []);
  assert.equal(joined("kamisado-single", []), "kamisado-single");
});

test("between two people here nothing is said of opponents", () => {
  assert.deepEqual(requestOf(USUAL), NEW);
});

test("an opponent is asked for with the side that it plays", () => {
  const even = { opponent: "even", plays: /** @type {const} */ ("black") };
  assert.deepEqual(requestOf({ ...USUAL, ...even }), { ...NEW, ...even });
});

test("the lot may decide who plays which side, also between two people", () => {
  assert.deepEqual(requestOf({ ...USUAL, plays: "lot" }), { ...NEW, plays: "lot" });
  assert.deepEqual(requestOf({ ...USUAL, opponent: "4", plays: "lot" }), { ...NEW, opponent: "4", plays: "lot" });
});

test("clock and terms go along", () => {
  const wanted = { ...USUAL, clock: "7.5+0", stand: true, serious: true };
  assert.deepEqual(requestOf(wanted), { ...NEW, clock: "7.5+0", touch_move: true, serious: true });
});

test("who plays elsewhere is invited by a broker, with the own side", () => {
  const far = { t: "far_invite", game: "kamisado-single", clock: "", broker: "mqtt://one.example" };
  assert.deepEqual(requestOf({ ...USUAL, opponent: FAR, plays: "black" }), { ...far, absence: 300, plays: "white" });
  assert.deepEqual(requestOf({ ...USUAL, opponent: FAR, plays: "white", absence: 0 }), { ...far, plays: "black" });
});

test("teeth grow where a match has several rounds", () => {
  const games = ["kamisado-single", "kamisado-standard", "kamisado-long", "kamisado-marathon", "hasami"];
  assert.deepEqual(games.filter(hasTeeth), games.slice(1, 4));
});
