"""The board's sensors: their circuit, and their state as the simulator tells it."""

import struct

MIDDLE = 32768  # reading of half the supply


class SensorState:
    """The sensors behind the circuits of `sensors_*.py`.

    Args:
        settings: of the interpreter's start; see `simulator/device/microcontroller.py`.

    Attributes:
        files, ranks: size of the board.
        seed: of all random values.
        now_ns: simulated time.
        missing: for each part of the sensors, True if it is missing.
        scans: scans since the program started.
    """

    def __init__(self, settings):
        self.files = settings["files"]
        self.ranks = settings["ranks"]
        self.seed = settings["seed"]
        self.now_ns = settings["now_us"] * 1000
        self.levels = [MIDDLE] * (self.files * self.ranks)
        self.missing = []
        self.noises = [0] * (self.files * self.ranks)
        self.noise_table = settings["noise_table"]
        self.random = (self.seed * 69069 + settings["now_us"]) & 0x7FFFFFFF
        self.scans = 0

    def sense(self, cell):
        """Return a sensor's output in counts, with noise; may be out of range."""
        noise = self.noises[cell]
        if not noise:
            return self.levels[cell]
        # A linear congruential generator, whose upper bits select from the table.
        self.random = random = (self.random * 1103515245 + 12345) & 0x7FFFFFFF
        return self.levels[cell] + (self.noise_table[random >> 23] * noise >> 8)

    def take_sensors(self, kind, data):
        """Take over a part V, N or M of `simulator/device/interpreter_link.py`, and no other."""
        if kind == b"V":
            self.levels = list(struct.unpack("<%dH" % (len(data) // 2), data))
        elif kind == b"N":
            self.noises = list(struct.unpack("<%dH" % (len(data) // 2), data))
        elif kind == b"M":
            self.missing = [flag != 0 for flag in data]


def sensor_circuit(chip, wiring, settings):
    """Return the circuit of the build's sensors at the chip's pins."""
    build = wiring["build"]
    if build == "quarters":
        from circuit.sensors_quarters import Quarters

        return Quarters(chip, wiring)
    if build == "switches":
        from circuit.sensors_switches import Switches

        return Switches(chip, wiring, settings)
    from circuit.sensors_strips import Strips

    return Strips(chip, wiring)
