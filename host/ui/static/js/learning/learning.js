// @ts-check
// Learning the game: analysis and review of a match, puzzles, and the tutorial.

import { Analysis } from "./analysis.js";
import { AnalysisPanel } from "./analysis_panel.js";
import { Demonstration } from "./demonstration.js";
import { Editor } from "./editor.js";
import { Puzzle } from "./puzzle.js";
import { Review } from "./review.js";
import { Tutorial } from "./tutorial.js";

/** @typedef {import("../types.js").StateMessage} StateMessage */

export class Learning {
  /**
   * @param {(message: import("../types.js").PageRequest) => boolean} send
   * @param {(text: string) => void} announce
   * @param {import("../dom/frame.js").Frame} frames
   * @param {() => void} cover shows the result again that a review took away
   * @param {() => void} left called when the tutorial is left
   * @param {() => string} book the game whose tutorial begins
   * @param {(book: string) => void} play begins a game for who has just learnt it
   * @param {(position: string, against?: import("../types.js").Side) => void} playFrom has a game begun from a position
   * @param {(game: string, position: string) => void} show has a position shown that was set up
   */
  constructor(send, announce, frames, cover, left, book, play, playFrom, show) {
    this.announce = announce;
    this.frames = frames;
    this.analysis = new Analysis(send, () => frames.ask(), announce, playFrom);
    this.panel = new AnalysisPanel(this.analysis);
    this.editor = new Editor(this.analysis, show);
    this.demonstration = new Demonstration(this.analysis);
    const closed = () => (cover(), this.analysis.close(), frames.ask());
    const demonstrate = (/** @type {number} */ ply, /** @type {string[]} */ line) => this.demonstration.show(ply, line);
    this.review = new Review(send, closed, demonstrate, (ply) => this.analysis.tryAgain(ply));
    this.puzzle = new Puzzle(send, announce);
    this.tutorial = new Tutorial(send, left, announce, book, play);
  }

  /** @param {import("../types.js").HelloMessage} hello */
  setGame(hello) {
    this.review.setGame(hello);
    this.analysis.setGame();
    this.panel.setGame(hello);
    this.editor.setGame(hello);
  }

  /** @param {import("../types.js").ReviewMessage} message @param {StateMessage | null} state */
  setReview(message, state) {
    this.analysis.setReview(message);
    for (const text of this.review.update(message, state)) this.announce(text);
    this.frames.ask();
  }

  /** @param {StateMessage} state */
  show(state) {
    this.review.show(state);
    this.puzzle.show(state);
    this.tutorial.show(state);
    this.panel.show();
  }

  /** The panel that fills the rest of the column; "" for none. @param {StateMessage} state */
  panelOf(state) {
    if (state.puzzle) return "puzzle";
    if (state.tutorial) return "tutorial";
    if (this.analysis.edited) return "editor";
    return this.review.isOpen ? "review" : "";
  }
}
