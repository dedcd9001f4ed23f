// @ts-check
// The match beside the board: players, status, moves and result, and what is asked for there.

import { byId } from "../dom/dom.js";
import { label } from "../text/names.js";
import { Adoption } from "./adoption.js";
import { Controls } from "./controls.js";
import { Heading } from "./heading.js";
import { Moves } from "./moves.js";
import { Negotiation } from "./negotiation.js";
import { Players } from "./players.js";
import { Replay } from "./replay.js";
import { Result } from "./result.js";
import { Setup } from "./setup.js";
import { Status } from "./status.js";
import { ending, reason, resultSentences, score } from "./verdict.js";

/** @typedef {import("../types.js").StateMessage} StateMessage */

/**
 * @typedef {object} Words what others say of a state
 * @property {StateMessage} told with the prompt that is shown
 * @property {string} note beside it; "" for none
 * @property {import("../types.js").FarMessage | null} far
 */

export class Match {
  /**
   * @param {import("../connection/program.js").Program} program
   * @param {import("../sound/voice.js").Voice} voice
   * @param {import("../learning/analysis.js").Analysis} analysis
   * @param {() => void} newGame opens the dialog
   * @param {(pieces: import("../types.js").PieceData[]) => void} preview shows where pieces would stand
   * @param {(line: string[]) => void} showLine plays moves on the board beside the match
   * @param {(settings: import("../text/settings.js").Settings, turned: boolean) => void} changed told of
   *   other settings, and if Black's side is below
   */
  constructor({ send, access }, voice, analysis, newGame, preview, showLine, changed) {
    this.access = access;
    this.voice = voice;
    this.analysis = analysis;
    /** @type {import("../types.js").HelloMessage | null} */
    this.hello = null;
    this.heading = new Heading();
    this.players = new Players(access);
    this.status = new Status(send, showLine);
    this.result = new Result(send, access, newGame, preview);
    this.negotiation = new Negotiation(send, access);
    this.adoption = new Adoption(send);
    this.setup = new Setup(send);
    this.replay = new Replay(send);
    this.moves = new Moves(byId("moves"), byId("no-moves"), (ply) => analysis.goTo(ply));
    this.controls = new Controls(send, changed, newGame);
    // What the card has told the status tells then.
    byId("result-close").addEventListener("click", () => analysis.changed());
  }

  /** @param {import("../types.js").HelloMessage} hello */
  setGame(hello) {
    this.hello = hello;
    this.moves.reset();
    this.heading.setGame(hello);
    this.controls.setGame(hello);
  }

  /** @param {import("../types.js").ClockMessage} message */
  setClock(message) {
    this.players.setClock(message);
    this.voice.sound.followClock(message);
  }

  /**
   * Turn a virtual board to who plays Black here: against the computer, or as an invited player.
   * @param {StateMessage | null} state
   */
  turnToPlayer(state) {
    const { side } = this.access;
    const black = side ? side === "black" : state?.opponent?.side === "white";
    this.controls.setSide(Boolean(this.hello?.virtual) && black);
  }

  /** The end of the game as a prompt, beside the card that tells who has won or without it. @param {StateMessage} state */
  end(state) {
    const words = ending(state, this.access.playerOf(state));
    return words && this.result.isShown ? reason(state) : words;
  }

  /**
   * Tell what is new: the result, the task and what is wrong.
   * @param {StateMessage} state @param {StateMessage | null} before @param {string} prompt as it is shown
   */
  tell(state, before, prompt) {
    const { announcer } = this.voice;
    const { active } = this.analysis;
    const result = resultSentences(state, this.access.playerOf(state));
    const last = state.moves.at(-1);
    const visible = [state.correction?.text ?? ""];
    // Beside the match these are not seen.
    if (!active) visible.push(state.hint?.words ?? "", ...result);
    if (last) visible.push(`${last.spelled}.`, `${label(last.spelled)}.`);
    const end = ending(state, this.access.playerOf(state));
    announcer.see(active ? null : end || prompt, visible);
    announcer.end = { told: state.prompt, words: end };
    const known = before ? resultSentences(before, this.access.playerOf(before)) : [];
    for (const text of result) if (!known.includes(text)) announcer.announce(text);
    this.voice.follow(state, before, this.access.side);
  }

  /** @param {StateMessage} state @param {StateMessage | null} analysed shown instead @param {Words} words */
  show(state, analysed, { told, note, far }) {
    if (!this.hello) return;
    this.heading.show(state, this.hello, far);
    document.body.dataset.phase = state.phase;
    this.players.show(analysed ?? state);
    this.result.show(state);
    if (analysed) this.result.setAside();
    else this.result.reveal();
    this.negotiation.show(state, far);
    this.adoption.show(state);
    this.setup.show(state, this.hello.virtual);
    // What is wrong on the board, or asked there, is told even so.
    const beside = state.correction ?? state.offer ? null : analysed;
    const shown = beside ?? told;
    const prompt = beside ? shown.prompt : this.end(state) || shown.prompt;
    this.status.show({ ...shown, prompt }, beside ? this.analysis.place : "", note);
    this.replay.show(state);
    this.controls.show(state);
    this.moves.show(state.moves, this.hello, score(state) !== null);
    this.moves.mark(this.analysis.shownPly, this.analysis.winners.blunders);
    byId("moves-box").dataset.first = state.moves[0]?.side ?? "black";
  }
}
