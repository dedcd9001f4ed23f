// @ts-check
// The situation of a match: what is told of it first, and the tower that it is about.

/** @typedef {import("../types.js").StateMessage} StateMessage */

/** @typedef {"trouble" | "offer" | "paused" | "hint" | "setup" | "replay" | "between" | "over" | "play" | "analysis"} Kind */

/** The kind of what is told first. @param {StateMessage} state @returns {Kind} */
export function kindOf({ phase, correction, prompt, offer, hint, setup }) {
  if (correction !== null && correction.text !== prompt) return "trouble";
  if (offer) return "offer";
  if (phase === "paused") return "paused";
  if (hint) return "hint";
  if (setup) return "setup";
  return phase === "replay" || phase === "between" || phase === "over" ? phase : "play";
}

/**
 * The tower that must move or is due; undefined for none.
 * @param {StateMessage} state
 */
export function towerOf({ phase, marks, movable, pieces }) {
  const due = marks.find(({ entry, role }) => entry === "fill" && role === "here");
  const awaited = due && pieces.find(({ square }) => square === due.square);
  if (awaited) return awaited;
  const [mover, ...others] = movable;
  if (others.length || !["play", "replay"].includes(phase)) return undefined;
  return pieces.find(({ square }) => square === mover);
}
