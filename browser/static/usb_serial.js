// @ts-check
// Serial ports over WebUSB, with the methods of Web Serial, for browsers that have no other: Chrome on
// Android.  A device has a port for each of its CDC functions (USB class definitions, CDC 1.2 and its
// subclass PSTN 1.2); a board has two, console and data.

/**
 * What is used of WebUSB.
 * @typedef {{endpointNumber: number, direction: "in" | "out", packetSize: number}} Endpoint
 * @typedef {{interfaceClass: number, endpoints: Endpoint[]}} Alternate
 * @typedef {{interfaceNumber: number, alternates: Alternate[]}} Interface
 * @typedef {{configurationValue: number, interfaces: Interface[]}} Configuration
 * @typedef {{requestType: "class", recipient: "interface", request: number, value: number, index: number}} Setup
 * @typedef {object} Device
 * @property {boolean} opened
 * @property {Configuration | null} configuration the one in use
 * @property {Configuration[]} configurations
 * @property {() => Promise<void>} open
 * @property {() => Promise<void>} close
 * @property {(value: number) => Promise<void>} selectConfiguration
 * @property {(number: number) => Promise<void>} claimInterface
 * @property {(number: number) => Promise<void>} releaseInterface
 * @property {(setup: Setup, data?: BufferSource) => Promise<unknown>} controlTransferOut
 * @property {(endpoint: number, size: number) => Promise<{data?: DataView, status: string}>} transferIn
 * @property {(endpoint: number, data: BufferSource) => Promise<{status: string}>} transferOut
 * @property {(direction: "in" | "out", endpoint: number) => Promise<void>} clearHalt
 * @typedef {EventTarget & {
 *   getDevices: () => Promise<Device[]>,
 *   requestDevice: (options: {filters: {vendorId: number}[]}) => Promise<Device>,
 * }} Usb
 */

const CONTROL_CLASS = 0x02;
const DATA_CLASS = 0x0a;
const SET_LINE_CODING = 0x20;
const SET_CONTROL_LINE_STATE = 0x22;
/** Bit of the control line state. */
const DTR = 1;
/** Stop bits 1, parity none, data bits 8. */
const FRAME = [0, 0, 8];
/** Packets that one transfer may bring. */
const PACKETS = 16;

/** An interface as it is at first. @param {Interface} each */
const alternateOf = ({ alternates: [first] }) => /** @type {Alternate} */ (first);

/**
 * What the ports of a device share.
 * @typedef {object} Shared
 * @property {Device} device
 * @property {UsbPort[]} ports
 * @property {Promise<unknown>} turn the end of what is done: a device does one thing at a time
 */

class UsbPort extends EventTarget {
  /**
   * @param {Shared} shared
   * @param {number} control number of the interface for requests
   * @param {Interface} data that of the bytes
   */
  constructor(shared, control, data) {
    super();
    const endpoint = (/** @type {string} */ way) =>
      /** @type {Endpoint} */ (alternateOf(data).endpoints.find(({ direction }) => direction === way));
    this.shared = shared;
    this.device = shared.device;
    this.control = control;
    this.data = data.interfaceNumber;
    this.input = endpoint("in");
    this.output = endpoint("out");
    /** @type {ReadableStream<Uint8Array> | null} */
    this.readable = null;
    /** @type {WritableStream<Uint8Array> | null} */
    this.writable = null;
  }

  /** @param {{baudRate: number}} options */
  open({ baudRate }) {
    return this.inTurn(async () => {
      try {
        await this.begin(baudRate);
      } catch (error) {
        await this.leave();
        throw error;
      }
    });
  }

  close() {
    return this.inTurn(() => this.leave());
  }

  /** @param {{dataTerminalReady: boolean}} signals */
  setSignals({ dataTerminalReady }) {
    return this.inTurn(() => this.request(SET_CONTROL_LINE_STATE, dataTerminalReady ? DTR : 0));
  }

  /** @template T @param {() => Promise<T>} action */
  inTurn(action) {
    const done = this.shared.turn.then(action);
    this.shared.turn = done.catch(() => {});
    return done;
  }

