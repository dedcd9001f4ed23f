// @ts-check
// The score card: points of both sides, round, side to move, and clocks.

import { Clock } from "./clock.js";
import { byId } from "./dom.js";
import { t } from "./messages.js";
import { label } from "./names.js";

/** @typedef {import("./types.js").StateMessage} StateMessage */
/** @typedef {import("./types.js").MatchData} MatchData */

/** "Standard match · Round 2 · 3 points win" @param {MatchData} match */
function words({ title, round, rounds, goal }) {
  const parts = [label(title)];
  parts.push(rounds === null ? t("page.round", { round }) : t("page.round_of", { round, rounds }));
  if (goal !== null) parts.push(t("page.points_win", { points: goal }));
  return parts.join(" · ");
}

/** The score; null where there is none, or only one point to win. @param {StateMessage} state */
export function score({ match }) {
  return match?.goal === 1 ? null : match;
}

export class Score {
  constructor() {
    this.clock = new Clock({ black: byId("black-clock"), white: byId("white-clock") });
    /** @type {StateMessage | null} */
    this.state = null;
  }

  /** @param {import("./types.js").ClockMessage} message */
  setClock(message) {
    this.clock.update(message);
    this.show(this.state);
  }

  /** @param {StateMessage | null} state */
  show(state) {
    this.state = state;
    const match = state && score(state);
    byId("score").hidden = !match && !this.clock.used;
    byId("score-words").hidden = !match;
    byId("score-words").textContent = match && words(match);
    const moving = state && ["play", "between", "replay"].includes(state.phase) && !state.outcome;
    for (const side of /** @type {const} */ (["black", "white"])) {
      const points = byId(`${side}-points`);
      points.hidden = !match;
      points.textContent = match && String(match[side]);
      byId(`${side}-unit`).textContent = match && t("page.points", { count: match[side] });
      const turn = moving && state.turn === side;
      byId(`${side}-player`).classList.toggle("turn", Boolean(turn));
      byId(`${side}-turn`).hidden = !turn;
    }
  }
}
