import assert from "node:assert/strict";
import { test } from "node:test";

import "../support/catalogue.js";
import { Analysis } from "../../../host/ui/static/js/learning/analysis.js";
import { plies, program, state } from "../support/messages.js";

/** @typedef {import("../../../host/ui/static/js/types.js").AnalysisMessage} AnalysisMessage */
/** @typedef {import("../../../host/ui/static/js/types.js").LegalMoveData} LegalMoveData */

/** A move of the tower on e1. @param {string} to @param {LegalMoveData["value"]} [value] @returns {LegalMoveData} */
const move = (to, value = null) => ({ text: `e1${to}`, from: "e1", to, words: `Pink to ${to}`, pushes: false, value });

/** The position of a match of so many moves, with an answer to what was asked first. @param {number} count */
function analysed(count) {
  const { asked, send } = program();
  /** @type {string[]} */
  const told = [];
  /** Positions from which a game is to begin. @type {string[]} */
  const from = [];
  const analysis = new Analysis(send, () => {}, (text) => told.push(text), (position) => from.push(position));
  analysis.follow(state({ moves: plies(count) }));
  analysis.goTo(count);
  /** The host answers what was asked last. @param {Partial<AnalysisMessage>} [changes] */
  const answer = (changes) =>
    analysis.update({
      ...{ t: "analysis", position: "a position", turn: "white", pieces: state().pieces, outcome: null, ideas: [] },
      ...{ movable: ["e1"], legal: [move("e4"), move("e5")], value: null, finished: true },
      ...{ number: analysis.number, ply: analysis.ply, moves: analysis.line.map(({ text }) => text) },
      ...changes,
    });
  answer();
  /** The last position that was asked for. */
  const wanted = () => {
    const { ply, moves, values } = /** @type {any} */ (asked.at(-1));
    return [ply, moves, values];
  };
  return { analysis, asked, told, answer, wanted, from };
}

test("steps lead from one position of the match to the next, as far as it goes", () => {
  const { analysis, asked, answer, wanted } = analysed(2);
  assert.deepEqual(wanted(), [2, [], false]);
  assert.equal(analysis.may(1), false);
  analysis.step(-1);
  answer();
  assert.deepEqual(wanted(), [1, [], false]);
  assert.equal(analysis.place, "After move 1 of 2.");
  analysis.goTo(-3);
  answer();
  assert.equal(analysis.place, "Before the first move.");
  assert.equal(analysis.shownPly, 0);
  const { length } = asked;
  analysis.step(-1);
  assert.equal(asked.length, length);
});

test("another record on the board takes the place of the analysis of the one before, as the game does", () => {
  const { analysis, answer } = analysed(0);
  const record = (/** @type {number} */ number) =>
    state({ replay: { ply: 0, of: 2, title: "five", game_waits: true, number } });
  for (const next of [record(1), record(2), state()]) {
    analysis.goTo(0);
    answer();
    analysis.follow(next);
    assert.equal(analysis.active, false);
    analysis.goTo(0);
    answer();
    analysis.follow(next);
    assert.equal(analysis.active, true, "the same record may be looked at");
  }
});

test("an answer to what was asked before is not shown", () => {
  const { analysis, answer } = analysed(2);
  analysis.step(-1);
  answer({ number: analysis.number - 1, turn: "black" });
  assert.equal(analysis.answer?.turn, "white");
});

