// @ts-check
// Turns of the browser's event loop for Python's: for browser/event_loop.py.

/** @typedef {import("./worker_line.js").PythonObject} PythonObject */

export class Turns {
  constructor() {
    /** Runs what is ready; the time in ms until it must be called again, negative for none. @type {() => number} */
    this.turn = () => -1;
    /** The time for which the timer is set. */
    this.due = Infinity;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.run = this.run.bind(this);
    this.ring = () => {
      this.due = Infinity;
      this.run();
    };
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = this.run;
    this.port = port2;
  }

  /** @param {PythonObject} turn */
  use(turn) {
    this.turn = turn.copy();
  }

  ask() {
    queueMicrotask(this.run);
  }

  run() {
    const pause = this.turn();
    if (pause === 0) this.port.postMessage(null); // after the messages that have come
    else if (pause > 0) this.wait(pause);
  }

  /** @param {number} pause in ms */
  wait(pause) {
    const due = performance.now() + pause;
    // One that rings too early sets the next one.
    if (due >= this.due) return;
    clearTimeout(this.timer);
    this.due = due;
    this.timer = setTimeout(this.ring, Math.ceil(pause));
  }
}
