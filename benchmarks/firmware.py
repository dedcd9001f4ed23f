"""Firmware benchmark: speed and memory of the firmware's own code, run by MicroPython.

    micropython benchmarks/firmware.py        (from the root; prints one JSON object)

`kamisado bench --firmware` runs it.  Pins are plain attributes, so the times are those of the
firmware's code and not of a chip.  Each is accompanied by the time of a reference, the least code
for the same purpose on the same machine; their ratio can be compared between machines.
"""

import gc
import json
import sys
import time
from array import array

sys.path[:0] = [".", "firmware"]

from kamiboard import config, wire
from kamiboard.board import Board
from kamiboard.lights.led_strip import LedStrip
from kamiboard.nvm.calibration import Calibration
from kamiboard.sensing.debounce import Debouncer
from kamiboard.sensing.scan_strips import StripScanner
from tests.micropython.host_line import host_line

CALLS = 100
ATTEMPTS = 40
PERIOD_MS = 7
FRAMES = 400
TOWER = 20000
CELLS = 64


class Pin:
    """A digital output."""

    def __init__(self):
        self.value = False


class Input:
    """The analogue input of an empty board."""

    def __init__(self):
        self.value = 0


class Chain:
    """LEDs that show nothing."""

    def __setitem__(self, index, rgb):
        pass

    def show(self):
        pass


class Flood:
    """A port whose host sends lines as fast as they are read."""

    connected = True

    def __init__(self, data):
        self._data = data
        self._at = 0

    @property
    def in_waiting(self):
        return min(256, len(self._data) - self._at)

    def read(self, size):
        data = self._data[self._at : self._at + size]
        self._at += len(data)
        return data

    def write(self, buf):
        return len(buf)

    def reset_output_buffer(self):
        pass


class Plain:
    """The reference: 64 squares, one select write each, hysteresis and a count of equal scans.

    It leaves out missing strips, the reference of each strip, the order of channels and the check
    of side changes: the least that a scan must do.
    """

    def __init__(self, inputs, selects):
        self.inputs = inputs
        self.selects = selects
        self.state = bytearray(CELLS)
        self.streak = bytearray(CELLS)

    def scan(self):
        selects = self.selects
        state = self.state
        high = config.ON_LEVEL
        low = -high
        cell = 0
        for source in self.inputs:
            for column in range(16):
                selects[column & 3].value = column & 1
                level = source.value
                if state[cell] or level > high or level < low:
                    self.update(cell, level)
                cell += 1

    def update(self, cell, level):
        was = self.state[cell]
        edge = config.OFF_LEVEL if was else config.ON_LEVEL
        sees = 1 if level > edge else 2 if level < -edge else 0
        if sees == was:
            self.streak[cell] = 0
            return
        self.streak[cell] += 1
        if self.streak[cell] == 3:
            self.state[cell] = sees
            self.streak[cell] = 0


def no_delay(microseconds):
    pass


def bytes_of(call):
    """Return the heap bytes that one call allocates on average."""
    call()
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    for _ in range(CALLS):
        call()
    taken = gc.mem_alloc() - before
    gc.enable()
    return taken / CALLS


def microseconds_of(calls):
    """Return the mean time of each call, the best of some attempts.

    The attempts alternate between the calls, so that other load affects all of them equally.
    """
    best = {}
    for _ in range(ATTEMPTS):
        for name, call in calls.items():
            gc.collect()
            start = time.ticks_us()
            for _ in range(CALLS):
                call()
            passed = time.ticks_diff(time.ticks_us(), start) / CALLS
            best[name] = min(best.get(name, passed), passed)
    return best


def scanner():
    """Return a scanner on plain attributes that takes all strips for present."""
    adc = Input()
    zeros = Calibration(None, CELLS).zeros
    made = StripScanner(
        [Pin() for _ in range(8)], [Pin() for _ in range(4)], adc, no_delay, 8, zeros
    )
    made.parts[:] = bytes([1] * 8)
    made.check_part = lambda rank: True
    return made


