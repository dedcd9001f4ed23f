import assert from "node:assert/strict";
import { test } from "node:test";

import { kindOf, towerOf } from "../../../host/ui/static/js/match/situation.js";
import { mark, state } from "../support/messages.js";

/** @typedef {import("../../../host/ui/static/js/types.js").StateMessage} StateMessage */

test("the first of what there is to tell is told", () => {
  /** The same state with less and less to tell. @type {[string, Partial<StateMessage>][]} */
  const kinds = [
    ["trouble", { correction: { text: "A tower moves forward only.", squares: ["e5"], told: false } }],
    ["offer", { offer: { action: "draw", by: "white", asked: "black", words: "a draw" } }],
    ["paused", { phase: "paused" }],
    ["hint", { hint: { text: "a1a5", words: "Brown to a5.", from: "a1", to: "a5", line: [] } }],
    ["setup", { setup: { done: 3, of: 16 } }],
  ];
  const all = Object.assign({}, ...kinds.map(([, changes]) => changes));
  for (const [kind, changes] of kinds) {
    assert.equal(kindOf(state(all)), kind);
    for (const name of Object.keys(changes)) delete all[name];
  }
  assert.equal(kindOf(state()), "play");
  for (const phase of /** @type {const} */ (["replay", "between", "over"])) {
    assert.equal(kindOf(state({ phase })), phase);
  }
});

test("trouble that the prompt tells is not told twice", () => {
  const correction = { text: "Put it back.", squares: ["d8"], told: false };
  assert.equal(kindOf(state({ correction, prompt: "Put it back." })), "play");
});

test("the tower is the one that must move", () => {
  assert.equal(towerOf(state({ movable: ["e8"] }))?.name, "yellow");
  assert.equal(towerOf(state({ movable: ["d8", "e8"] })), undefined, "any may move");
  assert.equal(towerOf(state({ movable: ["e8"], phase: "over" })), undefined);
});

test("while the board is set up it is the one that is due", () => {
  const setup = { setup: { done: 3, of: 16 }, phase: /** @type {const} */ ("setup"), movable: [] };
  assert.equal(towerOf(state({ ...setup, marks: [mark("d8", "fill", "here")] }))?.name, "pink");
});
