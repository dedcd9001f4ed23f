// @ts-check
// A move that is typed: its squares, "d8d4", or as records have it, "pink left 3 blue".

import { t } from "../text/messages.js";
import { COLOURS, nameWords } from "../text/names.js";

/** @typedef {import("../types.js").StateMessage} StateMessage */
/** @typedef {import("../types.js").HelloMessage} HelloMessage */
/** @typedef {{from: string, to: string}} Squares */

const SQUARES = /^([a-z]\d)[\s-]*([a-z]\d)\+?$/;
/** A tower, perhaps a way, how many squares, and perhaps words for the colour on which it stops. */
const ENTRY = /^(\S+)(?: (\S+))? (\d)(?: (.+))?$/;

/**
 * The squares of a typed move; null if it is none.  Whether it is legal, the board tells.
 * @param {string} text @param {StateMessage} state @param {HelloMessage} hello
 * @returns {Squares | null}
 */
export function typedMove(text, state, hello) {
  const line = text.trim().toLowerCase().replace(/\s+/g, " ");
  const [, from, to] = SQUARES.exec(line) ?? [];
  const move = from ? { from, to } : entryMove(line, state, hello);
  return move && isSquare(move.from, hello) && isSquare(move.to, hello) ? move : null;
}

/** @param {string} line @param {StateMessage} state @param {HelloMessage} hello @returns {Squares | null} */
function entryMove(line, { pieces, turn }, { square_colours }) {
  const [, first, way, distance, ended] = ENTRY.exec(line) ?? [];
  const name = colourOf(first);
  const tower = name && pieces.find((piece) => piece.name === name && piece.side === turn);
  const aside = sideways(way);
  if (!tower || aside === null) return null;
  // The way is the mover's own.
  const ahead = (turn === "white" ? 1 : -1) * Number(distance);
  const file = String.fromCharCode(tower.square.charCodeAt(0) + ahead * aside);
  const to = `${file}${Number(tower.square.slice(1)) + ahead}`;
  // A colour that a language inflects may not be understood, and then decides nothing.
  const stop = colourOf(ended);
  return stop && square_colours[to] !== stop ? null : { from: tower.square, to };
}

/** @param {string} square @param {HelloMessage} hello */
function isSquare(square, { size: [files, ranks] }) {
  const file = square.charCodeAt(0) - "a".charCodeAt(0);
  const rank = Number(square.slice(1));
  return file >= 0 && file < files && rank >= 1 && rank <= ranks;
}

/** The colour with this name, in the page's language or in English. @param {string | undefined} word */
const colourOf = (word) => COLOURS.find((colour) => colour === word || nameWords(colour).toLowerCase() === word);

/** Files to the right that a way leads with each square; null for a word that is none. @param {string | undefined} word */
function sideways(word) {
  if (!word || word === "↑") return 0;
  if (["left", "↖", wayWord("engine.entry_left")].includes(word)) return -1;
  return ["right", "↗", wayWord("engine.entry_right")].includes(word) ? 1 : null;
}

/** The word for a way, which stands in the entries of records. @param {string} id */
const wayWord = (id) => t(id, { tower: "", distance: "", ended: "" }).trim().toLowerCase().split(" ")[0];