test("a move is tried by touching its piece and its square, and shown at once", () => {
  const { analysis, answer, wanted, told } = analysed(0);
  assert.equal(analysis.chosen, "e1", "one that can move alone needs no choice");
  analysis.touch("e4");
  assert.deepEqual(wanted(), [0, ["e1e4"], false]);
  assert.deepEqual(analysis.answer?.pieces.map(({ square }) => square), ["d8", "e8", "e4"]);
  assert.equal(told.at(-1), "Pink to e4");
  answer({ movable: ["d8", "e8"], legal: [{ ...move("d5"), text: "d8d5", from: "d8" }] });
  assert.equal(analysis.place.startsWith("1 move tried"), true);
  analysis.touch("d5");
  assert.equal(analysis.line.length, 1, "of two no piece is chosen by itself");
  analysis.touch("d8");
  analysis.touch("d5");
  assert.deepEqual(wanted(), [0, ["e1e4", "d8d5"], false]);
  analysis.takes({ t: "takeback" });
  assert.deepEqual(wanted(), [0, ["e1e4"], false]);
  assert.equal(analysis.shownPly, null);
});

test("the match's own move goes on in the match", () => {
  const { analysis, answer, wanted } = analysed(1);
  analysis.step(-1);
  answer({ legal: [{ ...move("d4"), text: "d8d4", from: "d8" }], movable: ["d8"] });
  analysis.touch("d4");
  assert.deepEqual(wanted(), [1, [], false]);
});

test("a piece that is dropped where it may not go goes back", () => {
  const { analysis, answer } = analysed(0);
  const pass = move("e1");
  answer({ legal: [move("e5"), pass] });
  assert.equal(analysis.lift("d8"), false);
  assert.equal(analysis.lift("e1"), true);
  assert.equal(analysis.shown()?.lifted, "e1");
  for (const square of ["a1", "e1", null]) {
    analysis.lift("e1");
    analysis.drop(square);
    assert.equal(analysis.shown()?.lifted, null);
    assert.deepEqual(analysis.line, []);
  }
  analysis.lift("e1");
  analysis.drop("e5");
  assert.deepEqual(analysis.line, [{ text: "e1e5", from: "e1", to: "e5" }]);
});

test("passes that the moves have forced are part of the line", () => {
  const { analysis, answer } = analysed(0);
  analysis.touch("e4");
  answer({ moves: ["e1e4", "pass"] });
  assert.deepEqual(analysis.line.map(({ text }) => text), ["e1e4", "pass"]);
});

test("what the page asks the match for is answered while it is analysed alone", () => {
  const { analysis, asked } = analysed(1);
  assert.equal(analysis.takes({ t: "hint" }), false);
  assert.equal(analysis.takes({ t: "takeback" }), true);
  analysis.close();
  const { length } = asked;
  assert.equal(analysis.takes({ t: "takeback" }), false);
  assert.equal(analysis.touch("e4"), false);
  assert.equal(asked.length, length);
  assert.equal(analysis.shown(), null);
});

test("values are marks on the squares, and proven ones arrows", () => {
  const { analysis, answer, wanted } = analysed(0);
  analysis.askValues();
  assert.deepEqual(wanted(), [0, [], true]);
  answer({ legal: [move("e4", "win"), move("e5", "loss"), move("e6", "unknown")], value: "win" });
  const marks = analysis.shown()?.marks.map(({ square, entry, role }) => `${square} ${entry} ${role}`);
  assert.deepEqual(marks, [
    ...["e1 required tower", "e4 winning proven", "e5 losing square", "e6 legal unknown"],
  ]);
  assert.deepEqual(analysis.moveArrows, [{ from: "e1", to: "e4", kind: "best" }]);
  assert.equal(analysis.winners.after.get(0), "white");
});

test("the match's own move is an arrow if it gives away what would have won", () => {
  const { analysis, answer } = analysed(1);
  analysis.step(-1);
  analysis.askValues();
  const played = { ...move("d4", "loss"), text: "d8d4", from: "d8" };
  answer({ legal: [played, move("e4", "win")], value: "win" });
  assert.deepEqual(analysis.moveArrows.map(({ kind, to }) => `${kind} ${to}`), ["bad d4", "best e4"]);
  answer({ legal: [played], value: "loss" });
  assert.deepEqual(analysis.moveArrows, [], "nothing would have won");
});

