// @ts-check
// The beginning of a match: what is agreed on before a move is made.

/** @typedef {import("../types.js").StateMessage} StateMessage */

/** True if the board is for something besides a match. @param {StateMessage} state */
export const isTaken = ({ puzzle, replay, tutorial }) => Boolean(puzzle || replay || tutorial);

/**
 * True if it is clear what is played, or is asked about on the board.
 * @param {StateMessage} state @param {boolean} timed true with a clock
 */
export function isAgreed({ phase, choices, opponent, match, moves }, timed) {
  // What stands on the board is asked about first.
  if (phase === "setup" && choices.length) return true;
  // Whoever has started the program with more than the usual wants that.
  const agreed = timed || opponent !== null || (match?.goal ?? 1) !== 1;
  return agreed || moves.length > 0 || !["play", "setup"].includes(phase);
}
