"""WebUSB of a browser without Web Serial: its device ends at a simulated board, see `web_serial`.

Interfaces 0 and 1 are the console, 2 and 3 the data port, 4 the drive (firmware/boot.py).  As a
browser does, the device refuses what is not claimed, and a second change of its state at a time.
"""

from __future__ import annotations

SCRIPT = """
(() => {
  if (origin === "null" || window !== top) return;
  const KEY = "granted-devices";
  const lost = () => new DOMException("The device was disconnected.", "NotFoundError");
  const wrong = (why) => new DOMException(why, "InvalidStateError");
  const bulk = (endpointNumber, direction) => ({ endpointNumber, direction, packetSize: 64 });
  const part = (interfaceNumber, interfaceClass, ...endpoints) =>
    ({ interfaceNumber, alternates: [{ interfaceClass, endpoints }] });
  const LAYOUT = [
    part(0, 2, bulk(1, "in")), part(1, 10, bulk(2, "out"), bulk(2, "in")),
    part(2, 2, bulk(3, "in")), part(3, 10, bulk(4, "out"), bulk(4, "in")),
    part(4, 8, bulk(5, "out"), bulk(5, "in")),
  ];
  const OF = { 0: "console", 2: "data" };
  const CONTROL = { 2: 0, 4: 2 };

  class Device {
    constructor() {
      this.configurations = [{ configurationValue: 1, interfaces: LAYOUT }];
      Object.assign(this, { opened: false, configuration: null, changing: false, plugged: true });
      this.claimed = new Set();
      this.sockets = {};
      this.received = { 2: [], 4: [] };
      this.waiting = { 2: null, 4: null };
    }
    async change(act) {
      if (!this.plugged) throw lost();
      if (this.changing) throw wrong("An operation that changes the device state is in progress.");
      this.changing = true;
      await new Promise((resolve) => setTimeout(resolve));
      this.changing = false;
      act();
    }
    open() { return this.change(() => { this.opened = true; }); }
    close() { return this.change(() => { this.opened = false; this.claimed.clear(); }); }
    selectConfiguration(value) {
      return this.change(() => {
        this.configuration = this.configurations.find((each) => each.configurationValue === value);
      });
    }
    claimInterface(number) {
      if (!this.opened || !this.configuration) throw wrong("The device must be opened first.");
      return this.change(() => this.claimed.add(number));
    }
    releaseInterface(number) {
      return this.change(() => {
        this.claimed.delete(number);
        const endpoint = number + 1;
        this.waiting[endpoint]?.reject(new DOMException("released", "AbortError"));
      });
    }
    async controlTransferOut({ requestType, recipient, request, value, index }, data) {
      if (!this.plugged) throw lost();
      if (!this.claimed.has(index)) throw wrong("The interface has not been claimed.");
      const bytes = data ? [...new Uint8Array(data.buffer ?? data)] : [];
      fake.requests.push([requestType, recipient, request, value, index, bytes]);
      if (request !== 0x22) return;
      if (value & 1) await this.connect(index);
      else {
        this.sockets[index]?.close();
        delete this.sockets[index];
      }
    }
    connect(index) {
      const socket = new WebSocket(`ws://127.0.0.1:RELAY/${OF[index]}`);
      socket.binaryType = "arraybuffer";
      const endpoint = index + 2;
      socket.onmessage = ({ data }) => {
        this.received[endpoint].push(...new Uint8Array(data));
        this.bring(endpoint);
      };
      return new Promise((resolve, reject) => {
        socket.onopen = () => {
          this.sockets[index] = socket;
          socket.onclose = () => { if (this.sockets[index] === socket) this.end(); };
          resolve();
        };
        socket.onclose = () => reject(lost());
      });
    }
    end() {
      if (!this.plugged) return;
      this.plugged = false;
      for (const waiting of Object.values(this.waiting)) waiting?.reject(lost());
      tell("disconnect", this);
    }
    bring(endpoint) {
      const { waiting, received } = this;
      if (!waiting[endpoint] || !received[endpoint].length) return;
      const { size, resolve } = waiting[endpoint];
      waiting[endpoint] = null;
      const data = new DataView(Uint8Array.from(received[endpoint].splice(0, size)).buffer);
      resolve({ data, status: "ok" });
    }
    transferIn(endpoint, size) {
      return new Promise((resolve, reject) => {
        if (!this.plugged) throw lost();
        if (!this.claimed.has(endpoint - 1)) throw wrong("The interface has not been claimed.");
        this.waiting[endpoint] = { size, resolve, reject };
        this.bring(endpoint);
      });
    }
    async transferOut(endpoint, data) {
      if (!this.plugged) throw lost();
      if (!this.claimed.has(endpoint - 1)) throw wrong("The interface has not been claimed.");
      this.sockets[CONTROL[endpoint]].send(data);
      return { status: "ok" };
    }
    async clearHalt() {}
  }

  let device = new Device();
  const isGranted = () => sessionStorage.getItem(KEY) !== null;

  function tell(kind, which) {
    usb.dispatchEvent(Object.assign(new Event(kind), { device: which }));
  }

  class Usb extends EventTarget {
    async getDevices() {
      return isGranted() && device.plugged ? [device] : [];
    }
    async requestDevice({ filters }) {
      if (!navigator.userActivation.isActive) throw new DOMException("no gesture", "SecurityError");
      fake.filters = filters;
      sessionStorage.setItem(KEY, "yes");
      return device;
    }
  }

  const usb = new Usb();
  const fake = (window.fakeUsb = {
    requests: [],
    filters: null,
    plug() {
      device = new Device();
      tell("connect", device);
    },
  });
  delete Navigator.prototype.serial;
  Object.defineProperty(navigator, "usb", { value: usb, configurable: true });
})();
"""
