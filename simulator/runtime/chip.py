"""The simulated chip: pins, what is wired to them, the clock, and the exchange with the simulator.

Time is counted here, in nanoseconds, and only moves when something takes time: each call of a
stand-in costs what was measured for CircuitPython on an RP2040, times 1.5 for flash-cache misses.  At an
exchange the interpreter tells the simulator how far it has come and what it has put out, and waits
until the simulator lets it go on.  So the firmware never sees a clock but the simulator's.

Runs under MicroPython and CPython.
"""

import json
import struct
import sys

# Costs in ns (measured on CircuitPython 10, times 1.5).  A reading includes the interpreter's share
# for the square: the loop, hysteresis and debounce around it.
PIN_WRITE = 6000
PIN_READ = 6000
ADC_READ = 25000
CALL = 8000
TICKS = 9600
IN_WAITING = 20000
SERIAL = 70000
PIXEL = 30000
PIXEL_LATCH = 300000

EXCHANGE_NS = 5000000  # at the latest so often, also when the firmware does not look at its port
SENSOR_READY_NS = 330000  # DRV5055: from power to a valid output
BUFFER = 256  # bytes that CircuitPython's USB buffers hold
TICKS_START = (1 << 29) - 65536  # CircuitPython starts its tick 65 s before it wraps
TICKS_MASK = (1 << 29) - 1

_NONE = -1
_SEVERAL = -2
_REFERENCE, _GROUND, _SUPPLY, _OPEN = -2, -3, -4, -1


