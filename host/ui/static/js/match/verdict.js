// @ts-check
// The score of a match, and the verdict on a round or the whole game, in words.

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

/** "White 3, Black 1", or with names: the winner first. @param {StateMessage} state */
export function finalScore(state) {
  const { outcome, names } = state;
  const match = score(state);
  if (!match) return "";
  const [first, second] =
    outcome?.winner === "black"
      ? /** @type {const} */ (["black", "white"])
      : /** @type {const} */ (["white", "black"]);
  const named = Boolean(names.white && names.black);
  return t(named ? "page.named_score" : "page.final_score", {
    first: named ? names[first] : player(first),
    first_points: match[first],
    second: named ? names[second] : player(second),
    second_points: match[second],
  });
}

/** The sentences of a result: of a game, of a match of several rounds, and of one of these. */
const DRAWN = { game: "page.drawn", match: "page.match_drawn", round: "page.round_drawn" };
const SIDE_WINS = { game: "page.side_wins", match: "page.side_wins_match", round: "page.side_wins_round" };
const NAMED_WINS = { game: "page.named_wins", match: "page.named_wins_match", round: "page.named_wins_round" };
const YOU_WIN = { game: "page.you_win", match: "page.you_win_match", round: "page.you_win_round" };
const YOU_LOSE = { game: "page.you_lose", match: "page.you_lose_match", round: "page.you_lose_round" };

/**
 * The result as a sentence; a match is named by its title, but for a single round, which is the game.
 * @param {StateMessage} state @param {Side | null} you the side of the one player at this page
 */
export function verdict({ phase, match, round, outcome, names }, you) {
  const { winner } = (phase === "over" ? outcome : round) ?? { winner: null };
  const side = winner ? player(winner) : "";
  const name = winner ? names[winner] : "";
  const others = name ? NAMED_WINS : SIDE_WINS;
  const told = !winner ? DRAWN : !you ? others : you === winner ? YOU_WIN : YOU_LOSE;
  if (!match || match.goal === 1) return t(told.game, { side, name });
  if (phase === "over") return t(told.match, { side, name, match: match.title });
  return t(told.round, { side, name, round: match.round });
}

/** The reason of a result; that of the last round says more than who has won the match. @param {StateMessage} state */
export function reason({ phase, round, outcome }) {
  return (round ?? (phase === "over" ? outcome : null))?.reason ?? "";
}

/**
 * The end of the game in the words of its result; empty while it goes on.
 * @param {StateMessage} state @param {Side | null} you the side of the one player at this page
 */
export function ending(state, you) {
  return state.phase === "over" ? resultSentences(state, you).join(" ") : "";
}

/**
 * The sentences that tell a result; none while there is none.
 * @param {StateMessage} state @param {Side | null} you the side of the one player at this page
 */
export function resultSentences(state, you) {
  const { phase, round, outcome, reward } = state;
  const ended = phase === "over" ? outcome : phase === "between" ? round : null;
  const sentences = [];
  // The reason may name the winner.
  const told = verdict(state, you);
  const why = reason(state);
  if (ended && !why.includes(told)) sentences.push(t("page.verdict", { verdict: told }));
  if (ended) sentences.push(why);
  if (reward) sentences.push(reward.words);
  return sentences;
}

/**
 * The choice of the fill explained, or that the far player chooses; empty where nobody does.
 * @param {StateMessage} state @param {StateMessage["choices"]} offered
 */
export function nextRound({ phase, turn, prompt, opponent }, offered) {
  if (offered.some(({ text }) => text.startsWith("fill"))) return t("page.fill_explained", { side: player(turn) });
  return phase === "between" && !offered.length && opponent?.side === turn ? prompt : "";
}
