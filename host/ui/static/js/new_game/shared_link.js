// @ts-check
// The record or position of the address, which is shown at once.

import { isShared, recordIn } from "./record_link.js";

export class SharedLink {
  /**
   * @param {(message: import("../types.js").PageRequest) => boolean} send
   * @param {() => boolean} isKnown true once the program has told its game and the role of this page
   * @param {() => void} explore has moves tried from the first position
   */
  constructor(send, isKnown, explore) {
    this.send = send;
    this.isKnown = isKnown;
    this.explore = explore;
    /** The fragment that was asked for, so that a new connection does not begin it anew. */
    this.asked = "";
    /** True while its record is on the board. */
    this.isShown = false;
    addEventListener("hashchange", () => {
      this.asked = "";
      this.open();
    });
  }

  /** Have the record of the address shown, once. It stays in the address while it is, for whoever loads the page anew. */
  open() {
    const { hash } = location;
    if (!isShared(hash) || hash === this.asked || !this.isKnown()) return;
    if (!this.send({ t: "show", record: recordIn(hash) })) return;
    this.asked = hash;
    this.isShown = false;
  }

  /** The program was started anew, and does not show it any more. */
  restart() {
    this.asked = "";
  }

  /** @param {import("../types.js").StateMessage} state */
  show({ replay }) {
    const isNew = !this.isShown && this.asked && replay;
    if (this.isShown && !replay) this.forget();
    this.isShown = Boolean(replay && this.asked);
    if (isNew && !replay.of) this.explore();
  }

  /** Something is refused: the record, if it is not there yet. */
  refused() {
    if (!this.isShown) this.forget();
  }

  /** It will not be shown any more. */
  forget() {
    if (!this.asked) return;
    this.asked = "";
    this.isShown = false;
    if (isShared(location.hash)) history.replaceState(history.state, "", location.pathname + location.search);
  }
}
