import assert from "node:assert/strict";
import { test } from "node:test";

import "../support/catalogue.js";
import { Received } from "../../../host/ui/static/js/connection/received.js";
import { hello, plies, state } from "../support/messages.js";

/** @typedef {import("../../../host/ui/static/js/types.js").StateMessage} StateMessage */

/**
 * The text of a state with the moves from `from` on, since the state with the number `since`.
 * @param {number} rev @param {number} count of moves @param {number | null} [since] @param {number} [from]
 */
const line = (rev, count, since = null, from = 0) =>
  JSON.stringify({ ...state({ rev, moves: plies(count).slice(from) }), since, from });

/** @param {import("../../../host/ui/static/js/types.js").HostMessage | null} message */
const movesOf = (message) => /** @type {StateMessage} */ (message).moves;

test("a state has all moves, whatever of them has come with it", () => {
  const received = new Received();
  const first = movesOf(received.take(line(1, 2)));
  const all = movesOf(received.take(line(2, 4, 1, 2)));
  assert.deepEqual(all, plies(4));
  assert.equal(all[0] === first[0], true, "a move that stays is the same object");
  assert.deepEqual(movesOf(received.take(line(3, 1, 2, 1))), plies(1));
});

test("a page that has lost a state is told none, until all of it comes", () => {
  const received = new Received();
  received.take(line(1, 2));
  assert.equal(received.take(line(3, 6, 2, 2)), null);
  assert.deepEqual(movesOf(received.take(line(3, 6))), plies(6));
});

test("what is known is told once more, the newest of each kind", () => {
  const received = new Received();
  received.take(JSON.stringify(hello({ run: "1" })));
  received.take(JSON.stringify(hello({ run: "2" })));
  received.take(line(1, 2));
  received.take('{"t": "notice", "level": "info", "text": "Taken back."}');
  assert.deepEqual(received.repeat().map(({ t }) => t), ["hello", "state"]);
  assert.equal(/** @type {any} */ (received.repeat()[0]).run, "2");
});

test("a message is put into words wherever it stands", () => {
  const told = { t: "spoken", text: { id: "side.white", args: {} } };
  assert.deepEqual(new Received().take(JSON.stringify(told)), { t: "spoken", text: "White" });
});
