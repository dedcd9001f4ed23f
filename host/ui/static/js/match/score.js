// @ts-check
// The score of a match, in numbers and words.

import { t } from "../text/messages.js";
import { label, player } from "../text/names.js";

/** @typedef {import("../types.js").StateMessage} StateMessage */
/** @typedef {import("../types.js").MatchData} MatchData */
/** @typedef {import("../types.js").Side} Side */

/** The score; null where there is none, or only one point to win. @param {StateMessage} state */
export function score({ match }) {
  return match?.goal === 1 ? null : match;
}

/** "Standard match · Round 2" @param {MatchData} match */
export function roundWords({ title, round, rounds }) {
  const parts = [label(title)];
  parts.push(rounds === null ? t("page.round", { round }) : t("page.round_of", { round, rounds }));
  return parts.join(" · ");
}

/** "point, 3 points win", to be read behind the points of a side. @param {MatchData} match @param {Side} side */
export function unit(match, side) {
  const { goal } = match;
  const named = t("page.points", { count: match[side] });
  return goal === null ? named : `${named}, ${t("page.points_win", { points: goal })}`;
}

/** "White 3, Black 1": the winner first. @param {StateMessage} state */
export function finalScore(state) {
  const { outcome } = state;
  const match = score(state);
  if (!match) return "";
  const [first, second] =
    outcome?.winner === "black"
      ? /** @type {const} */ (["black", "white"])
      : /** @type {const} */ (["white", "black"]);
  return t("page.final_score", {
    first: player(first),
    first_points: match[first],
    second: player(second),
    second_points: match[second],
  });
}
