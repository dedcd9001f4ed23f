// @ts-check
// The question that comes before a new game while another one is under way.

import { byId } from "../dom/dom.js";

export class PutAside {
  /**
   * @param {import("./game_in_progress.js").GameInProgress} game
   * @param {() => void} playOn called when the player goes back to the game
   */
  constructor(game, playOn) {
    this.game = game;
    /** What waits for the answer. */
    this.begin = () => {};
    this.dialog = /** @type {HTMLDialogElement} */ (byId("put-aside-dialog"));
    this.dialog.addEventListener("close", () => {
      if (this.dialog.returnValue === "new") this.begin();
      if (this.dialog.returnValue === "play on") playOn();
    });
  }

  /** Begin a new game: at once if none is under way, else when the player says so. @param {() => void} begin */
  ask(begin) {
    if (!this.game.isUnderWay) {
      begin();
      return;
    }
    this.begin = begin;
    byId("put-aside-game").textContent = this.game.words;
    // In some browsers Escape leaves the answer of the last time.
    this.dialog.returnValue = "";
    this.dialog.showModal();
  }
}
