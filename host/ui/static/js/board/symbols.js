// @ts-check
// Symbols: a sign for each colour, so that no information depends on colour alone.
//
// Every sign on the page is a `use` of a sprite; choosing another set redraws the sprite alone.

import { byId, svg } from "../dom/dom.js";
import { KANJI } from "./kanji.js";
import { t } from "../text/messages.js";
import { COLOURS } from "../text/names.js";
import { paints } from "./paints.js";

/** @typedef {import("../text/settings.js").SymbolSet} SymbolSet */

/** @type {Record<string, string>} */
const SHAPES = {
  brown: "M4 4H20V20H4Z",
  green: "M12 3 22 20.5H2Z",
  red: "M8.6 2.5H15.4V8.6H21.5V15.4H15.4V21.5H8.6V15.4H2.5V8.6H8.6Z",
  yellow: "M12 1.6 15.1 8.4 22.5 9.2 17 14.2 18.5 21.5 12 17.8 5.5 21.5 7 14.2 1.5 9.2 8.9 8.4Z",
  pink:
    "M12 21C5 15.6 2.2 12.2 2.2 8.4" +
    "A5.2 5.2 0 0 1 12 6 5.2 5.2 0 0 1 21.8 8.4C21.8 12.2 19 15.6 12 21Z",
  purple: "M15.5 2.4A9.9 9.9 0 1 0 21.7 15.6 8.4 8.4 0 0 1 15.5 2.4Z",
  blue: "M12 1.8C14.6 5.6 19.4 11 19.4 15A7.4 7.2 0 0 1 4.6 15C4.6 11 9.4 5.6 12 1.8Z",
  orange:
    "M12 2.8A9.2 9.2 0 1 0 12 21.2 9.2 9.2 0 1 0 12 2.8Z" +
    "M12 8.2A3.8 3.8 0 1 1 12 15.8 3.8 3.8 0 1 1 12 8.2Z",
};

/** @param {string} colour */
const spriteId = (colour) => `sign-${colour}`;

/** @param {string} colour @param {SymbolSet} set */
function sign(colour, set) {
  if (set === "letters") {
    const text = svg("text", { x: 12, y: 20, class: "letter" });
    text.textContent = t(`ui.letter_${colour}`);
    return text;
  }
  return svg("path", { d: (set === "kanji" ? KANJI : SHAPES)[colour], "fill-rule": "evenodd" });
}

/** Draw all signs of the page from this set. @param {SymbolSet} set */
export function showSymbols(set) {
  byId("sprite").replaceChildren(
    paints(),
    ...COLOURS.map((colour) =>
      svg("symbol", { id: spriteId(colour), viewBox: "0 0 24 24" }, sign(colour, set)),
    ),
  );
}

/**
 * A colour's sign; an empty group for a colour without one.
 * @param {string} colour @param {number} x @param {number} y @param {number} size
 */
export function signAt(colour, x, y, size) {
  if (!COLOURS.includes(colour)) return svg("g");
  const frame = { x, y, width: size, height: size, class: "sign" };
  return svg("use", { href: `#${spriteId(colour)}`, ...frame });
}

/**
 * A small picture of a tower (octagon) or a square in a colour, for running text.
 * @param {string | undefined} colour @param {"tower" | "square"} kind
 */
export function chip(colour, kind) {
  const outline =
    kind === "tower"
      ? svg("path", { d: "M7.4 1H16.6L23 7.4V16.6L16.6 23H7.4L1 16.6V7.4Z", class: "tint" })
      : svg("rect", { x: 1, y: 1, width: 22, height: 22, rx: 3, class: "tint" });
  const attributes = { viewBox: "0 0 24 24", class: `chip c-${colour ?? "none"}` };
  return svg(
    "svg",
    { ...attributes, "aria-hidden": "true" },
    outline,
    signAt(colour ?? "", 4.5, 4.5, 15),
  );
}
