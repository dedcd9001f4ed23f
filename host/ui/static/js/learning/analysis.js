// @ts-check
// Analysis: step through the match and try moves beside it, with proven values on demand.
//
// The host says which moves are legal and what they are worth; the match is not touched.

import { t } from "../text/messages.js";
import { moveWords, player } from "../text/names.js";
import { moved } from "./placement.js";
import { Winners } from "./winners.js";

/** @typedef {import("../types.js").AnalysisMessage} AnalysisMessage */
/** @typedef {import("../types.js").LegalMoveData} LegalMoveData */
/** @typedef {import("../types.js").MarkData} MarkData */
/** @typedef {import("../types.js").StateMessage} StateMessage */
/** @typedef {import("../board/arrows.js").MoveArrow} MoveArrow */

/** A move that is tried. @typedef {{text: string, from: string | null, to: string | null}} Tried */

/** Entry and role of a destination, by the value of going there. */
const VALUED = { win: ["winning", "proven"], loss: ["losing", "square"], unknown: ["legal", "unknown"] };
/** Winning moves that are named one by one; of more only their number is told. */
const NAMED = 6;

/** @param {string} square @param {string[]} entryAndRole @param {string} words @returns {MarkData} */
const mark = (square, [entry, role], words = "") => ({ ...{ square, entry, role, words, colour: null, side: null } });

export class Analysis {
  /**
   * @param {(message: import("../types.js").PageRequest) => boolean} send
   * @param {() => void} changed called when another position is shown
   * @param {(text: string) => void} announce announces to screen readers
   * @param {(position: string, against?: import("../types.js").Side) => void} playFrom has a game begun from a
   *   position, against the solver if it is said for which side
   */
  constructor(send, changed, announce, playFrom) {
    this.send = send;
    this.playFrom = playFrom;
    this.changed = changed;
    this.announce = announce;
    /** @type {StateMessage | null} */
    this.state = null;
    /** @type {AnalysisMessage | null} */
    this.answer = null;
    this.active = false;
    this.values = false;
    this.ply = 0;
    /** @type {Tried[]} */
    this.line = [];
    /** The square of the piece that would be moved. @type {string | null} */
    this.chosen = null;
    /** The same while that piece is carried. @type {string | null} */
    this.lifted = null;
    /** The pieces of a position that is set up; null while none is. @type {import("../types.js").PieceData[] | null} */
    this.edited = null;
    /** The next move of a line that is shown. @type {Tried | null} */
    this.coming = null;
    /** Called with the position that is asked for, once it has come. @type {((answer: AnalysisMessage) => void) | null} */
    this.wanted = null;
    this.number = 0;
    this.told = "";
    /** Who was winning after each move of the match. */
    this.winners = new Winners();
  }

  /** The number of moves of the match. */
  get length() {
    return this.state?.moves.length ?? 0;
  }

  /** The ply of the match that is shown; null for a position beside it. */
  get shownPly() {
    return this.active && !this.line.length ? this.ply : null;
  }

  /** The position that is shown, and the number of moves of the match or record. */
  get shownPlace() {
    const moves = this.active ? this.line.map(({ text }) => text) : [];
    return { ply: this.active ? this.ply : this.length, moves, last: this.state?.replay?.of ?? this.length };
  }

  /** Another game has begun. */
  setGame() {
    this.close();
  }

  /** The match has changed. @param {StateMessage} state */
  follow(state) {
    const begun = state.moves.length < this.length || state.replay?.number !== this.state?.replay?.number;
    this.state = state;
    this.winners.forget(state.moves);
    if (begun || state.puzzle || state.tutorial) this.close();
  }

  /** @param {import("../types.js").ReviewMessage} review */
  setReview(review) {
    this.winners.setReview(review.moves);
  }

  /** Go to the position after so many moves of the match. @param {number} ply */
  goTo(ply) {
    if (!this.state || this.state.puzzle || this.state.tutorial) return;
    this.active = true;
    this.line = [];
    this.ply = Math.max(0, Math.min(this.length, ply));
    this.ask();
  }

  /** True if there is a move to go back, or forward. @param {1 | -1} by */
  may(by) {
    if (this.line.length) return by < 0;
    return by < 0 ? this.ply > 0 : this.ply < this.length;
  }

  /** @param {1 | -1} by */
  step(by) {
    if (!this.may(by)) return;
    if (this.line.length) this.try(this.line.slice(0, -1));
    else this.goTo(this.ply + by);
  }

  /** Try a line after the match's moves. @param {Tried[]} line */
  try(line) {
    this.line = line;
    this.ask();
  }

  askValues() {
    this.values = !this.values;
    this.ask();
  }

