// @ts-check
// The text of a position of Kamisado, or of stones: its towers, and corrections of it.

/** @typedef {{square: string, letter: string, teeth: string}} Tower */

/** Colours by their letters in the text of a position. @type {Record<string, string>} */
export const COLOUR_OF = {
  n: "brown",
  g: "green",
  r: "red",
  y: "yellow",
  k: "pink",
  p: "purple",
  b: "blue",
  o: "orange",
};
const FILES = "abcdefgh";

/** True for a position of stones, which have no names. @param {string} text */
export const isOfStones = (text) => /s/i.test(text.split(" ")[0]);

export const isWhite = (/** @type {string} */ letter) => letter === letter.toUpperCase();

/** The towers of a position, from rank 8 to rank 1. @param {string} text @returns {Tower[]} */
export function towersOf(text) {
  const towers = [];
  for (const [row, rank] of text.split(" ")[0].split("/").entries()) {
    let file = 0;
    for (const [, empty, letter, teeth] of rank.matchAll(/([1-9])|([a-z])(\+*)/gi)) {
      if (empty) file += Number(empty);
      else towers.push({ square: `${FILES[file++]}${8 - row}`, letter, teeth });
    }
  }
  return towers;
}

/**
 * The position with the tower of this letter on a square; the one that was there takes its place.
 * The teeth go with their towers.
 * @param {string} text @param {string} square @param {string} letter
 */
export function exchange(text, square, letter) {
  const towers = towersOf(text);
  const here = towers.find((tower) => tower.square === square);
  const there = towers.find((tower) => tower.letter === letter);
  if (!here || !there) return text;
  const [board, ...rest] = text.split(" ");
  const put = new Map([[here.letter, there], [there.letter, here]]);
  const exchanged = board.replace(/([a-z])\+*/gi, (all, found) => {
    const tower = put.get(found);
    return tower ? tower.letter + tower.teeth : all;
  });
  return [exchanged, ...rest].join(" ");
}

/**
 * The text with another field: 1 for the side to move, 2 for the tower that must.
 * @param {string} text @param {number} number @param {string} value
 */
export function withField(text, number, value) {
  const fields = text.trim().split(/\s+/);
  fields[number] = value;
  // In a round of Kamisado the last mover is the opponent of the side to move again.
  return (isOfStones(fields[0]) ? fields : fields.slice(0, 3)).join(" ");
}
