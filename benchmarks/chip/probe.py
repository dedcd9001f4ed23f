"""Probe of the firmware: times and memory on the chip itself.

`kamisado bench --uf2` puts it beside the firmware, with a `code.py` that calls `main` and that
CircuitPython runs instead of `main.py`.  The figures go to the console as one line of JSON.  No
file of the firmware is changed: what `device.py` builds is kept, its serial port is replaced by one
that the probe fills, and pins that an image does not name are taken by their number.

Times are in us, memory in bytes.
"""

import gc
import json
import time

import microcontroller

TIMES = 4  # that a figure is measured
QUIET_STEPS = 70
IDLE_STEPS = 150  # more than a second: each message and check of an idle board once
PORTS_S = 1  # until the computer reads the console
PLAUSIBLE = 1000  # a zero of a sensor, in counts


def now_us():
    """Return the time; the clock's step is 30 us."""
    return time.monotonic_ns() // 1000


class Port:
    """A port whose host sends one line at a time, and reads everything."""

    connected = True
    timeout = write_timeout = 0

    def __init__(self):
        self.in_waiting = 0
        self.written = 0
        self._line = b""

    def give(self, line):
        self._line = line
        self.in_waiting = len(line)

    def read(self, size):
        self.in_waiting = 0
        return self._line

    def readinto(self, buffer):
        size = self.in_waiting
        buffer[:size] = self._line
        self.in_waiting = 0
        return size

    def write(self, data):
        self.written += 1
        return len(data)

    def reset_output_buffer(self):
        pass


class Pins:
    """The module `board` of the build's own controller."""

    def __init__(self, names, signals):
        for signal, number in signals.items():
            setattr(self, names[signal], getattr(microcontroller.pin, "GPIO%d" % number))


class Probe:
    """The firmware with a port of the probe's own.

    Args:
        start_free: the free memory at the start, before the probe itself was loaded.
        settings: "signals" has the GPIO of each signal, "lines" those of `lines.py`, and "whole" is
            False if steps and scans alone shall be measured.
    """

    def __init__(self, start_free, settings):
        self.figures = {"heap_start": start_free}
        self.lines = {name: line.encode() for name, line in settings["lines"].items()}
        gc.collect()
        self.own = start_free - gc.mem_free()  # what the probe takes
        self.lowest = start_free
        self.whole = settings["whole"]
        begin = now_us()
        import main  # noqa: F401 (starts the firmware)
        from kamiboard import device

        self.figures["import"] = now_us() - begin
        self.figures["heap_imported"] = self.free()
        names = device.config.PINS
        if not all([hasattr(device.board, name) for name in names.values()]):
            device.board = Pins(names, settings["signals"])
        self.port = Port()
        device.data_port = lambda: self.port
        self.made = {}
        for name in ("sensors", "Calibration"):
            setattr(device, name, self.kept(name, getattr(device, name)))
        from kamiboard.nvm.crash_log import CrashLog

        self.steps = device.run(CrashLog(None))
        begin = now_us()
        next(self.steps)
        self.figures["build"] = now_us() - begin
        self.figures["heap_built"] = self.free()
        begin = now_us()
        gc.collect()
        self.figures["collect"] = now_us() - begin

    def kept(self, name, make):
        """Return a function that makes something, and keeps it."""

        def made(*args):
            self.made[name] = make(*args)
            return self.made[name]

        return made

    def free(self):
        """Collect; return the bytes that are free without the probe, and note the fewest."""
        self.lowest = min(self.lowest, gc.mem_free() + self.own)
        gc.collect()
        return gc.mem_free() + self.own

    def run(self, steps):
        """Run some steps."""
        for _ in range(steps):
            next(self.steps)

    def mean(self, call):
        """Return the mean time of a call, and leave nothing to collect."""
        gc.collect()
        begin = now_us()
        for _ in range(QUIET_STEPS):
            call()
        return (now_us() - begin) / QUIET_STEPS

    def step_us(self):
        """Return the time of one step."""
        begin = now_us()
        next(self.steps)
        return now_us() - begin

    def allocated(self, line=None):
        """Return the bytes that are allocated until the board has written a line.

        CircuitPython itself may allocate meanwhile, so the least of several times counts.
        """
        gc.collect()
        gc.disable()
        written = self.port.written
        if line is not None:
            self.port.give(line)
        before = gc.mem_alloc()
        while self.port.written == written:
            next(self.steps)
        taken = gc.mem_alloc() - before
        gc.enable()
        return taken

    def say(self, name):
        """Send a line, and let the board answer."""
        self.port.give(self.lines[name])
        self.run(3)

    def measure(self):
        """Measure everything."""
        figures = self.figures
        self.say("hello")
        self.run(40)  # until the first snapshot is valid and sent
        scanner = self.made["sensors"]
        self.say("beat")
        figures["step"] = quiet = self.mean(lambda: next(self.steps))
        figures["scan"] = self.mean(lambda: scanner.scan())
        if not self.whole:
            return
        self.say("beat")
        gc.collect()
        figures["idle_worst"] = max([self.step_us() for _ in range(IDLE_STEPS)])
        self.say("palette")
        for kind in ("usual", "sweeps", "mixed"):
            self.measure_frames(kind, quiet)
        self.say("dark")
        self.measure_snaps()
        self.measure_memory()
        figures["heap_lowest"] = self.lowest

    def measure_frames(self, kind, quiet):
        """Measure frames with their acknowledgement: how much longer their step takes."""
        times = []
        for turn in range(TIMES):
            self.free()
            self.run(4)
            self.port.give(self.lines["%s%d" % (kind, turn % 2)])
            times.append(self.step_us() - quiet)
        self.figures[kind] = sum(times) / TIMES
        self.figures[kind + "_worst"] = max(times)
        pair = self.lines[kind + "0"], self.lines[kind + "1"]
        self.figures[kind + "_bytes"] = min([self.allocated(line) for line in pair])
        self.say("beat")

    def measure_snaps(self):
        """Measure the snapshots of an idle board, one a second."""
        taken = []
        for _ in range(TIMES):
            self.say("beat")
            taken.append(self.allocated())
        self.figures["snap_bytes"] = max(taken)  # more where the check is a large integer

    def measure_memory(self):
        """Measure a calibration, and the memory that keeps it."""
        figures = self.figures
        self.port.give(self.lines["calibrate"])
        figures["calibrate"] = self.step_us()
        figures["heap_calibrating"] = self.free()
        self.say("stop")
        calibration = self.made["Calibration"]
        cells = len(calibration.zeros)
        for name, call in (
            ("adopt", lambda: calibration.adopt([PLAUSIBLE] * cells, calibration.ons, [0] * cells)),
            ("recall", lambda: type(calibration)(microcontroller.nvm, cells)),
            ("make_room", calibration.make_room),
        ):
            gc.collect()
            begin = now_us()
            call()
            figures[name] = now_us() - begin
        calibration.forget()


def main(start_free):
    """Measure and print the figures."""
    with open(__file__[: -len("probe.py")] + "probe.json") as file:
        settings = json.load(file)
    probe = Probe(start_free, settings)
    del settings
    probe.measure()
    time.sleep(PORTS_S)
    print("FIGURES " + json.dumps(probe.figures))
