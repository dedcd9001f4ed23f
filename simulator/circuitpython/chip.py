"""Simulated chip: pins, the circuit at the pins, the clock, and the exchange with the simulator.

Time is counted here, in nanoseconds, and only advances when something takes time: each call of a
stand-in costs what CircuitPython needs for it (below).  At an exchange the interpreter reports its
time and its output, and waits for the answer.  So the firmware has no clock but the simulator's.
Runs under MicroPython and CPython.
"""

import json
import struct
import sys

from circuit import stream
from circuit.activity import Activity
from circuit.flash import Flash
from circuit.pixel_chain import PixelChain
from circuit.sensor_state import SensorState, sensor_circuit
from circuit.supply_monitor import SupplyMonitor
from circuit.transfer import repeat

# Costs in ns, measured on CircuitPython 10.0.0 for the Pico on an emulated RP2040: those of calls
# in loops of 64, the others by `kamisado bench --uf2` (hardware/README.md, times).  A chip whose
# flash cache misses takes up to 1.3 times as long.  Each includes what the interpreter does for a
# call.  What the firmware computes while a strip's sensors start costs nothing: it takes as long as
# that wait.
PIN_WRITE = 6000
PIN_READ = 6000
ADC_READ = 10000
CELL = 26000  # computing and debouncing a level, where there is no such wait
CALL = 8000
TICKS = 6400
STEP = 900000  # all else in a step of the firmware, which feeds the watchdog once
IN_WAITING = 13000
SERIAL = 47000
READ = 525000  # taking lines apart: once, and per byte
READ_BYTE = 5800
WRITE = 1200000  # making a line
LIFT_NS = 20000000  # lights that change so soon after a piece was moved show a frame sent ahead
FRAME_NS = 3000000  # the lights that change so soon after a line was read, change because of it
FLASH_WRITE = 20000000
FLASH_ERASE = 60000000

EXCHANGE_NS = 10000000  # longest time between exchanges, even if the firmware does not use its port
POLL_NS = 1000000  # shortest time between exchanges because the firmware polls its port
BUFFER = 256  # size of CircuitPython's USB buffers
UNREAD = BUFFER + 64  # what a console that is not read takes: a packet lies in USB's controller
TICKS_START = (1 << 29) - 65536  # CircuitPython starts its tick 65 s before it wraps
TICKS_MASK = (1 << 29) - 1

SLEEP_NS = 400000000  # longest sleep of a chip to which nobody has sent anything for a while
BEAT_NS = 1100000000  # a host sends something each second
LATE_NS = 100000000  # a snapshot may be so late, until in a few seconds it is due when a beat comes
DARK_NS = 3400000000  # LEDs that stay the same for so long do not move: the longest pattern's cycle

_RAISES, _HANGS = 1, 2  # faults of the analogue converter
_OPEN, _UNREAD, _SUSPENDED, _INTERRUPT = 1, 2, 4, 8  # flags of the computer's end
_MAY_SLEEP, _LOOKING = 16, 32  # flags of the simulator
STATUS_BAR = b"\x1b]0;\xf0\x9f\x90\x8dmain.py | 10.0.3\x1b\\"  # the terminal's title


