import assert from "node:assert/strict";
import { test } from "node:test";

import { readingMs, reworded, together, unseen } from "../../../host/ui/static/js/sound/sentences.js";

const REASON = "White's pink tower reached Black's home row on d8 (M7).";
const TASK = "White chooses: fill from the left or fill from the right.";

/** @param {string[]} texts @returns {import("../../../host/ui/static/js/sound/sentences.js").Sentence[]} */
const said = (...texts) => texts.map((text) => ({ text, urgent: false, toast: true, level: "info" }));

/** @param {string[]} texts @param {string} [task] */
const told = (texts, task) => together(said(...texts), task).map(({ text }) => text).filter(Boolean);

test("a sentence that is part of another is not told twice", () => {
  const whole = "Level 4 moves. Carry the pink tower to d5.";
  assert.deepEqual(told(["Level 4 moves.", whole, "Your turn."]), [whole, "Your turn."]);
  assert.deepEqual(told(["Again.", "Again."]), ["Again."]);
});

test("the task comes last, after a result that comes later than its notice", () => {
  const won = "White wins round 2.";
  assert.deepEqual(told([`${REASON} ${TASK}`, won, TASK], TASK), [REASON, won, TASK]);
});

test("a task of which nothing is told is not added", () => {
  assert.deepEqual(told([REASON], TASK), [REASON]);
  assert.deepEqual(told([REASON]), [REASON]);
});

test("the task is as urgent as the sentence that ended with it", () => {
  const [notice] = said(`Wrong. ${TASK}`);
  assert.deepEqual(together([{ ...notice, urgent: true }], TASK).map(({ urgent }) => urgent), [true, true]);
});

test("who plays is told the end of the game once, and as its player", () => {
  const end = `White wins the game. ${REASON}`;
  const words = `You win. ${REASON}`;
  const waiting = said("Pink 3 Orange.", end, "You win.", REASON, end);
  const all = together(reworded(waiting, { told: end, words }), words).map(({ text }) => text);
  assert.deepEqual(all.filter(Boolean), ["Pink 3 Orange.", words]);
  assert.deepEqual(reworded(waiting, { told: end, words: "" }), waiting);
});

test("what is seen elsewhere needs no toast", () => {
  assert.equal(unseen(`${REASON} ${TASK}`, [TASK]), REASON);
  assert.equal(unseen(TASK, new Set([REASON, TASK])), "");
  assert.equal(unseen("Taken back.", [TASK]), "Taken back.");
});

test("a toast stays for as long as it takes to read", () => {
  assert.equal(readingMs("Taken back."), 2050);
  assert.equal(readingMs("x".repeat(1000)), 7000);
});
