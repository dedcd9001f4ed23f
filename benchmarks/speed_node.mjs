// Worker of a site in node: `node speed_node.mjs SITE board_speed.py SECONDS` prints a speed.
// Node's threads get here what browsers give to workers.

import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { isMainThread, parentPort, Worker as Thread, workerData } from "node:worker_threads";

globalThis.Worker = class {
  constructor(script) {
    this.thread = new Thread(new URL(import.meta.url), { workerData: String(script) });
    this.thread.on("message", (data) => this.onmessage?.({ data }));
    this.thread.on("error", (error) => this.onerror?.({ message: String(error) }));
  }
  postMessage(data) {
    this.thread.postMessage(data);
  }
  terminate() {
    this.thread.terminate();
  }
};

globalThis.fetch = async (address) => new Response(await readFile(new URL(address)));

if (isMainThread) {
  const [site, text, seconds] = process.argv.slice(2);
  const worker = new Worker(new URL("speed_worker.js", pathToFileURL(`${site}/`)));
  worker.onmessage = ({ data }) => {
    if (!("speed" in data)) return; // of a worker that it has started
    console.log(data.speed);
    process.exit(0);
  };
  worker.onerror = ({ message }) => {
    console.error(message);
    process.exit(1);
  };
  worker.postMessage({ text: await readFile(text, "utf-8"), seconds: Number(seconds) });
} else {
  globalThis.self = globalThis;
  const waiting = [];
  globalThis.postMessage = (data, options) => parentPort.postMessage(data, options?.transfer);
  parentPort.on("message", (data) => (self.onmessage ? self.onmessage({ data }) : waiting.push(data)));
  await import(workerData);
  for (const data of waiting) self.onmessage({ data });
}
