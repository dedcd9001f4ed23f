// @ts-check
// The move list, round by round: tower, arrow as the mover saw it, distance, where to.

import { place } from "./geometry.js";
import { html, svg } from "./dom.js";
import { t } from "./messages.js";
import { isColoured, moveWords, player } from "./names.js";
import { chip } from "./symbols.js";

/** @typedef {import("./types.js").Ply} Ply */
/** @typedef {import("./types.js").Hello} Hello */

/** So far from its end, in CSS pixels, the list still counts as scrolled to it. */
const SLACK_PX = 4;

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

/**
 * @typedef {object} Group the moves of a round
 * @property {number} round
 * @property {HTMLElement} box
 * @property {HTMLElement} heading
 * @property {HTMLElement} list
 */

export class Moves {
  /** @param {HTMLElement} root @param {HTMLElement} empty shown while there is no move */
  constructor(root, empty) {
    this.root = root;
    this.empty = empty;
    /** The height of the box by now. */
    this.height = root.clientHeight;
    /** @type {string[]} */
    this.shown = [];
    /** One for each move. @type {HTMLElement[]} */
    this.entries = [];
    /** @type {Group[]} */
    this.groups = [];
    /** Whether the end of the list is in view: then it stays there. */
    this.atEnd = true;
    root.addEventListener("scroll", () => this.look());
    // What stands above it may take some of its room, or give it back.
    new ResizeObserver(() => this.settle()).observe(root);
  }

  /** Where the list has been scrolled to, unless its box is just getting smaller. */
  look() {
    const { clientHeight, scrollHeight, scrollTop } = this.root;
    if (clientHeight !== this.height) return;
    this.atEnd = scrollHeight - clientHeight - scrollTop <= SLACK_PX;
  }

  /** Keep the newest move in view in a box of another height. */
  settle() {
    this.height = this.root.clientHeight;
    if (this.atEnd) this.root.scrollTop = this.root.scrollHeight;
  }

  /** @param {Ply[]} moves @param {Hello} hello */
  show(moves, hello) {
    const texts = moves.map(
      ({ ply, round, side, text, words, aid }) =>
        `${ply} ${round} ${side} ${text} ${words} ${aid}`,
    );
    const same = texts.findIndex((text, i) => text !== this.shown[i]);
    const keep = same < 0 ? texts.length : same;
    if (keep === texts.length && keep === this.shown.length) return;
    this.entries.at(-1)?.classList.remove("newest");
    this.cut(keep);
    for (const move of moves.slice(keep)) this.add(move, hello);
    this.entries.at(-1)?.classList.add("newest");
    for (const { heading } of this.groups) heading.hidden = this.groups.length < 2;
    this.atEnd = true;
    this.settle();
    this.empty.hidden = moves.length > 0;
    this.shown = texts;
  }

  /** Draw everything anew at the next `show`. */
  reset() {
    this.shown = [];
    this.cut(0);
  }

  /** Remove all but the first entries. @param {number} keep */
  cut(keep) {
    for (const entry of this.entries.splice(keep)) entry.remove();
    while (this.groups.length && !this.groups.at(-1)?.list.childElementCount) {
      this.groups.pop()?.box.remove();
    }
  }

  /** @param {Ply} move @param {Hello} hello */
  add(move, hello) {
    let group = this.groups.at(-1);
    if (group?.round !== move.round) group = this.begin(move.round);
    const between = !move.from && !move.to && isColoured(hello);
    const entry = between ? this.choice(move) : this.entry(move, hello);
    group.list.append(entry);
    this.entries.push(entry);
  }

  /** @param {number} round @returns {Group} */
  begin(round) {
    const heading = html("h3", {}, t("page.round", { round }));
    const list = html("ol", { "aria-label": t("page.moves_of_round", { round }) });
    const group = { round, heading, list, box: html("div", { class: "round" }, heading, list) };
    this.root.append(group.box);
    this.groups.push(group);
    return group;
  }

  /** What was chosen between two rounds, on a line of its own. @param {Ply} move */
  choice({ ply, side, words }) {
    const name = html(
      "span",
      { class: "visually-hidden" },
      t("page.side_before", { side: player(side) }),
    );
    const number = html("span", { class: "number", "aria-hidden": "true" }, `${ply}.`);
    const disc = html("i", { class: `disc ${side}` });
    return html("li", { class: "choice" }, number, disc, name, words);
  }

  /** @param {Ply} move @param {Hello} hello */
  entry(move, hello) {
    const { distance, degrees } = course(move);
    const arrow = svg("svg", { viewBox: "0 0 24 24", class: "arrow" });
    if (distance) arrow.append(svg("path", { d: ARROW, transform: `rotate(${degrees} 12 12)` }));
    const hinted = move.aid === "hint";
    const told = hinted ? "page.side_move_hint" : "page.side_move_help";
    const aid = t(hinted ? "page.aid_hint" : "page.aid_help");
    const colours = [
      chip(move.piece ?? undefined, "tower"),
      arrow,
      html("span", { class: "distance" }, String(distance)),
      chip(hello.tints[move.to ?? ""], "square"),
      html("span", { class: "to" }, move.to ?? ""),
    ];
    const picture = html(
      "span",
      { "aria-hidden": "true", class: "picture" },
      html("span", { class: "number" }, `${move.ply}.`),
      ...(isColoured(hello) ? colours : [html("span", { class: "words" }, move.words)]),
      move.aid ? html("span", { class: "aid" }, aid) : "",
    );
    const spoken = html(
      "span",
      { class: "visually-hidden" },
      t(move.aid ? told : "page.side_move", { side: player(move.side), move: moveWords(move) }),
    );
    return html("li", { class: move.side }, picture, spoken);
  }
}
