"""Measure the allocation and time of scans, steps and lines; run by MicroPython.

Usage: micropython tests/micropython/allocation.py, from the root.  Prints one JSON object: heap
bytes of all calls together, of one frame and one snapshot, and microseconds per call.  Pins are
plain attributes, so the times are those of the firmware's own code.
"""

import gc
import json
import sys
import time
from array import array

sys.path[:0] = [".", "firmware"]

from kamiboard import config
from kamiboard.board import Board
from kamiboard.lights.led_strip import LedStrip
from kamiboard.lights.led_supply import LedSupply
from kamiboard.nvm.calibration import Calibration
from kamiboard.sensing.debounce import Debouncer
from kamiboard.sensing.scan_quarters import QuarterScanner
from kamiboard.sensing.scan_strips import StripScanner
from kamiboard.sensing.scan_switches import SwitchScanner
from kamiboard.wire import PATTERNS
from tests.micropython.host_line import host_line
from tests.micropython.rig import Leds

CALLS = 300
PERIOD_MS = 7
COLOURS = b"0123456789abcdefghijklmnopqrstuvwxyz"


class Pin:
    def __init__(self):
        self.value = False


class Input:
    def __init__(self):
        self.value = 0


class Port:
    """A port whose host reads everything, and sends what it is given."""

    connected = True
    in_waiting = 0
    written = 0
    data = b""

    def give(self, data):
        self.data = data
        self.in_waiting = len(data)

    def read(self, size):
        self.in_waiting = 0
        return bytes(memoryview(self.data))  # as new bytes, which CircuitPython's are too

    def write(self, buf):
        self.written += 1
        return len(buf)

    def reset_output_buffer(self):
        pass


def no_delay(microseconds):
    pass


def bytes_of(call):
    """Return the heap bytes that CALLS calls allocate together."""
    call()
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    for _ in range(CALLS):
        call()
    taken = gc.mem_alloc() - before
    gc.enable()
    return taken


def frames():
    """Return two frames of the most different squares, all colours and patterns among them."""
    lines = []
    for turn in range(2):
        cells = b""
        for cell in range(64):
            pattern = (cell + turn) % len(PATTERNS)
            cells += b"%c" % COLOURS[1 + (cell + turn) % 30] + PATTERNS[pattern : pattern + 1]
        lines.append(host_line("frame", turn, "%d,%s" % (turn, cells.decode())))
    return lines


def microseconds_of(call):
    """Return the mean time of a call, the best of five attempts."""
    best = None
    for _ in range(5):
        gc.collect()
        start = time.ticks_us()
        for _ in range(CALLS):
            call()
        passed = time.ticks_diff(time.ticks_us(), start) / CALLS
        best = passed if best is None else min(best, passed)
    return best


def levels(north, south):
    """Return the levels of a board with two ranks of towers on each side."""
    return array("i", [-north] * 16 + [0] * 32 + [south] * 16)


def bare_scanner():
    """Return a scanner on plain attributes that takes all strips for present."""
    rows = [Pin() for _ in range(8)]
    zeros = array("i", [0] * 64)
    scanner = StripScanner(rows, [Pin() for _ in range(4)], Input(), no_delay, 8, zeros)
    scanner.parts[:] = bytes([1] * 8)
    scanner.check_part = lambda rank: True
    return scanner


class Keys:
    """A chain of switches without changes."""

    overflowed = False

    def __init__(self):
        self.events = self

    def get_into(self, event):
        return False

    def clear(self):
        pass

    def reset(self):
        pass


class Event:
    key_number = 0
    pressed = False


def main():
    scanner = bare_scanner()
    calibration = Calibration(None, 64)
    pins, inputs = [Pin() for _ in range(4)], [Input() for _ in range(4)]
    quarters = QuarterScanner(pins, inputs, no_delay, calibration.zeros)
    switches = SwitchScanner(Keys(), Event(), 8, 8)
    debouncer = Debouncer(calibration.ons, calibration.offs, 20, 10, config.LETTERS)
    towers = levels(20000, 20000)
    strip = LedStrip(Leds(64), config.pixel_order(8, 8), 8, config.UNGREETED_LIMIT_MA)
    port = Port()
    board = Board(bare_scanner(), calibration, strip, port, "00", "0")
    now_ms = 1000
    supply = LedSupply(Pin(), Input(), Input())  # overloaded

    def read_supply():
        nonlocal now_ms
        now_ms += config.SUPPLY_READ_MS
        supply.update(now_ms)

    def scan():
        scanner.scan()

    def scan_and_debounce():
        nonlocal now_ms
        now_ms += PERIOD_MS
        scanner.scan()
        debouncer.update(scanner.levels, now_ms)

    def debounce_32_towers():
        nonlocal now_ms
        now_ms += PERIOD_MS
        debouncer.update(towers, now_ms)

    def quiet_step():
        board.step(now_ms)  # no time passes, so no heartbeat is due

    report = {"implementation": sys.implementation[0]}
    report["version"] = ".".join([str(part) for part in sys.implementation[1][:3]])
    report["lines"] = {}
    report["bytes"] = {"scan": bytes_of(scan), "scan_and_debounce": bytes_of(scan_and_debounce)}
    report["bytes"]["scan_quarters"] = bytes_of(lambda: quarters.scan())
    report["bytes"]["read_supply"] = bytes_of(read_supply)
    report["bytes"]["scan_switches"] = bytes_of(lambda: switches.scan())
    for _ in range(10):
        debounce_32_towers()  # until they have settled
    report["bytes"]["debounce_32_towers"] = bytes_of(debounce_32_towers)
    for _ in range(10):
        now_ms += PERIOD_MS
        board.step(now_ms)  # until hello and the first snap are sent
    report["bytes"]["quiet_step"] = bytes_of(quiet_step)
    # From here on for one call each: an answer to a line, and a snapshot unasked.
    port.give(host_line("hello", 0, "1.6,0.1.0"))
    board.step(now_ms)
    port.give(host_line("palette", 1, ",".join(["ff%02xff" % (8 * shade) for shade in range(30)])))
    board.step(now_ms)
    pair = frames()

    def frame():
        pair.reverse()
        port.give(pair[0])
        board.step(now_ms)

    def snap():
        nonlocal now_ms
        now_ms += config.HEARTBEAT_MS
        board.step(now_ms)

    for name, call in (("frame", frame), ("snap", snap)):
        written = port.written
        report["bytes"][name] = bytes_of(call) / CALLS
        report["lines"][name] = (port.written - written) / (CALLS + 1)
    report["us"] = {
        "scan": microseconds_of(scan),
        "scan_quarters": microseconds_of(lambda: quarters.scan()),
        "scan_and_debounce": microseconds_of(scan_and_debounce),
        "quiet_step": microseconds_of(quiet_step),
    }
    # Positive control: the measurement must detect an allocation.
    report["bytes"]["control"] = bytes_of(lambda: [scanner.scan])
    print(json.dumps(report))


main()