class Chip:
    """One chip with the board around it; made once, by `start.py`."""

    def __init__(self):
        self.input = sys.stdin.buffer
        self.output = sys.stdout.buffer
        self.now_ns = 0
        self.exchanged_ns = 0
        self.out = []
        self.incoming = b""
        self.connected = False
        self.used = set()
        self.scans = 0
        settings = json.loads(self._receive().decode())
        self.files = settings["files"]
        self.ranks = settings["ranks"]
        self.uid = bytes(settings["uid"])
        self.nvm = bytearray(settings["nvm"])
        self.seed = settings["seed"]
        self.now_ns = settings["now_us"] * 1000
        self.start_ns = self.now_ns
        self.exchanged_ns = self.now_ns
        self.levels = [32768] * (self.files * self.ranks)
        self.missing = [False] * self.ranks
        self.noise = 0
        self.random = self.seed * 2 + 1
        self.gauss = settings["gauss"]
        self.reset_reason = settings["reset_reason"]
        wiring = settings["wiring"]
        self.adc_pin = wiring["adc"]
        self.led_pin = wiring["led_data"]
        self.led_enable = wiring["led_enable"]
        self.analog_pins = wiring["analog"]
        self.columns = [_OPEN] * 16
        for column, channel in enumerate(wiring["columns"][: self.files]):
            self.columns[channel] = column
        self.columns[wiring["reference"]] = _REFERENCE
        self.columns[wiring["ground"]] = _GROUND
        self.columns[wiring["supply"]] = _SUPPLY
        self.select_bit = {pin: 1 << bit for bit, pin in enumerate(wiring["selects"])}
        self.row_of = {pin: row for row, pin in enumerate(wiring["rows"][: self.ranks])}
        self.pin_levels = {}
        self.channel = 0
        self.row = _NONE
        self.row_ns = 0
        self.rows_on = 0
        self.line = 32768  # the voltage that the analogue line keeps while nobody drives it
        self._take(self._receive())

    # --- Pins ---------------------------------------------------------------------------------

    def claim(self, number):
        """Take a pin; CircuitPython refuses one that is in use."""
        if number in self.used:
            raise ValueError("GP%d in use" % number)
        self.used.add(number)

    def release(self, number):
        """Give a pin back."""
        self.used.discard(number)

    def write(self, number, level):
        """Drive a pin."""
        self.now_ns += PIN_WRITE
        if self.pin_levels.get(number) == level:
            return
        self.pin_levels[number] = level
        bit = self.select_bit.get(number)
        if bit is not None:
            self.channel = self.channel | bit if level else self.channel & ~bit
        elif number in self.row_of:
            self._switch_row(self.row_of[number], not level)

    def _switch_row(self, row, on):
        self.rows_on = self.rows_on | 1 << row if on else self.rows_on & ~(1 << row)
        if self.rows_on == 0:
            self.row = _NONE
        elif self.rows_on & (self.rows_on - 1):
            self.row = _SEVERAL
        else:
            self.row = 0
            while self.rows_on >> self.row != 1:
                self.row += 1
            self.row_ns = self.now_ns
            if self.row == 0:
                self.scans += 1

    def read_analog(self, number):
        """Convert an analogue pin: 12 bits, scaled to 16 as CircuitPython does."""
        self.now_ns += ADC_READ
        if self.now_ns - self.exchanged_ns > EXCHANGE_NS:
            self.exchange()
        if number != self.adc_pin:
            return 0
        value = self._line_level()
        self.random = random = (self.random * 1103515245 + 12345) & 0x7FFFFFFF
        value += self.gauss[random >> 23] * self.noise >> 8
        if value < 0:
            value = 0
        elif value > 65535:
            value = 65535
        return value & 0xFFF0 | value >> 12

    def _line_level(self):
        row = self.row
        if row == _SEVERAL:
            return (self.line * 3 + 7919) & 0xFFFF  # two strips fight for the line
        if row == _NONE or self.missing[row]:
            return self.line
        column = self.columns[self.channel]
        if column >= 0:
            value = self.levels[row * self.files + column]
        elif column == _REFERENCE:
            value = 32768
        elif column == _SUPPLY:
            value = 65535
        elif column == _GROUND:
            value = 0
        else:
            return self.line
        awake_ns = self.now_ns - self.row_ns
        if awake_ns < SENSOR_READY_NS and column != _GROUND:
            value = value * awake_ns // SENSOR_READY_NS
        self.line = value
        return value

    # --- Time -----------------------------------------------------------------------------------

    def spend(self, ns):
        """Let time pass on the chip."""
        self.now_ns += ns
        if self.now_ns - self.exchanged_ns > EXCHANGE_NS:
            self.exchange()

    def wait(self, ns):
        """Let a long time pass, with exchanges on the way."""
        while ns > EXCHANGE_NS:
            self.spend(EXCHANGE_NS + 1)
            ns -= EXCHANGE_NS + 1
        self.spend(ns)

    def ticks_ms(self):
        """CircuitPython's tick."""
        self.spend(TICKS)
        return ((self.now_ns - self.start_ns) // 1000000 + TICKS_START) & TICKS_MASK

    # --- Light ----------------------------------------------------------------------------------

    def show(self, number, data):
        """Clock bytes out to the chain of pixels; dark while the LED supply is off."""
        self.now_ns += PIXEL * (len(data) // 3) + PIXEL_LATCH
        if number == self.led_pin:
            lit = bytes(data) if self.pin_levels.get(self.led_enable) else bytes(len(data))
            self.put("L", struct.pack("<Q", self.now_ns // 1000) + lit)

    # --- The exchange -----------------------------------------------------------------------------

    def put(self, kind, data):
        """Add to what the next exchange tells: kind is one letter (see backplane.py)."""
        self.out.append(kind.encode() + struct.pack("<I", len(data)) + data)

    def exchange(self):
        """Tell the simulator what has happened, and wait until it lets the time go on."""
        self.exchanged_ns = self.now_ns
        self.put("T", struct.pack("<QI", self.now_ns // 1000, self.scans))
        message = b"".join(self.out)
        self.out = []
        self.output.write(struct.pack("<I", len(message)) + message)
        if hasattr(self.output, "flush"):
            self.output.flush()
        self._take(self._receive())

    def finish(self, why):
        """Tell the simulator that the program has ended, and why; the process ends then."""
        self.put("X", why.encode())
        self.exchange()
        sys.exit(0)

    def _receive(self):
        size = struct.unpack("<I", self._read(4))[0]
        return self._read(size)

    def _read(self, size):
        data = self.input.read(size)
        while data is not None and len(data) < size:
            more = self.input.read(size - len(data))
            if not more:
                break
            data += more
        if data is None or len(data) < size:
            sys.exit(0)
        return data

    def _take(self, message):
        at = 0
        while at < len(message):
            kind = message[at : at + 1]
            size = struct.unpack("<I", message[at + 1 : at + 5])[0]
            data = message[at + 5 : at + 5 + size]
            at += 5 + size
            if kind == b"S":
                self.incoming = (self.incoming + data)[-4 * BUFFER :]
            elif kind == b"V":
                self.levels = list(struct.unpack("<%dH" % (len(data) // 2), data))
            elif kind == b"N":
                self.noise = struct.unpack("<I", data)[0]
            elif kind == b"M":
                self.missing = [flag != 0 for flag in data]
            elif kind == b"C":
                self.connected = data != b"\0"


chip = Chip()
