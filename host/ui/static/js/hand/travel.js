// @ts-check
// Travel over the squares of the board by keys.

/**
 * The square to which a key leads: an arrow, Home, End, Page Up or Page Down.
 * @param {import("../board/geometry.js").View} view
 * @param {string} square
 * @param {string} key
 * @param {boolean} ctrl true with the control key
 * @returns {string | null} null for another key
 */
export function travelled(view, square, key, ctrl) {
  let [column, row] = view.cell(square);
  const [lastColumn, lastRow] = [view.files - 1, view.ranks - 1];
  switch (key) {
    case "ArrowUp":
      row = Math.max(0, row - 1);
      break;
    case "ArrowDown":
      row = Math.min(lastRow, row + 1);
      break;
    case "ArrowLeft":
      column = Math.max(0, column - 1);
      break;
    case "ArrowRight":
      column = Math.min(lastColumn, column + 1);
      break;
    case "Home":
      column = 0;
      if (ctrl) row = 0;
      break;
    case "End":
      column = lastColumn;
      if (ctrl) row = lastRow;
      break;
    case "PageUp":
      row = 0;
      break;
    case "PageDown":
      row = lastRow;
      break;
    default:
      return null;
  }
  return view.at(column, row);
}

/**
 * The next of some squares, the first again after the last.
 * @param {string[]} squares in the order of the board, at least one
 * @param {string} here which may be none of them
 * @param {boolean} backwards
 */
export function next(squares, here, backwards) {
  const order = backwards ? [...squares].reverse() : squares;
  return order[(order.indexOf(here) + 1) % order.length];
}
