import assert from "node:assert/strict";
import { test } from "node:test";

import "../support/catalogue.js";
import { GameInProgress, matchWords } from "../../../host/ui/static/js/new_game/game_in_progress.js";
import { hello, plies, state } from "../support/messages.js";

/** @type {import("../../../host/ui/static/js/types.js").SavedMatchData} */
const SAVED = {
  ...{ id: 7, title: "standard match", rounds: 2, moves: 12, changed: "2026-01-01T12:00:00Z" },
  ...{ clock: "10+5", result: null, opponent: "Level 4", far: false, current: true },
  names: { white: "", black: "" },
};
const TUTORIAL = { book: "kamisado", number: 2, of: 6, goal: "move", title: "", text: "", task: "", done: "" };

/** @param {...Parameters<typeof state>[0]} states */
function progress(...states) {
  const game = new GameInProgress();
  game.setGame(hello());
  for (const changes of states) game.show(state(changes));
  return game;
}

test("a game is under way from its first move to its end", () => {
  assert.equal(progress().isUnderWay, false);
  assert.equal(progress({}).isUnderWay, false);
  assert.equal(progress({ moves: plies(1) }).isUnderWay, true);
  const outcome = { winner: null, reason: "Drawn." };
  assert.equal(progress({ moves: plies(1), outcome }).isUnderWay, false);
});

test("a friend who is invited would wait in vain", () => {
  const game = progress({});
  game.isFar = true;
  assert.equal(game.isUnderWay, true);
});

test("a game that waits for a tutorial or a record is under way, these are none", () => {
  const replay = { ply: 1, of: 3, title: "single round", game_waits: true, number: 0 };
  assert.equal(progress({ moves: plies(2) }, { replay, moves: [] }).isUnderWay, true);
  assert.equal(progress({ replay, moves: plies(1) }).isUnderWay, false);
  assert.equal(progress({ moves: plies(2) }, { tutorial: TUTORIAL }).isUnderWay, true);
  assert.equal(progress({ tutorial: TUTORIAL, moves: plies(1) }).isUnderWay, false);
});

test("what is saved tells of a game that this page has not seen", () => {
  const game = progress();
  game.setMatches([{ ...SAVED, current: false }, SAVED]);
  assert.equal(game.isUnderWay, true);
  assert.equal(game.words, "Standard match · Round 2 · 12 moves · 10 + 5 · Level 4");
  game.restart();
  assert.equal(game.isUnderWay, false);
  assert.equal(game.words, "");
});

test("a game is told with how far it is", () => {
  assert.equal(progress({ moves: plies(3) }).words, "Single round · 3 moves · Two players");
  const begun = { ...SAVED, rounds: 1, clock: "", opponent: null, moves: 1 };
  assert.equal(matchWords(begun), "Standard match · 1 move · Two players");
});

test("who plays is told by name as far as it is known", () => {
  const players = (/** @type {string} */ white, /** @type {string} */ black, opponent = "") =>
    matchWords({ ...SAVED, opponent: opponent || null, names: { white, black } }).split(" · ").at(-1);
  assert.equal(players("Ann", "Bob"), "Ann and Bob");
  assert.equal(players("", "Bob"), "Bob");
  assert.equal(players("", "Bob", "Level 4"), "Bob and Level 4");
  assert.equal(players("", "", "Level 4"), "Level 4");
  const far = { ...SAVED, opponent: "Your friend", far: true };
  assert.equal(matchWords(far).endsWith(" · with a friend online"), true);
  assert.equal(matchWords({ ...far, names: { white: "Ann", black: "" } }).endsWith(" · with a friend online"), true);
  assert.equal(matchWords({ ...far, names: { white: "Ann", black: "Bob" } }).endsWith(" · Ann and Bob"), true);
});
