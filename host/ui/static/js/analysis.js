// @ts-check
// Analysis: step through the match and try moves beside it, with proven values on demand.
//
// The host says which moves are legal and what they are worth; the match is not touched.

import { html } from "./dom.js";
import { t } from "./messages.js";
import { player } from "./names.js";
import { WinningStrip } from "./winning_strip.js";

/** @typedef {import("./types.js").AnalysisMessage} AnalysisMessage */
/** @typedef {import("./types.js").LegalMoveData} LegalMoveData */
/** @typedef {import("./types.js").MarkData} MarkData */
/** @typedef {import("./types.js").StateMessage} StateMessage */

/** A move that is tried. @typedef {{text: string, from: string | null, to: string | null}} Tried */

/** Entry and role of a destination, by the value of going there. */
const VALUED = { win: ["winning", "proven"], loss: ["losing", "square"], unknown: ["legal", "unknown"] };

export class Analysis {
  /**
   * @param {(message: import("./types.js").PageRequest) => boolean} send
   * @param {() => void} changed called when another position is shown
   * @param {(text: string) => void} announce announces to screen readers
   */
  constructor(send, changed, announce) {
    this.send = send;
    this.changed = changed;
    this.announce = announce;
    /** @type {StateMessage | null} */
    this.state = null;
    /** @type {AnalysisMessage | null} */
    this.answer = null;
    this.game = "";
    this.active = false;
    this.values = false;
    this.ply = 0;
    /** @type {Tried[]} */
    this.line = [];
    /** The square of the piece that would be moved. @type {string | null} */
    this.chosen = null;
    this.number = 0;
    this.strip = new WinningStrip((ply) => this.goTo(ply));
    const button = (/** @type {string} */ id, /** @type {() => void} */ act, name = "") => {
      const made = html("button", { type: "button", ...(name && { class: name }) }, t(id));
      made.addEventListener("click", act);
      return /** @type {HTMLButtonElement} */ (made);
    };
    this.back = button("page.back", () => this.step(-1));
    this.forward = button("page.forward", () => this.step(1));
    this.best = button("page.who_wins", () => this.askValues());
    this.playOn = button("page.play_on_from_here", () => this.confirm());
    this.words = html("p", { class: "analysis-words", role: "status" });
    const close = button("page.back_to_game", () => this.close());
    this.panel = html(
      "section",
      { class: "card analysis", "aria-label": t("page.analysis"), id: "analysis", hidden: "" },
      this.words,
      this.strip.root,
      html("div", { class: "buttons" }, this.back, this.forward, this.best),
      html("div", { class: "buttons" }, this.playOn, close),
    );
    document.addEventListener("keydown", (event) => this.key(event), true);
  }

  /** Put the panel before the moves, whose entries lead to their positions. */
  mount() {
    const moves = document.getElementById("moves");
    const place = document.getElementById("zone") ?? document.getElementById("moves-box");
    place?.before(this.panel);
    moves?.addEventListener("click", ({ target }) => {
      const entry = target instanceof Element ? target.closest("li") : null;
      if (entry) this.goTo([...moves.querySelectorAll("li")].indexOf(entry) + 1);
    });
    document.getElementById("review-moves")?.addEventListener("click", ({ target }) => {
      const button = target instanceof HTMLElement ? target.closest("[data-ply]") : null;
      if (button) this.goTo(Number(button.getAttribute("data-ply")));
    });
    document.getElementById("analyse")?.addEventListener("click", () => this.goTo(this.length));
  }

  /** The number of moves of the match. */
  get length() {
    return this.state?.moves.length ?? 0;
  }

  /** The ply of the match that is shown; null for a position beside it. */
  get shownPly() {
    return this.active && !this.line.length ? this.ply : null;
  }

  /** A game has begun. @param {import("./types.js").HelloMessage} hello */
  setGame({ game, provable }) {
    this.game = game;
    this.best.hidden = !provable;
    this.close();
  }

  /** The match has changed. @param {StateMessage} state */
  follow(state) {
    const begun = state.moves.length < this.length;
    this.state = state;
    this.strip.show(state.moves, this.shownPly);
    if (begun) this.close();
  }

  /** @param {import("./types.js").ReviewMessage} review */
  setReview(review) {
    this.strip.setReview(review.moves);
    if (this.state) this.strip.show(this.state.moves, this.shownPly);
  }

  /** Go to the position after so many moves of the match. @param {number} ply */
  goTo(ply) {
    if (!this.state || this.state.puzzle) return;
    this.active = true;
    this.line = [];
    this.ply = Math.max(0, Math.min(this.length, ply));
    this.ask();
  }

  /** @param {1 | -1} by */
  step(by) {
    if (!this.line.length) this.goTo(this.ply + by);
    else if (by < 0) this.try(this.line.slice(0, -1));
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
    this.playOn.textContent = t("page.play_on_from_here");
    const moves = this.line.map(({ text }) => text);
    const { number, ply, values } = this;
    this.send({ t: "analyse", number, ply, moves, values });
  }

  close() {
    if (!this.active) return;
    this.active = false;
    this.answer = null;
    this.panel.hidden = true;
    this.changed();
  }

