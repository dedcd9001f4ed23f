// @ts-check
// Where the towers of a position stand that is set up.

import { COLOUR_OF } from "../match/position_text.js";

/** @typedef {import("../types.js").PieceData} PieceData */

const RANKS = [8, 7, 6, 5, 4, 3, 2, 1];
const FILES = [..."abcdefgh"];
/** @type {Map<string, string>} */
const LETTER_OF = new Map(Object.entries(COLOUR_OF).map(([letter, colour]) => [colour, letter]));

/** The towers as the first field of a position's text. @param {PieceData[]} pieces */
export function placement(pieces) {
  const on = new Map(pieces.map((piece) => [piece.square, piece]));
  const rank = (/** @type {number} */ number) => FILES.map((file) => {
    const piece = on.get(`${file}${number}`);
    const letter = (piece && LETTER_OF.get(piece.name)) ?? "1";
    return (piece?.side === "white" ? letter.toUpperCase() : letter) + "+".repeat(piece?.teeth ?? 0);
  });
  const empty = (/** @type {string} */ text) => text.replace(/1+/g, (all) => String(all.length));
  return RANKS.map((number) => empty(rank(number).join(""))).join("/");
}

/** Put what stands on a square on another one; two towers change places. @param {PieceData[]} pieces @param {string} from @param {string} to */
export function moved(pieces, from, to) {
  const there = new Map([[from, to], [to, from]]);
  return pieces.map((piece) => ({ ...piece, square: there.get(piece.square) ?? piece.square }));
}