  ask() {
    this.number += 1;
    this.chosen = null;
    this.lifted = null;
    this.edited = null;
    this.coming = null;
    const moves = this.line.map(({ text }) => text);
    const { number, ply, values } = this;
    this.send({ t: "analyse", number, ply, moves, values });
  }

  close() {
    if (!this.active) return;
    this.active = false;
    this.answer = null;
    this.wanted = null;
    this.edited = null;
    this.told = "";
    this.changed();
  }

  /** Let towers be put anywhere. @param {import("../types.js").PieceData[]} pieces where they stand now */
  edit(pieces) {
    this.edited = pieces;
    this.chosen = this.lifted = null;
    this.changed();
  }

  /** A square was touched while a position is set up: choose a tower, or put the chosen one there. @param {string} square */
  put(square) {
    const pieces = this.edited ?? [];
    if (this.chosen !== null && this.chosen !== square) {
      this.edited = moved(pieces, this.chosen, square);
      this.chosen = null;
    } else {
      const isThere = this.chosen === null && pieces.some((piece) => piece.square === square);
      this.chosen = isThere ? square : null;
    }
    this.changed();
  }

  /** Go to the last position of the match unless another is shown, and take it once it is there. @param {(answer: AnalysisMessage) => void} use */
  take(use) {
    if (!this.active) this.goTo(this.length);
    if (this.answer?.number === this.number) use(this.answer);
    else this.wanted = use;
  }

  /** Begin a game from this position. */
  playOn() {
    this.take(({ position }) => this.playFrom(position));
  }

  /** Begin a game against the solver from the position after so many moves. @param {number} ply */
  tryAgain(ply) {
    this.goTo(ply);
    this.take(({ position, turn }) => this.playFrom(position, turn));
  }

  /** @param {AnalysisMessage} answer */
  update(answer) {
    if (!this.active || answer.number !== this.number) return;
    this.answer = answer;
    // Values were refused: the position has come without them.
    if (answer.finished && answer.value === null && !answer.outcome) this.values = false;
    // Passes that the moves have forced.
    for (const text of answer.moves.slice(this.line.length)) {
      this.line.push({ text, from: null, to: null });
    }
    if (!this.line.length && answer.value) {
      const winner = answer.value === "win" ? answer.turn : answer.turn === "white" ? "black" : "white";
      this.winners.know(this.ply, answer.value === "unknown" ? null : winner);
    }
    // A piece that can move alone needs no choice.
    this.chosen ??= answer.movable.length === 1 ? answer.movable[0] : null;
    const { wanted } = this;
    this.wanted = null;
    wanted?.(answer);
    this.changed();
    const told = `${this.place} ${this.verdict(answer)}`;
    if (told !== this.told) this.announce(told);
    this.told = told;
  }

  /** Which position is shown, as a sentence; empty while none is. */
  get place() {
    const { line, ply } = this;
    if (!this.active || !this.answer || this.edited) return "";
    const after = ply ? t("page.after_ply", { ply, of: this.length }) : t("page.before_first_move");
    const place = line.length ? t("page.tried_moves", { count: line.length, ply }) : after;
    const played = line.length ? undefined : this.state?.moves[ply];
    if (!played || !this.winners.blunders.has(ply + 1)) return place;
    return `${place} ${t("page.then_blunder", { move: moveWords(played) })}`;
  }

  /** @param {AnalysisMessage} answer */
  verdict({ outcome, turn, value, finished, legal }) {
    if (outcome) return outcome.reason;
    const side = player(turn);
    if (!this.values) return t("page.to_move_now", { side });
    const winning = legal.filter((move) => move.value === "win");
    const count = winning.length;
    if (count > NAMED) return t("page.wins_with_each", { side, count });
    if (count === 1) return t("page.wins_with", { side, move: winning[0].words });
    // Of one piece the squares say it.
    const one = new Set(winning.map(({ from }) => from)).size === 1;
    const moves = winning.map(({ text, to }) => (one && to ? to : text)).join(", ");
    if (count) return t("page.wins_by", { side, moves });
    if (value === "loss") return t("page.every_move_loses", { side });
    return t(finished ? "page.value_not_proven" : "page.proving_position");
  }

  /** Carry a piece from a square; false if there is none that may move. @param {string} square */
  lift(square) {
    const mayLift = this.edited ? this.edited.some((piece) => piece.square === square) : this.answer?.movable.includes(square);
    if (!this.active || !mayLift) return false;
    this.chosen = square;
    this.lifted = square;
    this.changed();
    return true;
  }

  /** Let the carried piece go on a square; it goes back if it may not go there. @param {string | null} square */
  drop(square) {
    const from = this.lifted;
    this.lifted = null;
    if (square !== null && square !== from) this.touch(square);
    this.changed();
  }

