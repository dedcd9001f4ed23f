// @ts-check
// The record or position of the address, which is shown at once.

import { isShared, recordIn } from "../sharing/record_link.js";

/** So many numbers of requests there are. */
const NUMBERS = 2 ** 31;

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
    /** The number of that request, which the states of its record tell: by lot, as others ask as well. */
    this.number = 0;
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
    const number = Math.floor(Math.random() * NUMBERS);
    if (!this.send({ t: "show", record: recordIn(hash), number })) return;
    this.number = number;
    this.asked = hash;
    this.isShown = false;
  }

  /** The program was started anew, and does not show it any more. */
  restart() {
    this.asked = "";
  }

  /** @param {import("../types.js").StateMessage} state */
  show({ replay }) {
    const { isShown } = this;
    // Until the record is there, the states are of what was on the board before.
    this.isShown = this.asked !== "" && replay?.number === this.number;
    if (isShown && !this.isShown) this.forget();
    if (replay && this.isShown && !isShown) this.shown(!replay.of);
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
