"""Speed and memory of the firmware's own code, run by MicroPython; `kamisado bench --firmware`.

    micropython benchmarks/firmware.py        (from the root; prints one JSON object)

Pins are plain attributes here, the least that a pin can be, so the times are those of the
firmware's code and not of a chip.  They say little by themselves: beside each stands a reference
that does the least one could do for the same end, on the same machine, and the ratio can be
compared between machines.
"""

import gc
import json
import sys
import time
from array import array

sys.path[:0] = [".", "firmware"]

from kamiboard import config, wire
from kamiboard.board import Board
from kamiboard.calibration import Calibration
from kamiboard.debounce import Debouncer
from kamiboard.led_strip import Strip
from kamiboard.scan_strips import Scanner

CALLS = 100
ATTEMPTS = 40
PERIOD_MS = 7
FRAMES = 400
TOWER = 20000
CELLS = 64


class Pin:
    """An output."""

    def __init__(self):
        self.value = False


class Input:
    """The analogue input, as on an empty board."""

    def __init__(self):
        self.value = 0


class Chain:
    """LEDs that nobody looks at."""

    def __setitem__(self, index, rgb):
        pass

    def show(self):
        pass


class Flood:
    """A port whose host sends line after line, as fast as they are taken."""

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

    No missing strips, no middle of its own for each strip, no order of walking, no honesty about
    towers that seem to change sides: what is left is what no scan can do without.
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
                    self.judge(cell, level)
                cell += 1

    def judge(self, cell, level):
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
    """Heap bytes that one call takes on average."""
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
    """Mean time of each call, the shortest of some attempts.

    One attempt of each after the other: what else the machine does is then shared fairly.
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
    """A scanner on plain attributes, believing that all strips are there."""
    adc = Input()
    zeros = Calibration(None, CELLS).zeros
    made = Scanner([Pin() for _ in range(8)], [Pin() for _ in range(4)], adc, no_delay, 8, zeros)
    made.strips[:] = bytes([1] * 8)
    made.check_strip = lambda rank: True
    return made


def firmware_scan(towers):
    """What a step does for the sensors: read them all, and debounce.

    With 32 towers the levels are laid under the debouncer, for a plain attribute shows the same
    level to every square.
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
        call()  # they have settled
    return call


def plain_scan(towers):
    """The same for the reference, with towers on two of its four inputs."""
    inputs = [Input() for _ in range(4)]
    if towers:
        inputs[0].value = TOWER
        inputs[3].value = -TOWER
    plain = Plain(inputs, [Pin() for _ in range(4)])
    for _ in range(10):
        plain.scan()
    return plain.scan


def frame_line(number):
    """A whole frame, as a host sends it."""
    return wire.line("frame", number, "%d,%s" % (number, ("1-2b0-3k" * 16)))


def decode():
    """From the bytes of a frame line to its colours and waves."""
    data = frame_line(17)[:-1]
    colours = bytearray(CELLS)
    waves = bytearray(CELLS)

    def call():
        fields = wire.parse(data)[2]
        wire.number(fields[0], wire.MAX_NUMBER)
        wire.read_cells(fields[1], colours, waves)

    return call


def split():
    """The reference: take the same line apart and copy it, with no check and no meaning."""
    data = frame_line(17)[:-1]
    colours = bytearray(CELLS)
    waves = bytearray(CELLS)

    def call():
        cells = data.split(b",")[3]
        for cell in range(CELLS):
            colours[cell] = cells[2 * cell]
            waves[cell] = cells[2 * cell + 1]

    return call


def flood():
    """Frames a second that a board takes in, obeys and acknowledges beside scanning; lines lost."""
    lines = [wire.line("hello", 0, "1.0,0.1.0"), wire.line("palette", 1, "0c0c0c,0040ff,ff6900")]
    lines += [frame_line(number) for number in range(2, FRAMES + 2)]
    port = Flood(b"".join(lines))
    strip = Strip(Chain(), config.pixel_order(8, 8), 8, config.UNGREETED_LIMIT_MA)
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
    """Measure everything."""
    empty, full = firmware_scan(False), firmware_scan(True)
    floods = [flood() for _ in range(3)]
    per_second = max([each[0] for each in floods])
    lost = sum([each[1] for each in floods])
    report = {
        "runtime": "%s %s"
        % (sys.implementation[0], ".".join([str(part) for part in sys.implementation[1][:3]])),
        "bytes_per_scan": max(bytes_of(empty), bytes_of(full)),
        # The measuring itself must be able to see something.
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
