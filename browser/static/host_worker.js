// @ts-check
// The worker of the host: runs browser/host.py, and starts the other workers for it.

import { load, save } from "./kept_file.js";
import { loadFar, loadPython } from "./python.js";
import { Turns } from "./turns.js";
import { openSocket } from "./web_socket.js";
import { startWorker } from "./worker_line.js";

/** @typedef {import("./worker_line.js").PythonObject} PythonObject */

/**
 * The line to a serial port that the page has open, for browser/web_serial.py.
 * @param {MessagePort} port
 */
const serialLine = (port) => ({
  /** @param {PythonObject} receive takes the bytes that come @param {PythonObject} ended called if it is lost */
  listen(receive, ended) {
    const [received, hasEnded] = [receive.copy(), ended.copy()];
    port.onmessage = ({ data }) => {
      if (data instanceof Uint8Array) received(data);
      else hasEnded(data.ended);
    };
  },
  /** @param {number} count of bytes */
  taken: (count) => port.postMessage(count),
  /** @param {PythonObject} data */
  send: (data) => port.postMessage(data.toJs()),
  close() {
    port.onmessage = null;
    port.postMessage(null);
    port.close();
  },
});

const python = loadPython();
/** @type {Promise<void> | null} */
let far = null;

const forPython = {
  /** @param {string} files @param {PythonObject} receive @param {PythonObject} ended */
  startFirmware: (files, receive, ended) =>
    startWorker("./firmware_worker.js", { files: JSON.parse(files) }, receive, ended),
  /** @param {number} megabytes @param {PythonObject} receive @param {PythonObject} ended */
  startSolver: (megabytes, receive, ended) =>
    startWorker("./solver_worker.js", { megabytes }, receive, ended),
  openSocket,
  isEncrypted: () => location.protocol === "https:",
  /** Fetch them once; after a failure anew. */
  loadFar() {
    far ??= python.then(loadFar);
    far.catch(() => {
      far = null;
    });
    return far;
  },
  /** @param {PythonObject} data */
  save: (data) => save(data.toJs()),
};

/** The smallest module of WebAssembly: nothing but its head. */
const EMPTY_MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/** Start the host. */
async function startHost() {
  await WebAssembly.compile(EMPTY_MODULE); // where it is forbidden, Pyodide would wait for ever
  const [interpreter, kept] = await Promise.all([python, load().catch(() => undefined)]);
  interpreter.pyimport("browser.event_loop").install(new Turns());
  const host = interpreter.pyimport("browser.host").BrowserHost(forPython, kept);
  host.run().catch((/** @type {Error} */ error) => {
    // The page starts anew, or has no connection; why is for those who look for it.
    setTimeout(() => {
      throw error;
    });
  });
  return host;
}

const starting = startHost();
starting.catch((error) => {
  setTimeout(() => {
    throw error; // so that the page hears of it
  });
});

/** Connect a page: requests come as texts, messages go as texts and LED frames as bytes. @param {MessagePort} port */
async function connect(port) {
  const connection = (await starting).connect((/** @type {string | PythonObject} */ message) => {
    if (typeof message === "string") port.postMessage(message);
    else {
      const frame = message.toJs();
      port.postMessage(frame.buffer, [frame.buffer]);
    }
  });
  port.onmessage = (event) => {
    if (typeof event.data === "string") connection.receive(event.data);
    else {
      connection.close();
      port.close();
    }
  };
}

self.onmessage = async ({ data }) => {
  if (data.port) await connect(data.port);
  else if (data.leave) await (await starting).leave_board();
  else {
    const lines = /** @type {MessagePort[]} */ (data.lines).map(serialLine);
    data.answer.postMessage(await (await starting).plug_in(lines, data.asked));
  }
};
