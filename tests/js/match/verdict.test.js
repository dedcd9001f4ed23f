import assert from "node:assert/strict";
import { test } from "node:test";

import "../support/catalogue.js";
import {
  ending,
  finalScore,
  nextRound,
  resultSentences,
  roundWords,
  score,
  unit,
  verdict,
} from "../../../host/ui/static/js/match/verdict.js";
import { state } from "../support/messages.js";

/** @typedef {import("../../../host/ui/static/js/types.js").MatchData} MatchData */
/** @typedef {import("../../../host/ui/static/js/types.js").OutcomeData} OutcomeData */
/** @typedef {import("../../../host/ui/static/js/types.js").StateMessage} StateMessage */

const REASON = "White's pink tower reached Black's home row on d8 (M7).";
/** @type {OutcomeData} */
const WON = { winner: "white", reason: REASON };
/** @type {OutcomeData} */
const DRAWN = { winner: null, reason: "Drawn: both players have agreed to it." };
/** @type {MatchData} */
const MATCH = { title: "standard match", round: 2, rounds: null, goal: 3, white: 1, black: 0 };

/** The end of a game. @param {Partial<StateMessage>} [changes] */
const over = (changes) => state({ phase: "over", outcome: WON, match: MATCH, ...changes });
/** The end of a round. @param {Partial<StateMessage>} [changes] */
const between = (changes) => state({ phase: "between", round: WON, match: MATCH, ...changes });

test("the end of a match names it, that of a round its number", () => {
  assert.equal(verdict(over(), null), "White wins the standard match");
  assert.equal(verdict(over({ outcome: DRAWN }), null), "The standard match is drawn");
  assert.equal(verdict(between(), null), "White wins round 2");
  assert.equal(verdict(between({ round: DRAWN }), null), "Round 2 is drawn");
});

test("the end of a game without rounds names none", () => {
  assert.equal(verdict(over({ match: null }), null), "White wins");
  assert.equal(verdict(over({ match: null, outcome: DRAWN }), null), "Drawn");
});

test("who wins is called by name where it is known", () => {
  const names = { white: "Ann", black: "Bob" };
  assert.equal(verdict(over({ names }), null), "Ann wins the standard match");
  assert.equal(verdict(between({ names }), null), "Ann wins round 2");
  assert.equal(verdict(over({ names, match: null }), null), "Ann wins");
  assert.equal(verdict(over({ names, outcome: DRAWN }), null), "The standard match is drawn");
  assert.equal(verdict(over({ names }), "white"), "You win the standard match");
  assert.equal(finalScore(over({ names })), "Ann 1, Bob 0");
  assert.equal(finalScore(over({ names: { ...names, black: "" } })), "White 1, Black 0");
});

test("who plays alone at a page is told who has won as its player", () => {
  assert.equal(verdict(over(), "white"), "You win the standard match");
  assert.equal(verdict(over(), "black"), "You lose the standard match");
  assert.equal(verdict(between(), "white"), "You win round 2");
  assert.equal(verdict(between(), "black"), "You lose round 2");
  const single = { match: { ...MATCH, goal: 1 } };
  assert.equal(verdict(over(single), "black"), "You lose");
  assert.equal(verdict(over(single), null), "White wins");
  assert.equal(verdict(over({ match: null }), "white"), "You win");
  assert.equal(verdict(over({ match: null, outcome: DRAWN }), "white"), "Drawn");
  assert.deepEqual(resultSentences(over(single), "white"), ["You win.", REASON]);
});

test("the end of the game is told in the words of its result, with the reason of its last round", () => {
  const outcome = { winner: /** @type {const} */ ("white"), reason: `White wins the standard match 3:1. ${REASON}` };
  assert.equal(ending(over({ outcome, round: WON }), "black"), `You lose the standard match. ${REASON}`);
  assert.equal(ending(over({ outcome, round: WON }), null), `White wins the standard match. ${REASON}`);
  assert.equal(ending(over({ match: { ...MATCH, goal: 1 } }), "white"), `You win. ${REASON}`);
  assert.equal(ending(between(), "white"), "");
});

test("a result is told with its reason, and the tooth that it brings", () => {
  const words = "Put a dragon tooth on White's pink tower (S1).";
  const reward = { square: "e1", side: /** @type {const} */ ("white"), name: "pink", teeth: 2, words };
  assert.deepEqual(resultSentences(between({ reward }), null), ["White wins round 2.", REASON, words]);
});

test("a reason that names the winner is told alone", () => {
  const reason = "The stones are counted, 9 to 7: White wins.";
  assert.deepEqual(resultSentences(over({ match: null, outcome: { winner: "white", reason } }), null), [reason]);
});

test("while a game goes on there is no result, not even of the round before", () => {
  assert.deepEqual(resultSentences(state({ match: MATCH, round: WON }), null), []);
});

test("who has won is first in the final score", () => {
  const match = { ...MATCH, white: 3, black: 1 };
  assert.equal(finalScore(over({ match })), "White 3, Black 1");
  const black = { winner: /** @type {const} */ ("black"), reason: "Home." };
  assert.equal(finalScore(over({ match: { ...match, white: 1, black: 3 }, outcome: black })), "Black 3, White 1");
});

test("who wins a single round has the only point there is, so that there is no score", () => {
  assert.equal(score(state({ match: { ...MATCH, goal: 1 } })), null);
  assert.equal(finalScore(over({ match: { ...MATCH, goal: 1 } })), "");
  assert.equal(score(state({ match: MATCH })), MATCH);
});

test("a score is read with its round and the points that win", () => {
  assert.equal(roundWords(MATCH), "Standard match · Round 2");
  assert.equal(roundWords({ ...MATCH, rounds: 5, goal: null }), "Standard match · Round 2 of 5");
  assert.equal(unit(MATCH, "white"), "point, 3 points win");
  assert.equal(unit({ ...MATCH, goal: null }, "black"), "points");
});

test("who has won the round chooses the fill, a far player alone", () => {
  const fills = [{ text: "fill left", words: "Fill from the left", square: "a1", pieces: [] }];
  const asked = between({ turn: "white", prompt: "Your friend chooses." });
  assert.equal(nextRound(asked, fills).includes("chooses the end"), true);
  assert.equal(nextRound(asked, []), "");
  const opponent = { label: "Your friend", level: "", side: /** @type {const} */ ("white"), thinking: false };
  assert.equal(nextRound({ ...asked, opponent }, []), "Your friend chooses.");
  const other = [{ text: "same game", words: "Go on", square: null, pieces: [] }];
  assert.equal(nextRound({ ...asked, opponent }, other), "");
});
