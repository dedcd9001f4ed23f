// @ts-check
// The start screen: what can be played, for whoever opens the page before anything is under way.

import { byId } from "../dom/dom.js";
import { matchWords } from "./game_in_progress.js";
import { openDialog } from "../dom/menu.js";
import { has, t } from "../text/messages.js";
import { isAgreed, isTaken } from "./beginning.js";
import { PutAside } from "./put_aside.js";
import { table } from "../dom/table.js";

/** @typedef {import("../types.js").StateMessage} StateMessage */
/** @typedef {import("../types.js").HelloMessage} HelloMessage */
/** @typedef {import("../types.js").SavedMatchData} SavedMatchData */
/** @typedef {import("../types.js").PageRequest} PageRequest */

/** Each table has a start screen of its own, though all share the storage. */
const CLOSED = `kamisado-start-closed${table && `-${table}`}`;
/** The game that the start screen begins, unless the program was started with one of another kind. */
const USUAL = "kamisado-single";

/** The level that was chosen last. */
const LEVEL = "kamisado-level";

/** The level for who has just learnt a game. */
const FIRST_LEVEL = "1";

/** @param {string} id */
const input = (id) => /** @type {HTMLInputElement} */ (byId(id));

/** @param {() => void} use */
const ifStorageIsAllowed = (use) => {
  try {
    use();
  } catch {
    // Storage may be forbidden; then the screen is shown again after a reload.
  }
};

export class Start {
  /**
   * @param {(message: PageRequest) => boolean} send
   * @param {() => void} changed called after it was opened or closed
   * @param {(preset: "two players" | "another game") => void} newGame opens the dialog
   * @param {(text: string) => void} announce announces to screen readers
   * @param {import("./game_in_progress.js").GameInProgress} inProgress
   */
  constructor(send, changed, newGame, announce, inProgress) {
    for (const id of ["start-tables", "all-tables"]) {
      byId(id).hidden = !table;
      if (table) byId(id).setAttribute("href", "../../"); // the static site has no list
    }
    byId("table-name").hidden = !table;
    byId("table-name").textContent = table;
    this.announce = announce;
    this.inProgress = inProgress;
    this.putAside = new PutAside(inProgress, () => this.playOn());
    /** True while a tutorial has the board of the game. */
    this.isTaught = false;
    /** True once the interruption was announced. */
    this.told = false;
    this.send = send;
    this.changed = changed;
    /** True once something was chosen: it does not come back by itself. */
    this.dismissed = false;
    ifStorageIsAllowed(() => {
      this.dismissed = sessionStorage.getItem(CLOSED) !== null;
    });
    /** True if it was asked for while something is under way. */
    this.wanted = false;
    /** True if the program has ended in the middle of a game that this page showed. */
    this.interrupted = false;
    /** The game that is shown, without its settings. */
    this.game = USUAL;
    /** Matches that are not over, the last changed first. @type {SavedMatchData[]} */
    this.unfinished = [];
    byId("continue").addEventListener("click", () => this.goOn());
    byId("play-computer").addEventListener("submit", (event) => {
      event.preventDefault();
      this.putAside.ask(() => this.playComputer());
    });
    byId("start-level").addEventListener("input", () => this.showLevel());
    byId("two-players").addEventListener("click", () => newGame("two players"));
    byId("start-puzzles").addEventListener("click", () => {
      this.close();
      send({ t: "puzzle" });
    });
    byId("start-games").addEventListener("click", () => newGame("another game"));
    byId("start-saved").addEventListener("click", () => openDialog("library"));
    byId("start-join").addEventListener("click", () => openDialog("join"));
    byId("home").addEventListener("click", () => this.open());
    byId("to-start").addEventListener("click", () => this.open());
    const level = input("start-level");
    ifStorageIsAllowed(() => (level.value = localStorage.getItem(LEVEL) ?? level.value));
    this.showLevel();
  }

  /** True while it is shown. @param {StateMessage} state @param {boolean} owner @param {boolean} timed */
  isOpen(state, owner, timed) {
    if (!owner || isTaken(state)) return false;
    return this.wanted || (!this.dismissed && !isAgreed(state, timed));
  }

  /** @param {HelloMessage} hello */
  setGame({ game }) {
    const [name] = game.split(":");
    this.game = has(`page.aim_${name}`) ? name : USUAL;
    for (const here of document.querySelectorAll(".here")) here.textContent = t("page.here_is_table", { table });
    this.showLevel(); // in the language of now
    this.showContinue();
  }

  /** The program was started anew, and has nothing of the game that this page shows. */
  restart() {
    this.interrupted = this.inProgress.isUnderWay;
    this.wanted = this.dismissed = false;
    ifStorageIsAllowed(() => sessionStorage.removeItem(CLOSED));
  }

  open() {
    this.wanted = true;
    if (!this.inProgress.isUnderWay) this.game = USUAL;
    this.send({ t: "matches" });
    this.changed();
    byId("start").focus({ preventScroll: true });
  }

  close() {
    this.wanted = false;
    this.dismissed = true;
    this.interrupted = false;
    ifStorageIsAllowed(() => sessionStorage.setItem(CLOSED, "yes"));
    this.changed();
  }

  /** @param {SavedMatchData[]} matches */
  setMatches(matches) {
    this.unfinished = matches.filter(({ result, current }) => result === null && !current);
    this.showContinue();
  }

  /** @param {StateMessage} state */
  show(state) {
    this.isTaught = state.tutorial !== null;
    // A move that is made on the board is an answer as well.
    if (!this.dismissed && !this.wanted && state.moves.length) this.dismissed = true;
    this.showContinue();
  }

  showContinue() {
    const [saved] = this.unfinished;
    const { isUnderWay, words } = this.inProgress;
    byId("continue").hidden = !isUnderWay && !saved;
    byId("continue-words").textContent = isUnderWay ? words : saved ? matchWords(saved) : "";
    const interrupted = this.interrupted && Boolean(saved);
    const aim = this.game === USUAL ? "page.aim" : `page.aim_${this.game}`;
    byId("aim").textContent = t(interrupted ? "page.match_interrupted" : aim);
    byId("aim").classList.toggle("interrupted", interrupted);
    if (interrupted && !this.told) this.announce(t("page.match_interrupted"));
    this.told = interrupted;
  }

  goOn() {
    const [saved] = this.unfinished;
    if (!this.inProgress.isUnderWay && saved) this.send({ t: "open", match: saved.id });
    this.close();
  }

  /** Go back to the game that is under way. */
  playOn() {
    if (this.isTaught) this.send({ t: "leave" });
    this.close();
  }

  showLevel() {
    const level = input("start-level").value;
    byId("start-level-words").textContent = level;
    byId("start-level-does").textContent = t(`page.level_${level}`);
  }

  playComputer() {
    const opponent = input("start-level").value;
    ifStorageIsAllowed(() => localStorage.setItem(LEVEL, opponent));
    this.close();
    const plays = input("start-white").checked ? "black" : "white";
    this.send({ t: "new", game: this.game, clock: "", opponent, plays });
  }

  /**
   * Begin a game for who has just learnt it: at the first level, with help, for White as in the tutorial.
   * @param {string} book the game without its settings
   */
  playLearnt(book) {
    this.putAside.ask(() => {
      this.game = book === "kamisado" ? USUAL : book;
      input("start-level").value = FIRST_LEVEL;
      input("start-white").checked = true;
      this.showLevel();
      this.playComputer();
      this.send({ t: "help", level: "legal" });
      byId("stage").focus({ preventScroll: true });
    });
  }
}
