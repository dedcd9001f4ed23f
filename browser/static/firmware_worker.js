// @ts-check
// The worker of the firmware: MicroPython runs simulator/circuitpython/start.py with its files.

import "./wasm.js";
// @ts-ignore: it has no types
import { loadMicroPython } from "./micropython/micropython.js";
import { Ring } from "./ring.js";

const HEAP_BYTES = 1 << 20;
/** Allocated bytes after which memory is freed. */
const GARBAGE_BYTES = 1 << 18;

/** Takes the place of `circuit/stream.py`: MicroPython has no standard streams here. */
const STREAM = `
import js


class _Input:
    def read(self, size):
        return bytes.fromhex(js.kamisado_read(size))


class _Output:
    def write(self, data):
        js.kamisado_write(data.hex())


input = _Input()
output = _Output()
`;

/** Prepares `step`, as MicroPython frees memory here only before a call from JavaScript. */
const START = `
import gc, sys
gc.threshold(${GARBAGE_BYTES})
sys.path.append("/circuitpython")
sys.argv[:] = ["start.py", "/circuitpython", "/firmware", "/lib"]
import start
step = start.steps().__next__
`;

/** Turns bytes into text with two hexadecimal digits each, and back, with no garbage but the result. */
class Hex {
  constructor() {
    this.decoder = new TextDecoder();
    this.codes = new Uint8Array(1024);
    this.digits = new TextEncoder().encode("0123456789abcdef");
    this.values = new Uint8Array(128);
    this.digits.forEach((code, value) => (this.values[code] = value));
  }

  /** @param {Uint8Array} data */
  text(data) {
    const { digits, decoder } = this;
    if (this.codes.length < 2 * data.length) this.codes = new Uint8Array(4 * data.length);
    const { codes } = this;
    for (let at = 0; at < data.length; at++) {
      codes[2 * at] = digits[data[at] >> 4];
      codes[2 * at + 1] = digits[data[at] & 15];
    }
    return decoder.decode(codes.subarray(0, 2 * data.length));
  }

  /** @param {string} text */
  bytes(text) {
    const { values } = this;
    const data = new Uint8Array(text.length / 2);
    for (let at = 0; at < data.length; at++) {
      data[at] = (values[text.charCodeAt(2 * at)] << 4) | values[text.charCodeAt(2 * at + 1)];
    }
    return data;
  }
}

const hex = new Hex();

/** Write a file and the folders above it. @param {any} FS @param {string} path @param {string} text */
function write(FS, path, text) {
  const folders = path.split("/").slice(0, -1);
  folders.forEach((_, count) => {
    const folder = `/${folders.slice(0, count + 1).join("/")}`;
    if (!FS.analyzePath(folder).exists) FS.mkdir(folder);
  });
  FS.writeFile(`/${path}`, text);
}

self.onmessage = async ({ data: { memory, files } }) => {
  let output = "";
  const ring = new Ring(memory);
  Object.assign(globalThis, {
    kamisado_read: (/** @type {number} */ size) => hex.text(ring.read(size)),
    kamisado_write: (/** @type {string} */ digits) => {
      const data = hex.bytes(digits);
      self.postMessage(data, { transfer: [data.buffer] });
    },
  });
  try {
    const python = await loadMicroPython({
      heapsize: HEAP_BYTES,
      url: new URL("./micropython/micropython.wasm", import.meta.url).href,
      stdout: (/** @type {string} */ line) => (output += `${line}\n`),
      linebuffer: true,
    });
    for (const [path, text] of Object.entries(files)) write(python.FS, path, text);
    write(python.FS, "circuitpython/circuit/stream.py", STREAM);
    python.runPython(START);
    const step = python.globals.get("step");
    for (;;) step(); // until it raises SystemExit
  } catch (error) {
    output += String(error);
  }
  self.postMessage({ ended: output });
};
