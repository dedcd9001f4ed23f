"""Sensor circuit of the switches: on/off sensors on a chain of shift registers."""

from circuit.multiplexer_address import ground, ignore
from circuit.shift_register import BITS, Chain

MIDDLE = 32768


class Switches:
    """Chain of sensors that pull their input low in a field of either polarity, with hysteresis.

    a1 is input H of the register nearest to the controller, b1 its input G, and so on.
    """

    def __init__(self, chip, wiring, settings):
        self._chip = chip
        self._clock, self._latch, self._data = wiring["chain"]
        self._on, self._off = settings["switch_counts"]
        self._cells = chip.files * chip.ranks
        self._seen = bytearray(self._cells)
        # Inputs without a sensor are high.
        self._unused = [True] * (-self._cells % BITS)
        # After power-on the flip-flops hold anything; here all the same, depending on the seed.
        state = [chip.seed & 1 == 1] * (self._cells + len(self._unused))
        self._chain = Chain(state, self._inputs)

    def pulled_up(self, number):
        """Return True if a resistor pulls this pin high while it is not driven."""
        return False

    def driver(self, number):
        """Return the function that sets a pin's level."""
        if number == self._clock:
            return self._chain.set_clock
        if number == self._latch:
            return self._chain.set_latch
        return ignore

    def reader(self, number):
        """Return the function that reads a pin as a voltage; none is wired to one."""
        return ground

    def level(self, number):
        """Return the level of a digital input; without the chain a resistor pulls it up."""
        if number != self._data:
            return False
        return True if self._chip.missing[0] else self._chain.read()

    def _inputs(self):
        """Return the levels at the registers' inputs, H to A of each."""
        chip = self._chip
        chip.scans += 1
        levels = []
        seen = self._seen
        for cell in range(self._cells):
            field = abs(chip.sense(cell) - MIDDLE)
            seen[cell] = field >= (self._off if seen[cell] else self._on)
            levels.append(not seen[cell])
        return levels + self._unused
