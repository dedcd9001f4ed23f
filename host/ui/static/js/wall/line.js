// @ts-check
// The line of a wall: all boards at once, then what changes.  Nothing is ever sent on it.

import { Heartbeat } from "../connection/heartbeat.js";
import { Obstacle } from "../connection/obstacle.js";
import { decode } from "../text/messages.js";

/** @typedef {import("./types.js").WallBoard} WallBoard */
/** @typedef {import("./types.js").WallMessage} WallMessage */

/** Where the club's program serves the wall: `/`, or the path below which a proxy does. */
const ROOT = import.meta.url.replace(/(?:v\/\w+\/)?js\/wall\/line\.js(?:\?.*)?$/, "");

/** Waits before the 1st, 2nd, ... try; the last one from then on. */
const BACK_OFF_MS = [250, 500, 1000, 2000, 4000];
/** Time for a connection to be made; somewhere on the way nobody may answer. */
const CONNECT_MS = 8000;

/**
 * @typedef {object} Listener
 * @property {(message: WallMessage) => void} onWall
 * @property {(board: WallBoard) => void} onBoard
 * @property {(name: string) => void} onGone
 * @property {(open: boolean) => void} onConnection
 * @property {(sentence: string) => void} onObstacle told why no line comes about
 */

export class WallLine {
  /**
   * @param {Listener} listener
   * @param {string} [only] the one board that is watched; "" for all
   */
  constructor(listener, only = "") {
    this.listener = listener;
    this.only = only;
    this.tries = 0;
    this.obstacle = new Obstacle((sentence) => this.listener.onObstacle(sentence));
    /** The newest `wall`, as it came. */
    this.wall = "";
    /** All that was told of each board, not yet in words. @type {Map<string, any>} */
    this.boards = new Map();
    /** Boards of the connection before that have not been told again. @type {Set<string>} */
    this.stale = new Set();
    this.timer = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.heartbeat = new Heartbeat(() => this.renew());
    addEventListener("online", () => this.renew());
    this.open();
  }

  open() {
    const address = new URL("ws", ROOT.replace(/^http/, "ws"));
    if (this.only) address.searchParams.set("board", this.only);
    const socket = new WebSocket(address, ["kamisado"]);
    socket.onopen = () => {
      this.tries = 0;
      this.obstacle.isNone = true;
      for (const name of this.boards.keys()) this.stale.add(name);
      this.boards.clear();
      this.heartbeat.begin();
      this.listener.onConnection(true);
    };
    socket.onmessage = ({ data }) => {
      if (!this.heartbeat.heard(data)) this.receive(data);
    };
    socket.onclose = () => this.renew();
    this.socket = socket;
    this.timer = setTimeout(() => socket.readyState === WebSocket.CONNECTING && this.renew(), CONNECT_MS);
  }

  /** Connect anew: the line has ended, or is dead though it is open. */
  renew() {
    this.heartbeat.stop();
    if (this.socket) {
      this.socket.onclose = this.socket.onmessage = null;
      this.socket.close();
    }
    this.listener.onConnection(false);
    clearTimeout(this.timer);
    const pause = BACK_OFF_MS[Math.min(this.tries++, BACK_OFF_MS.length - 1)];
    this.timer = setTimeout(() => this.open(), pause);
    this.obstacle.look(this.socket?.url);
  }

  /** @param {string} text */
  receive(text) {
    const message = JSON.parse(text);
    if (message.t === "wall") {
      this.wall = text;
      this.listener.onWall(decode(text));
    } else if (message.t === "gone") {
      this.boards.delete(message.name);
      this.listener.onGone(message.name);
    } else {
      this.update(message);
    }
    this.forget();
  }

  /** @param {any} message what has changed at a board */
  update({ t: _, moves, ...changed }) {
    const before = this.boards.get(changed.name) ?? { moves: [] };
    const board = { ...before, ...changed };
    if (moves) board.moves = [...before.moves.slice(0, moves.keep), ...moves.add];
    this.boards.set(board.name, board);
    this.stale.delete(board.name);
    this.listener.onBoard(inWords(board));
  }

  /** Drop what was not told again, once all boards were. */
  forget() {
    if (!this.stale.size || !this.wall || this.boards.size < JSON.parse(this.wall).boards) return;
    for (const name of this.stale) this.listener.onGone(name);
    this.stale.clear();
  }

  /** Hand out once more what is known, in the words of the language that is shown now. */
  repeat() {
    if (this.wall) this.listener.onWall(decode(this.wall));
    for (const board of this.boards.values()) this.listener.onBoard(inWords(board));
  }
}

/** A board in words; without them if it is of a version with others. @param {any} board @returns {WallBoard} */
function inWords(board) {
  try {
    return decode(JSON.stringify(board));
  } catch {
    const wordless = { prompt: "", correction: null, opponent: null, outcome: null, match: null };
    const link = board.link && { ...board.link, text: "" };
    return { ...board, ...wordless, link, title: board.game, moves: [], unreadable: true };
  }
}
