// @ts-check
// The worker of a solver: runs browser/solver.py, which waits for queries and answers them.

import { loadPython } from "./python.js";
import { Ring } from "./ring.js";

self.onmessage = async ({ data: { memory, megabytes } }) => {
  const ring = new Ring(memory);
  try {
    const python = await loadPython();
    python.pyimport("browser.solver").serve(
      {
        take: (/** @type {number} */ size) => ring.read(size),
        available: () => ring.available,
        send: (/** @type {{toJs: () => Uint8Array}} */ data) => self.postMessage(data.toJs()),
      },
      megabytes,
    );
  } catch (error) {
    self.postMessage({ ended: String(error) });
  }
};
