// Behaviour of the RP2040 that rp2040js 1.4.1 lacks.  Sections are those of the chip's data sheet.

const INPUT_ENABLED = 0x40; // of a pad, 2.19.6.3: after a reset it is
const CHIP_SELECT = 1; // of the flash, among the pins of QSPI
const RAM = 0x20000000;
const ROSC = 0x40060;
const RANDOM_BIT = 0x1c; // 2.17.8
const SIE_STATUS = 0x50; // 4.1.4
const SIE_SUSPENDED = 1 << 4;

/** Correct a chip that has just been made; the seed is of its random bit, below 2 ** 32. */
export function correct(rp2040, seed) {
  enableInputs(rp2040);
  addRandomBit(rp2040, seed);
  letSuspendedBeCleared(rp2040.usbCtrl);
  wakeBeforeInterrupts(rp2040.core);
  writeMemoryFirst(rp2040);
}

/** Enable the inputs of all pads, and pull up the flash's chip select, which BOOTSEL would ground. */
function enableInputs(rp2040) {
  for (const pin of [...rp2040.gpio, ...rp2040.qspi]) {
    pin.padValue |= INPUT_ENABLED;
  }
  rp2040.qspi[CHIP_SELECT].setInputValue(true);
}

/** Make the ring oscillator's random bit, by xorshift (Marsaglia 2003); all else there reads as before. */
function addRandomBit(rp2040, seed) {
  const oscillator = rp2040.peripherals[ROSC];
  const read = oscillator.readUint32.bind(oscillator);
  let state = seed || 1;
  oscillator.readUint32 = (offset) => {
    if (offset !== RANDOM_BIT) {
      return read(offset);
    }
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 31;
  };
}

/** Clear SUSPENDED when it is written, as the other bits of that register. */
function letSuspendedBeCleared(usb) {
  const write = usb.writeUint32.bind(usb);
  usb.writeUint32 = (offset, value) => {
    if (offset === SIE_STATUS) {
      usb.sieStatus &= ~(usb.rawWriteValue & SIE_SUSPENDED);
    }
    write(offset, value);
  };
}

/** End a WFI for every enabled interrupt: one that PRIMASK masks lets the program go on behind it. */
function wakeBeforeInterrupts(core) {
  const setInterrupt = core.setInterrupt.bind(core);
  core.setInterrupt = (irq, value) => {
    if (value && core.enabledInterrupts & (1 << irq)) {
      core.waiting = false;
    }
    setInterrupt(irq, value);
  };
}

/** Look for a written address in the memory before the peripherals: the same, in less time. */
function writeMemoryFirst(rp2040) {
  const { sramView } = rp2040;
  const write = rp2040.writeUint32.bind(rp2040);
  const end = RAM + sramView.byteLength - 3;
  rp2040.writeUint32 = (address, value) => {
    if (address >= RAM && address < end) {
      sramView.setUint32(address - RAM, value, true);
    } else {
      write(address, value);
    }
  };
}
