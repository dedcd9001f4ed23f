// Emulator of an RP2040 for `chip_process.py`, which simulates the board around it.
//
// Lines of JSON on the standard streams.  The first is the settings; then each `{run}` is answered by one
// line with what has happened.  In between the emulator asks (`adc`, `edge`) and waits for the answer,
// so nothing depends on the speed of either side.  Times are in ns since the chip's power-on.

import fs from 'node:fs';
import { ConsoleLogger, GPIOPinState, LogLevel, RP2040 } from 'rp2040js';
import { correct } from './corrections.mjs';
import { FlashChip, Registers } from './flash_chip.mjs';
import { PixelDecoder } from './pixel_decoder.mjs';
import { UsbHost } from './usb_host.mjs';

const FLASH_START = 0x10000000;
const ADC_NS = 2000;
const TIMER = 0x40054;
const CHIP_RESET = 0x08;
const CHUNK = 65536;

/** Standard streams, read and written without an event loop. */
class Link {
  constructor() {
    this.rest = '';
    this.buffer = Buffer.alloc(CHUNK);
  }

  read() {
    for (;;) {
      const end = this.rest.indexOf('\n');
      if (end >= 0) {
        const line = this.rest.slice(0, end);
        this.rest = this.rest.slice(end + 1);
        return JSON.parse(line);
      }
      const size = fs.readSync(0, this.buffer, 0, CHUNK, null);
      if (size === 0) {
        process.exit(0); // the simulator has ended
      }
      this.rest += this.buffer.toString('latin1', 0, size);
    }
  }

  write(message) {
    fs.writeSync(1, `${JSON.stringify(message)}\n`);
  }

  ask(message) {
    this.write(message);
    return this.read();
  }
}

/** State machines of both PIO blocks, stepped with the chip's clock (rp2040js leaves them to the event loop). */
class StateMachines {
  constructor(rp2040) {
    this.rp2040 = rp2040;
    this.nowNs = null; // of the step that is being taken
    this.dues = new Map(); // of each enabled machine
    for (const pio of rp2040.pio) {
      pio.run = () => {};
    }
  }

  get isRunning() {
    const { pio } = this.rp2040;
    return !(pio[0].stopped && pio[1].stopped);
  }

  advance(toNs) {
    for (const pio of this.rp2040.pio) {
      if (!pio.stopped) {
        for (const machine of pio.machines) {
          this.advanceMachine(pio, machine, toNs);
        }
      }
    }
    this.nowNs = null;
  }

  advanceMachine(pio, machine, toNs) {
    if (!machine.enabled) {
      this.dues.delete(machine);
      return;
    }
    const cycleNs = 1e9 / this.rp2040.clkSys;
    const tickNs = (machine.clockDivInt || 65536) * cycleNs + (machine.clockDivFrac / 256) * cycleNs;
    let dueNs = this.dues.get(machine) ?? toNs;
    while (dueNs <= toNs) {
      const before = machine.cycles;
      this.nowNs = dueNs;
      machine.step();
      pio.checkChangedPins();
      const ticks = machine.cycles - before;
      dueNs = machine.waiting && ticks === 0 ? toNs + tickNs : dueNs + Math.max(1, ticks) * tickNs;
    }
    this.dues.set(machine, dueNs);
  }
}

class Emulator {
  constructor(link) {
    this.link = link;
    const settings = link.read();
    const rp2040 = new RP2040();
    this.rp2040 = rp2040;
    this.clock = rp2040.clock;
    rp2040.logger = new ConsoleLogger(LogLevel.Error, false);
    rp2040.loadBootrom(new Uint32Array(fs.readFileSync(settings.bootrom).buffer.slice(0, 16384)));
    correct(rp2040, settings.random);
    startTimer(rp2040.peripherals[TIMER], settings.timer_us * 1000);
    this.flash = new FlashChip(rp2040, settings.flash, settings.uid, settings.nvm, () => {
      this.ended = 'power cut';
    });
    rp2040.peripherals[0x40064] = new Registers(rp2040, 'CHIP_RESET', {
      [CHIP_RESET]: settings.chip_reset,
    });
    this.watchdog = rp2040.peripherals[0x40058];
    this.watchdog.reason = settings.watchdog.reason;
    this.watchdog.scratchData.set(settings.watchdog.scratch);
    this.watchdog.onWatchdogTrigger = () => {
      this.watchdog.alarm.enable = false; // it would go off again and again at this very moment
      this.ended = this.watchdog.reason === 1 ? 'watchdog' : 'reset';
    };
    this.ended = null;
    this.pins = []; // changes since the last message: [ns, pin, level or null]
    this.frames = [];
    this.machines = new StateMachines(rp2040);
    this.usb = new UsbHost(rp2040);
    this.pixels = new PixelDecoder((ns, bytes) => this.frames.push([ns, toHex(bytes)]));
    this.connectPins(settings);
    this.cycleNs = 1e9 / rp2040.clkSys;
    rp2040.addClockListener((hertz) => {
      this.cycleNs = 1e9 / hertz;
    });
    rp2040.core.PC = FLASH_START; // where the boot ROM starts the second stage from
  }

