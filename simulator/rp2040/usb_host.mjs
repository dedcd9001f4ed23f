// USB host: enumerates the device, and passes on the data of its serial ports (CDC ACM).

import {
  createSetupPacket,
  DataDirection,
  DescriptorType,
  getDescriptorPacket,
  setDeviceAddressPacket,
  setDeviceConfigurationPacket,
  SetupRecipient,
  SetupType,
} from 'rp2040js';

const CLASS_COMMUNICATION = 2;
const CLASS_DATA = 10;
const BULK = 2;
const SET_CONTROL_LINE_STATE = 0x22;
const HEADER_BYTES = 9; // of a configuration descriptor
const PACKET_BYTES = 64;
const PAUSE_NS = 200_000; // between two control transfers
const IN_CONTROL = 0x80; // buffer controls in the controller's memory: 8 bytes an endpoint
const ENDPOINTS = 16;
const AVAILABLE = 1 << 10;
const SIE_SUSPENDED = 1 << 4;
const SIE_RESUME = 1 << 11;

/** A serial port of the device: its interface, its endpoints, and what waits. */
class SerialPort {
  constructor(number) {
    this.interface = number;
    this.in = -1;
    this.out = -1;
    this.received = []; // from the device
    this.room = Infinity; // bytes that may be received
    this.pending = []; // to the device
    this.armed = 0; // bytes that the device takes now
    this.isOpen = false;
  }
}

/** Find the serial ports in a configuration descriptor, in their order. */
export function serialPorts(descriptor) {
  const ports = [];
  let isData = false;
  for (let at = 0; at + 1 < descriptor.length && descriptor[at] > 1; at += descriptor[at]) {
    const type = descriptor[at + 1];
    if (type === DescriptorType.Interface) {
      if (descriptor[at + 5] === CLASS_COMMUNICATION) {
        ports.push(new SerialPort(descriptor[at + 2]));
      }
      isData = descriptor[at + 5] === CLASS_DATA;
    } else if (type === DescriptorType.Endpoint && isData && (descriptor[at + 3] & 3) === BULK) {
      const address = descriptor[at + 2];
      ports.at(-1)[address & 0x80 ? 'in' : 'out'] = address & 0xf;
    }
  }
  return ports.filter((port) => port.in > 0 && port.out > 0);
}

export class UsbHost {
  constructor(rp2040) {
    this.rp2040 = rp2040;
    this.usb = rp2040.usbCtrl;
    this.ports = [];
    this.isConfigured = false;
    this.isSuspended = false;
    this.transfers = []; // control transfers not begun
    this.transfer = null;
    this.statusArmed = false; // the device waits for the status stage
    this.held = new Set(); // endpoints with a packet that is not taken yet
    // The device gets a packet 10 us after rp2040js has been given it, but a setup packet at once.
    this.pause = rp2040.clock.createAlarm(() => this.begin());
    this.usb.onUSBEnabled = () => this.usb.resetDevice();
    this.usb.onResetReceived = () => this.enumerate();
    this.usb.onEndpointWrite = (endpoint, data) => this.receive(endpoint, data);
    this.usb.onEndpointRead = (endpoint, size) => this.arm(endpoint, size);
    // rp2040js takes every packet at once; a host that does not read takes none.
    const update = this.usb.DPRAMUpdated.bind(this.usb);
    this.usb.DPRAMUpdated = (offset, value) => {
      const endpoint = (offset - IN_CONTROL) >> 3;
      const isIn = endpoint > 0 && endpoint < ENDPOINTS && !(offset & 4);
      if (isIn && value & AVAILABLE && !this.takes(endpoint)) {
        this.held.add(endpoint);
      } else {
        update(offset, value);
      }
    };
    this.update = update;
  }

  // --- Control transfers -----------------------------------------------------------------------

