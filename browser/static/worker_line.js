// @ts-check
// The line from Python in one worker to another worker, which it starts.

import { Ring, ringMemory } from "./ring.js";

/** Bytes in shared memory for what a worker is sent; the longest message has some 25,000. */
const RING_BYTES = 1 << 18;

/**
 * A function or a buffer of Python's, as Pyodide passes it.
 * @typedef {{copy: () => any, toJs: () => Uint8Array}} PythonObject
 */

/**
 * Start a worker that reads a ring and posts its answers.  The page is told of the ring, so that it
 * can end it; there is one such worker of a script at a time.
 * @param {string} script
 * @param {object} settings for the worker
 * @param {PythonObject} receive takes its answers
 * @param {PythonObject} ended takes its last words
 */
export function startWorker(script, settings, receive, ended) {
  const memory = ringMemory(RING_BYTES);
  const ring = new Ring(memory);
  const [received, hasEnded] = [receive.copy(), ended.copy()];
  const worker = new Worker(new URL(script, import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data instanceof Uint8Array) received(data);
    // One that the page has ended, as it is left, must not be started again: nobody would end that.
    else if (!ring.ended) hasEnded(data.ended);
  };
  worker.onerror = (event) => hasEnded(event.message ?? "the worker cannot be loaded");
  worker.postMessage({ memory, ...settings });
  self.postMessage({ script, memory });
  return {
    /** @param {PythonObject} data */
    send: (data) => ring.write(data.toJs()),
    close() {
      worker.onmessage = worker.onerror = null;
      ring.end(); // browsers give a worker that waits two seconds, and keep its memory for so long
      worker.terminate();
    },
  };
}
