import assert from "node:assert/strict";
import { mock, test } from "node:test";

import "../support/catalogue.js";
import "../support/timers.js";
import { piece, program, state } from "../support/messages.js";
import { Hand } from "../../../host/ui/static/js/hand/hand.js";

/** @typedef {import("../../../host/ui/static/js/types.js").HandPieceData} HandPieceData */

/**
 * Two towers of Black and one of White, some elsewhere than at home, as the simulator reports them.
 * @param {Partial<Record<"pink" | "yellow" | "whitePink", string | null>>} [squares] @param {boolean} [busy]
 * @returns {import("../../../host/ui/static/js/types.js").HandMessage}
 */
function report(squares, busy = false) {
  const { pink, yellow, whitePink } = { pink: "d8", yellow: "e8", whitePink: "e1", ...squares };
  const pieces = [piece("pink", pink), piece("yellow", yellow), piece("pink", whitePink, "white")];
  return { t: "hand", by_hand: false, busy, pieces };
}

/** A hand that may move the towers of the report. @param {HandPieceData[]} [pieces] in place of them */
function handWith(pieces) {
  const { asked, send } = program();
  const hand = new Hand(send, () => {});
  hand.reason = "";
  hand.update(pieces ? { ...report(), pieces } : report());
  return { hand, asked };
}

/** A stone in the box. @param {"black" | "white"} side @param {number} number @returns {HandPieceData} */
const stone = (side, number) => ({
  ...{ ...piece("stone", null, side), id: `${side}-stone-${number}`, where: "box" },
});

/** @param {string} square */
const lift = (square) => ({ t: "lift", square });
/** @param {string} square @param {string} [id] */
const put = (square, id = "black-pink") => ({ t: "put", square, piece: id });

/** A hand that makes moves, as a round is played. @param {HandPieceData[]} [pieces] @param {string[]} [movable] */
function handInPlay(pieces, movable = ["d8"]) {
  const { hand, asked } = handWith(pieces);
  hand.follow(state({ movable }));
  return { hand, asked };
}

test("nothing is moved where it may not be, and the reason is told", () => {
  const { hand, asked } = handWith();
  hand.reason = "The pieces are moved by hand.";
  assert.equal(hand.touch("d8"), "nothing");
  assert.deepEqual(asked, []);
});

test("a touch lifts a tower, another puts it down", () => {
  const { hand, asked } = handWith();
  assert.equal(hand.touch("d8"), "lifted");
  assert.equal(hand.held?.id, "black-pink");
  assert.equal(hand.at("d8"), undefined, "it is shown where it was asked to go");
  assert.equal(hand.touch("d4"), "put");
  assert.equal(hand.at("d4")?.id, "black-pink");
  assert.deepEqual(asked, [lift("d8"), put("d4")]);
});

test("in play a piece that is let go makes a move at once, and one that is put back none", () => {
  const { hand, asked } = handInPlay();
  hand.touch("d8");
  assert.equal(hand.touch("d4"), "put");
  assert.equal(hand.at("d4")?.id, "black-pink");
  assert.deepEqual(asked, [lift("d8"), { t: "play", from: "d8", to: "d4" }]);
  hand.update(report({ pink: "d4" }));
  hand.touch("d4");
  hand.putBack();
  assert.deepEqual(asked.slice(2), [lift("d4"), put("d4")]);
});

test("a move that is refused is not shown any more", () => {
  const { hand } = handInPlay();
  hand.touch("d8");
  hand.update(report({ pink: null }));
  hand.touch("e5");
  assert.equal(hand.at("e5")?.id, "black-pink");
  hand.revert();
  assert.equal(hand.at("e5"), undefined);
  assert.equal(hand.at("d8")?.id, "black-pink", "the program puts it back");
});

test("who does all by hand puts pieces on squares, right or wrong", () => {
  const { hand, asked } = handInPlay();
  hand.update({ ...report(), by_hand: true });
  hand.touch("d8");
  hand.touch("d4");
  assert.equal(hand.touch("d5"), "nothing", "nothing is moved that nobody has lifted");
  assert.deepEqual(asked, [lift("d8"), put("d4")]);
});

test("a touched square is where the only piece goes that may move", () => {
  const { hand, asked } = handInPlay();
  assert.equal(hand.touch("d4"), "put");
  assert.equal(hand.at("d4")?.id, "black-pink");
  assert.deepEqual(asked, [{ t: "play", from: "d8", to: "d4" }]);
  assert.equal(handInPlay(undefined, ["d8", "e8"]).hand.touch("d4"), "nothing");
});