test("the verdict names a few winning moves, and counts many", () => {
  const { analysis, answer } = analysed(0);
  const verdict = (/** @type {LegalMoveData[]} */ legal, /** @type {Partial<AnalysisMessage>} */ changes = {}) => {
    analysis.values = true;
    answer({ legal, value: "win", ...changes });
    return analysis.shown()?.prompt;
  };
  const winning = ["e2", "e3", "e4", "e5", "e6", "e7", "e8"].map((to) => move(to, "win"));
  assert.equal(verdict(winning.slice(0, 1)), "White is winning with Pink to e2.");
  assert.equal(verdict(winning.slice(0, 3)), "White is winning with e2, e3, e4.");
  const two = [{ ...move("c3", "win"), text: "c1c3", from: "c1" }, winning[0]];
  assert.equal(verdict(/** @type {LegalMoveData[]} */ (two)), "White is winning with c1c3, e1e2.");
  assert.equal(verdict(winning)?.includes("7"), true);
  assert.equal(verdict([move("e4", "loss")], { value: "loss" }), "White loses with every move.");
  const draw = { winner: null, reason: "Drawn." };
  assert.equal(verdict([], { value: null, outcome: draw }), "Drawn.");
});

test("values that are refused are not asked for any more", () => {
  const { analysis, answer } = analysed(0);
  analysis.askValues();
  answer({ finished: true, value: null });
  assert.equal(analysis.values, false);
});

test("play goes on from the position that is shown, once the host has told it", () => {
  const { analysis, answer, from } = analysed(1);
  analysis.playOn();
  assert.deepEqual(from, ["a position"]);
  analysis.goTo(0);
  analysis.playOn();
  assert.equal(from.length, 1, "the position of before is not that");
  answer({ position: "the first" });
  assert.deepEqual(from, ["a position", "the first"]);
  analysis.close();
  analysis.playOn();
  answer({ position: "the last" });
  assert.equal(analysis.shownPly, 1);
  assert.equal(from.at(-1), "the last");
});

test("while a position is set up any tower goes anywhere, and the host is not asked", () => {
  const { analysis, asked, answer } = analysed(1);
  const [first, second] = state().pieces.map(({ square }) => square);
  const { length } = asked;
  analysis.edit(state().pieces);
  for (const square of ["d5", first, "d5", second]) analysis.touch(square);
  analysis.lift(second);
  analysis.drop("e5");
  analysis.takes({ t: "takeback" });
  assert.equal(asked.length, length);
  const squares = analysis.shown()?.pieces.map(({ square }) => square) ?? [];
  assert.deepEqual(squares.slice(0, 2), ["d5", "e5"]);
  analysis.goTo(1);
  answer();
  assert.equal(analysis.edited, null);
});

test("another match, a puzzle or a tutorial ends it; a move of the match does not", () => {
  for (const [changes, active] of /** @type {[Parameters<typeof state>[0], boolean][]} */ ([
    [{ moves: plies(3) }, true],
    [{ moves: [] }, false],
    [{ moves: plies(2), puzzle: { number: 1, of: 2, grade: 1, state: "open", words: "", solved: 0 } }, false],
  ])) {
    const { analysis } = analysed(2);
    analysis.follow(state(changes));
    assert.equal(analysis.active, active);
  }
});

test("the state that is shown has nothing to ask or to wait for", () => {
  const { analysis } = analysed(1);
  /** @type {import("../../../host/ui/static/js/types.js").OfferData} */
  const offer = { action: "draw", by: "white", asked: "black", words: "a draw" };
  analysis.follow(state({ moves: plies(1), phase: "over", offer, touch_move: true }));
  const shown = analysis.shown();
  assert.deepEqual([shown?.phase, shown?.offer, shown?.touch_move], ["play", null, false]);
  assert.deepEqual([shown?.can_takeback, shown?.can_redo], [true, false]);
  assert.deepEqual(shown?.last, { from: "d8", to: "d4" });
});
