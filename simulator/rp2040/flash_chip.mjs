// Flash of a Pico: 2 MB of SPI flash behind the SSI, with its commands, its times, and power cuts.
//
// rp2040js serves reads from its array; the boot ROM's routines erase and program through the SSI, with
// the chip select forced by IO_QSPI.  Commands: Winbond W25Q16JV.

import fs from 'node:fs';
import { BasePeripheral } from 'rp2040js';

export const FLASH_BYTES = 2 * 1024 * 1024;
const SECTOR = 4096;
const BLOCK = 65536;
const PAGE = 256;
const PROGRAM_NS = 400_000; // a page, typical
const SECTOR_ERASE_NS = 45_000_000;
const BLOCK_ERASE_NS = 150_000_000;

// Registers of the SSI (RP2040 data sheet, 4.10.13) and of IO_QSPI (2.19.6.2)
const SSIENR = 0x08;
const TXFLR = 0x20;
const RXFLR = 0x24;
const SR = 0x28;
const IDR = 0x58;
const DR0 = 0x60;
const DR_LAST = 0xec;
const SR_TX_NOT_FULL = 2;
const SR_TX_EMPTY = 4;
const SR_RX_NOT_EMPTY = 8;
const SS_CTRL = 0x0c;
const FORCED_LOW = 2;
const FORCED_HIGH = 3;

const WRITE_STATUS = 0x01;
const PROGRAM = 0x02;
const READ = 0x03;
const WRITE_DISABLE = 0x04;
const READ_STATUS = 0x05;
const WRITE_ENABLE = 0x06;
const SECTOR_ERASE = 0x20;
const READ_STATUS_2 = 0x35;
const READ_UNIQUE_ID = 0x4b;
const READ_ID = 0x9f;
const BLOCK_ERASE = 0xd8;
const BUSY = 1;
const WRITABLE = 2;
const QUAD_ENABLED = 2;
const ID = [0xef, 0x40, 0x15];

/** Registers that hold what is written. */
export class Registers extends BasePeripheral {
  constructor(rp2040, name, values = {}) {
    super(rp2040, name);
    this.values = new Map(Object.entries(values).map(([offset, value]) => [Number(offset), value]));
  }

  readUint32(offset) {
    return this.values.get(offset) ?? 0;
  }

  writeUint32(offset, value) {
    this.values.set(offset, value);
  }
}

/** IO_QSPI, which can force the flash's chip select. */
class QspiPins extends Registers {
  constructor(rp2040, select) {
    super(rp2040, 'IO_QSPI');
    this.select = select;
  }

  writeUint32(offset, value) {
    super.writeUint32(offset, value);
    if (offset === SS_CTRL) {
      const override = (value >>> 8) & 3;
      this.select(override === FORCED_LOW ? true : override === FORCED_HIGH ? false : null);
    }
  }
}

/** The SSI and the flash behind it. */
export class FlashChip extends BasePeripheral {
  /**
   * @param rp2040 the chip, whose memory is filled from the file.
   * @param {string} path the flash's content, kept up to date.
   * @param {number[]} uid eight bytes.
   * @param {[number, number]} cutRegion first and last address + 1 of the bytes that a cut counts.
   * @param {() => void} onCut called when the power is cut.
   */
  constructor(rp2040, path, uid, cutRegion, onCut) {
    super(rp2040, 'SSI');
    this.data = rp2040.flash.subarray(0, FLASH_BYTES);
    this.file = fs.openSync(path, 'r+');
    fs.readSync(this.file, this.data, 0, FLASH_BYTES, 0);
    this.uid = uid;
    this.cutRegion = cutRegion;
    this.onCut = onCut;
    /** Steps of writes in the region until the power is cut, as in `circuit/flash.py`; null: never. */
    this.stepsLeft = null;
    this.hasPower = true;
    this.changed = false; // in the region since it was asked
    this.registers = new Map();
    this.frame = []; // bytes of the command so far
    this.answers = []; // bytes to be read
    this.forced = null; // chip select: true, false, or null while the SSI drives it
    this.writable = false;
    this.busyUntilNs = 0;
    rp2040.peripherals[0x18000] = this;
    rp2040.peripherals[0x40018] = new QspiPins(rp2040, (selected) => this.select(selected));
  }

