// Tells how large the memory of the simulated board's firmware becomes: for node's `--import`.

import { writeSync } from "node:fs";
import { workerData } from "node:worker_threads";

if (String(workerData).endsWith("firmware_worker.js")) {
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (pages) {
    const before = grow.call(this, pages);
    writeSync(2, `the firmware's memory grew to ${this.buffer.byteLength} bytes\n`);
    return before;
  };
}
