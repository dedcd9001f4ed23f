"""The simulated chip: pins, what is wired to them, the clock, and the exchange with the simulator.

Time is counted here, in nanoseconds, and only moves when something takes time: each call of a
stand-in costs what was measured for CircuitPython on an RP2040, times 1.5 for flash-cache misses.
At an exchange the interpreter tells the simulator how far it has come and what it has put out, and
waits until the simulator lets it go on.  So the firmware never sees a clock but the simulator's.

Runs under MicroPython and CPython.
"""

import json
import struct
import sys

# Costs in ns, measured on CircuitPython 10 and taken times 1.5.  A reading includes the
# interpreter's share for the square: the loop, hysteresis and debounce around it.  With these an
# 8 x 8 scan takes 6.9 ms; 6 to 7 are expected of a board (hardware/README.md).
PIN_WRITE = 6000
PIN_READ = 6000
ADC_READ = 17000
CALL = 8000
TICKS = 9600
IN_WAITING = 20000
SERIAL = 70000
PIXEL = 30000
PIXEL_LATCH = 300000

EXCHANGE_NS = 10000000  # at the latest so often, also when the firmware does not look at its port
LOOK_NS = 1000000  # who looks at the port all the time does not need an exchange each time
BUFFER = 256  # bytes that CircuitPython's USB buffers hold
TICKS_START = (1 << 29) - 65536  # CircuitPython starts its tick 65 s before it wraps
TICKS_MASK = (1 << 29) - 1
MIDDLE = 32768  # half the supply, as the input reads it

_RAISES, _HANGS = 1, 2  # faults of the analogue converter


def wired_sensors(chip, wiring, settings):
    """What of the board's sensors is wired to the chip's pins."""
    build = wiring["build"]
    if build == "quarters":
        from wired_quarters import Quarters

        return Quarters(chip, wiring)
    if build == "switches":
        from wired_switches import Switches

        return Switches(chip, wiring, settings)
    from wired_strips import Strips

    return Strips(chip, wiring)


