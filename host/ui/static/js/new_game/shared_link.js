// @ts-check
// The record or position of the address, which is shown at once.

import { isShared, recordIn } from "../sharing/record_link.js";

export class SharedLink {
  /**
   * @param {(message: import("../types.js").PageRequest) => boolean} send
   * @param {() => boolean} isKnown true once the program has told its game and the role of this page
   * @param {(explores: boolean) => void} shown called once a record is there, with true if it is a position alone
   */
  constructor(send, isKnown, shown) {
    this.send = send;
    this.isKnown = isKnown;
    this.shown = shown;
    /** The fragment that was asked for, so that a new connection does not begin it anew. */
    this.asked = "";
    /** True while its record is on the board. */
    this.isShown = false;
    /** The last state, which may be of another record. @type {import("../types.js").StateMessage | null} */
    this.state = null;
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
  show(state) {
    if (state === this.state) return;
    this.state = state;
    const { replay } = state;
    const isNew = !this.isShown && this.asked && replay;
    if (this.isShown && !replay) this.forget();
    this.isShown = Boolean(replay && this.asked);
    if (isNew) this.shown(!replay.of);
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
