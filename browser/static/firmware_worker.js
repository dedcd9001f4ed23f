// @ts-check
// The worker of the firmware: MicroPython runs simulator/circuitpython/start.py with its files.

// @ts-ignore: it has no types
import { loadMicroPython } from "./micropython/micropython.mjs";
import { Ring } from "./ring.js";

const HEAP_BYTES = 1 << 20;

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

const START = `
import sys
sys.argv[:] = ["start.py", "/circuitpython", "/firmware", "/lib"]
with open("/circuitpython/start.py") as file:
    exec(compile(file.read(), "start.py", "exec"))
`;

const HEX = Array.from({ length: 256 }, (_, value) => value.toString(16).padStart(2, "0"));

/** @param {Uint8Array} data */
const hex = (data) => Array.from(data, (value) => HEX[value]).join("");

/** @param {string} digits */
function bytes(digits) {
  const data = new Uint8Array(digits.length / 2);
  for (let at = 0; at < data.length; at++) data[at] = parseInt(digits.slice(2 * at, 2 * at + 2), 16);
  return data;
}

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
    kamisado_read: (/** @type {number} */ size) => hex(ring.read(size)),
    kamisado_write: (/** @type {string} */ digits) => {
      const data = bytes(digits);
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
  } catch (error) {
    output += String(error);
  }
  self.postMessage({ ended: output });
};
