// @ts-check
// Worker of `benchmarks.site`: measures the simulated board as the site runs it.

// @ts-ignore: it is a file of the site
import { loadPython } from "./python.js";
// @ts-ignore: it is a file of the site
import { Turns } from "./turns.js";
// @ts-ignore: it is a file of the site
import { startWorker } from "./worker_line.js";

const SCRIPT = `
from browser.platform import BrowserPlatform

board = await BrowserPlatform(javascript, None).start_virtual_board(print, SIZE, SEED, 0)
await speed(board, seconds)
`;

self.onmessage = async ({ data: { text, seconds } }) => {
  const python = await loadPython();
  python.pyimport("browser.event_loop").install(new Turns());
  const javascript = {
    startFirmware: (files, receive, ended) =>
      startWorker("./firmware_worker.js", { files: JSON.parse(files) }, receive, ended),
  };
  python.globals.set("javascript", javascript);
  python.globals.set("seconds", seconds);
  python.runPython(text);
  self.postMessage({ speed: await python.runPythonAsync(SCRIPT) });
};
