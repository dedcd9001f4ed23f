// @ts-check
// The role of a page, and what it may ask for.

/** @typedef {import("../types.js").AccessMessage} AccessMessage */
/** @typedef {import("../types.js").StateMessage} StateMessage */

/** The side that a role plays; null for spectators and owners. @param {Pick<AccessMessage, "role">} access */
export function sideOf({ role }) {
  return role === "white" || role === "black" ? role : null;
}

/**
 * The side of the one player at a page: of a role, or of the owner who plays the computer or a friend
 * elsewhere; null for onlookers, and where two people play at one board.
 * @param {Pick<AccessMessage, "role">} access @param {Pick<StateMessage, "opponent">} state
 */
export function playerOf(access, { opponent }) {
  if (access.role !== "owner" || !opponent) return sideOf(access);
  return opponent.side === "white" ? "black" : "white";
}

/**
 * True if a role may ask for this now.  The program decides again, with more knowledge.
 * @param {Pick<AccessMessage, "role" | "requests">} access
 * @param {import("../types.js").PageRequest["t"]} request
 * @param {StateMessage} state
 */
export function may(access, request, state) {
  const side = sideOf(access);
  if (!access.requests.includes(request)) return false;
  if (!side) return true;
  if (state.puzzle || state.replay || state.opponent?.side === side) return false;
  // The owner says which game a board is for that has been set up anew.
  if (state.choices.some(({ text }) => text === "new game")) return false;
  switch (request) {
    case "lift":
    case "arrange":
      return state.phase === "setup" || state.turn === side;
    case "choose":
    case "play":
    case "redo":
    case "hint":
      return state.turn === side;
    case "takeback":
      return state.moves.findLast(({ from, to }) => from !== to)?.side === side;
    case "answer":
      return !state.offer || state.offer.asked === side;
    default:
      return true;
  }
}
