import assert from "node:assert/strict";
import { test } from "node:test";

import { may, playerOf, sideOf } from "../../../host/ui/static/js/connection/role.js";
import { plies, state } from "../support/messages.js";

/** @typedef {import("../../../host/ui/static/js/types.js").PageRequest["t"]} RequestName */
/** @typedef {import("../../../host/ui/static/js/types.js").StateMessage} StateMessage */

/** @type {RequestName[]} */
const REQUESTS = ["lift", "arrange", "choose", "redo", "hint", "takeback", "answer", "pause"];
const OWNER = { role: /** @type {const} */ ("owner"), requests: REQUESTS };
const WHITE = { role: /** @type {const} */ ("white"), requests: REQUESTS };
const SPECTATOR = { role: /** @type {const} */ ("spectator"), requests: [] };

/** What White may ask for. @param {Partial<StateMessage>} changes */
const whites = (changes) => REQUESTS.filter((request) => may(WHITE, request, state(changes)));

test("players have a side, spectators and owners none", () => {
  assert.equal(sideOf(WHITE), "white");
  assert.equal(sideOf(OWNER), null);
  assert.equal(sideOf(SPECTATOR), null);
});

test("a page is one player's: of a side, or the owner's who plays the computer", () => {
  const opponent = { label: "Level 4", level: "4", side: /** @type {const} */ ("black"), thinking: false };
  assert.equal(playerOf(WHITE, state()), "white");
  assert.equal(playerOf(OWNER, state()), null);
  assert.equal(playerOf(OWNER, state({ opponent })), "white");
  assert.equal(playerOf(OWNER, state({ opponent: { ...opponent, side: "white" } })), "black");
  assert.equal(playerOf(SPECTATOR, state({ opponent })), null);
});

test("an owner may ask for all at any time, a spectator for nothing", () => {
  for (const request of REQUESTS) {
    assert.equal(may(OWNER, request, state()), true);
    assert.equal(may(SPECTATOR, request, state()), false);
  }
});

test("a player moves on the own turn alone, and answers what nobody else is asked", () => {
  assert.deepEqual(whites({ turn: "white" }), REQUESTS.filter((request) => request !== "takeback"));
  assert.deepEqual(whites({ turn: "black" }), ["answer", "pause"]);
});

test("both set the board up", () => {
  assert.deepEqual(whites({ turn: "black", phase: "setup" }), ["lift", "arrange", "answer", "pause"]);
});

test("a player takes back the own move, also after a pass of the other", () => {
  const [, whites] = plies(2);
  const takesBack = (/** @type {StateMessage["moves"]} */ ...moves) =>
    may(WHITE, "takeback", state({ moves }));
  assert.equal(takesBack(...plies(1)), false);
  assert.equal(takesBack(...plies(2)), true);
  assert.equal(takesBack(...plies(2), { ...plies(3)[2], from: "d8", to: "d8" }), true);
  assert.equal(takesBack(whites, ...plies(1)), false);
});

test("an offer is answered by who is asked", () => {
  const offer = { action: /** @type {const} */ ("draw"), words: "a draw" };
  assert.equal(may(WHITE, "answer", state({ offer: { ...offer, by: "black", asked: "white" } })), true);
  assert.equal(may(WHITE, "answer", state({ offer: { ...offer, by: "white", asked: "black" } })), false);
});

test("a player asks for nothing while the owner is asked, or the computer has the side", () => {
  const choices = [{ text: "new game", words: "Begin a new game", square: "a8", pieces: [] }];
  assert.deepEqual(whites({ turn: "white", choices }), []);
  const opponent = { label: "Level 4", level: "4", side: /** @type {const} */ ("white"), thinking: false };
  assert.deepEqual(whites({ turn: "white", opponent }), []);
  assert.deepEqual(whites({ turn: "white", replay: { ply: 1, of: 2, title: "", game_waits: false, number: 0 } }), []);
});
