// @ts-check
// Earcons: what a sound means, and when it is due.

import { otherSide } from "../text/names.js";

/** @typedef {import("../types.js").StateMessage} StateMessage */
/** @typedef {import("../types.js").ClockMessage} ClockMessage */
/** @typedef {import("../types.js").Side} Side */

/** Tones of each earcon: frequency in Hz, and when it begins, in s. Of several, the first are played first. */
export const EARCONS = {
  lift: [[520, 0]],
  put: [[170, 0]],
  /** The board or the program is gone. */
  lost: [[330, 0], [247, 0.14], [165, 0.28]],
  found: [[165, 0], [247, 0.14], [330, 0.28]],
  wrong: [[196, 0], [185, 0.09]],
  takeback: [[523, 0], [392, 0.09]],
  move: [[392, 0], [523, 0.09]],
  /** A move that captures, pushes or turns other pieces over. */
  capture: [[523, 0], [262, 0.09], [262, 0.18]],
  /** A round or a game is over. */
  end: [[523, 0], [659, 0.12], [784, 0.24], [1047, 0.36]],
  good: [[523, 0], [659, 0.12], [784, 0.24]],
  /** Something is offered and waits for an answer. */
  offer: [[587, 0], [740, 0.12], [587, 0.24]],
  /** It is the turn of who plays against the computer, or by an invitation. */
  turn: [[660, 0], [660, 0.14]],
  /** Time runs short. */
  clock: [[988, 0], [988, 0.1], [988, 0.2]],
};

/** @typedef {keyof typeof EARCONS} Earcon */

/** Earcons that another one makes needless. @type {Partial<Record<Earcon, Earcon>>} */
const INSTEAD = { good: "end", wrong: "lost", move: "capture" };

/** Times left at which a running clock is heard, in ms; speech tells them (host/ui/speech/time_left.py). */
const SHORT_MS = [60_000, 10_000];

/**
 * What is to be heard of several earcons at once, in the order of `EARCONS`.
 * @param {Iterable<Earcon>} due
 */
export function heard(due) {
  const all = new Set(due);
  return /** @type {Earcon[]} */ (Object.keys(EARCONS)).filter((name) => {
    const other = INSTEAD[name];
    return all.has(name) && !(other && all.has(other));
  });
}

/**
 * The earcons of a new state of the match.
 * @param {StateMessage | null} before null for the first one, of which nothing is heard
 * @param {StateMessage} now
 * @param {Side | null} own the side of who hears it, if it is one
 * @returns {Earcon[]}
 */
export function earcons(before, now, own) {
  if (!before || now.replay || before.replay) return [];
  /** @type {Earcon[]} */
  const due = [];
  const added = now.moves.length - before.moves.length;
  const common = Math.min(now.moves.length, before.moves.length);
  const goesOn = common === 0 || now.moves[common - 1].text === before.moves[common - 1].text;
  if (added < 0 && goesOn && now.can_redo) due.push("takeback");
  if (added > 0 && goesOn) due.push(takesOrPushes(before, now, added) ? "capture" : "move");
  const over = (/** @type {StateMessage} */ { outcome, round }) => Boolean(outcome ?? round);
  if (over(now) && !over(before)) due.push("end");
  if (now.offer && now.offer.by !== own && !before.offer) due.push("offer");
  const mine = own ?? otherSide(now.opponent?.side);
  const plays = now.phase === "play" && mine === now.turn;
  if (added > 0 && goesOn && plays && before.turn !== now.turn) due.push("turn");
  return due;
}

/**
 * True if a clock has just come to a time at which it is heard.
 * @param {ClockMessage | null} before @param {ClockMessage} now
 */
export function runsShort(before, now) {
  const side = now.running;
  const was = side && before?.text === now.text ? before[side] : null;
  const left = side && now[side];
  if (was === null || !left) return false;
  return SHORT_MS.some((short) => left <= short && was > short);
}

/**
 * True if so many moves have changed more squares than those that the pieces left and came to; a
 * choice between two rounds is none.
 * @param {StateMessage} before @param {StateMessage} now @param {number} moves
 */
function takesOrPushes(before, now, moves) {
  if (!now.moves[now.moves.length - 1].to) return false;
  const stood = new Map(before.pieces.map(({ square, side, name }) => [square, side + name]));
  let changed = 0;
  for (const { square, side, name } of now.pieces) {
    if (stood.get(square) !== side + name) changed += 1;
    stood.delete(square);
  }
  const stands = new Set(now.pieces.map(({ square }) => square));
  changed += [...stood.keys()].filter((square) => !stands.has(square)).length;
  return changed > 2 * moves;
}
