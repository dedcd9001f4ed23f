// @ts-check
// The connection: a WebSocket that comes back by itself.

import { decode } from "./messages.js";

/** Waits before the 1st, 2nd, ... try, in ms; the last one from then on. */
const BACK_OFF_MS = [250, 500, 1000, 2000, 4000];

/**
 * @typedef {object} Listener
 * @property {(message: import("./types.js").HostMessage) => void} heard
 * @property {(picture: Uint8Array) => void} pictured
 * @property {(open: boolean, tries: number) => void} changed
 */

export class Connection {
  /** @param {Listener} listener */
  constructor(listener) {
    this.listener = listener;
    this.tries = 0;
    this.timer = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => this.hurry());
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/ws`);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.tries = 0;
      this.listener.changed(true, 0);
    };
    socket.onmessage = ({ data }) => {
      if (data instanceof ArrayBuffer) this.listener.pictured(new Uint8Array(data));
      else this.listener.heard(decode(data));
    };
    socket.onclose = () => this.retry();
    this.socket = socket;
  }

  retry() {
    const pause = BACK_OFF_MS[Math.min(this.tries, BACK_OFF_MS.length - 1)];
    this.tries += 1;
    this.listener.changed(false, this.tries);
    this.timer = setTimeout(() => this.open(), pause);
  }

  /** Somebody looks again, or the network is back: try at once instead of waiting. */
  hurry() {
    if (this.socket?.readyState !== WebSocket.CLOSED || document.hidden) return;
    clearTimeout(this.timer);
    this.open();
  }

  /**
   * Send a message; false if there is nobody to hear it.
   * @param {import("./types.js").PageMessage} message
   */
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}
