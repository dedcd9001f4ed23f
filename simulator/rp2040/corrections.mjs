// Behaviour of the RP2040 that rp2040js 1.4.1 lacks.  Sections are those of the chip's data sheet.

const INPUT_ENABLED = 0x40; // of a pad, 2.19.6.3: after a reset it is
const CHIP_SELECT = 1; // of the flash, among the pins of QSPI
const SIE_STATUS = 0x50; // 4.1.4
const SIE_SUSPENDED = 1 << 4;

/** Correct a chip that has just been made. */
export function correct(rp2040) {
  enableInputs(rp2040);
  letSuspendedBeCleared(rp2040.usbCtrl);
  wakeBeforeInterrupts(rp2040.core);
}

/** Enable the inputs of all pads, and pull up the flash's chip select, which BOOTSEL would ground. */
function enableInputs(rp2040) {
  for (const pin of [...rp2040.gpio, ...rp2040.qspi]) {
    pin.padValue |= INPUT_ENABLED;
  }
  rp2040.qspi[CHIP_SELECT].setInputValue(true);
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
