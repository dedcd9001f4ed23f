// @ts-check
// Names: what a screen reader hears for a square, and lists of squares in words.

import { COLOURS } from "./symbols.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Hello} Hello */
/** @typedef {{side: string, name: string, teeth: number}} Look */

/** Whether a piece has the name of its kind and not, like Kamisado's towers, of its colour. */
export const isPlain = (/** @type {{name: string}} */ { name }) => !COLOURS.includes(name);

/** What concerns the whole board is told once, not by every square. */
const WHOLE = new Set(["match", "thinking", "lost", "paused"]);

/** With a capital, to begin a line with. @param {string} text */
export const label = (text) => text[0].toUpperCase() + text.slice(1);

/**
 * The name of the game, to stand alone: all "kamisado-..." are played as "Kamisado".
 * @param {Hello} hello
 */
export function gameName({ game, title }) {
  const dash = game.split(":")[0].indexOf("-");
  return label(dash < 0 ? title : game.slice(0, dash));
}

/**
 * How it is played: "Level 4 plays Black · limit 30 · moves stand as made"; empty if that is usual.
 * @param {Hello} hello @param {import("./types.js").State} state
 */
export function terms({ game }, { opponent, touch_move }) {
  const settings = game.split(":")[1]?.split(",") ?? [];
  const parts = settings.map((setting) => setting.replace("=", " ").replaceAll("_", " "));
  if (opponent) parts.unshift(`${opponent.label} plays ${label(opponent.side)}`);
  if (touch_move) parts.push("moves stand as made");
  return parts.join(" \u00b7 ");
}

/** Whether the squares are those of coloured towers. @param {Hello} hello */
export const isColoured = ({ tints }) =>
  Object.values(tints).some((tint) => COLOURS.includes(tint));

/**
 * A move in words, with its squares where the words leave them out.
 * @param {import("./types.js").Ply} move
 */
export function moveWords({ words, from, to }) {
  const told = !from || from === to || words.includes(from);
  return told ? words : `${words}, ${from} to ${to}`;
}

/** "black pink tower, 2 teeth" @param {Look} look */
export function pieceName({ side, name, teeth }) {
  const kind = isPlain({ name }) ? name : `${name} tower`;
  const extra = teeth ? `, ${teeth} ${teeth === 1 ? "tooth" : "teeth"}` : "";
  return `${side} ${kind}${extra}`;
}

/** "d8, pink square" @param {string} square @param {Hello} hello */
export function squareWords(square, hello) {
  const tint = hello.tints[square];
  return tint ? `${square}, ${tint} square` : square;
}

/**
 * The accessible name of a square: place, colour, piece, then what the lights say of it.
 * @param {string} square
 * @param {Hello} hello
 * @param {State} state
 * @param {Look | undefined} piece what stands there
 * @param {Look | undefined} over what was lifted from there and is in the air
 */
export function cellName(square, hello, state, piece, over) {
  const words = [squareWords(square, hello)];
  if (piece) words.push(pieceName(piece));
  else words.push(over ? `empty, ${pieceName(over)} lifted` : "empty");
  for (const mark of state.marks) {
    if (mark.square !== square || WHOLE.has(mark.entry)) continue;
    if (mark.words && !words.includes(mark.words)) words.push(mark.words);
  }
  if (state.last && !state.marks.some((mark) => mark.square === square && mark.entry === "last")) {
    if (state.last.to === square) words.push("last move came here");
    else if (state.last.from === square) words.push("last move came from here");
  }
  return words.join(", ");
}

/** Where the lifted piece may go, the way the lights show it. @param {State} state */
export function destinations(state) {
  const entries = new Set(["legal", "winning", "losing"]);
  return state.marks
    .filter(({ entry, role }) => (entries.has(entry) && role !== "origin") || role === "pusher")
    .map(({ square, words }) => ({ square, words }));
}
