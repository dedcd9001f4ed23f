// @ts-check
// Geometry: names of squares, and their coordinates in the drawing.

/** Side of a square in units of the drawing. */
export const CELL = 100;
/** Width of the rim around the squares, which carries the coordinates. */
export const RIM = 30;

/** @param {string} square @returns {[number, number]} file and rank, from 0 */
export function place(square) {
  return [square.charCodeAt(0) - 97, Number(square.slice(1)) - 1];
}

/** @param {number} file @param {number} rank both from 0 */
export function squareName(file, rank) {
  return String.fromCharCode(97 + file) + (rank + 1);
}

/**
 * The next square after `here`, in the direction in which `here` lies from `from`; null if there is
 * none on a board of the usual size, or no direction.
 * @param {string} from @param {string} here
 */
export function beyond(from, here) {
  const [[fromFile, fromRank], [file, rank]] = [place(from), place(here)];
  const [dx, dy] = [Math.sign(file - fromFile), Math.sign(rank - fromRank)];
  const [nextFile, nextRank] = [file + dx, rank + dy];
  const outside = Math.min(nextFile, nextRank) < 0 || Math.max(nextFile, nextRank) > 7;
  return outside || (!dx && !dy) ? null : squareName(nextFile, nextRank);
}

/**
 * Every square, a1 first, rank by rank: the order of an LED picture.
 * @param {[number, number]} size
 */
export function allSquares([files, ranks]) {
  return Array.from({ length: files * ranks }, (_, i) =>
    squareName(i % files, Math.floor(i / files)),
  );
}

/** Orientation of the board: White's side at the bottom, or at the top. */
export class View {
  /** @param {[number, number]} size @param {boolean} turned */
  constructor(size, turned) {
    this.files = size[0];
    this.ranks = size[1];
    this.turned = turned;
    this.width = this.files * CELL + 2 * RIM;
    this.height = this.ranks * CELL + 2 * RIM;
  }

  /** @param {string} square @returns {[number, number]} column and row, from the top left */
  cell(square) {
    const [file, rank] = place(square);
    return this.turned ? [this.files - 1 - file, rank] : [file, this.ranks - 1 - rank];
  }

  /** @param {string} square @returns {[number, number]} its top left corner in the drawing */
  corner(square) {
    const [column, row] = this.cell(square);
    return [RIM + column * CELL, RIM + row * CELL];
  }

  /** @param {number} column @param {number} row @returns {string | null} null beside the board */
  at(column, row) {
    if (column < 0 || row < 0 || column >= this.files || row >= this.ranks) return null;
    return this.turned
      ? squareName(this.files - 1 - column, row)
      : squareName(column, this.ranks - 1 - row);
  }

  /** @param {number} x @param {number} y in units of the drawing */
  under(x, y) {
    return this.at(Math.floor((x - RIM) / CELL), Math.floor((y - RIM) / CELL));
  }
}
