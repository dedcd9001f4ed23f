// @ts-check
// What is said of a board that is watched: its result, its trouble, its players.

import { Clock } from "../match/clock.js";
import { html } from "../dom/dom.js";
import { t } from "../text/messages.js";
import { player } from "../text/names.js";

/** @typedef {import("../types.js").Side} Side */
/** @typedef {import("./types.js").WallBoard} WallBoard */

export const SIDES = /** @type {const} */ (["black", "white"]);

/**
 * The one thing to know of a board, and its kind: "dead", "trouble", "over", "play", or "wait"
 * while nothing is known of it.
 * @param {WallBoard & {unreadable?: boolean}} board
 * @returns {{kind: string, words: string}}
 */
export function told(board) {
  const result = board.phase === "over" ? (board.outcome?.reason ?? "") : "";
  if (board.live !== "live") {
    // Its result stands, though its program may go.
    return { kind: "dead", words: `${result} ${t(`page.wall_${board.live}`)}`.trim() };
  }
  if (board.unreadable) return { kind: "trouble", words: t("page.wall_other_version") };
  if (board.link && board.link.state !== "up") return { kind: "trouble", words: board.link.text };
  if (board.correction) return { kind: "trouble", words: board.correction.text };
  if (!board.size || !board.phase) return { kind: "wait", words: t("page.wall_waits") };
  if (result) return { kind: "over", words: result };
  const moving = board.phase === "play" && board.turn;
  if (moving) return { kind: "play", words: t("page.to_move_now", { side: nameOf(board, moving) }) };
  return { kind: "play", words: board.prompt ?? "" };
}

/** Who plays a side: a name, "Level 4", or the side itself. @param {WallBoard} board @param {Side} side */
function nameOf(board, side) {
  if (board.players) return board.players[side];
  return board.opponent?.side === side ? board.opponent.label : player(side);
}

/** The strips of both players. */
export class Strips {
  /** @param {HTMLElement} root gets them */
  constructor(root) {
    const make = (/** @type {Side} */ side) => {
      const name = html("b", { class: "wall-player-name" });
      const points = html("span", { class: "wall-points" });
      const face = html("span", { class: "clock" });
      const seat = html("i", { class: `seat ${side}`, "aria-hidden": "true" });
      const strip = html("span", { class: `wall-strip ${side}` }, seat, name, points, face);
      root.append(strip);
      return { name, points, face, strip };
    };
    this.parts = { black: make("black"), white: make("white") };
    this.clock = new Clock({ black: this.parts.black.face, white: this.parts.white.face });
    this.told = "";
  }

  /** @param {WallBoard} board */
  show(board) {
    const scored = board.match && board.match.goal !== 1 ? board.match : null;
    for (const side of SIDES) {
      const { name, points, strip } = this.parts[side];
      name.textContent = nameOf(board, side);
      points.textContent = scored ? String(scored[side]) : "";
      points.hidden = !scored;
      const turn = board.phase === "play" && !board.outcome && board.turn === side;
      strip.classList.toggle("turn", turn);
      strip.classList.toggle("won", board.outcome?.winner === side);
    }
    this.showClock(board);
  }

  /** @param {WallBoard} board */
  showClock({ clock, live }) {
    // Another message of the same clock would set it back by as long as it took.
    const key = JSON.stringify([clock, live]);
    if (key === this.told) return;
    this.told = key;
    const known = clock ?? { white: null, black: null, running: null, text: "" };
    this.clock.update({ t: "clock", ...known, running: live === "live" ? known.running : null });
  }
}
