// @ts-check
// Serial ports of this computer, by Web Serial, or by WebUSB where that is missing: only the page may
// ask for them, so it opens them here, and carries their bytes to and from the host's worker.

import { UsbSerial } from "./usb_serial.js";

/**
 * @typedef {EventTarget & {
 *   readable: ReadableStream<Uint8Array> | null,
 *   writable: WritableStream<Uint8Array> | null,
 *   open: (options: {baudRate: number, bufferSize: number}) => Promise<void>,
 *   setSignals: (signals: {dataTerminalReady: boolean}) => Promise<void>,
 *   close: () => Promise<void>,
 * }} SerialPort
 * @typedef {EventTarget & {
 *   requestPort: (options: {filters?: {usbVendorId: number}[]}) => Promise<SerialPort>,
 *   getPorts: () => Promise<SerialPort[]>,
 * }} Serial
 */

/** @typedef {{id: string, args: Record<string, any>}} Message */

/** Without a meaning over USB, but for 1200, which resets some boards. */
const OPTIONS = { baudRate: 115200, bufferSize: 1 << 14 };
/** Bytes that may wait in the host's worker; more of them wait at the port. */
const MOST_WAITING = 1 << 16;
/** Between two tries to open a port that is in use; doubles each time. */
const FIRST_PAUSE_MS = 100;
/** The last one: 6 s in all, for a page that is just being closed to give the port up. */
const LONGEST_PAUSE_MS = 3200;
/** Set while a real board is wanted: it is played on whenever it is there. */
const WANTED = "kamisado-real-board";

/**
 * The port that an event is about: with Web Serial it comes from the port.
 * @param {Event} event
 * @returns {SerialPort}
 */
const portOf = (event) => /** @type {{port?: any}} */ (event).port ?? event.target;

/** What opens ports here; undefined if nothing does. @returns {Serial | undefined} */
function serialOf() {
  const { serial, usb } = /** @type {any} */ (navigator);
  return serial ?? (usb && new UsbSerial(usb));
}

/** Call with the storage, which may be forbidden. @template T @param {(storage: Storage) => T} use */
function stored(use) {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}

/**
 * Carry the bytes of an open port until it is lost, or the line is closed; then it is closed.
 * @param {SerialPort} port
 * @param {MessagePort} line to the host's worker
 */
function carry(port, line) {
  let waiting = 0;
  let isClosing = false;
  let goOn = () => {};
  /** @type {ReadableStreamDefaultReader<Uint8Array> | null} */
  let reader = null;
  const writer = /** @type {WritableStream<Uint8Array>} */ (port.writable).getWriter();

  const close = () => {
    isClosing = true;
    goOn();
    reader?.cancel().catch(() => {});
  };

  line.onmessage = ({ data }) => {
    if (data instanceof Uint8Array) writer.write(data).catch(close);
    else if (data === null) close();
    else {
      waiting -= data;
      goOn();
    }
  };

  const read = async () => {
    while (port.readable && !isClosing) {
      reader = port.readable.getReader();
      try {
        for (;;) {
          const { value, done } = await reader.read();
          if (done || isClosing) break;
          waiting += value.length;
          line.postMessage(value);
          while (waiting > MOST_WAITING && !isClosing) {
            await new Promise((resolve) => (goOn = () => resolve(undefined)));
          }
        }
      } catch {
        // After a byte that was damaged there is another stream, after the loss of the port none.
      } finally {
        reader.releaseLock();
      }
    }
    line.postMessage({ ended: "unplugged" });
    await writer.abort().catch(() => {});
    writer.releaseLock();
    await port.close().catch(() => {});
  };
  return { closed: read(), close };
}

