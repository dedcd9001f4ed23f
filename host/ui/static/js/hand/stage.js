// @ts-check
// The board with all that moves its pieces: the simulated hand, the box, pointer and keyboard.

import { Board } from "../board/board.js";
import { View } from "../board/geometry.js";
import { byId } from "../dom/dom.js";
import { t } from "../text/messages.js";
import { cellName } from "../text/names.js";
import { Hand } from "./hand.js";
import { Keyboard } from "./keyboard.js";
import { Plans } from "./plans.js";
import { Pointer } from "./pointer.js";
import { Tray } from "./tray.js";

/** @typedef {import("../types.js").StateMessage} StateMessage */

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

export class Stage {
  /**
   * @param {import("../connection/program.js").Program} program
   * @param {import("../sound/voice.js").Voice} voice
   * @param {import("../learning/analysis.js").Analysis} analysis has the board while it is active
   * @param {import("../dom/frame.js").Frame} frames
   */
  constructor(program, voice, analysis, frames) {
    this.program = program;
    this.voice = voice;
    this.analysis = analysis;
    this.frames = frames;
    /** @type {import("../types.js").HelloMessage | null} */
    this.hello = null;
    /** @type {StateMessage | null} */
    this.state = null;
    /** The lights of the board. @type {Uint8Array | null} */
    this.lights = null;
    /** @type {Board | null} */
    this.board = null;
    /** @type {Pointer | null} */
    this.pointer = null;
    /** True if Black's side is below. */
    this.turned = false;
    this.hand = new Hand(program.send, () => frames.ask(false));
    this.plans = new Plans(this.hand, (text) => voice.announce(text));
    this.tray = new Tray(this.hand, (event, id) => this.pointer?.grab(event, id));
    reducedMotion.addEventListener("change", () => this.build());
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.letGo(event), true);
  }

  /** @param {import("../types.js").HelloMessage} hello */
  setGame(hello) {
    this.hello = hello;
    this.lights = null;
    this.build();
  }

  /** Rebuild the board, as for another game, size or orientation. */
  build() {
    const { hello, hand, voice, analysis } = this;
    if (!hello) return;
    const focused = this.board?.grid.contains(document.activeElement) ?? false;
    const view = new View(hello.size, this.turned);
    // A fresh element drops the listeners of the board before.
    const root = /** @type {HTMLElement} */ (byId("board").cloneNode(false));
    byId("board").replaceWith(root);
    byId("stage").style.setProperty("--aspect", String(view.width / view.height));
    document.body.toggleAttribute("data-turned", this.turned);
    const board = new Board(root, hello, hand, view, reducedMotion.matches);
    const keyboard = new Keyboard(
      board,
      hand,
      this.plans,
      (message) => analysis.takes(message) || this.program.send(message),
      voice.announce,
      () => voice.announcer.again(),
      (text) => voice.announcer.speech.utter(text),
    );
    this.board = board;
    this.pointer = new Pointer(board, hand, this.plans, (square) => this.announceSquare(square));
    for (const tray of this.tray.roots) this.pointer.follow(tray);
    board.analysis = analysis;
    if (focused) keyboard.rove(keyboard.current, true);
    if (this.lights) board.leds.show(this.lights);
    this.frames.ask();
  }

  /** @param {boolean} turned true if Black's side is below */
  turn(turned) {
    if (turned === this.turned) return;
    this.turned = turned;
    const drawn = this.board?.arrows.squares ?? [];
    this.build();
    for (const [from, to] of drawn) this.board?.arrows.toggle(from, to);
  }

  /** Announce a square that was tapped without moving a piece. @param {string} square */
  announceSquare(square) {
    const { board, hello, state } = this;
    if (hello?.virtual && !this.hand.enabled) this.voice.notify(this.hand.reason);
    else if (board && hello && state) {
      this.voice.announce(cellName(square, hello, state, board.pieceOn(square), board.pieceOver(square)));
    }
  }

  /** Let go what is held; on the board itself the keyboard does. @param {KeyboardEvent} event */
  letGo(event) {
    if (this.pointer?.letGo()) event.stopPropagation();
    else if (document.querySelector("dialog[open]") === null && !byId("stage").contains(/** @type {Node} */ (event.target))) {
      this.hand.putBack();
      this.plans.clear();
    }
  }

  /** @param {import("../types.js").HandMessage} message */
  setHand(message) {
    this.hand.update(message);
    byId("stage").classList.toggle("busy", message.busy);
  }

  /** @param {Uint8Array} lights */
  setLights(lights) {
    this.lights = lights;
    this.board?.leds.show(lights);
  }

  /** The match has changed. @param {StateMessage} state */
  follow(state) {
    const placing = state.phase === "play" && state.reserve.some(({ side }) => side === state.turn);
    this.hand.placing = placing ? state.turn : null;
    this.hand.lifted = state.lifted;
    const { side } = this.program.access;
    this.hand.follow(state, side);
    this.plans.follow(state, side);
  }

  /** @param {StateMessage | null} state @param {StateMessage | null} analysed shown instead */
  show(state, analysed) {
    this.state = state;
    if (analysed) this.hand.reason = t("page.analysing");
    else if (state && this.hello) {
      const { virtual } = this.hello;
      this.hand.reason = virtual ? this.program.access.reasonAgainstMoving(state) : t("app.pieces_moved_by_hand");
    }
    this.board?.render(analysed ?? state, analysed !== null);
    this.board?.arrows.showPlans(this.plans.moves, this.plans.chosen);
    if (state && this.hello) this.tray.show(state, this.hello);
  }
}
