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
# hardware/README.md, the wait for the sensors: 85 us until their supply is up, 330 us of start-up.
SUPPLY_UP_NS = 85000
SENSOR_READY_NS = SUPPLY_UP_NS + 330000
LINE_QUIET_NS = 12000  # after a change of address or row
BUFFER = 256  # bytes that CircuitPython's USB buffers hold
TICKS_START = (1 << 29) - 65536  # CircuitPython starts its tick 65 s before it wraps
TICKS_MASK = (1 << 29) - 1
MIDDLE = 32768  # half the supply, as the input reads it
TOP = 65535

_RAISES, _HANGS = 1, 2  # faults of the analogue converter
_OPEN, _REFERENCE, _GROUND, _SUPPLY = -1, -2, -3, -4  # what is on a channel that has no sensor


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
        self.missing = [False] * self.ranks
        self.noise = 0
        self.noise_table = settings["noise_table"]
        self.random = (self.seed * 69069 + settings["now_us"]) & 0x7FFFFFFF
        self.scans = 0
        # Wiring
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
        # Pins as the board's resistors leave them: rows off, all else low.
        self.pin_levels = dict.fromkeys(self.row_of, True)
        self.channel = 0
        self.rows = ()  # on the line
        self.row_ns = 0
        self.changed_ns = 0
        self.line = MIDDLE  # the voltage that the line keeps while nobody drives it
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
        self.drive(number, number in self.row_of)

    def drive(self, number, level):
        """A pin is at this level from now on."""
        bit = self.select_bit.get(number)
        if bit is not None:
            channel = self.channel | bit if level else self.channel & ~bit
            if channel != self.channel:
                self.channel = channel
                self.changed_ns = self.now_ns
            return
        if self.pin_levels.get(number, False) == level:
            return
        self.pin_levels[number] = level
        if number in self.row_of:
            self._switch_row(self.row_of[number], not level)
        elif number == self.led_enable:
            self.put("E", struct.pack("<QB", self.now_ns // 1000, level))

    def _switch_row(self, row, on):
        if on:
            self.rows = self.rows + (row,)  # noqa: RUF005 (MicroPython has no (*a, b))
            self.row_ns = self.now_ns
        else:
            self.rows = tuple([other for other in self.rows if other != row])
        self.changed_ns = self.now_ns

    def read_analog(self, number):
        """Convert an analogue pin: 12 bits, scaled to 16 as CircuitPython does."""
        if self.fault:
            self._fail()
        value = self._line_level() if number == self.adc_pin else 0
        self.now_ns = now_ns = self.now_ns + ADC_READ
        if now_ns > self.due_ns:
            self.exchange()
        if value < 0:
            value = 0
        elif value > TOP:
            value = TOP
        return value & 0xFFF0 | value >> 12

    def _fail(self):
        """What a broken converter does: it raises, or it never comes back."""
        if self.fault == _RAISES:
            raise RuntimeError("the converter does not answer")
        while self.fault == _HANGS:
            self.spend(EXCHANGE_NS)

    def _line_level(self):
        """The voltage on the shared line, as counts; may be beyond either end."""
        now_ns = self.now_ns
        rows = self.rows
        if len(rows) == 1:
            value = self._strip_level(rows[0], now_ns)
        elif rows:  # their multiplexers fight: somewhere in between
            value = sum([self._strip_level(row, now_ns) for row in rows]) // len(rows)
        else:
            value = self.line
        quiet_ns = now_ns - self.changed_ns
        if quiet_ns < LINE_QUIET_NS:
            value = (value * quiet_ns + self.line * (LINE_QUIET_NS - quiet_ns)) // LINE_QUIET_NS
        self.line = value
        return value

    def _strip_level(self, row, now_ns):
        """What a strip puts on the shared line, as counts; may be beyond either end."""
        if self.missing[row]:
            return self.line
        awake_ns = now_ns - self.row_ns
        column = self.columns[self.channel]
        if column >= 0:
            value = self.levels[row * self.files + column]
            if self.noise:
                # A linear congruential generator; its upper bits choose from the table.
                self.random = random = (self.random * 1103515245 + 12345) & 0x7FFFFFFF
                value += self.noise_table[random >> 23] * self.noise >> 8
            if column == 0 and row == 0:
                self.scans += 1
            if awake_ns < SENSOR_READY_NS:
                value = value * awake_ns // SENSOR_READY_NS
            return value
        if column == _GROUND:
            return 0
        if column == _OPEN:
            return self.line
        value = MIDDLE if column == _REFERENCE else TOP
        return value * awake_ns // SUPPLY_UP_NS if awake_ns < SUPPLY_UP_NS else value

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
                self.noise = struct.unpack("<I", data)[0]
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
