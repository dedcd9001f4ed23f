import assert from "node:assert/strict";
import { test } from "node:test";

import "../support/catalogue.js";
import "../support/timers.js";
import { piece, plies, program, state } from "../support/messages.js";
import { Hand } from "../../../host/ui/static/js/hand/hand.js";
import { Plans } from "../../../host/ui/static/js/hand/plans.js";

/** @typedef {import("../../../host/ui/static/js/types.js").StateMessage} StateMessage */

const opponent = /** @type {StateMessage["opponent"]} */ ({ side: "white", label: "Level 1" });
const towers = [piece("pink", "d8"), piece("yellow", "e8"), piece("pink", "e1", "white")];
const pieces = /** @type {StateMessage["pieces"]} */ (
  towers.map(({ square, side, name }) => ({ square, side, name, teeth: 0 }))
);

/**
 * White replies to the first move of Black.
 * @param {StateMessage["turn"]} turn @param {string[]} [movable] @param {number} [made] number of moves
 */
const game = (turn, movable = [], made = turn === "white" ? 1 : 2) =>
  state({ turn, movable, pieces, opponent, moves: plies(made) });

function planning() {
  const { asked, send } = program();
  const hand = new Hand(send, () => {});
  hand.reason = "";
  hand.update({ t: "hand", by_hand: false, busy: false, pieces: towers });
  /** @type {string[]} */
  const told = [];
  const plans = new Plans(hand, (text) => told.push(text));
  /** @param {StateMessage} next @param {string | null} [own] */
  const follow = (next, own = null) => {
    hand.follow(next);
    plans.follow(next, own);
  };
  follow(game("white"));
  return { hand, plans, asked, told, follow };
}

test("a planned move is made once it is the player's turn and that tower must move", () => {
  const { hand, plans, asked, told, follow } = planning();
  plans.set("d8", "d4");
  assert.deepEqual(asked, [], "nobody hears of it before");
  assert.equal(told[0].includes("pink") && told[0].includes("d4"), true);
  follow(game("white"));
  follow(game("black", ["d8"]));
  assert.deepEqual(asked, [{ t: "play", from: "d8", to: "d4" }]);
  assert.equal(hand.at("d4")?.id, "black-pink");
  assert.equal(plans.moves.size, 0);
  follow(game("black", ["d8"]));
  assert.equal(asked.length, 1);
});

test("a turn that comes by a takeback plays nothing, and ends the plans", () => {
  const { plans, asked, follow } = planning();
  plans.set("d8", "d4");
  follow(game("black", ["d8"], 0));
  assert.deepEqual(asked, []);
  assert.equal(plans.moves.size, 0);
});

test("of several plans the one for the tower counts that must move, and all end", () => {
  const { plans, asked, follow } = planning();
  plans.set("d8", "d4");
  plans.set("e8", "e5");
  follow(game("black", ["e8"]));
  assert.deepEqual(asked, [{ t: "play", from: "e8", to: "e5" }]);
  assert.equal(plans.moves.size, 0);
  const other = planning();
  other.plans.set("d8", "d4");
  other.follow(game("black", ["e8"]));
  assert.deepEqual(other.asked, []);
  assert.equal(other.plans.moves.size, 0);
});

test("two taps plan, a tap on the tower or its square withdraws", () => {
  const { plans, told } = planning();
  assert.equal(plans.touch("c5"), false, "nothing is planned from an empty square");
  assert.equal(plans.touch("e1"), false, "nor with the other side's towers");
  for (const square of ["d8", "e8"]) {
    plans.touch("d8");
    assert.equal(plans.chosen, "d8");
    plans.touch("d4");
    assert.deepEqual([...plans.moves], [["d8", "d4"]]);
    plans.touch(square === "d8" ? "d8" : "d4");
    assert.equal(plans.moves.size, 0);
  }
  assert.equal(told[1].includes("withdrawn"), true);
  plans.touch("d8");
  plans.touch("d8");
  assert.equal(plans.chosen, null);
  plans.touch("d8");
  plans.touch("e8");
  assert.equal(plans.chosen, "e8", "another tower instead");
});

test("nobody plans on the own turn, for both sides, or as on a real board", () => {
  const { hand, plans, follow } = planning();
  follow(game("black", ["d8"]));
  assert.equal(plans.begins("d8"), false);
  follow(state({ turn: "white", pieces, opponent: null }));
  assert.equal(plans.begins("d8"), false);
  follow(state({ turn: "white", pieces, opponent: null }), "black");
  assert.equal(plans.begins("d8"), true, "a guest plays one side");
  hand.byHand = true;
  follow(game("white"));
  assert.equal(plans.begins("d8"), false);
});

test("a plan ends with its tower, and with the round", () => {
  const { plans, asked, follow } = planning();
  plans.set("d8", "d4");
  follow(state({ turn: "white", opponent, pieces: pieces.slice(1) }));
  assert.equal(plans.moves.size, 0);
  follow(game("white"));
  plans.set("d8", "d4");
  follow({ ...game("black", ["d8"]), phase: "between" });
  follow(game("black", ["d8"]));
  assert.deepEqual(asked, []);
});