test("a tap on the other side's tower asks for a push, but what has just moved may go back", () => {
  const { hand, asked } = handInPlay();
  assert.equal(hand.touch("e1"), "put");
  assert.deepEqual(asked, [{ t: "play", from: "d8", to: "e1" }]);
  assert.equal(hand.at("e1")?.id, "white-pink");
  const last = { from: "e3", to: "e1" };
  hand.follow(state({ movable: ["d8"], last }));
  assert.equal(hand.touch("e1"), "lifted");
  const guest = handInPlay();
  guest.hand.follow(state({ movable: ["d8"], last }), "black");
  assert.equal(guest.hand.touch("e1"), "put", "a guest takes back no move of the other side");
  const against = handInPlay();
  const opponent = { label: "Level 1", level: "1", side: /** @type {const} */ ("white"), thinking: false };
  against.hand.follow(state({ movable: ["d8"], last, opponent }));
  assert.equal(against.hand.touch("e1"), "put", "the computer's moves are not taken back so");
  const { asked: none, hand: waiting } = handInPlay();
  waiting.follow(state({ turn: "white", movable: ["e1"], opponent }));
  assert.equal(waiting.touch("e1"), "nothing", "the program carries its moves out");
  assert.equal(waiting.touch("e3"), "nothing");
  assert.deepEqual(none, []);
});

test("a tower that is put on an opponent's in play asks for the push as a move", () => {
  const row = ["d4", "d3"].map((square, i) => piece(["red", "blue"][i], square, "white"));
  const { hand, asked } = handInPlay([piece("pink", "d5"), ...row]);
  hand.touch("d5");
  assert.equal(hand.touch("d4"), "pushed");
  assert.deepEqual(asked, [lift("d5"), { t: "play", from: "d5", to: "d4" }]);
});

test("a second thought puts the first tower back", () => {
  const { hand, asked } = handWith();
  hand.touch("d8");
  assert.equal(hand.touch("e8"), "lifted");
  assert.deepEqual(asked, [lift("d8"), lift("e8"), put("d8")]);
  hand.update(report({ yellow: null }));
  assert.equal(hand.touch("e8"), "put");
  assert.deepEqual(asked.slice(3), [put("e8", "black-yellow")]);
});

test("a tower that was set aside stays beside the board", () => {
  const { hand, asked } = handWith();
  hand.touch("d8");
  hand.setAside("black-pink");
  assert.equal(hand.liftedFrom("d8"), undefined);
  hand.touch("e8");
  assert.deepEqual(asked, [lift("d8"), lift("e8")]);
});

test("a held tower is put back where it came from", () => {
  const { hand, asked } = handWith();
  hand.touch("d8");
  assert.equal(hand.liftedFrom("d8")?.id, "black-pink");
  assert.equal(hand.putBack(), true);
  assert.deepEqual(asked, [lift("d8"), put("d8")]);
});

test("where a tower came from is known after a reload, if it is the only one in the air", () => {
  const { hand } = handWith();
  hand.update(report({ pink: null }));
  assert.equal(hand.putBack(), false);
  hand.lifted = "d8";
  assert.equal(hand.originOf("black-pink"), "d8");
  hand.update(report({ pink: null, yellow: null }));
  assert.equal(hand.originOf("black-pink"), undefined);
});

test("a request that is not confirmed in time is taken back", () => {
  const { hand } = handWith();
  hand.touch("d8");
  mock.timers.tick(1499);
  assert.equal(hand.at("d8"), undefined);
  mock.timers.tick(1);
  assert.equal(hand.at("d8")?.id, "black-pink");
});

test("a request that is confirmed stays", () => {
  const { hand } = handWith();
  hand.touch("d8");
  hand.update(report({ pink: null }));
  mock.timers.tick(10_000);
  assert.equal(hand.held?.id, "black-pink");
});

test("what is asked while the hand is busy waits for it", () => {
  const { hand } = handWith();
  hand.update(report({ pink: "d4" }, true));
  hand.wanted = state().pieces;
  hand.lift("d8");
  hand.put("d6");
  // On its way it is in the hand: not in the player's.
  hand.update(report({ pink: null }, true));
  mock.timers.tick(20_000);
  mock.timers.tick(500);
  assert.equal(hand.at("d6")?.id, "black-pink");
  hand.update(report());
  mock.timers.tick(1_499);
  assert.equal(hand.at("d6")?.id, "black-pink");
  mock.timers.tick(1);
  assert.equal(hand.at("d8")?.id, "black-pink");
});

test("what the hand does by itself confirms nothing", () => {
  const { hand } = handWith();
  hand.update(report({ pink: "d4" }, true));
  hand.wanted = state().pieces;
  hand.lift("d8");
  hand.update(report({ pink: null }, true));
  hand.update(report());
  assert.equal(hand.held?.id, "black-pink");
});

test("a lift that comes late keeps the tower under the pointer", () => {
  const { hand } = handWith();
  hand.touch("d8");
  hand.gripped = "black-pink";
  mock.timers.tick(10_000);
  assert.equal(hand.held?.id, "black-pink");
  hand.gripped = null;
  mock.timers.tick(1_500);
  assert.equal(hand.held, undefined);
});