  get nowNs() {
    return Math.round(this.machines.nowNs ?? this.clock.nanos);
  }

  connectPins(settings) {
    const asked = new Set(settings.ask_at);
    this.rp2040.gpio.forEach((pin, number) => {
      if (number === settings.led_data) {
        pin.addListener((state) => this.pixels.edge(this.nowNs, state === GPIOPinState.High));
        return;
      }
      pin.addListener((state) => {
        const level =
          state === GPIOPinState.High ? 1 : state === GPIOPinState.Low ? 0 : null;
        this.pins.push([this.nowNs, number, level]);
        if (asked.has(number)) {
          this.takeInputs(this.link.ask({ edge: this.nowNs, pins: this.takePins() }).inputs);
        }
      });
    });
    const { adc } = this.rp2040;
    adc.onADCRead = (channel) => {
      const { value } = this.link.ask({ adc: channel, at: this.nowNs, pins: this.takePins() });
      adc.channelValues[channel] = value;
      adc.currentChannel = channel;
      adc.sampleAlarm.schedule(ADC_NS);
    };
  }

  takePins() {
    const pins = this.pins;
    this.pins = [];
    return pins;
  }

  takeInputs(inputs) {
    for (const [number, level] of inputs) {
      this.rp2040.gpio[number].setInputValue(level);
    }
  }

  /** Run until a time; earlier if the chip resets or loses its power. */
  run(untilNs) {
    const { clock, machines, rp2040 } = this;
    const { core } = rp2040;
    while (clock.nanos < untilNs && this.ended === null) {
      const cycleNs = this.cycleNs;
      if (!core.waiting) {
        clock.tick(core.executeInstruction() * cycleNs);
      } else if (core.pendingInterrupts & core.enabledInterrupts) {
        core.waiting = false; // it came before the WFI
      } else if (machines.isRunning) {
        clock.tick(cycleNs);
      } else {
        const nextNs = clock.nextAlarm ? clock.nanosToNextAlarm : Infinity;
        clock.tick(Math.max(cycleNs, Math.min(nextNs, untilNs - clock.nanos)));
      }
      if (machines.isRunning) {
        machines.advance(clock.nanos);
      }
    }
    this.pixels.settle(clock.nanos);
  }

  /** Carry out `{run}`; return the answer. */
  serve(request) {
    this.takeInputs(request.inputs);
    this.usb.suspend(request.suspended);
    if (request.cut !== undefined) {
      this.flash.stepsLeft = request.cut;
    }
    const [console_, data] = this.usb.ports;
    if (console_) {
      this.usb.serve(console_, request.console.open, request.console.room, fromHex(request.console.bytes));
    }
    if (data) {
      this.usb.serve(data, request.data.open, request.data.room, fromHex(request.data.bytes));
    }
    this.run(request.run);
    const frames = this.frames;
    this.frames = [];
    const nvmChanged = this.flash.changed;
    this.flash.changed = false;
    return {
      at: this.nowNs,
      pins: this.takePins(),
      frames,
      ports: this.usb.isConfigured ? this.usb.ports.length : null,
      console: console_ ? toHex(this.usb.take(console_)) : '',
      data: data ? toHex(this.usb.take(data)) : '',
      unread: data ? data.pending.length : 0,
      nvm_changed: nvmChanged,
      ended: this.ended,
      watchdog: { reason: this.watchdog.reason, scratch: [...this.watchdog.scratchData] },
    };
  }
}

/** Let a timer count from a time in ns on, instead of from 0. */
function startTimer(timer, startNs) {
  const { clock } = timer;
  timer.clock = {
    get nanos() {
      return startNs + clock.nanos;
    },
  };
}

function toHex(bytes) {
  return Buffer.from(bytes).toString('hex');
}

function fromHex(text) {
  return [...Buffer.from(text, 'hex')];
}

const link = new Link();
const emulator = new Emulator(link);
for (;;) {
  link.write(emulator.serve(link.read()));
}
