// @ts-check
// The ending: how a round or the whole game ended, and what the players may do then.

import { byId, html, svg } from "./dom.js";
import { shapeOf } from "./marks.js";
import { t } from "./messages.js";
import { player } from "./names.js";
import { score } from "./score.js";
import { piecePicture } from "./pieces.js";

/** @typedef {import("./types.js").State} State */

/**
 * What was decided: "Round 2" for a round, a match by its title; a game without rounds has no name.
 * @param {State} state
 */
function verdict({ phase, match, round, outcome }) {
  const { winner } = (phase === "over" ? outcome : round) ?? { winner: null };
  const side = winner ? player(winner) : "";
  if (!match) return winner ? t("page.side_wins", { side }) : t("page.drawn");
  if (phase === "over") {
    const { title } = match;
    return t(winner ? "page.side_wins_match" : "page.match_drawn", { side, match: title });
  }
  return t(winner ? "page.side_wins_round" : "page.round_drawn", { side, round: match.round });
}

/** "White 3, Black 1": the winner first. @param {State} state */
function finalScore(state) {
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

export class Ending {
  /**
   * @param {(message: import("./types.js").PageMessage) => boolean} send
   * @param {() => void} newGame asks which
   */
  constructor(send, newGame) {
    this.send = send;
    this.shown = "";
    this.panel = byId("ending");
    byId("reward-done").addEventListener("click", () => send({ t: "confirm" }));
    byId("again").addEventListener("click", () => send({ t: "new" }));
    byId("ending-new").addEventListener("click", newGame);
  }

  /** What the panel says, sentence by sentence; empty while it says nothing. @param {State} state */
  sentences(state) {
    const { phase, round, outcome, reward } = state;
    const ended = phase === "over" ? outcome : phase === "between" ? round : null;
    const said = [];
    // The reason may tell who won.
    if (ended && !ended.reason.includes(verdict(state))) said.push(t("page.verdict", { verdict: verdict(state) }));
    if (ended) said.push(ended.reason);
    if (reward) said.push(reward.words);
    return said;
  }

  /** @param {State} state */
  show(state) {
    const { phase, reward, choices, match } = state;
    const said = this.sentences(state);
    // A panel drawn anew for each state would take the focus from its buttons.
    const key = JSON.stringify([said, phase, state.prompt, reward, choices, match]);
    if (key === this.shown) return;
    this.shown = key;
    const focused = this.panel.contains(document.activeElement);
    // What may be chosen in a round stands with its prompt.
    const offered = phase === "play" ? [] : choices;
    this.panel.hidden = said.length === 0 && offered.length === 0;
    const ended = phase === "over" ? state.outcome : state.round;
    this.panel.dataset.winner = ended?.winner ?? "nobody";
    byId("ending-title").textContent = ended ? verdict(state) : t("page.between_rounds");
    byId("ending-disc").className = `disc ${ended?.winner ?? "nobody"}`;
    const points = phase === "over" ? finalScore(state) : "";
    byId("ending-score").hidden = !points;
    byId("ending-score").textContent = points;
    // The prompt may tell it already.
    byId("ending-reason").hidden = ended?.reason === state.prompt;
    byId("ending-reason").textContent = ended?.reason ?? "";
    byId("reward").hidden = !reward;
    byId("reward-words").textContent = reward?.words ?? "";
    byId("reward-picture").replaceChildren(...(reward ? [piecePicture(reward)] : []));
    this.offer(state);
    byId("ending-over").hidden = phase !== "over";
    if (focused) this.keepFocus();
  }

  /** @param {State} state */
  offer({ choices, reward }) {
    const box = byId("ending-choices");
    box.hidden = !choices.length;
    box.replaceChildren(
      ...choices.map(({ text, words, square }) => {
        const place = square ? html("span", { class: "choice-place" }, square) : "";
        const button = html("button", { type: "button" }, flag(), words, place);
        // One thing first: the tooth, then the choice.
        button.classList.toggle("primary", !reward);
        button.addEventListener("click", () => this.send({ t: "choose", text }));
        return button;
      }),
    );
  }

  /** The button that was pressed is gone: go to what comes next, if there is anything. */
  keepFocus() {
    if (document.activeElement?.checkVisibility() && this.panel.contains(document.activeElement))
      return;
    const buttons = /** @type {NodeListOf<HTMLElement>} */ (this.panel.querySelectorAll("button"));
    [...buttons].find((button) => button.checkVisibility())?.focus({ preventScroll: true });
  }
}

/** The sign that stands on the square of a choice. */
function flag() {
  const shape = shapeOf({ entry: "choice", role: "corner" });
  const attributes = { viewBox: "-30 -38 60 76", class: "choice-sign", "aria-hidden": "true" };
  return svg("svg", attributes, ...(shape ? [shape] : []));
}
