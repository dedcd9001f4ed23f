"""Address of the multiplexers, from the levels of their four select lines."""


def ignore(level):
    """Set the level of a pin that no sensor circuit is wired to."""


def ground():
    """Read such a pin."""
    return 0


class Address:
    """The select lines.

    Attributes:
        channel: the selected channel.
        changed_ns: time of its last change.
    """

    def __init__(self, chip, pins):
        self.channel = 0
        self.changed_ns = 0
        self._chip = chip
        self._weight = {pin: 1 << bit for bit, pin in enumerate(pins)}

    def driver(self, number):
        """Return the function that sets a select line; None if the pin is not one."""
        weight = self._weight.get(number)
        if weight is None:
            return None

        def drive(level):
            channel = self.channel | weight if level else self.channel & ~weight
            if channel != self.channel:
                self.channel = channel
                self.changed_ns = self._chip.now_ns

        return drive