  enumerate() {
    this.ports = [];
    this.isConfigured = false;
    this.transfers = [];
    this.transfer = null;
    this.held.clear();
    this.control(setDeviceAddressPacket(1));
    this.control(getDescriptorPacket(DescriptorType.Configration, HEADER_BYTES), (header) => {
      const size = header[2] | (header[3] << 8);
      this.control(getDescriptorPacket(DescriptorType.Configration, size), (descriptor) => {
        this.ports = serialPorts(descriptor);
        this.control(setDeviceConfigurationPacket(1), () => {
          this.isConfigured = true;
        });
      });
    });
  }

  /** Queue a control transfer; `done` is called with the data that the device has sent. */
  control(packet, done = () => {}) {
    const wanted = packet[0] & 0x80 ? packet[6] | (packet[7] << 8) : 0;
    this.transfers.push({ packet, wanted, data: [], isAnswered: false, done });
    this.pause.schedule(PAUSE_NS);
  }

  begin() {
    if (this.transfer === null && this.transfers.length > 0) {
      this.transfer = this.transfers.shift();
      this.usb.sendSetupPacket(this.transfer.packet);
    }
  }

  endTransfer() {
    const { data, done } = this.transfer;
    this.transfer = null;
    done(data);
    this.pause.schedule(PAUSE_NS);
  }

  // --- Endpoints -------------------------------------------------------------------------------

  receive(endpoint, data) {
    if (endpoint > 0) {
      this.ports.find((port) => port.in === endpoint)?.received.push(...data);
      return;
    }
    const transfer = this.transfer;
    if (transfer === null) {
      return;
    }
    transfer.data.push(...data);
    if (transfer.wanted === 0) {
      this.endTransfer(); // this was the status stage
    } else if (data.length < PACKET_BYTES || transfer.data.length >= transfer.wanted) {
      transfer.isAnswered = true;
      if (this.statusArmed) {
        this.sendStatus();
      }
    }
  }

  /** The device is ready to take a packet. */
  arm(endpoint, size) {
    if (endpoint === 0) {
      this.statusArmed = true;
      if (this.transfer?.isAnswered) {
        this.sendStatus();
      }
      return;
    }
    const port = this.ports.find((one) => one.out === endpoint);
    if (port) {
      port.armed = size;
      this.send(port);
    }
  }

  sendStatus() {
    this.statusArmed = false;
    this.usb.endpointReadDone(0, new Uint8Array(0));
    this.endTransfer();
  }

  send(port) {
    if (port.armed > 0 && port.pending.length > 0 && !this.isSuspended) {
      const data = port.pending.splice(0, Math.min(port.armed, PACKET_BYTES));
      port.armed = 0;
      this.usb.endpointReadDone(port.out, Uint8Array.from(data));
    }
  }

  takes(endpoint) {
    const port = this.ports.find((one) => one.in === endpoint);
    // Before the ports are known there is nobody who could read.
    return port !== undefined && port.isOpen && port.received.length < port.room && !this.isSuspended;
  }

  // --- For the simulator -----------------------------------------------------------------------

  /** Open or close a port, and give it bytes; `room` is how many more may be received. */
  serve(port, isOpen, room, bytes) {
    if (this.isConfigured && port.isOpen !== isOpen) {
      port.isOpen = isOpen;
      this.control(
        createSetupPacket({
          dataDirection: DataDirection.HostToDevice,
          type: SetupType.Class,
          recipient: SetupRecipient.Interface,
          bRequest: SET_CONTROL_LINE_STATE,
          wValue: isOpen ? 3 : 0,
          wIndex: port.interface,
          wLength: 0,
        }),
      );
    }
    port.room = room;
    port.pending.push(...bytes);
    this.send(port);
    if (this.held.has(port.in) && this.takes(port.in)) {
      this.held.delete(port.in);
      const offset = IN_CONTROL + 8 * port.in;
      this.update(offset, this.rp2040.usbDPRAMView.getUint32(offset, true));
    }
  }

  /** Return and forget what a port has received. */
  take(port) {
    return port.received.splice(0);
  }

  suspend(isSuspended) {
    if (this.isSuspended !== isSuspended) {
      this.isSuspended = isSuspended;
      this.usb.sieStatus |= isSuspended ? SIE_SUSPENDED : SIE_RESUME;
      this.usb.sieStatusUpdated();
    }
  }
}
