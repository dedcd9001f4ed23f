// @ts-check
// The move list: tower, arrow as the mover saw it, distance, the square's colour, its name.

import { place } from "./geometry.js";
import { html, svg } from "./element.js";
import { chip } from "./symbols.js";

/** @typedef {import("./types.js").Ply} Ply */
/** @typedef {import("./types.js").Hello} Hello */

const ARROW = "M12 20.5V4.5M5.5 11 12 4.5 18.5 11";

/**
 * Distance and direction of a move, seen from the side that made it.
 * @param {Ply} move
 * @returns {{distance: number, degrees: number}} degrees clockwise from straight forward
 */
export function course({ side, from, to }) {
  if (!from || !to) return { distance: 0, degrees: 0 };
  const sign = side === "white" ? 1 : -1;
  const [fileFrom, rankFrom] = place(from);
  const [fileTo, rankTo] = place(to);
  const [right, forward] = [sign * (fileTo - fileFrom), sign * (rankTo - rankFrom)];
  const degrees = (Math.atan2(right, forward) * 180) / Math.PI;
  return { distance: Math.max(Math.abs(right), Math.abs(forward)), degrees: Math.round(degrees) };
}

export class Moves {
  /** @param {HTMLElement} list @param {HTMLElement} empty shown while there is no move */
  constructor(list, empty) {
    this.list = list;
    this.empty = empty;
    /** @type {string[]} */
    this.shown = [];
  }

  /** @param {Ply[]} moves @param {Hello} hello */
  show(moves, hello) {
    const texts = moves.map((move) => `${move.ply} ${move.side} ${move.text} ${move.words}`);
    const same = texts.findIndex((text, i) => text !== this.shown[i]);
    const keep = same < 0 ? texts.length : same;
    if (keep === texts.length && keep === this.shown.length) return;
    while (this.list.childElementCount > keep) this.list.lastElementChild?.remove();
    this.list.lastElementChild?.classList.remove("newest");
    for (const move of moves.slice(keep)) this.list.append(this.entry(move, hello));
    this.list.lastElementChild?.classList.add("newest");
    this.list.scrollTop = this.list.scrollHeight;
    this.empty.hidden = moves.length > 0;
    this.shown = texts;
  }

  /** Draw everything anew at the next `show`. */
  reset() {
    this.shown = [];
    this.list.replaceChildren();
  }

  /** @param {Ply} move @param {Hello} hello */
  entry(move, hello) {
    const { distance, degrees } = course(move);
    const arrow = svg("svg", { viewBox: "0 0 24 24", class: "arrow" });
    if (distance) arrow.append(svg("path", { d: ARROW, transform: `rotate(${degrees} 12 12)` }));
    const way = !distance || !move.from ? "" : `, ${move.from} to ${move.to}`;
    const side = move.side === "white" ? "White" : "Black";
    const picture = html(
      "span",
      { "aria-hidden": "true", class: "picture" },
      html("span", { class: "number" }, `${move.ply}.`),
      chip(move.piece ?? undefined, "tower"),
      arrow,
      html("span", { class: "distance" }, String(distance)),
      chip(hello.tints[move.to ?? ""], "square"),
      html("span", { class: "to" }, move.to ?? ""),
    );
    const spoken = html("span", { class: "visually-hidden" }, `${side}: ${move.words}${way}`);
    return html("li", { class: move.side }, picture, spoken);
  }
}
