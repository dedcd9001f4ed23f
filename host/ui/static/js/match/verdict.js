// @ts-check
// The verdict on a round or the whole game, in sentences.

import { t } from "../text/messages.js";
import { player } from "../text/names.js";

/** @typedef {import("../types.js").StateMessage} StateMessage */

/**
 * The result as a sentence; a match is named by its title, a game without rounds is not named.
 * @param {StateMessage} state
 */
export function verdict({ phase, match, round, outcome }) {
  const { winner } = (phase === "over" ? outcome : round) ?? { winner: null };
  const side = winner ? player(winner) : "";
  if (!match) return winner ? t("page.side_wins", { side }) : t("page.drawn");
  if (phase === "over") {
    const { title } = match;
    return t(winner ? "page.side_wins_match" : "page.match_drawn", { side, match: title });
  }
  return t(winner ? "page.side_wins_round" : "page.round_drawn", { side, round: match.round });
}

/** The sentences that tell a result; none while there is none. @param {StateMessage} state */
export function resultSentences(state) {
  const { phase, round, outcome, reward } = state;
  const ended = phase === "over" ? outcome : phase === "between" ? round : null;
  const sentences = [];
  // The reason may name the winner.
  if (ended && !ended.reason.includes(verdict(state))) sentences.push(t("page.verdict", { verdict: verdict(state) }));
  if (ended) sentences.push(ended.reason);
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
