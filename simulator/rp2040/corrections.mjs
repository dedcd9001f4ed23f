// Behaviour of the RP2040 that rp2040js 1.4.1 lacks.

/** Correct a chip that has just been made. */
export function correct(rp2040) {
  wakeBeforeInterrupts(rp2040.core);
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
