"""A chain of 74HC165, parallel-in serial-out shift registers with their clock inhibit grounded."""

BITS = 8


class Chain:
    """Registers with common clock and SH/LD, QH of each at the serial input of the one before.

    Args:
        stages: levels of all flip-flops at power-on, from QH of the register nearest to the
            controller to its QA, then those of the next one: the order in which they come out.
        read_inputs: returns the levels at the inputs, H to A of each register, in the same order.
    """

    def __init__(self, stages, read_inputs):
        self._stages = list(stages)
        self._first = 0  # of the stages that are not shifted out yet; behind the last is the ground
        self._read_inputs = read_inputs
        self._clock = False
        self._latch = True

    def set_latch(self, level):
        """Set SH/LD of all registers."""
        if level and not self._latch:
            self._load()  # the inputs of this moment are frozen
        self._latch = level

    def set_clock(self, level):
        """Set the clock; at a rising edge all registers shift by one, unless SH/LD is low."""
        if level and not self._clock and self._latch:
            self._first += 1
        self._clock = level

    def read(self):
        """Return the level at QH of the first register."""
        if not self._latch:
            self._load()
        return self._first < len(self._stages) and self._stages[self._first]

    def _load(self):
        self._stages = self._read_inputs()
        self._first = 0
