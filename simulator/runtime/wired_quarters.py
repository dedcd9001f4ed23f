"""The quarters, as the chip's pins see them: four multiplexers with one address.

Each has an analogue line of its own, which a resistor pulls to ground when nobody drives it.
"""

from wired_address import Address

LINE_QUIET_NS = 12000  # after a change of the address


class Quarters:
    """Four multiplexers of 4 x 4 sensors that always have power."""

    def __init__(self, chip, wiring):
        self._chip = chip
        self._quarter_of = {pin: quarter for quarter, pin in enumerate(wiring["adcs"])}
        self._address = Address(chip, wiring["selects"])
        self._lines = [0] * 4

    def pulled_up(self, number):
        """Whether a resistor keeps this pin high while nobody drives it."""
        return False

    def drive(self, number, level):
        """A pin is at this level from now on."""
        self._address.drive(number, level)

    def read(self, number):
        """The voltage at a pin, as counts; may be beyond either end."""
        quarter = self._quarter_of.get(number)
        if quarter is None:
            return 0
        chip = self._chip
        if chip.missing[quarter]:
            self._lines[quarter] = 0
            return 0
        channel = self._address.channel
        rank = quarter // 2 * 4 + channel // 4
        cell = rank * chip.files + quarter % 2 * 4 + channel % 4
        value = chip.sense(cell)
        if cell == 0:
            chip.scans += 1
        quiet_ns = chip.now_ns - self._address.changed_ns
        if quiet_ns < LINE_QUIET_NS:
            before = self._lines[quarter]
            value = (value * quiet_ns + before * (LINE_QUIET_NS - quiet_ns)) // LINE_QUIET_NS
        self._lines[quarter] = value
        return value
