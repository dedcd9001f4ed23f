import assert from "node:assert/strict";
import { test } from "node:test";

import { encoded, positionFragment } from "../../../host/ui/static/js/sharing/record_link.js";
import { SharedLink } from "../../../host/ui/static/js/new_game/shared_link.js";
import { program, state } from "../support/messages.js";

const RECORD = "game: five\n\n  1. black a1\n";
const LINK = `#record=${encoded(RECORD)}`;
const HERE = { pathname: "/kamisado/", search: "", hash: "" };

/** What the browser calls when the fragment changes. */
let changed = () => {};
globalThis.addEventListener = /** @type {any} */ ((/** @type {string} */ _, /** @type {() => void} */ call) => (changed = call));
globalThis.location = /** @type {any} */ (HERE);
globalThis.history = /** @type {any} */ ({ state: null, replaceState: () => (HERE.hash = "") });

/** A link in the address, as a page finds it once it is known to the program. */
function opened(hash = LINK) {
  HERE.hash = hash;
  const { asked, send } = program();
  /** For each record that came, if it is a position alone. @type {boolean[]} */
  const explored = [];
  const link = new SharedLink(send, () => true, (explores) => explored.push(explores));
  link.open();
  /** A state of the record that was asked for last. */
  const replay = (of = 1) => {
    const { number } = /** @type {{number: number}} */ (asked.at(-1));
    return state({ replay: { ply: 0, of, title: "five", game_waits: true, number } });
  };
  return { link, asked, explored, replay };
}

test("the record of the address is shown once, and stays there for whoever loads the page anew", () => {
  const { link, asked, explored, replay } = opened();
  const { number } = /** @type {{number: number}} */ (asked[0]);
  assert.deepEqual(asked, [{ t: "show", record: RECORD, number }]);
  link.open();
  link.show(state());
  link.show(replay());
  link.open();
  assert.equal(asked.length, 1);
  assert.equal(HERE.hash, LINK);
  assert.deepEqual(explored, [false], "a record is stepped through");
});

test("it leaves the address with the board", () => {
  const { link, replay } = opened();
  link.show(replay());
  link.show(state());
  assert.equal(HERE.hash, "");
});

test("one that is refused leaves the address, and another refusal does not take it away", () => {
  const { link } = opened();
  link.refused();
  assert.equal(HERE.hash, "");
  const other = opened();
  other.link.show(other.replay());
  other.link.refused();
  assert.equal(HERE.hash, LINK);
});

test("from a position moves are tried at once", () => {
  const { link, explored, replay } = opened(positionFragment("five", "5/5 b"));
  link.show(replay(0));
  link.show(replay(0));
  assert.deepEqual(explored, [true]);
});

test("states of the position before are not those of the record that was asked for", () => {
  const { link, explored, replay } = opened(positionFragment("five", "5/5 b"));
  const before = replay(0);
  link.show(before);
  HERE.hash = LINK;
  changed();
  // It is set up meanwhile.
  link.show({ ...before, rev: before.rev + 1 });
  assert.deepEqual(explored, [true]);
  link.show(replay());
  assert.deepEqual(explored, [true, false]);
});

test("a record that another page opens takes this one from the address", () => {
  const { link, replay } = opened();
  const { replay: shown } = replay();
  link.show(replay());
  link.show(state({ replay: shown && { ...shown, number: shown.number + 1 } }));
  assert.equal(HERE.hash, "");
});

test("another link of the same page is opened as well, and the same one at another program", () => {
  const { link, asked } = opened();
  link.restart();
  link.open();
  assert.equal(asked.length, 2);
  HERE.hash = positionFragment("five", "5/5 b");
  changed();
  assert.equal(asked.length, 3);
  HERE.hash = "#VO9hK3JwU2VO9hK3JwU2";
  changed();
  assert.equal(asked.length, 3);
});

test("nothing is asked for before the program is known", () => {
  HERE.hash = LINK;
  const { asked, send } = program();
  new SharedLink(send, () => false, () => {}).open();
  assert.deepEqual(asked, []);
  assert.equal(HERE.hash, LINK, "so that it is there after the page was loaded anew");
});