  /** Begin a game from this position, asked twice while one is played. */
  confirm() {
    const { answer, state } = this;
    if (!answer || !state) return;
    const sure = t("page.game_ends_play_on");
    const played = state.moves.length > 0 && !state.outcome && state.phase !== "replay";
    if (played && this.playOn.textContent !== sure) {
      this.playOn.textContent = sure;
      this.announce(sure);
      return;
    }
    this.send({ t: "new", game: this.game, clock: "", position: answer.position });
    this.close();
  }

  /** @param {AnalysisMessage} answer */
  update(answer) {
    if (!this.active || answer.number !== this.number) return;
    this.answer = answer;
    // Passes that the moves have forced.
    for (const text of answer.moves.slice(this.line.length)) {
      this.line.push({ text, from: null, to: null });
    }
    if (!this.line.length && answer.value) {
      const winner = answer.value === "win" ? answer.turn : answer.turn === "white" ? "black" : "white";
      this.strip.know(this.ply, answer.value === "unknown" ? null : winner);
    }
    // A piece that can move alone needs no choice.
    this.chosen ??= answer.movable.length === 1 ? answer.movable[0] : null;
    this.draw();
    this.changed();
  }

  draw() {
    const { answer } = this;
    if (!answer || !this.state) return;
    this.panel.hidden = false;
    this.back.disabled = !this.line.length && this.ply === 0;
    this.forward.disabled = this.line.length > 0 || this.ply >= this.length;
    this.best.setAttribute("aria-pressed", String(this.values));
    this.words.textContent = this.verdict(answer);
    this.strip.show(this.state.moves, this.shownPly);
  }

  /** @param {AnalysisMessage} answer */
  verdict({ outcome, turn, value, finished, legal }) {
    const place = this.line.length
      ? t("page.tried_moves", { count: this.line.length, ply: this.ply })
      : t("page.after_ply", { ply: this.ply, of: this.length });
    if (outcome) return `${place} ${outcome.reason}`;
    const side = player(turn);
    if (value === null && this.values) return `${place} ${t("page.proving_position")}`;
    if (value === null) return `${place} ${t("page.to_move_now", { side })}`;
    const winning = legal.filter((move) => move.value === "win").map((move) => move.words);
    if (winning.length) return `${place} ${t("page.wins_with", { side, moves: winning.join("; ") })}`;
    if (value === "loss") return `${place} ${t("page.every_move_loses", { side })}`;
    return `${place} ${t(finished ? "page.not_proven" : "page.proving_position")}`;
  }

  /**
   * A square of the board was touched: choose a piece, or try a move.
   * @param {string} square
   * @returns {boolean} true if the analysis has handled it
   */
  touch(square) {
    const { answer } = this;
    if (!this.active || !answer) return false;
    const move = answer.legal.find(({ from, to }) => from === this.chosen && to === square);
    if (move) {
      const { text, from, to } = move;
      const next = this.line.length ? null : this.state?.moves[this.ply];
      // The match's own move goes on in the match.
      if (next?.text === text) this.goTo(this.ply + 1);
      else this.try([...this.line, { text, from, to }]);
      this.announce(move.words);
    } else if (answer.movable.includes(square)) {
      this.chosen = square;
      this.changed();
    }
    return true;
  }

  /** The state that the board shows instead of the match's. @returns {StateMessage | null} */
  shown() {
    const { answer, state, chosen } = this;
    if (!this.active || !answer || !state) return null;
    const before = this.line.length ? this.line.findLast(({ to }) => to) : state.moves[this.ply - 1];
    const { pieces, movable, turn } = answer;
    return {
      ...state,
      ...{ phase: "play", pieces, movable, turn, lifted: null, correction: null, hint: null },
      ...{ menu: [], offer: null, reward: null, round: null, outcome: null, moves: [] },
      marks: answer.outcome ? [] : this.marks(answer, chosen),
      last: before?.to ? { from: before.from, to: before.to } : null,
    };
  }

  /** @param {AnalysisMessage} answer @param {string | null} chosen @returns {MarkData[]} */
  marks({ legal, movable }, chosen) {
    const mark = (/** @type {string} */ square, /** @type {string[]} */ [entry, role], words = "") => ({
      ...{ square, entry, role, words, colour: null, side: null },
    });
    const own = movable.length === 1 ? ["required", "tower"] : ["any", "towers"];
    const movers = movable.map((square) => mark(square, own, t("page.legend_any_towers")));
    const goes = legal.flatMap((move) => {
      if (move.from !== chosen || !move.to || move.to === move.from) return [];
      const plain = move.pushes ? ["push", "pusher"] : ["legal", "squares"];
      return [mark(move.to, move.value === null ? plain : VALUED[move.value], move.words)];
    });
    return [...movers, ...goes];
  }

  /** Arrow keys step, Escape closes, unless the board or a field has the focus. @param {KeyboardEvent} event */
  key(event) {
    const { target, key } = event;
    if (!this.active || event.altKey || event.ctrlKey || event.metaKey) return;
    const inField = target instanceof Element && target.closest("input, select, textarea, dialog");
    const inGrid = target instanceof Element && target.closest("[role=grid]");
    if (inField || (inGrid && key !== "Escape")) return;
    if (key === "ArrowLeft") this.step(-1);
    else if (key === "ArrowRight") this.step(1);
    else if (key === "Escape") this.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
