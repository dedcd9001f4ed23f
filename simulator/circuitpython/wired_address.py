"""The address of multiplexers, as the chip's pins see it: four lines that count in binary."""


def nothing(level):
    """What sets the level of a pin that nothing of the sensors is wired to."""


def ground():
    """What is read of such a pin."""
    return 0


class Address:
    """Select lines.

    Attributes:
        channel: what they select.
        changed_ns: when that was another one last.
    """

    def __init__(self, chip, pins):
        self.channel = 0
        self.changed_ns = 0
        self._chip = chip
        self._weight = {pin: 1 << bit for bit, pin in enumerate(pins)}

    def driver(self, number):
        """What sets a select line's level; None if the pin is none."""
        weight = self._weight.get(number)
        if weight is None:
            return None

        def drive(level):
            channel = self.channel | weight if level else self.channel & ~weight
            if channel != self.channel:
                self.channel = channel
                self.changed_ns = self._chip.now_ns

        return drive
