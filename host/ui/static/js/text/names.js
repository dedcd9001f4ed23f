// @ts-check
// Accessible names of squares and pieces, and moves in words.

import { t } from "./messages.js";
import { table } from "../dom/table.js";

/** @typedef {import("../types.js").StateMessage} StateMessage */
/** @typedef {import("../types.js").HelloMessage} HelloMessage */
/** @typedef {{side: string, name: string, teeth: number}} Look */

/** The colours of Kamisado; any other name of a piece is its kind. */
export const COLOURS = ["brown", "green", "red", "yellow", "pink", "purple", "blue", "orange"];

/** True if a piece is named by its kind and not, like Kamisado's towers, by its colour. */
export const isPlain = (/** @type {{name: string}} */ { name }) => !COLOURS.includes(name);

/** Marks of the whole board, which no square is named by. */
const WHOLE = new Set(["match", "thinking", "lost", "paused"]);

/** @type {Record<string, string>} */
const NAMES = {
  brown: "colour.brown",
  green: "colour.green",
  red: "colour.red",
  yellow: "colour.yellow",
  pink: "colour.pink",
  purple: "colour.purple",
  blue: "colour.blue",
  orange: "colour.orange",
  sand: "page.sand",
  centre: "page.centre",
  stone: "page.stone",
};

/** A colour, or a kind of piece, in words. @param {string} name */
export const nameWords = (name) => (name in NAMES ? t(NAMES[name]) : name);

/** A colour by itself, which is of no tower and no square. @param {string} name */
export const colourWords = (name) =>
  name in NAMES ? t("page.colour", { colour: { id: NAMES[name], args: {} } }) : name;

/** The other side; undefined of none. @param {import("../types.js").Side | undefined} side */
export const otherSide = (side) => side && (side === "white" ? "black" : "white");

/** A player: "White". @param {string} side */
export const player = (side) => t(side === "white" ? "page.white" : "page.black");

/** With a capital, to begin a line with. @param {string} text */
export const label = (text) => text[0].toUpperCase() + text.slice(1);

/** The name of the game, to stand alone: all that towers play is "Kamisado". @param {HelloMessage} hello */
export const gameName = (hello) => (isColoured(hello) ? "Kamisado" : label(hello.title));

/** The title of the page, with the table if there are several. @param {HelloMessage} hello */
export function pageTitle(hello) {
  const title = t("page.game_board", { game: gameName(hello) });
  return table ? `${table}: ${title}` : title;
}

/**
 * Settings of the game: "limit 30 · touch-move"; empty if that is usual.
 * @param {HelloMessage} hello @param {import("../types.js").StateMessage} state
 * @param {import("../types.js").FarMessage | null} far
 */
export function terms({ agreed }, { touch_move, conditions, help, phase }, far) {
  const parts = [...agreed];
  if (conditions === "serious") parts.push(t("page.terms_serious"));
  if (far?.absence_s) parts.push(t("page.terms_absence", { time: durationText(far.absence_s) }));
  if (touch_move) parts.push(t("page.terms_touch_move"));
  if (help === "proven" && phase !== "replay") parts.push(t("page.proven_shown"));
  return parts.join(" \u00b7 ");
}

/** "2:00", minutes and seconds. @param {number} seconds */
export const durationText = (seconds) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** True if the squares are those of coloured towers. @param {HelloMessage} hello */
export const isColoured = ({ square_colours }) =>
  Object.values(square_colours).some((tint) => COLOURS.includes(tint));

/**
 * A move in words, with its squares where the words leave them out.
 * @param {import("../types.js").MoveData} move
 */
export function moveWords({ words, from, to }) {
  const complete = !from || from === to || words.includes(from);
  return complete ? words : t("page.move_with_squares", { move: words, from, to: to ?? "" });
}

/** "black pink tower, 2 teeth" @param {Look} look */
export function pieceName({ side, name, teeth }) {
  const white = side === "white";
  // The colour as a message: its form depends on the word for a tower.
  const piece = isPlain({ name })
    ? t(white ? "page.white_piece" : "page.black_piece", { piece: nameWords(name) })
    : t(white ? "page.white_tower" : "page.black_tower", { colour: { id: NAMES[name], args: {} } });
  return teeth ? t("page.piece_with_teeth", { piece, count: teeth }) : piece;
}

/** "d8, pink square" @param {string} square @param {HelloMessage} hello */
export function squareWords(square, hello) {
  const tint = hello.square_colours[square];
  return tint ? t("page.square", { square, colour: nameWords(tint) }) : square;
}

/** "d8 pink" @param {string} square @param {HelloMessage} hello */
export function shortSquareWords(square, hello) {
  const tint = hello.square_colours[square];
  return tint ? t("page.short_square", { square, colour: nameWords(tint) }) : square;
}

/**
 * The accessible name of a square: its name, colour, piece and marks.
 * @param {string} square
 * @param {HelloMessage} hello
 * @param {StateMessage} state
 * @param {Look | undefined} piece on the square
 * @param {Look | undefined} over lifted from there and in the air
 * @param {(Look & {square: string}) | undefined} [bound] the tower that must move next if the lifted one goes there
 */
export function cellName(square, hello, state, piece, over, bound) {
  const words = [squareWords(square, hello)];
  if (piece) words.push(pieceName(piece));
  else words.push(over ? t("page.empty_lifted", { piece: pieceName(over) }) : t("page.empty"));
  for (const mark of [...state.marks, ...state.ideas]) {
    if (mark.square !== square || WHOLE.has(mark.entry)) continue;
    if (mark.words && !words.includes(mark.words)) words.push(mark.words);
  }
  if (state.last && !state.marks.some((mark) => mark.square === square && mark.entry === "last")) {
    if (state.last.to === square) words.push(t("page.last_move_to"));
    else if (state.last.from === square) words.push(t("page.last_move_from"));
  }
  if (bound) words.push(t("page.binds", { piece: pieceName({ ...bound, teeth: 0 }), square: bound.square }));
  return words.join(", ");
}

/** Marks of the squares where the lifted piece may go, as far as the lights show them. @param {StateMessage} state */
export function destinations(state) {
  const entries = new Set(["legal", "winning", "losing"]);
  return state.marks.filter(
    ({ entry, role }) => (entries.has(entry) && role !== "origin") || role === "pusher",
  );
}
