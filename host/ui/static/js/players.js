// @ts-check
// The strips of the players: names, points, whose turn it is, and clocks.

import { Clock } from "./clock.js";
import { byId } from "./dom.js";
import { t } from "./messages.js";
import { label, player } from "./names.js";

/** @typedef {import("./types.js").StateMessage} StateMessage */
/** @typedef {import("./types.js").MatchData} MatchData */
/** @typedef {import("./types.js").Side} Side */

/** "Standard match · Round 2" @param {MatchData} match */
function words({ title, round, rounds }) {
  const parts = [label(title)];
  parts.push(rounds === null ? t("page.round", { round }) : t("page.round_of", { round, rounds }));
  return parts.join(" · ");
}

/** "point, 3 points win", to be read behind the points of a side. @param {MatchData} match @param {Side} side */
function unit(match, side) {
  const { goal } = match;
  const named = t("page.points", { count: match[side] });
  return goal === null ? named : `${named}, ${t("page.points_win", { points: goal })}`;
}

/** The score; null where there is none, or only one point to win. @param {StateMessage} state */
export function score({ match }) {
  return match?.goal === 1 ? null : match;
}

export class Players {
  constructor() {
    this.clock = new Clock({ black: byId("black-clock"), white: byId("white-clock") });
    /** @type {StateMessage | null} */
    this.state = null;
    /** The side that this page plays; null if it may act for both. @type {Side | null} */
    this.side = null;
  }

  /** @param {import("./types.js").ClockMessage} message */
  setClock(message) {
    this.clock.update(message);
  }

  /** @param {StateMessage | null} state */
  show(state) {
    this.state = state;
    const match = state && score(state);
    byId("score-words").hidden = !match;
    byId("score-words").textContent = match && words(match);
    const moving = state && ["play", "between", "replay"].includes(state.phase) && !state.outcome;
    for (const side of /** @type {const} */ (["black", "white"])) {
      const name = this.name(side);
      byId(`${side}-name`).textContent = name;
      byId(`${side}-side`).hidden = name === player(side);
      byId(`${side}-points`).hidden = !match;
      byId(`${side}-points`).textContent = match && String(match[side]);
      byId(`${side}-goal`).textContent = match?.goal ? `/${match.goal}` : "";
      byId(`${side}-unit`).textContent = match && unit(match, side);
      byId(`${side}-points`).title = match?.goal ? t("page.points_win", { points: match.goal }) : "";
      const turn = moving && state.turn === side;
      byId(`${side}-player`).classList.toggle("turn", Boolean(turn));
      byId(`${side}-turn`).hidden = !turn;
    }
  }

  /** "Level 4", "You", or the side where people play both. @param {Side} side */
  name(side) {
    const opponent = this.state?.opponent;
    if (opponent?.side === side) return opponent.label;
    const alone = opponent !== null && opponent !== undefined && this.side === null;
    return alone || this.side === side ? t("page.you") : player(side);
  }
}
