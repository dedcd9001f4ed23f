import assert from "node:assert/strict";
import { test } from "node:test";

import { shownMarks } from "../../../host/ui/static/js/board/shown_marks.js";
import { mark, state } from "../support/messages.js";

/** @param {Parameters<typeof state>[0]} changes */
const shown = (changes) => shownMarks(state(changes)).map(({ entry, square, role }) => `${entry} ${square} ${role}`);

test("the last move is shown even if the lights do not", () => {
  const last = { from: "d8", to: "d4" };
  assert.deepEqual(shown({ last }), ["last d8 from", "last d4 to"]);
  assert.deepEqual(shown({ last: { from: null, to: "d4" } }), ["last d4 to"]);
  assert.deepEqual(shown({ last, marks: [mark("d4", "accepted", "square")] }), ["accepted d4 square"]);
});

test("a hint stands alone on its square", () => {
  const hint = mark("d4", "execute", "to");
  for (const [entry, role] of [["winning", "proven"], ["losing", "square"], ["legal", "squares"]]) {
    const marks = [hint, mark("d4", entry, role), mark("d5", entry, role)];
    assert.deepEqual(shown({ marks }), ["execute d4 to", `${entry} d5 ${role}`]);
  }
  const required = mark("d4", "required", "tower");
  assert.equal(shown({ marks: [hint, required] }).length, 2, "what is no destination stays");
});