class Chip(SensorState):
    """The chip with the board around it; one instance, below.

    Attributes:
        due_ns: time of the next exchange, whatever the firmware does.
        poll_ns: the same if the firmware polls its port.
        rest_ns: until this time, output need not be reported before the next sleep.
        idle_ns: time since which there was no input and no output but light.
        connected: True if a program has the port open at the other end.
        incoming: bytes received and not read yet.
        room: bytes that the port accepts until the next exchange.
        is_suspended: True while the computer sleeps, so that nothing passes over USB.
        may_sleep: True if the simulator wakes the chip when something comes.
        status_bar: True if CircuitPython writes its status bar to the console.
    """

    def __init__(self):
        self.input = stream.input
        self.output = stream.output
        self.out = []
        self.incoming = b""
        self.connected = False
        self.room = BUFFER
        self.unsent = b""  # written while the port was not open
        self.is_suspended = False
        self.status_bar = True
        self._status_due = False
        self._console_unread = False  # a program has the console open and does not read it
        self._console_room = UNREAD  # bytes that it still takes then
        self._interrupted = False  # by a ctrl-C on the console
        self.used = set()
        settings = json.loads(self._receive().decode())
        SensorState.__init__(self, settings)
        self._pixels = PixelChain(self.files * self.ranks, self.now_ns)
        self.uid = bytes(settings["uid"])
        self.flash = Flash(bytes(settings["nvm"]))
        self.exchanged_ns = self.now_ns
        self.due_ns = self.now_ns + EXCHANGE_NS
        self.poll_ns = self.now_ns + POLL_NS
        self.rest_ns = self.now_ns
        self.doze_ns = settings["doze_us"] * 1000
        self.idle_ns = self.now_ns
        self._activity = Activity(self.now_ns)
        self.may_sleep = False
        self._looking = True  # somebody looks at the LEDs
        self.powered_ns = settings["powered_us"] * 1000
        self.reset_reason = settings["reset_reason"]
        self.run_reason = settings["run_reason"]
        self.watchdog_ns = None  # time of its reset; None while it is off
        self.fault = 0
        # Wiring
        wiring = settings["wiring"]
        self.controller = wiring["controller"]
        self.led_pin = wiring["led_data"]
        self.led_enable = wiring["led_enable"]
        self.analog_pins = wiring["analog"]
        self.led_power = False
        self.supply = SupplyMonitor(self, wiring)
        self.sensors = sensor_circuit(self, wiring, settings)
        self._take(self._receive())

    # --- Pins ---------------------------------------------------------------------------------

    def claim(self, number):
        """Take a pin."""
        self.used.add(number)

    def release(self, number):
        """Release a pin; the board's resistors determine its level."""
        self.used.discard(number)
        self.float(number)

    def release_all(self):
        """Release all pins, as at the end of a program."""
        for number in list(self.used):
            self.release(number)

    def float(self, number):
        """Stop driving a pin."""
        self.driver(number)(self.sensors.pulled_up(number))

    def driver(self, number):
        """Return the function that sets a pin's level, for frequent use."""
        return self._switch_leds if number == self.led_enable else self.sensors.driver(number)

    def reader(self, number):
        """Return the function that reads an analogue pin in counts; may be out of range."""
        return self.supply.reader(number) or self.sensors.reader(number)

    def _switch_leds(self, level):
        if level != self.led_power:
            self.led_power = level
            self._activity.touched_ns = self.now_ns
            self.put("E", struct.pack("<QB", self.now_ns // 1000, level))

    def fail(self):
        """Act as the faulty converter: raise, or never return."""
        if self.fault == _RAISES:
            raise RuntimeError("the converter does not answer")
        while self.fault == _HANGS:
            self.spend(EXCHANGE_NS)

    # --- Time -----------------------------------------------------------------------------------

    def spend(self, ns):
        """Advance the time."""
        self.now_ns += ns
        if self.now_ns > self.due_ns:
            self.exchange()

    def wait(self, ns):
        """Advance the time by a long wait, with exchanges meanwhile."""
        end_ns = self.now_ns + ns
        while end_ns > self.due_ns:
            self.now_ns = max(self.now_ns, self.due_ns)
            self.exchange()
        self.spend(end_ns - self.now_ns)

    def ticks_ms(self):
        """Return CircuitPython's tick."""
        self.spend(TICKS)
        return self.ticks_at(self.now_ns)

    def ticks_at(self, now_ns):
        """Return the tick at a time: CircuitPython counts 1/1024 s, and tells milliseconds."""
        ticks = (now_ns - self.powered_ns) * 2 // 1953125
        return (ticks * 1000 // 1024 + TICKS_START) & TICKS_MASK

    # --- LEDs and port ----------------------------------------------------------------------------

    def show(self, number, data):
        """Clock bytes out to the chain of pixels."""
        data = bytes(data)
        self.now_ns += self._pixels.write(data, self.now_ns)
        if number == self.led_pin:
            self.put("L", struct.pack("<Q", self.now_ns // 1000) + data)

    def poll(self):
        """Update the port, unless that was done just now."""
        if self.now_ns >= self.poll_ns:
            self.exchange()

    def end_step(self):
        """Spend the time of a step of the firmware that no other call stands for.

        While nothing comes the port would not change for a long time; then the chip may doze, for
        longer the longer it has been idle, or sleep until the simulator wakes it.
        """
        self.spend(STEP)
        if self._activity.is_measuring(self.now_ns):
            return
        if self.may_sleep and self._is_still():
            end_ns = max(self.now_ns + SLEEP_NS, self.idle_ns + BEAT_NS)
            if self._activity.snapshot_ns > self.now_ns:
                end_ns = min(end_ns, self._activity.snapshot_ns + LATE_NS)
            self.put("Z", struct.pack("<Q", end_ns // 1000))
            self.exchange()
        elif self.doze_ns and self.now_ns < self.poll_ns:
            doze_ns = min(self.doze_ns, (self.now_ns - self.idle_ns) // 2)
            self.now_ns = min(self.poll_ns, self.now_ns + doze_ns)

    def _is_still(self):
        """True if all that has come is answered, and nobody sees the LEDs move."""
        if self.incoming or not self.room or not self._activity.is_over(self.now_ns):
            return False
        return not self._looking or self.now_ns - self._pixels.changed_ns >= DARK_NS

    def take_apart(self, size):
        """Spend the time that it takes the firmware to read lines of this length."""
        if size:
            self._pixels.line_ns = self.now_ns + READ + READ_BYTE * size + FRAME_NS
            self.spend(READ + READ_BYTE * size)

    def send(self, data):
        """Write to the port; return the number of bytes accepted.

        While the port is not open, USB accepts all bytes and keeps the newest.
        """
        if not self.connected:
            self.unsent = (self.unsent + data)[-BUFFER:]
            return len(data)
        data = data[: self.room]
        if data:
            self._activity.send(data, self.now_ns)
            self.room -= len(data)
            self.put("S", data)
        return len(data)

    # --- Console ----------------------------------------------------------------------------------

    def write_console(self, data, timeout_s=None):
        """Write to the console; return the number of bytes that it has taken.

        While nobody has the console open, it takes everything.

        Args:
            timeout_s: how long to wait for a program that does not read; None: for ever, as
                CircuitPython's own output does.
        """
        taken = self._fill_console(data, timeout_s)
        if taken:
            self.put("P", data[:taken])
        return taken

    def announce(self, data):
        """Write a text of CircuitPython itself, which the simulator does not pass on."""
        self._fill_console(data, None)

    def _fill_console(self, data, timeout_s):
        rest = [len(data)]

        def take():
            more = min(self._console_room, rest[0]) if self._console_unread else rest[0]
            self._console_room -= more
            rest[0] -= more
            return more

        repeat(self, take, lambda: not rest[0], timeout_s, EXCHANGE_NS)
        return len(data) - rest[0]

    # --- The exchange -----------------------------------------------------------------------------

    def put(self, kind, data):
        """Add a part to the next report; kind is a letter of interpreter_link.py."""
        self.out.append(kind.encode() + struct.pack("<I", len(data)) + data)
        if kind not in "LETZ":  # these carry their time; all others are to be reported soon
            self.idle_ns = self.now_ns
            if self.now_ns >= self.rest_ns:
                self.poll_ns = min(self.poll_ns, self.exchanged_ns + POLL_NS)
                self.due_ns = min(self.due_ns, self.now_ns + EXCHANGE_NS)

    def exchange(self):
        """Send the report to the simulator, and wait for the answer."""
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
        self.poll_ns = now_ns + POLL_NS
        self._take(self._receive())
        if self._interrupted:
            self._interrupted = False
            raise KeyboardInterrupt
        if self._status_due:
            self._status_due = False
            self.announce(STATUS_BAR)

    def finish(self, why):
        """Report the end of the program and its cause, then end the process."""
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
                sys.exit(0)  # the simulator has ended
            data += more
        return data

    def _take(self, message):  # noqa: PLR0912 (one for each kind of part)
        idle = False
        at = 0
        while at < len(message):
            kind = message[at : at + 1]
            size = struct.unpack("<I", message[at + 1 : at + 5])[0]
            data = message[at + 5 : at + 5 + size]
            at += 5 + size
            if kind == b"C":
                flags, self.room = struct.unpack("<BH", data)
                self.is_suspended = flags & _SUSPENDED != 0
                self._interrupted = flags & _INTERRUPT != 0
                self.may_sleep = flags & _MAY_SLEEP != 0
                self._looking = flags & _LOOKING != 0
                unread = flags & _UNREAD != 0
                if unread is not self._console_unread:
                    self._console_unread = unread
                    self._console_room = UNREAD
                self._connect(flags & _OPEN != 0)
            elif kind == b"S":
                self.incoming += data
                self._activity.came_ns = self.now_ns
                idle = False
            elif kind in (b"Q", b"H", b"R"):
                idle = kind == b"Q"  # unless levels or bytes follow
                quiet_ns = struct.unpack("<Q", data)[0] * 1000
                if kind == b"H":
                    self._activity.touched_ns = self.now_ns
                elif kind == b"R":
                    self.rest_ns = quiet_ns
                self.poll_ns = max(self.poll_ns, quiet_ns)
                self.due_ns = max(self.due_ns, quiet_ns)
            elif kind == b"W":
                self.now_ns = max(self.now_ns, struct.unpack("<Q", data)[0] * 1000)
            elif kind == b"U":
                self.supply.take(data)
                self._activity.touched_ns = self.now_ns
            elif kind == b"K":
                self.flash.steps_left = struct.unpack("<H", data)[0]
            elif kind == b"F":
                self.fault = data[0]
            else:
                self.take_sensors(kind, data)
                self._activity.touched_ns = self.now_ns
                if kind == b"V":
                    idle = False
                    self._pixels.lift_ns = self.now_ns + LIFT_NS
        if not idle:
            self.idle_ns = self.now_ns

    def _connect(self, connected):
        if connected and not self.connected:
            self.connected = True
            self._status_due = self.status_bar
            unsent, self.unsent = self.unsent, b""
            self.send(unsent)
        self.connected = connected


chip = Chip()
