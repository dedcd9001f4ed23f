"""Sensor circuit of the quarters: four multiplexers with one address.

Each has an analogue line of its own, which a resistor pulls to ground while nothing drives it.
"""

from chip import CELL

from circuit.multiplexer_address import Address, ground, ignore

SETTLING_NS = 13000  # after a change of the address


class Quarters:
    """Four multiplexers of 4 x 4 sensors that always have power."""

    def __init__(self, chip, wiring):
        self._chip = chip
        self._quarter_of = {pin: quarter for quarter, pin in enumerate(wiring["adcs"])}
        self._address = Address(chip, wiring["selects"])
        self._lines = [0] * 4
        # By quarter and channel: the rank, and the file in it.
        self._cells = [
            [
                (quarter // 2 * 4 + channel // 4) * chip.files + quarter % 2 * 4 + channel % 4
                for channel in range(16)
            ]
            for quarter in range(4)
        ]

    def pulled_up(self, number):
        """Return True if a resistor pulls this pin high while it is not driven."""
        return False

    def driver(self, number):
        """Return the function that sets a pin's level."""
        return self._address.driver(number) or ignore

    def level(self, number):
        """Return the level of a digital input; none is wired to one."""
        return False

    def reader(self, number):
        """Return the function that reads a pin in counts; may be out of range."""
        quarter = self._quarter_of.get(number)
        return ground if quarter is None else lambda: self._read(quarter)

    def _read(self, quarter):
        chip = self._chip
        if chip.missing[quarter]:
            self._lines[quarter] = 0
            return 0
        chip.now_ns += CELL
        cell = self._cells[quarter][self._address.channel]
        value = chip.sense(cell)
        if cell == 0:
            chip.scans += 1
        settled_ns = chip.now_ns - self._address.changed_ns
        if settled_ns < SETTLING_NS:
            before = self._lines[quarter]
            value = (value * settled_ns + before * (SETTLING_NS - settled_ns)) // SETTLING_NS
        self._lines[quarter] = value
        return value