class Chip:
    """One chip with the board around it; made once, below.

    Attributes:
        due_ns: when the next exchange is due, whatever the firmware does.
        look_ns: the same if the firmware looks at its port.
        idle_ns: since when nothing has come or gone but light.
        connected: whether a program has the port open at the other end.
        incoming: bytes that have come and have not been read.
        room: how many bytes the port takes until the next exchange.
    """

    def __init__(self):
        self.input = sys.stdin.buffer
        self.output = sys.stdout.buffer
        self.out = []
        self.incoming = b""
        self.connected = False
        self.room = BUFFER
        self.unheard = b""  # written while nobody had the port open
        self.used = set()
        settings = json.loads(self._receive().decode())
        self.files = settings["files"]
        self.ranks = settings["ranks"]
        self.uid = bytes(settings["uid"])
        self.nvm = bytearray(settings["nvm"])
        self.seed = settings["seed"]
        self.now_ns = settings["now_us"] * 1000
        self.exchanged_ns = self.now_ns
        self.due_ns = self.now_ns + EXCHANGE_NS
        self.look_ns = self.now_ns + LOOK_NS
        self.doze_ns = settings["doze_us"] * 1000
        self.idle_ns = self.now_ns
        self.powered_ns = settings["powered_us"] * 1000
        self.reset_reason = settings["reset_reason"]
        self.run_reason = settings["run_reason"]
        self.watchdog_ns = None  # when it bites; None while it is off
        self.fault = 0
        # Sensors
        self.levels = [MIDDLE] * (self.files * self.ranks)
        self.missing = []
        self.noises = [0] * (self.files * self.ranks)
        self.noise_table = settings["noise_table"]
        self.random = (self.seed * 69069 + settings["now_us"]) & 0x7FFFFFFF
        self.scans = 0
        # Wiring
        wiring = settings["wiring"]
        self.controller = wiring["controller"]
        self.led_pin = wiring["led_data"]
        self.led_enable = wiring["led_enable"]
        self.analog_pins = wiring["analog"]
        self.led_power = False
        self.sensors = wired_sensors(self, wiring, settings)
        self._take(self._receive())

    # --- Pins ---------------------------------------------------------------------------------

    def claim(self, number):
        """Take a pin; CircuitPython refuses one that is in use."""
        if number in self.used:
            raise ValueError("GP%d in use" % number)
        self.used.add(number)

    def release(self, number):
        """Give a pin back; the board's resistors pull it where they do."""
        self.used.discard(number)
        self.float(number)

    def release_all(self):
        """What happens when a program ends."""
        for number in list(self.used):
            self.release(number)

    def float(self, number):
        """Let a pin go: it is no output any more."""
        self.driver(number)(self.sensors.pulled_up(number))

    def driver(self, number):
        """What sets a pin's level from now on, for who does so many times."""
        return self._switch_leds if number == self.led_enable else self.sensors.driver(number)

    def _switch_leds(self, level):
        if level != self.led_power:
            self.led_power = level
            self.put("E", struct.pack("<QB", self.now_ns // 1000, level))

    def fail(self):
        """What a broken converter does: it raises, or it never comes back."""
        if self.fault == _RAISES:
            raise RuntimeError("the converter does not answer")
        while self.fault == _HANGS:
            self.spend(EXCHANGE_NS)

    def sense(self, cell):
        """What a sensor puts out, as counts; may be beyond either end."""
        noise = self.noises[cell]
        if not noise:
            return self.levels[cell]
        # A linear congruential generator; its upper bits choose from the table.
        self.random = random = (self.random * 1103515245 + 12345) & 0x7FFFFFFF
        return self.levels[cell] + (self.noise_table[random >> 23] * noise >> 8)

    # --- Time -----------------------------------------------------------------------------------

    def spend(self, ns):
        """Let time pass on the chip."""
        self.now_ns += ns
        if self.now_ns > self.due_ns:
            self.exchange()

    def wait(self, ns):
        """Let a long time pass, with exchanges on the way."""
        end_ns = self.now_ns + ns
        while end_ns > self.due_ns:
            self.now_ns = max(self.now_ns, self.due_ns)
            self.exchange()
        self.spend(end_ns - self.now_ns)

    def ticks_ms(self):
        """CircuitPython's tick."""
        self.spend(TICKS)
        return ((self.now_ns - self.powered_ns) // 1000000 + TICKS_START) & TICKS_MASK

    # --- Light and sound of the port --------------------------------------------------------------

    def show(self, number, data):
        """Clock bytes out to the chain of pixels."""
        self.now_ns += PIXEL * (len(data) // 3) + PIXEL_LATCH
        if number == self.led_pin:
            self.put("L", struct.pack("<Q", self.now_ns // 1000) + bytes(data))

    def look(self):
        """Bring the port up to date, if that was not done just now.

        While nothing comes it would see for a long time what it has seen: then it may doze, the
        longer the longer it has been idle.
        """
        if self.now_ns < self.look_ns:
            if not self.doze_ns:
                return
            doze_ns = min(self.doze_ns, (self.now_ns - self.idle_ns) // 2)
            self.now_ns = min(self.look_ns, self.now_ns + doze_ns)
        if self.now_ns >= self.look_ns:
            self.exchange()

    def send(self, data):
        """Write to the port; how many bytes it takes.

        While nobody has it open, USB keeps the newest and pretends that it has sent them all.
        """
        if not self.connected:
            self.unheard = (self.unheard + data)[-BUFFER:]
            return len(data)
        data = data[: self.room]
        if data:
            self.room -= len(data)
            self.put("S", data)
        return len(data)

    # --- The exchange -----------------------------------------------------------------------------

    def put(self, kind, data):
        """Add to what the next exchange tells: kind is one letter (see backplane.py)."""
        self.out.append(kind.encode() + struct.pack("<I", len(data)) + data)
        if kind not in "LET":  # light says when it was lit, all else is to be heard soon
            self.idle_ns = self.now_ns
            self.look_ns = min(self.look_ns, self.exchanged_ns + LOOK_NS)
            self.due_ns = min(self.due_ns, self.now_ns + EXCHANGE_NS)

    def exchange(self):
        """Tell the simulator what has happened, and wait until it lets the time go on."""
        if self.watchdog_ns is not None and self.now_ns >= self.watchdog_ns:
            self.watchdog_ns = None
            self.finish("watchdog")
        self.exchanged_ns = now_ns = self.now_ns
        unread = min(len(self.incoming), 0xFFFF)
        self.put("T", struct.pack("<QIH", now_ns // 1000, self.scans & 0xFFFFFFFF, unread))
        message = b"".join(self.out)
        self.out = []
        self.output.write(struct.pack("<I", len(message)) + message)
        if hasattr(self.output, "flush"):
            self.output.flush()
        self.due_ns = now_ns + EXCHANGE_NS
        self.look_ns = now_ns + LOOK_NS
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
        data = b""
        while len(data) < size:
            more = self.input.read(size - len(data))
            if not more:
                sys.exit(0)  # the simulator has gone
            data += more
        return data

    def _take(self, message):
        idle = False
        at = 0
        while at < len(message):
            kind = message[at : at + 1]
            size = struct.unpack("<I", message[at + 1 : at + 5])[0]
            data = message[at + 5 : at + 5 + size]
            at += 5 + size
            if kind == b"C":
                connected, self.room = struct.unpack("<BH", data)
                self._connect(connected != 0)
            elif kind == b"S":
                self.incoming += data
            elif kind == b"V":
                self.levels = list(struct.unpack("<%dH" % (size // 2), data))
                idle = False
            elif kind == b"N":
                self.noises = list(struct.unpack("<%dH" % (size // 2), data))
            elif kind == b"Q":
                idle = True  # and what follows tells whether that is all
                quiet_ns = struct.unpack("<Q", data)[0] * 1000
                self.look_ns = max(self.look_ns, quiet_ns)
                self.due_ns = max(self.due_ns, quiet_ns)
            elif kind == b"M":
                self.missing = [flag != 0 for flag in data]
            elif kind == b"F":
                self.fault = data[0]
        if not idle:
            self.idle_ns = self.now_ns

    def _connect(self, connected):
        if connected and not self.connected:
            self.connected = True
            unheard, self.unheard = self.unheard, b""
            self.send(unheard)
        self.connected = connected


chip = Chip()