  /**
   * A square of the board was touched: choose a piece, or try a move.
   * @param {string} square
   * @returns {boolean} true if the analysis has handled it
   */
  touch(square) {
    const { answer } = this;
    if (!this.active) return false;
    if (this.edited) this.put(square);
    if (!answer || this.edited) return true;
    const move = answer.legal.find(({ from, to }) => from === this.chosen && to === square);
    if (move) {
      const { text, from, to } = move;
      const next = this.line.length ? null : this.state?.moves[this.ply];
      this.announce(move.words);
      // The match's own move goes on in the match.
      if (next?.text === text) this.goTo(this.ply + 1);
      else this.try([...this.line, { text, from, to }]);
      this.advance(answer, move);
    } else if (answer.movable.includes(square)) {
      this.chosen = square;
      this.changed();
    }
    return true;
  }

  /** Show a piece where it goes before the host has answered. @param {AnalysisMessage} answer @param {LegalMoveData} move */
  advance(answer, { from, to, pushes }) {
    if (pushes || !to) return;
    const pieces = answer.pieces
      .filter(({ square }) => square !== to)
      .map((piece) => (piece.square === from ? { ...piece, square: to } : piece));
    this.answer = { ...answer, pieces, movable: [], legal: [], ideas: [] };
    this.changed();
  }

  /**
   * What the page asks the match for, answered by the analysis instead.
   * @param {import("../types.js").PageRequest} message
   * @returns {boolean} true if the analysis has handled it
   */
  takes({ t: request }) {
    if (!this.active || (request !== "takeback" && request !== "redo")) return false;
    if (!this.edited) this.step(request === "takeback" ? -1 : 1);
    return true;
  }

  /** The state that the board shows instead of the match's. @returns {StateMessage | null} */
  shown() {
    const { answer, state, chosen, lifted } = this;
    if (!this.active || !answer || !state) return null;
    const before = this.line.length ? this.line.findLast(({ to }) => to) : state.moves[this.ply - 1];
    const { pieces, movable, turn, outcome } = answer;
    const { edited } = this;
    if (edited) {
      const marks = chosen ? [mark(chosen, ["required", "tower"])] : [];
      return {
        ...state,
        ...{ phase: "play", pieces: edited, movable: edited.map(({ square }) => square), lifted, marks },
        ...{ correction: null, hint: null, ideas: [], setup: null, menu: [], offer: null, reward: null, round: null },
        ...{ outcome: null, moves: [], last: null, can_takeback: false, can_redo: false },
        prompt: t("page.put_towers_anywhere"),
      };
    }
    return {
      ...state,
      ...{ phase: "play", pieces, movable, turn, lifted, correction: null, hint: null, ideas: answer.ideas, setup: null },
      ...{ menu: [], offer: null, reward: null, round: null, outcome, moves: [] },
      ...{ can_takeback: this.may(-1), can_redo: this.may(1), touch_move: false },
      prompt: this.verdict(answer),
      marks: outcome ? [] : this.marks(answer, chosen),
      last: before?.to ? { from: before.from, to: before.to } : null,
    };
  }

  /** Moves to be drawn as arrows: those that are proven to win, and the match's own if it does not. @returns {MoveArrow[]} */
  get moveArrows() {
    const { answer } = this;
    const { coming } = this;
    if (this.active && coming?.from && coming.to) return [{ from: coming.from, to: coming.to, kind: "best" }];
    if (!this.active || !answer || !this.values) return [];
    const winning = answer.legal.filter(({ value }) => value === "win");
    const next = this.line.length ? null : this.state?.moves[this.ply];
    const played = answer.legal.filter(({ text, value }) => text === next?.text && value === "loss");
    return [
      ...(winning.length ? played : []).map((move) => ({ ...move, kind: "bad" })),
      ...winning.map((move) => ({ ...move, kind: "best" })),
    ].flatMap(({ from, to, kind }) => (from && to && from !== to ? [{ from, to, kind }] : []));
  }

  /** @param {AnalysisMessage} answer @param {string | null} chosen @returns {MarkData[]} */
  marks({ legal, movable }, chosen) {
    const own = movable.length === 1 ? ["required", "tower"] : ["any", "towers"];
    const movers = movable.map((square) => mark(square, own, t("ui.mark_any_towers")));
    const goes = legal.flatMap((move) => {
      if (move.from !== chosen || !move.to || move.to === move.from) return [];
      const plain = move.pushes ? ["push", "pusher"] : ["legal", "squares"];
      return [mark(move.to, move.value === null ? plain : VALUED[move.value], move.words)];
    });
    return [...movers, ...goes];
  }
}
