// @ts-check
// The names that were typed last, kept in this browser: of the one player, and of two at one board.

import { playerOf } from "../connection/role.js";

/** @typedef {import("../types.js").StateMessage} StateMessage */
/** @typedef {Record<import("../types.js").Side, string>} Names */

/**
 * @typedef {object} KeptNames
 * @property {string} own of the player against the computer or a friend elsewhere
 * @property {Names} both of two players at one board
 */

const KEY = "kamisado-names";
const NOBODY = { white: "", black: "" };

/** @param {unknown} name */
const text = (name) => (typeof name === "string" ? name : "");

/** @param {string | null} stored null for nothing @returns {KeptNames} none where nonsense is stored */
export function read(stored) {
  /** @type {any} */
  let kept = {};
  try {
    kept = JSON.parse(stored ?? "{}") ?? {};
  } catch {
    // Nonsense is forgotten.
  }
  return { own: text(kept.own), both: { white: text(kept.both?.white), black: text(kept.both?.black) } };
}

/** @returns {KeptNames} none where storage is forbidden */
export function load() {
  try {
    return read(localStorage.getItem(KEY));
  } catch {
    return read(null);
  }
}

/** @param {KeptNames} kept */
export function save(kept) {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Then they are typed again.
  }
}

/**
 * What is kept once these names were typed in a match.
 * @param {KeptNames} kept @param {Pick<StateMessage, "opponent">} state @param {Names} names
 */
export function keptAfter(kept, state, names) {
  const you = playerOf({ role: "owner" }, state);
  return you ? { ...kept, own: names[you] } : { ...kept, both: names };
}

/**
 * The names for a match that has none: those that were typed last; null if there are none.
 * @param {KeptNames} kept @param {Pick<StateMessage, "opponent" | "names">} state
 * @returns {Names | null}
 */
export function proposed({ own, both }, state) {
  const you = playerOf({ role: "owner" }, state);
  const names = you ? { ...NOBODY, [you]: own } : both;
  const isKnown = names.white || names.black;
  return isKnown && !state.names.white && !state.names.black ? names : null;
}
