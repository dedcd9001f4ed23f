// @ts-check
// The move list by rounds: tower, direction as the mover saw it, distance, target square.

import { place } from "../board/geometry.js";
import { byId, html, svg } from "../dom/dom.js";
import { t } from "../text/messages.js";
import { isColoured, moveWords, player } from "../text/names.js";
import { chip } from "../board/symbols.js";

/** @typedef {import("../types.js").MoveData} MoveData */
/** @typedef {import("../types.js").HelloMessage} HelloMessage */

/** Distance from its end, in CSS pixels, at which the list counts as scrolled to it. */
const SLACK_PX = 4;

const ARROW = "M12 20.5V4.5M5.5 11 12 4.5 18.5 11";

/**
 * Distance and direction of a move, seen from the side that made it.
 * @param {MoveData} move
 * @returns {{distance: number, degrees: number}} degrees clockwise from straight forward
 */
export function displacement({ side, from, to }) {
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
  /**
   * @param {HTMLElement} root @param {HTMLElement} empty shown while there is no move
   * @param {(ply: number) => void} chosen called with the ply of a move that is clicked
   */
  constructor(root, empty, chosen) {
    this.root = root;
    this.empty = empty;
    this.chosen = chosen;
    /** The height of the box. */
    this.height = root.clientHeight;
    /** @type {MoveData[]} */
    this.shown = [];
    /** One for each move. @type {HTMLElement[]} */
    this.entries = [];
    /** The entry of the shown position. @type {HTMLElement | null} */
    this.current = null;
    /** Those of blunders. @type {Set<HTMLElement>} */
    this.blunders = new Set();
    /** @type {Group[]} */
    this.groups = [];
    /** True if the end of the list is in view, where it then stays. */
    this.atEnd = true;
    root.addEventListener("click", ({ target }) => {
      const entry = target instanceof Element ? target.closest("li") : null;
      if (entry) this.chosen(this.entries.indexOf(entry) + 1);
    });
    root.addEventListener("scroll", () => this.look());
    // Cards above the list may change its height.
    new ResizeObserver(() => this.settle()).observe(root);
  }

  /** Note the scroll position, unless the box is just getting smaller. */
  look() {
    const { clientHeight, scrollHeight, scrollTop } = this.root;
    if (clientHeight !== this.height) return;
    this.atEnd = scrollHeight - clientHeight - scrollTop <= SLACK_PX;
  }

  /** Keep the newest move in view in a box of another height. */
  settle() {
    this.height = this.root.clientHeight;
    if (!this.atEnd) return;
    this.root.scrollTop = this.root.scrollHeight;
    // In small windows the list is one strip.
    this.root.scrollLeft = this.root.scrollWidth;
  }

  /** @param {MoveData[]} moves @param {HelloMessage} hello @param {boolean} rounds true if there may be several */
  show(moves, hello, rounds) {
    let keep = Math.min(moves.length, this.shown.length);
    // A move is the same object only where all before it are.
    while (keep && moves[keep - 1] !== this.shown[keep - 1]) keep -= 1;
    if (keep === moves.length && keep === this.shown.length) return;
    this.entries.at(-1)?.classList.remove("newest");
    this.cut(keep);
    for (const move of moves.slice(keep)) this.add(move, hello);
    this.entries.at(-1)?.classList.add("newest");
    for (const { heading } of this.groups) heading.hidden = !rounds && this.groups.length < 2;
    this.atEnd = true;
    this.settle();
    this.empty.hidden = moves.length > 0;
    byId("notation").hidden = !moves.length || !isColoured(hello);
    this.shown = moves;
  }

  /**
   * Mark the move after which the shown position stands, and the blunders.
   * @param {number | null} ply null marks none @param {Set<number>} blunders their plies
   */
  mark(ply, blunders) {
    const marked = new Set([...blunders].flatMap((blunder) => this.entries[blunder - 1] ?? []));
    for (const entry of this.blunders) if (!marked.has(entry)) entry.classList.remove("blunder");
    for (const entry of marked) entry.classList.add("blunder");
    this.blunders = marked;
    const shown = this.entries[(ply ?? 0) - 1] ?? null;
    if (shown === this.current) return;
    this.current?.removeAttribute("aria-current");
    shown?.setAttribute("aria-current", "step");
    if (shown) this.reveal(shown);
    this.current = shown;
  }

  /** Scroll the list, and nothing else, to an entry. @param {HTMLElement} entry */
  reveal(entry) {
    const [box, at] = [this.root.getBoundingClientRect(), entry.getBoundingClientRect()];
    this.root.scrollTop += (at.top + at.bottom - box.top - box.bottom) / 2;
    this.root.scrollLeft += (at.left + at.right - box.left - box.right) / 2;
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

  /** @param {MoveData} move @param {HelloMessage} hello */
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
    const heading = html("h2", {}, t("page.round", { round }));
    const list = html("ol", { "aria-label": t("page.moves_of_round", { round }) });
    const group = { round, heading, list, box: html("div", { class: "round" }, heading, list) };
    this.root.append(group.box);
    this.groups.push(group);
    return group;
  }

  /** A choice between two rounds, on a line of its own. @param {MoveData} move */
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

  /** @param {MoveData} move @param {HelloMessage} hello */
  entry(move, hello) {
    const { distance, degrees } = displacement(move);
    const arrow = svg("svg", { viewBox: "0 0 24 24", class: "arrow" });
    if (distance) arrow.append(svg("path", { d: ARROW, transform: `rotate(${degrees} 12 12)` }));
    const hinted = move.help_used === "hint";
    const withHelp = hinted ? "page.side_move_hint" : "page.side_move_help";
    const help = t(hinted ? "page.used_hint" : "page.used_help");
    const colours = [
      chip(move.piece ?? undefined, "tower"),
      arrow,
      html("span", { class: "distance" }, String(distance)),
      chip(hello.square_colours[move.to ?? ""], "square"),
      html("span", { class: "to" }, move.to ?? ""),
    ];
    const picture = html(
      "span",
      { "aria-hidden": "true", class: "picture" },
      html("span", { class: "number" }, `${move.ply}.`),
      ...(isColoured(hello) ? colours : [html("span", { class: "words" }, move.words)]),
      move.help_used ? html("span", { class: "help-used" }, help) : "",
    );
    const spoken = html(
      "span",
      { class: "visually-hidden" },
      t(move.help_used ? withHelp : "page.side_move", { side: player(move.side), move: moveWords(move) }),
    );
    return html("li", { class: move.side }, picture, spoken);
  }
}