test("a tower that the hand leads home is lifted there", () => {
  const { hand, asked } = handWith();
  hand.update(report({ pink: "d4" }, true));
  hand.wanted = state().pieces;
  assert.equal(hand.lift("d4")?.id, "black-pink");
  assert.deepEqual(asked, [lift("d8")]);
});

test("a tower that is put on an opponent's pushes it and all behind it", () => {
  const row = ["d4", "d3"].map((square, i) => piece(["red", "blue"][i], square, "white"));
  const { hand, asked } = handWith([piece("pink", "d5"), ...row]);
  hand.touch("d5");
  assert.equal(hand.touch("d4"), "pushed");
  assert.deepEqual(asked, [lift("d5"), { t: "push", from: "d5", to: "d4" }]);
  const stands = [...hand.standing].map(([square, { name }]) => `${square} ${name}`);
  assert.deepEqual(stands.sort(), ["d2 blue", "d3 red", "d4 pink"]);
});

test("a row that reaches the edge stays, and the tower goes back", () => {
  const { hand, asked } = handWith([piece("pink", "d2"), piece("red", "d1", "white")]);
  hand.touch("d2");
  hand.touch("d1");
  assert.equal(asked.length, 2);
  assert.equal(hand.at("d1")?.name, "red");
  assert.equal(hand.at("d2")?.name, "pink");
});

test("a push that is refused is undone", () => {
  const { hand } = handWith([piece("pink", "d5"), piece("red", "d4", "white")]);
  hand.touch("d5");
  hand.touch("d4");
  hand.revert();
  assert.equal(hand.at("d5")?.name, "pink");
  assert.equal(hand.at("d4")?.name, "red");
});

test("neither a stone pushes, nor a tower one of its own side", () => {
  const stones = [piece("stone", "c3"), piece("stone", "c4", "white")];
  const { hand } = handWith([...stones, piece("pink", "d8"), piece("yellow", "e8")]);
  hand.touch("c3");
  assert.equal(hand.pusherOf("c4"), undefined);
  hand.putBack();
  hand.touch("d8");
  assert.equal(hand.pusherOf("e8"), undefined);
});

test("stones are put out of the box, the next by itself or the one that was chosen", () => {
  const { hand, asked } = handWith([1, 2, 3].map((number) => stone("black", number)));
  hand.placing = "black";
  assert.equal(hand.touch("c4"), "placed");
  hand.follow(state({ pieces: [{ square: "c4", side: "black", name: "stone", teeth: 0 }] }));
  hand.choose("black-stone-3");
  assert.equal(hand.touch("d4"), "placed");
  assert.deepEqual(asked, [put("c4", "black-stone-1"), put("d4", "black-stone-3")]);
});

test("a stone that is chosen again is not chosen any more", () => {
  const { hand } = handWith([stone("black", 1), stone("black", 2)]);
  hand.choose("black-stone-2");
  assert.equal(hand.next?.id, "black-stone-2");
  hand.choose("black-stone-2");
  assert.equal(hand.next, undefined);
});

test("a second stone waits until the game has the first, and the last square counts", () => {
  const box = [stone("black", 1), stone("black", 2), stone("white", 1), stone("white", 2)];
  const { hand, asked } = handWith(box);
  hand.placing = "black";
  hand.touch("c4");
  assert.equal(hand.touch("c4"), "nothing", "a double click lifts nothing");
  hand.touch("d4");
  hand.touch("e4");
  assert.deepEqual(asked, [put("c4", "black-stone-1")]);
  hand.placing = "white";
  const pieces = [{ square: "c4", side: /** @type {const} */ ("black"), name: "stone", teeth: 0 }];
  hand.follow(state({ pieces }));
  assert.deepEqual(asked.slice(1), [{ t: "play", to: "e4" }], "in play it is a move");
  // It was not allowed: what was touched meanwhile is forgotten.
  hand.touch("a1");
  hand.follow(state({ pieces, correction: { text: "Not there.", squares: ["e4"], told: false } }));
  hand.touch("b1");
  assert.deepEqual(asked.slice(2), [{ t: "play", to: "b1" }]);
});

test("a piece that is taken off goes into the box", () => {
  const { hand, asked } = handWith();
  assert.equal(hand.remove("black-pink"), true);
  assert.deepEqual(asked, [{ t: "remove", piece: "black-pink" }]);
  assert.deepEqual(hand.inBox("black").map(({ id }) => id), ["black-pink"]);
});

test("without a connection nothing is shown elsewhere", () => {
  const hand = new Hand(() => false, () => {});
  hand.reason = "";
  hand.update(report());
  assert.equal(hand.touch("d8"), "nothing");
  assert.equal(hand.at("d8")?.id, "black-pink");
});
