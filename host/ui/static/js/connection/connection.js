// @ts-check
// The connection to the program: a line that reconnects by itself.

import { forgetKey, keepKey, key, keyHasEnded, takeKey } from "./access_key.js";
import { Heartbeat } from "./heartbeat.js";
import { Obstacle } from "./obstacle.js";
import { Received } from "./received.js";
import { openLine } from "./transport.js";

/** Waits before the 1st, 2nd, ... try, in ms; the last one from then on. */
const BACK_OFF_MS = [250, 500, 1000, 2000, 4000];

/**
 * @typedef {object} Listener
 * @property {(message: import("../types.js").HostMessage) => void} onMessage
 * @property {(frame: Uint8Array) => void} onFrame
 * @property {(open: boolean, tries: number, unanswered: boolean) => void} onConnection told that the
 *   line is open or lost; `unanswered` if a request may not have arrived
 * @property {(sentence: string) => void} onObstacle told why no line comes about
 */

export class Connection {
  /** @param {Listener} listener */
  constructor(listener) {
    this.listener = listener;
    this.tries = 0;
    this.obstacle = new Obstacle((sentence) => this.listener.onObstacle(sentence));
    this.timer = 0;
    this.received = new Received();
    this.heartbeat = new Heartbeat((unanswered) => this.revive(unanswered));
    /** @type {Uint8Array | null} */
    this.frame = null;
    /** @type {import("./types.js").Line | null} */
    this.socket = null;
    /** The key that was sent with the handshake. @type {string | null} */
    this.key = null;
    takeKey();
    addEventListener("hashchange", () => takeKey() && this.restart());
    addEventListener("online", () => {
      this.reconnect();
      this.heartbeat.expect((question) => this.socket?.send(question));
    });
    document.addEventListener("visibilitychange", () => this.reconnect());
    this.open();
  }

  open() {
    this.key = key();
    // Scripts can set no other header of the handshake.
    // With the first one states hold only the moves that are new; older programs know the second.
    const subprotocols = ["kamisado.2", "kamisado", ...(this.key ? [`key.${this.key}`] : [])];
    const socket = openLine(subprotocols);
    socket.onopen = () => {
      this.tries = 0;
      this.obstacle.isNone = true;
      this.heartbeat.begin();
      this.listener.onConnection(true, 0, false);
    };
    socket.onmessage = ({ data }) => {
      if (this.heartbeat.heard(data)) return;
      if (data instanceof ArrayBuffer) {
        this.frame = new Uint8Array(data);
        this.listener.onFrame(this.frame);
      } else {
        const message = this.received.take(data);
        if (message) this.receive(message);
        else this.restart(); // a new line begins with all that there is
      }
    };
    socket.onclose = () => this.retry();
    this.socket = socket;
  }

  /** @param {import("../types.js").HostMessage} message */
  receive(message) {
    if (message.t === "access") {
      if (this.key === null) {
        message.expired = keyHasEnded(); // still told once the page is loaded anew
      } else if (!message.expired) {
        keepKey(message.key ?? this.key, message.role === "owner");
      } else if (forgetKey(this.key)) {
        this.restart();
        return;
      }
    }
    this.listener.onMessage(message);
  }

  /** Hand out once more what is known, in the words of the language that is shown now. */
  repeat() {
    for (const message of this.received.repeat()) this.listener.onMessage(message);
    if (this.frame) this.listener.onFrame(this.frame);
  }

  /** Give up a line that is dead though it is open. @param {boolean} unanswered */
  revive(unanswered) {
    this.tries = 1;
    this.listener.onConnection(false, this.tries, unanswered);
    this.restart();
  }

  /** Connect anew: with another key, or as nothing comes on the old line. */
  restart() {
    this.heartbeat.stop();
    if (this.socket) {
      this.socket.onclose = null;
      this.socket.close();
    }
    clearTimeout(this.timer);
    this.open();
  }

  retry() {
    this.heartbeat.stop();
    const pause = BACK_OFF_MS[Math.min(this.tries, BACK_OFF_MS.length - 1)];
    this.tries += 1;
    this.listener.onConnection(false, this.tries, false);
    this.timer = setTimeout(() => this.open(), pause);
    this.obstacle.look(this.socket?.url);
  }

  /** Try at once instead of waiting: the page is visible again, or the network is back. */
  reconnect() {
    if (this.socket?.readyState !== WebSocket.CLOSED || document.hidden) return;
    clearTimeout(this.timer);
    this.open();
  }

  /**
   * Send a request; false without a connection.
   * @param {import("../types.js").PageRequest} message
   */
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    this.heartbeat.expect((question) => this.socket?.send(question));
    return true;
  }
}
