"""The address of multiplexers, as the chip's pins see it: four lines that count in binary."""


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

    def drive(self, number, level):
        """A pin is at this level from now on; False if it is no select line."""
        weight = self._weight.get(number)
        if weight is None:
            return False
        channel = self.channel | weight if level else self.channel & ~weight
        if channel != self.channel:
            self.channel = channel
            self.changed_ns = self._chip.now_ns
        return True