  readUint32(offset) {
    if (offset >= DR0 && offset <= DR_LAST) {
      const value = this.answers.shift() ?? 0;
      if (this.forced === null && this.answers.length === 0) {
        this.endCommand(); // the SSI deselects the flash when it has sent everything
      }
      return value;
    }
    switch (offset) {
      case SR:
        return SR_TX_NOT_FULL | SR_TX_EMPTY | (this.answers.length ? SR_RX_NOT_EMPTY : 0);
      case RXFLR:
        return this.answers.length;
      case TXFLR:
        return 0;
      case IDR:
        return 0x51535049;
    }
    return this.registers.get(offset) ?? 0;
  }

  writeUint32(offset, value) {
    if (offset >= DR0 && offset <= DR_LAST) {
      this.answers.push(this.exchange(value & 0xff));
      return;
    }
    this.registers.set(offset, value);
    if (offset === SSIENR) {
      this.answers = [];
      if (this.forced === null) {
        this.endCommand();
      }
    }
  }

  select(forced) {
    if (this.forced !== forced) {
      this.endCommand();
      this.forced = forced;
    }
  }

  /** Take a byte of a command; return the byte that the flash sends meanwhile. */
  exchange(byte) {
    if (this.forced === false) {
      return 0xff;
    }
    this.frame.push(byte);
    const at = this.frame.length - 1;
    if (at === 0) {
      return 0xff;
    }
    switch (this.frame[0]) {
      case READ_STATUS:
        return this.status();
      case READ_STATUS_2:
        return QUAD_ENABLED;
      case READ_ID:
        return ID[(at - 1) % ID.length];
      case READ_UNIQUE_ID:
        return at > 4 ? this.uid[(at - 5) % this.uid.length] : 0xff;
      case READ:
        return at > 3 ? this.data[(this.address() + at - 4) % FLASH_BYTES] : 0xff;
    }
    return 0xff;
  }

  status() {
    const busy = this.rp2040.clock.nanos < this.busyUntilNs;
    return (busy ? BUSY : 0) | (this.writable ? WRITABLE : 0);
  }

  address() {
    const [, high, middle, low] = this.frame;
    return ((high << 16) | (middle << 8) | low) % FLASH_BYTES;
  }

  endCommand() {
    const frame = this.frame;
    const address = frame.length > 3 ? this.address() : 0;
    this.frame = [];
    if (frame.length === 0 || !this.hasPower) {
      return;
    }
    const writable = this.writable;
    switch (frame[0]) {
      case WRITE_ENABLE:
        this.writable = true;
        return;
      case WRITE_DISABLE:
      case WRITE_STATUS:
        this.writable = false;
        return;
      case SECTOR_ERASE:
      case BLOCK_ERASE:
      case PROGRAM:
        break;
      default:
        return;
    }
    this.writable = false;
    if (!writable || frame.length < 4) {
      return; // as the flash does: without a write enable it ignores them
    }
    if (frame[0] === PROGRAM) {
      this.program(address, frame.slice(4));
      this.busyUntilNs = this.rp2040.clock.nanos + PROGRAM_NS;
    } else {
      const size = frame[0] === SECTOR_ERASE ? SECTOR : BLOCK;
      this.erase(address - (address % size), size);
      this.busyUntilNs =
        this.rp2040.clock.nanos + (size === SECTOR ? SECTOR_ERASE_NS : BLOCK_ERASE_NS);
    }
  }

  /** Erase; half of it is the same damage as in `circuit/flash.py`. */
  erase(start, size) {
    if (this.step(start)) {
      for (let at = start; at < start + size; at++) {
        this.data[at] |= 0x5a >> (at & 3); // any of the bits may have been set by now
      }
    }
    if (this.step(start)) {
      this.data.fill(0xff, start, start + size);
    }
    this.save(start, size);
  }

  program(address, bytes) {
    const page = address - (address % PAGE);
    bytes.forEach((byte, index) => {
      const at = page + ((address - page + index) % PAGE); // a page wraps
      const hadPower = this.hasPower;
      if ((this.data[at] & byte) === this.data[at]) {
        return; // a page is programmed as a whole; this byte stays as it is
      }
      if (this.step(at)) {
        this.data[at] &= byte;
      } else if (hadPower) {
        this.data[at] &= byte | 0xa5; // some of its bits are programmed
      }
    });
    this.save(page, PAGE);
  }

  /** Take a step of a write; return false without power. */
  step(address) {
    const [first, end] = this.cutRegion;
    if (address >= first && address < end && this.hasPower) {
      this.changed = true;
      if (this.stepsLeft !== null && this.stepsLeft-- === 0) {
        this.hasPower = false;
        this.onCut();
      }
    }
    return this.hasPower;
  }

  save(start, size) {
    fs.writeSync(this.file, this.data, start, size, start);
  }
}