  /** @param {number} baudRate */
  async begin(baudRate) {
    const { device } = this;
    if (!device.opened) await device.open();
    const [first] = device.configurations;
    if (!device.configuration && first) await device.selectConfiguration(first.configurationValue);
    for (const number of [this.control, this.data]) await device.claimInterface(number);
    const coding = new DataView(new ArrayBuffer(7));
    coding.setUint32(0, baudRate, true);
    FRAME.forEach((value, index) => coding.setUint8(4 + index, value));
    await this.request(SET_LINE_CODING, 0, coding);
    this.readable = new ReadableStream({ pull: (stream) => this.pull(stream) }, { highWaterMark: 0 });
    this.writable = new WritableStream({ write: (data) => this.write(data) });
  }

  /** Give back what is claimed; of a device that is lost nothing is. */
  async leave() {
    const { device } = this;
    this.readable = this.writable = null;
    await this.request(SET_CONTROL_LINE_STATE, 0).catch(() => {});
    for (const number of [this.data, this.control]) {
      await device.releaseInterface(number).catch(() => {});
    }
    if (this.shared.ports.every(({ readable }) => !readable)) await device.close().catch(() => {});
  }

  /** @param {number} request @param {number} value @param {BufferSource} [data] */
  async request(request, value, data) {
    const setup = { request, value, index: this.control };
    await this.device.controlTransferOut({ requestType: "class", recipient: "interface", ...setup }, data);
  }

  /** Wait for bytes. @param {ReadableStreamDefaultController<Uint8Array>} stream */
  async pull(stream) {
    const { endpointNumber, packetSize } = this.input;
    const { readable } = this;
    for (;;) {
      try {
        const { data, status } = await this.device.transferIn(endpointNumber, packetSize * PACKETS);
        if (status === "stall") await this.device.clearHalt("in", endpointNumber);
        else if (data?.byteLength) {
          stream.enqueue(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
          return;
        }
      } catch (error) {
        // There is no other stream after this one, unless the port has been opened again.
        if (this.readable === readable) this.readable = this.writable = null;
        throw error;
      }
    }
  }

  /** @param {Uint8Array} data */
  async write(data) {
    const { endpointNumber } = this.output;
    const { status } = await this.device.transferOut(endpointNumber, /** @type {BufferSource} */ (data));
    if (status !== "stall") return;
    await this.device.clearHalt("out", endpointNumber);
    throw new DOMException("The port takes no bytes.", "NetworkError");
  }
}

/** The serial ports of a device. @param {Device} device */
function portsOf(device) {
  const { interfaces = [] } = device.configuration ?? device.configurations[0] ?? {};
  /** @type {Shared} */
  const shared = { device, ports: [], turn: Promise.resolve() };
  let control = 0;
  for (const each of interfaces) {
    const kind = alternateOf(each).interfaceClass;
    // The two interfaces of a function follow one another.
    if (kind === CONTROL_CLASS) control = each.interfaceNumber;
    else if (kind === DATA_CLASS) shared.ports.push(new UsbPort(shared, control, each));
  }
  return shared.ports;
}

/** A port has come, or gone. */
class PortEvent extends Event {
  /** @param {string} kind @param {UsbPort} port */
  constructor(kind, port) {
    super(kind);
    this.port = port;
  }
}

/** The ports of all devices that the page may use; see `Serial` in serial_ports.js. */
export class UsbSerial extends EventTarget {
  /** @param {Usb} usb */
  constructor(usb) {
    super();
    this.usb = usb;
    /** @type {WeakMap<Device, UsbPort[]>} */
    this.known = new WeakMap();
    for (const kind of ["connect", "disconnect"]) {
      usb.addEventListener(kind, (event) => {
        const { device } = /** @type {{device: Device}} */ (/** @type {unknown} */ (event));
        for (const port of this.of(device)) this.dispatchEvent(new PortEvent(kind, port));
      });
    }
  }

  async getPorts() {
    return (await this.usb.getDevices()).flatMap((device) => this.of(device));
  }

  /**
   * The last port of a device that the player chooses: the data port is behind the console.
   * @param {{filters?: {usbVendorId: number}[]}} options
   */
  async requestPort({ filters = [] }) {
    const wanted = filters.map(({ usbVendorId }) => ({ vendorId: usbVendorId }));
    const port = this.of(await this.usb.requestDevice({ filters: wanted })).at(-1);
    if (!port) throw new DOMException("The device has no serial port.", "NotFoundError");
    return port;
  }

  /** @param {Device} device */
  of(device) {
    const ports = this.known.get(device) ?? portsOf(device);
    this.known.set(device, ports);
    return ports;
  }
}
