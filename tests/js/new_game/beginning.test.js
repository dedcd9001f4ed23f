import assert from "node:assert/strict";
import { test } from "node:test";

import { isAgreed, isTaken } from "../../../host/ui/static/js/new_game/beginning.js";
import { plies, state } from "../support/messages.js";

const OPPONENT = { label: "Level 4", level: "4", side: /** @type {const} */ ("white"), thinking: false };
const MATCH = { title: "single round", round: 1, rounds: null, white: 0, black: 0 };

test("before a usual game nothing is agreed on", () => {
  assert.equal(isAgreed(state(), false), false);
  assert.equal(isAgreed(state({ phase: "setup" }), false), false);
  assert.equal(isAgreed(state({ match: { ...MATCH, goal: 1 } }), false), false);
});

test("a clock, an opponent or several points are what was agreed on", () => {
  assert.equal(isAgreed(state(), true), true);
  assert.equal(isAgreed(state({ opponent: OPPONENT }), false), true);
  assert.equal(isAgreed(state({ match: { ...MATCH, goal: 3 } }), false), true);
});

test("a move on the board is an answer, and so is the end", () => {
  assert.equal(isAgreed(state({ moves: plies(1) }), false), true);
  assert.equal(isAgreed(state({ phase: "over" }), false), true);
});

test("what stands on the board is asked about first", () => {
  const choices = [{ text: "same game", words: "Continue match 7", square: "h3", pieces: [] }];
  assert.equal(isAgreed(state({ phase: "setup", choices }), false), true);
});

test("a puzzle, a record or a tutorial has the board", () => {
  assert.equal(isTaken(state()), false);
  assert.equal(isTaken(state({ replay: { ply: 0, of: 3, title: "single round", game_waits: false, number: 0 } })), true);
});
