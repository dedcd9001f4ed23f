"""The pipe in shared memory between two workers, in node."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

from tests.support.require import require

RING = Path(__file__).resolve().parents[3] / "browser" / "static" / "ring.js"
SCRIPT = """
import { Worker } from "node:worker_threads";
import { Ring, ringMemory } from RING;

const reader = `
  Promise.all([import("node:worker_threads"), import(${JSON.stringify(RING)})]).then((modules) => {
    const [{ parentPort, workerData }, { Ring }] = modules;
    const ring = new Ring(workerData);
    parentPort.postMessage("reads");
    parentPort.postMessage([...ring.read(3)]);
    parentPort.postMessage([...ring.read(3)]);
  });
`;
const memory = ringMemory(8);
const ring = new Ring(memory);
const told = [];
for (const data of [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]]) {  // the second goes round the end
  ring.write(Uint8Array.from(data));
  told.push([...new Ring(memory).read(5)]);
}
const worker = new Worker(reader, { eval: true, workerData: memory });
worker.on("message", (message) => {
  if (message === "reads") ring.write(Uint8Array.from([11, 12, 13]));
  else told.push(message);
  if (told.length === 3) ring.end();  // while it waits, or before
});
await new Promise((resolve) => worker.on("exit", resolve));
told.push(ring.ended, ring.available > 0, [...ring.read(1)]);
try {
  ring.write(Uint8Array.from([14]));
} catch (error) {
  told.push(error.message);
}
console.log(JSON.stringify(told));
"""
DEADLINE_S = 60.0


def test_bytes_come_in_order_until_either_side_ends_it() -> None:
    node = shutil.which("node")
    require(node is not None, "node is missing")
    assert node is not None
    script = SCRIPT.replace("RING", json.dumps(RING.as_uri()))
    command = [node, "--no-warnings", "--input-type=module", "--eval", script]
    run = subprocess.run(command, capture_output=True, text=True, timeout=DEADLINE_S, check=False)
    assert run.stderr == ""
    assert json.loads(run.stdout) == [
        *([1, 2, 3, 4, 5], [6, 7, 8, 9, 10], [11, 12, 13]),
        *([], True, True, [], "the worker reads nothing any more"),
    ]