export class SerialPorts {
  constructor() {
    /** @type {Serial | undefined} */
    this.serial = serialOf();
    /** The ports that are open, and how to close them. @type {Map<SerialPort, ReturnType<typeof carry>>} */
    this.open = new Map();
    /** @type {(host: Worker) => void} */
    this.use = () => {};
    /** @type {Promise<Worker>} */
    this.host = new Promise((resolve) => (this.use = resolve));
    /** @type {Promise<number[]>} */
    this.vendors = Promise.resolve([]);
    if (!this.serial) return;
    this.vendors = fetch(new URL("./usb_vendors.json", import.meta.url)).then((found) => found.json());
    this.serial.addEventListener("connect", (event) => void this.appear([portOf(event)]));
    this.serial.addEventListener("disconnect", (event) => this.open.get(portOf(event))?.close());
    void this.serial.getPorts().then((ports) => this.appear(ports));
  }

  /** True in a browser with Web Serial, or WebUSB. */
  get supported() {
    return this.serial !== undefined;
  }

  /**
   * Let the player choose a port, and play on the board there; only after a press of a button.
   * @param {boolean} any true to show every port, not only those of boards that run CircuitPython
   * @returns {Promise<Message | null>} why it cannot be; null if it can
   */
  async connect(any) {
    if (!this.serial) return { id: "page.no_web_serial", args: {} };
    const filters = (await this.vendors).map((usbVendorId) => ({ usbVendorId }));
    let chosen;
    try {
      chosen = await this.serial.requestPort(any ? {} : { filters });
    } catch (error) {
      const isRefused = error instanceof DOMException && error.name === "NotFoundError";
      return { id: isRefused ? "page.no_port_chosen" : "page.ports_forbidden", args: {} };
    }
    if (this.open.has(chosen)) return null;
    // The other port of the board may have been chosen before.
    const others = (await this.serial.getPorts()).filter((port) => port !== chosen);
    const lines = await this.openAll([chosen, ...others]);
    if (!this.open.has(chosen)) return { id: "page.port_in_use", args: {} };
    return this.offer(lines, true);
  }

  /** Play on the virtual board again. */
  async leave() {
    stored((storage) => storage.removeItem(WANTED));
    (await this.host).postMessage({ leave: true });
  }

  /**
   * Play on the board at ports that have appeared, if one is wanted.
   *
   * A port that is in use is tried again: the page that was left has perhaps not closed it yet.
   * @param {SerialPort[]} ports
   */
  async appear(ports) {
    // What was lost with the same port is closed first.
    await Promise.all(ports.map((port) => this.open.get(port)?.closed));
    let closed = ports;
    for (let pause = FIRST_PAUSE_MS; pause <= LONGEST_PAUSE_MS; pause *= 2) {
      if (!closed.length || !stored((storage) => storage.getItem(WANTED))) return;
      const lines = await this.openAll(closed);
      closed = closed.filter((port) => !this.open.has(port));
      if (lines.length) void this.offer(lines, false);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  /** Open the ports that can be; returns the lines to them. @param {SerialPort[]} ports */
  async openAll(ports) {
    /** @type {MessagePort[]} */
    const lines = [];
    for (const port of ports) {
      if (this.open.has(port)) continue;
      try {
        await port.open(OPTIONS);
        // The board sends only to a program that is ready.
        await port.setSignals({ dataTerminalReady: true });
      } catch {
        continue; // another program has it open, or it is gone
      }
      const { port1, port2 } = new MessageChannel();
      const carried = carry(port, port1);
      this.open.set(port, carried);
      void carried.closed.then(() => this.open.delete(port));
      lines.push(port2);
    }
    return lines;
  }

  /**
   * Have the host play on the board at one of these ports.
   * @param {MessagePort[]} lines
   * @param {boolean} asked false if they have appeared by themselves
   * @returns {Promise<Message | null>}
   */
  async offer(lines, asked) {
    const { port1, port2 } = new MessageChannel();
    (await this.host).postMessage({ lines, asked, answer: port2 }, [...lines, port2]);
    /** @type {string} */
    const answer = await new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
    port1.close();
    if (answer) return JSON.parse(answer).why;
    stored((storage) => storage.setItem(WANTED, "yes"));
    return null;
  }
}