def firmware_scan(towers):
    """Return a call that reads all sensors and debounces them.

    With 32 towers the debouncer gets prepared levels, since a plain attribute reads the same for
    each square.
    """
    made = scanner()
    levels = array("i", ([TOWER] * 16 + [0] * 32 + [-TOWER] * 16) if towers else [0] * CELLS)
    calibration = Calibration(None, CELLS)
    debouncer = Debouncer(calibration.ons, calibration.offs, 20, 10, config.LETTERS)
    now = [1000]

    def call():
        now[0] += PERIOD_MS
        made.scan()
        debouncer.update(levels, now[0])

    for _ in range(10):
        call()  # until they have settled
    return call


def plain_scan(towers):
    """Return the same for the reference, with towers on two of its four inputs."""
    inputs = [Input() for _ in range(4)]
    if towers:
        inputs[0].value = TOWER
        inputs[3].value = -TOWER
    plain = Plain(inputs, [Pin() for _ in range(4)])
    for _ in range(10):
        plain.scan()
    return plain.scan


def frame_line(number):
    """Return a `frame` line as a host sends it."""
    return host_line("frame", number, "%d,%s" % (number, ("1-2b0-3k" * 16)))


def decode():
    """Return a call that decodes a frame line to colours and patterns."""
    data = frame_line(17)[:-1]
    colours = bytearray(CELLS)
    patterns = bytearray(CELLS)

    def call():
        fields = wire.parse(data)[2]
        wire.number(fields[0], wire.MAX_NUMBER)
        wire.read_cells(fields[1], colours, patterns)

    return call


def split():
    """Return the reference: split the same line and copy its cells, without any check."""
    data = frame_line(17)[:-1]
    colours = bytearray(CELLS)
    patterns = bytearray(CELLS)

    def call():
        cells = data.split(b",")[3]
        for cell in range(CELLS):
            colours[cell] = cells[2 * cell]
            patterns[cell] = cells[2 * cell + 1]

    return call


def flood():
    """Return the frames per second that a scanning board shows and acknowledges, and lines lost."""
    lines = [host_line("hello", 0, "1.0,0.1.0"), host_line("palette", 1, "0c0c0c,0040ff,ff6900")]
    lines += [frame_line(number) for number in range(2, FRAMES + 2)]
    port = Flood(b"".join(lines))
    strip = LedStrip(Chain(), config.pixel_order(8, 8), 8, config.UNGREETED_LIMIT_MA)
    board = Board(scanner(), Calibration(None, CELLS), strip, port, "00", "0")
    now_ms = 1000
    start = time.ticks_us()
    while port.in_waiting:
        board.step(now_ms)
        now_ms += PERIOD_MS
    board.step(now_ms)
    passed_s = time.ticks_diff(time.ticks_us(), start) / 1000000
    link = board._link
    lost = len(lines) - link.lines_in + link.lines_bad + link.lines_lost
    return FRAMES / passed_s, lost


def main():
    """Run all measurements and print them."""
    empty, full = firmware_scan(False), firmware_scan(True)
    floods = [flood() for _ in range(3)]
    per_second = max([each[0] for each in floods])
    lost = sum([each[1] for each in floods])
    report = {
        "runtime": "%s %s"
        % (sys.implementation[0], ".".join([str(part) for part in sys.implementation[1][:3]])),
        "bytes_per_scan": max(bytes_of(empty), bytes_of(full)),
        # Positive control: the measurement must detect an allocation.
        "bytes_per_list": bytes_of(lambda: [empty]),
        "lines_per_second": per_second,
        "lines_lost": lost,
    }
    report.update(
        microseconds_of(
            {
                "scan_empty_us": empty,
                "scan_empty_reference_us": plain_scan(False),
                "scan_32_towers_us": full,
                "scan_32_towers_reference_us": plain_scan(True),
                "frame_decode_us": decode(),
                "frame_decode_reference_us": split(),
            }
        )
    )
    print(json.dumps(report))


main()
