// @ts-check
// The bound tower: the square on which a move ends chooses it by its colour.

import { beyond } from "./geometry.js";
import { COLOURS, destinations } from "../text/names.js";

/** @typedef {import("../types.js").StateMessage} StateMessage */
/** @typedef {import("../types.js").Side} Side */
/** @typedef {{square: string, side: Side, name: string, teeth: number}} Standing */
/** @typedef {{end: string, tower: Standing}} Bound the square that binds, and the bound tower */
/** @typedef {import("../types.js").HelloMessage["square_colours"]} SquareColours */

/**
 * What a piece binds if it goes to a square; null if it may not, or binds none.
 * @param {string} square @param {{side: Side, name: string}} piece
 * @param {string | null} from where it came from; null if nobody knows
 * @param {StateMessage} state @param {Standing[]} pieces those on the board
 * @param {import("../types.js").HelloMessage} hello
 * @returns {Bound | null}
 */
export function boundBy(square, piece, from, state, pieces, { size: [, ranks], square_colours }) {
  if (!COLOURS.includes(piece.name) || state.phase !== "play") return null;
  const home = piece.side === "white" ? ranks : 1;
  if (!destinations(state).some((mark) => mark.square === square)) return null;
  if (Number(square.slice(1)) === home) return null;
  const other = piece.side === "white" ? "black" : "white";
  const stands = (/** @type {string} */ at) => pieces.find((one) => one.square === at && at !== from);
  /** @type {string | null} */
  let end = square;
  while (end && from && stands(end)) end = beyond(from, end);
  if (!end) return null;
  // A push binds the pusher's side again.
  const side = end === square ? other : piece.side;
  const tower = pieces.find((one) => one.side === side && one.name === square_colours[end ?? ""]);
  return tower ? { end, tower } : null;
}

/**
 * What the last move has bound; null if there is no new one, or it has bound none.
 * @param {StateMessage} before @param {StateMessage} state @param {SquareColours} colours
 * @returns {Bound | null}
 */
export function boundByMove(before, state, colours) {
  if (state.moves.length <= before.moves.length || state.phase !== "play") return null;
  const [required] = state.movable;
  const tower = state.pieces.find((piece) => piece.square === required);
  const last = state.moves.at(-1);
  if (state.movable.length !== 1 || !tower || !last?.to || !COLOURS.includes(tower.name)) return null;
  /** @type {string | null} */
  let end = last.to;
  // A push ends with the last tower of its row.
  while (end && colours[end] !== tower.name) end = last.from ? beyond(last.from, end) : null;
  return end ? { end, tower } : null;
}
