// @ts-check
// The line to the program on a static site: a worker of this page instead of a WebSocket.

import { Ring } from "../../ring.js";
import { SerialPorts } from "../../serial_ports.js";
import { t } from "../text/messages.js";

const LOCK = "kamisado";
const RELOADED = "kamisado-reloaded";
const FAILED_MS = "kamisado-failed";
/** A host that fails again so soon after the page was loaded anew would fail for ever. */
const AGAIN_MS = 60_000;

/** @typedef {import("./types.js").Line} Line */

/** The boards that can be plugged into this computer. */
export const serialPorts = new SerialPorts();

/** @type {Promise<Worker> | null} */
let host = null;
/** True once the host has sent something. */
let hasAnswered = false;

/**
 * Say why nothing can be played here.
 * @param {string} id of the message @param {Record<string, string>} [args]
 */
function explain(id, args) {
  const veil = document.getElementById("veil-text");
  if (!veil) return;
  /** @type {HTMLElement} */ (document.getElementById("veil")).hidden = false;
  if (args) delete veil.dataset.text;
  else veil.dataset.text = id; // in whatever language is chosen then
  veil.textContent = t(id, args);
}

/** Time after which it is looked whether all files of the site are there. */
const PATIENCE_MS = 30_000;
/** Time in which more of a file comes, also over a slow line. */
const STALLED_MS = 20_000;

/**
 * The value of a promise, or null if it fails or takes so long that nothing comes any more.
 * @template T @param {Promise<T>} promise @returns {Promise<T | null>}
 */
const inTime = (promise) =>
  Promise.race([promise.catch(() => null), new Promise((resolve) => setTimeout(resolve, STALLED_MS, null))]);

/** The size of what comes of a file; null if it stops coming. @param {Response} answer */
async function sizeOf(answer) {
  const reader = answer.body?.getReader();
  for (let bytes = 0; ; ) {
    const part = reader && (await inTime(reader.read()));
    if (!part) return null;
    if (part.done) return bytes;
    bytes += part.value.length;
  }
}

/** Find the file of the site that is missing or wrong on the server, and say so; false if all are right. */
async function blame() {
  const site = new URL("../../", import.meta.url);
  const said = (/** @type {string} */ id, /** @type {string} */ file, why = "") => {
    explain(id, { file, why });
    return true;
  };
  const get = (/** @type {string} */ file) => {
    const came = fetch(new URL(file, site), { cache: "no-store" }).catch(() => undefined);
    return inTime(came);
  };
  const listed = await get("site_files.json");
  const sizes = await listed?.json().catch(() => null);
  if (!listed?.ok || !sizes) return said("page.file_missing", "site_files.json");
  for (const [file, bytes] of Object.entries(sizes)) {
    const answer = await get(file);
    if (answer === null) return said("page.file_stalled", file);
    if (!answer?.ok) return said("page.file_missing", file);
    const type = answer.headers.get("Content-Type") ?? "";
    if (file.endsWith(".js") && !/javascript/.test(type)) return said("page.file_mistyped", file, type);
    const length = await sizeOf(answer);
    if (length === null) return said("page.file_stalled", file);
    if (length !== bytes) return said("page.file_cut", file);
  }
  return false;
}

/**
 * Have the service worker control the page: only then it may share memory with its workers.
 * The page is loaded anew once for that.
 */
async function isolated() {
  const offered = "serviceWorker" in navigator && isSecureContext;
  if (offered) {
    const script = new URL("../../service_worker.js", import.meta.url);
    const registered = navigator.serviceWorker.register(script).catch(() => null);
    if (!crossOriginIsolated && sessionStorage.getItem(RELOADED) === null) {
      const registration = await registered;
      if (registration) {
        // It ends by itself where a file that it has to keep does not come.
        const installing = registration.installing;
        installing?.addEventListener("statechange", () => installing.state === "redundant" && blame());
        await navigator.serviceWorker.ready;
        sessionStorage.setItem(RELOADED, "yes");
        location.reload();
        return new Promise(() => {});
      }
      if (await blame()) return new Promise(() => {});
    }
  }
  sessionStorage.removeItem(RELOADED);
  if (crossOriginIsolated) return undefined;
  explain("page.not_isolated");
  return new Promise(() => {}); // for good
}

/** Be the only page that plays here: two would overwrite one another's matches. */
function alone() {
  return new Promise((resolve) => {
    const hold = () => {
      resolve(undefined);
      return new Promise(() => {}); // until the page is closed
    };
    navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => {
      if (lock) return hold();
      explain("page.open_elsewhere");
      navigator.locks.request(LOCK, hold);
      return undefined;
    });
  });
}

/**
 * End the host's workers with the page.  They wait or compute all the time, and a browser gives them
 * two seconds to stop: for so long a page that is loaded anew would have the old one's memory as well.
 * @param {Worker} worker the host's
 */
function endWorkers(worker) {
  /** Those at work, by their scripts. @type {Map<string, Ring>} */
  const rings = new Map();
  worker.onmessage = ({ data: { script, memory } }) => rings.set(script, new Ring(memory));
  addEventListener("pagehide", ({ persisted }) => {
    if (!persisted) for (const ring of rings.values()) ring.end();
  });
}

/**
 * After an error in the host's worker, with which Python may have ended, load the page anew, which
 * goes on with all that was saved; or say that it has stopped.
 * @param {ErrorEvent} event
 */
function loseHost({ message }) {
  if (!hasAnswered) {
    const why = /WebAssembly/.test(message) ? "page.wasm_forbidden" : "page.host_failed";
    blame().then((isTold) => isTold || explain(why)); // it has not even begun
    return;
  }
  const before = Number(sessionStorage.getItem(FAILED_MS) ?? -AGAIN_MS);
  sessionStorage.setItem(FAILED_MS, String(Date.now()));
  if (Date.now() - before >= AGAIN_MS) location.reload();
  else explain("page.host_failed");
}

/** Start the host, once. */
async function startHost() {
  setTimeout(() => hasAnswered || blame(), PATIENCE_MS);
  await isolated();
  await alone();
  const worker = new Worker(new URL("../../host_worker.js", import.meta.url), { type: "module" });
  worker.onerror = loseHost;
  serialPorts.use(worker);
  endWorkers(worker);
  return worker;
}

/**
 * A line to the host's worker, with what `Connection` uses of a WebSocket.
 * @implements {Line}
 */
class WorkerLine {
  constructor() {
    this.binaryType = "arraybuffer";
    this.readyState = WebSocket.CONNECTING;
    /** @type {(() => void) | null} */
    this.onopen = null;
    /** @type {((event: {data: string | ArrayBuffer}) => void) | null} */
    this.onmessage = null;
    /** @type {(() => void) | null} */
    this.onclose = null;
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    port1.onmessage = ({ data }) => {
      hasAnswered = true;
      if (this.readyState === WebSocket.CONNECTING) {
        this.readyState = WebSocket.OPEN;
        this.onopen?.();
      }
      this.onmessage?.({ data });
    };
    host ??= startHost();
    host.then((worker) => worker.postMessage({ port: port2 }, [port2]));
  }

  /** @param {string} text */
  send(text) {
    this.port.postMessage(text);
  }

  close() {
    this.readyState = WebSocket.CLOSED;
    this.port.postMessage(null);
    this.port.close();
  }
}

/** Open a line to the program. @returns {Line} */
export const openLine = () => new WorkerLine();
