// @ts-check
// The program at the other end: the connection, what the page tells of it, and the role that it gives.

import { Access } from "./access.js";
import { offerBoard } from "./connect_board.js";
import { Connection } from "./connection.js";
import { Link } from "./link.js";
import { t } from "../text/messages.js";

/** @typedef {import("../types.js").PageRequest} PageRequest */

export class Program {
  /** @param {import("../sound/voice.js").Voice} voice @param {() => boolean} isVirtual true while a virtual board is played on */
  constructor(voice, isVirtual) {
    this.voice = voice;
    this.access = new Access();
    this.link = new Link(voice.announce, voice.sound);
    /** @type {Connection | null} */
    this.connection = null;
    offerBoard(isVirtual);
    this.send = (/** @type {PageRequest} */ message) => this.request(message);
  }

  /** True if this page is the owner's. */
  get isOwners() {
    return this.access.message?.role === "owner";
  }

  /**
   * @param {(message: import("../types.js").HostMessage) => void} onMessage
   * @param {(frame: Uint8Array) => void} onFrame
   */
  connect(onMessage, onFrame) {
    this.connection = new Connection({
      onMessage,
      onFrame,
      onConnection: (open, tries, unanswered) => this.link.setConnection(open, tries, unanswered),
      onObstacle: (sentence) => this.link.setObstacle(sentence),
    });
  }

  /** @param {PageRequest} message @returns {boolean} true if it is on its way */
  request(message) {
    if (this.connection?.send(message)) {
      if (message.t === "lift" || message.t === "put") this.voice.sound.play(message.t);
      return true;
    }
    this.voice.notify(t("page.no_connection"), "warn");
    return false;
  }

  /** Take a role over, and tell another one. @param {import("../types.js").AccessMessage} message */
  setAccess(message) {
    const before = this.access.message?.role;
    const told = this.access.update(message);
    if (before !== message.role && (before || message.role !== "owner")) this.voice.announce(told);
  }
}
