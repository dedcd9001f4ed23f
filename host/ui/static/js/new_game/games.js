// @ts-check
// The games that may be played next: the start panel, the dialog of a new game, and the library.

import { byId } from "../dom/dom.js";
import { GameInProgress } from "./game_in_progress.js";
import { Library } from "./library.js";
import { NewGame } from "./new_game.js";
import { PlayerNames } from "./player_names.js";
import { SharedLink } from "./shared_link.js";
import { Start } from "./start.js";

/** @typedef {import("../types.js").HelloMessage} HelloMessage */
/** @typedef {import("../types.js").StateMessage} StateMessage */

export class Games {
  /**
   * @param {import("../connection/program.js").Program} program
   * @param {import("../sound/voice.js").Voice} voice
   * @param {import("../dom/frame.js").Frame} frames
   * @param {(explores: boolean) => void} shown called once a record is there, with true to have moves tried
   */
  constructor(program, voice, frames, shown) {
    const { send } = program;
    this.program = program;
    /** @type {HelloMessage | null} */
    this.hello = null;
    this.inProgress = new GameInProgress();
    const close = () => this.start.close();
    this.newGame = new NewGame(send, close, this.inProgress);
    // What is opened is focused at once.
    const drawNow = () => frames.now();
    this.start = new Start(send, drawNow, (preset) => this.newGame.open(preset), voice.announce, this.inProgress);
    this.library = new Library(send, close, voice.notify, this.inProgress);
    this.names = new PlayerNames(send, program.access);
    this.link = new SharedLink(send, () => program.access.message !== null && this.hello !== null, shown);
  }

  /** The program was started anew. */
  restart() {
    this.start.restart();
    this.inProgress.restart();
    this.link.restart();
  }

  /** @param {HelloMessage} hello */
  setGame(hello) {
    this.hello = hello;
    this.inProgress.setGame(hello);
    this.newGame.setGame(hello);
    this.start.setGame(hello);
    this.names.begin();
    this.askForMatches();
  }

  /** The page has another role. */
  setAccess() {
    for (const id of ["home", "to-start", "start-join"]) byId(id).hidden = !this.program.isOwners;
    this.askForMatches();
  }

  /** Ask for the saved matches, of which one may be gone on with. */
  askForMatches() {
    this.link.open();
    if (!this.program.isOwners || !this.hello?.saves) return;
    this.program.send({ t: "matches" });
  }

  /** @param {import("../types.js").MatchesMessage} message */
  setMatches({ matches }) {
    this.inProgress.setMatches(matches);
    this.start.setMatches(matches);
    this.library.setMatches(matches);
  }

  /** @param {StateMessage} state */
  show(state) {
    this.newGame.show(state);
    this.start.show(state);
    this.names.show(state);
    this.link.show(state);
  }

  /** True while the start panel is shown. @param {StateMessage} state @param {boolean} timed */
  isOpen(state, timed) {
    return this.start.isOpen(state, this.program.isOwners, timed);
  }
}
