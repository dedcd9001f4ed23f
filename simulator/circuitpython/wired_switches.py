"""The switches, as the chip's pins see them: on/off sensors on a chain of shift registers."""

from wired_address import ground, nothing

MIDDLE = 32768
_INPUTS = 8


class Switches:
    """A sensor pulls its input low from a field on, whichever way round, and lets it go at a lower
    one.  The last register's serial input is on ground; inputs without a sensor are high."""

    def __init__(self, chip, wiring, settings):
        self._chip = chip
        self._pins = tuple(wiring["chain"])
        self._on, self._off = settings["switch_counts"]
        self._cells = chip.files * chip.ranks
        self._inputs = (self._cells + _INPUTS - 1) // _INPUTS * _INPUTS
        self._seen = bytearray(self._cells)

    def pulled_up(self, number):
        """Whether a resistor keeps this pin high while nobody drives it."""
        return False

    def driver(self, number):
        """What sets a pin's level from now on; only the registers' own pins matter."""
        return nothing

    def reader(self, number):
        """What reads the voltage at a pin."""
        return ground

    def shift(self, clock, latch, data, count):
        """The bits that the chain puts out, the nearest input first."""
        if (clock, latch, data) != self._pins:
            return [False] * count  # wired to nothing
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
