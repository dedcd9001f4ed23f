"""Sensor circuit of the switches: on/off sensors on a chain of shift registers."""

from multiplexer_address import ground, ignore

MIDDLE = 32768
_INPUTS = 8


class Switches:
    """Chain of sensors that pull their input low in a field of either polarity, with hysteresis.

    The last register's serial input is grounded; inputs without a sensor are high.
    """

    def __init__(self, chip, wiring, settings):
        self._chip = chip
        self._pins = tuple(wiring["chain"])
        self._on, self._off = settings["switch_counts"]
        self._cells = chip.files * chip.ranks
        self._inputs = (self._cells + _INPUTS - 1) // _INPUTS * _INPUTS
        self._seen = bytearray(self._cells)

    def pulled_up(self, number):
        """True if a resistor pulls this pin high while it is not driven."""
        return False

    def driver(self, number):
        """Return a function without effect; only the registers' own pins matter."""
        return ignore

    def reader(self, number):
        """Return the function that reads a pin."""
        return ground

    def shift(self, clock, latch, data, count):
        """Return the output bits of the chain, the nearest input first."""
        if (clock, latch, data) != self._pins:
            return [False] * count  # no circuit at these pins
        chip = self._chip
        chip.scans += 1
        if chip.missing[0]:
            return [True] * count  # a resistor pulls the data line up
        bits = []
        for cell in range(min(count, self._cells)):
            field = abs(chip.sense(cell) - MIDDLE)
            seen = field >= (self._off if self._seen[cell] else self._on)
            self._seen[cell] = seen
            bits.append(not seen)
        for place in range(len(bits), count):
            bits.append(place < self._inputs)
        return bits
