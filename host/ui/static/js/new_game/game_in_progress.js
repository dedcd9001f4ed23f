// @ts-check
// The game that is under way on the board, also while puzzles or a tutorial have the board.

import { t } from "../text/messages.js";
import { label } from "../text/names.js";
import { isTaken } from "./beginning.js";

/** @typedef {import("../types.js").StateMessage} StateMessage */
/** @typedef {import("../types.js").SavedMatchData} SavedMatchData */

/** @typedef {Pick<SavedMatchData, "opponent" | "names" | "far">} Playing */

/** "Ann and Level 4", "with a friend online", "Two players". @param {Playing} match */
function playersWords({ opponent, names: { white, black }, far }) {
  const [first, second] = [white, black, far ? "" : opponent].filter(Boolean);
  if (first && second) return t("page.two_names", { first, second });
  return far ? t("page.far_match") : (first ?? t("page.two_players"));
}

/**
 * "Standard match · Round 2 · 31 moves · Level 4"
 * @param {Playing & Pick<SavedMatchData, "title" | "rounds" | "moves" | "clock">} match
 */
export function matchWords({ title, rounds, moves, clock, ...players }) {
  const parts = [label(title)];
  if (rounds > 1) parts.push(t("page.round", { round: rounds }));
  parts.push(t("page.moves_made", { count: moves }));
  if (clock) parts.push(clock.replace("+", " + "));
  parts.push(playersWords(players));
  return parts.join(" · ");
}

export class GameInProgress {
  constructor() {
    /** The title of the game on the board. */
    this.title = "";
    /** True if it is played with somebody at another board. */
    this.isFar = false;
    /** True if games are saved. */
    this.saves = false;
    /** The game's last state; null if this page has not seen one. @type {StateMessage | null} */
    this.state = null;
    /** What is saved of it; null if nothing is. @type {SavedMatchData | null} */
    this.saved = null;
  }

  /** @param {import("../types.js").HelloMessage} hello */
  setGame({ title, saves }) {
    this.title = title;
    this.saves = saves;
  }

  /** The program was started anew, and has nothing of the game. */
  restart() {
    this.state = this.saved = null;
  }

  /** @param {SavedMatchData[]} matches */
  setMatches(matches) {
    this.saved = matches.find(({ current, result }) => current && result === null) ?? null;
  }

  /** @param {StateMessage} state */
  show(state) {
    if (!isTaken(state)) this.state = state;
  }

  /** True if another game would end it. */
  get isUnderWay() {
    if (!this.state) return this.saved !== null;
    const { moves, outcome } = this.state;
    // Without a move as well: a friend who is invited would wait in vain.
    return (this.isFar || moves.length > 0) && outcome === null;
  }

  /** Its title and how far it is; empty if nothing is known of it. */
  get words() {
    if (!this.state) return this.saved ? matchWords(this.saved) : "";
    const { match, moves, opponent, names } = this.state;
    const { title, round } = match ?? { title: this.title, round: 1 };
    return matchWords({ title, rounds: round, moves: moves.length, clock: "", opponent: opponent?.label ?? null, names, far: this.isFar });
  }
}
