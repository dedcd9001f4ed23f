import assert from "node:assert/strict";
import { test } from "node:test";

import "../support/catalogue.js";
import { Analysis } from "../../../host/ui/static/js/learning/analysis.js";
import { Demonstration, tried } from "../../../host/ui/static/js/learning/demonstration.js";
import { plies, program, state } from "../support/messages.js";

/** An analysis of a match of four moves, and a demonstration whose pauses end when they are told to. */
function shown() {
  const { asked, send } = program();
  const analysis = new Analysis(send, () => {}, () => {}, () => {});
  analysis.follow(state({ moves: plies(4) }));
  /** @type {(() => void)[]} */
  const waiting = [];
  const demonstration = new Demonstration(analysis, (step) => waiting.push(step));
  /** The host answers with forced passes after the moves, if any. @param {string[]} [passes] */
  const answer = (passes = []) =>
    analysis.update({
      ...{ t: "analysis", position: "", turn: "white", pieces: [], outcome: null, ideas: [] },
      ...{ movable: [], legal: [], value: null, finished: true, number: analysis.number, ply: analysis.ply },
      moves: [...analysis.line.map(({ text }) => text), ...passes],
    });
  /** The last pause ends. */
  const wait = () => waiting.pop()?.();
  const played = () => analysis.line.map(({ text }) => text);
  return { asked, analysis, demonstration, answer, wait, played };
}

test("a line is played move by move, each after its arrow", () => {
  const { asked, analysis, demonstration, answer, wait, played } = shown();
  demonstration.show(2, ["d8d4", "a1a3+"]);
  answer();
  assert.equal(analysis.ply, 2);
  assert.deepEqual(played(), []);
  assert.deepEqual(analysis.moveArrows, [{ from: "d8", to: "d4", kind: "best" }]);
  wait();
  answer();
  assert.deepEqual(played(), ["d8d4"]);
  assert.deepEqual(analysis.moveArrows, [{ from: "a1", to: "a3", kind: "best" }]);
  wait();
  answer();
  assert.deepEqual(played(), ["d8d4", "a1a3+"]);
  assert.deepEqual(analysis.moveArrows, []);
  const { length } = asked;
  wait();
  assert.equal(asked.length, length);
});

test("a forced pass that the host has made is not made again", () => {
  const { demonstration, answer, wait, played } = shown();
  demonstration.show(0, ["d8d4", "pass", "e8e2"]);
  answer();
  wait();
  answer(["pass"]);
  wait();
  wait();
  assert.deepEqual(played(), ["d8d4", "pass", "e8e2"]);
});

test("whoever goes elsewhere ends it", () => {
  for (const leave of [
    (/** @type {Analysis} */ analysis) => analysis.step(-1),
    (/** @type {Analysis} */ analysis) => analysis.close(),
  ]) {
    const { analysis, demonstration, answer, wait, played } = shown();
    demonstration.show(2, ["d8d4"]);
    answer();
    leave(analysis);
    wait();
    assert.deepEqual(played(), []);
    assert.deepEqual(analysis.moveArrows, []);
  }
});

test("a text has the squares of its move", () => {
  assert.deepEqual(tried("d8d4"), { text: "d8d4", from: "d8", to: "d4" });
  assert.deepEqual(tried("c3c4+"), { text: "c3c4+", from: "c3", to: "c4" });
  assert.deepEqual(tried("pass"), { text: "pass", from: null, to: null });
});
