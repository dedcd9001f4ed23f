// @ts-check
// The marks that are drawn: those of the lights, and the last move.

/** Entries of squares where the lifted piece may go. */
const DESTINATIONS = new Set(["legal", "winning", "losing"]);

/** @typedef {Pick<import("../types.js").StateMessage, "ideas" | "marks" | "last">} Marked */

/** The marks to draw, with the last move's. @param {Marked} state */
export function shownMarks(state) {
  // What a reason is about lies under all else.
  const marks = [...state.ideas, ...state.marks];
  const known = new Set(marks.map((mark) => mark.entry));
  // Show the last move even if the lights do not.
  if (state.last && !known.has("last") && !known.has("accepted")) {
    const last = { entry: "last", words: "", colour: null, side: null };
    const { from, to } = state.last;
    if (from && to) marks.push({ ...last, square: from, role: "from" });
    if (to) marks.push({ ...last, square: to, role: "to" });
  }
  const hinted = new Set(marks.filter(({ entry }) => entry === "execute").map(({ square }) => square));
  // A hint says more of its square than that it may be gone to, or wins.
  return marks.filter(({ entry, square }) => !DESTINATIONS.has(entry) || !hinted.has(square));
}
