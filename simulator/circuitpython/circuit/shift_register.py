"""74HC165: a parallel-in serial-out shift register, and a chain of them."""

BITS = 8


class ShiftRegister:
    """One 74HC165 with its clock inhibit grounded.

    Attributes:
        stages: levels of its eight flip-flops, QA first; undefined until it is loaded.
    """

    def __init__(self, stages):
        self.stages = list(stages)

    @property
    def serial_output(self):
        """QH."""
        return self.stages[BITS - 1]

    def load(self, inputs):
        """Take over the inputs, A first, as it does all the time while SH/LD is low."""
        self.stages = list(inputs)

    def shift(self, serial_input):
        """Shift by one, at a rising edge of the clock while SH/LD is high."""
        self.stages.pop()
        self.stages.insert(0, serial_input)


class Chain:
    """Registers with common clock and SH/LD, QH of each at the serial input of the one before.

    Args:
        registers: the one nearest to the controller first.
        read_inputs: returns the levels at the inputs: for each register A to H.
    """

    def __init__(self, registers, read_inputs):
        self._registers = registers
        self._read_inputs = read_inputs
        self._clock = False
        self._latch = True

    def set_latch(self, level):
        """Set SH/LD of all registers."""
        if level and not self._latch:
            self._load()  # the inputs of this moment are frozen
        self._latch = level

    def set_clock(self, level):
        """Set the clock of all registers."""
        if level and not self._clock and self._latch:
            outputs = [register.serial_output for register in self._registers]
            outputs.append(False)  # the last serial input is grounded
            for place, register in enumerate(self._registers):
                register.shift(outputs[place + 1])
        self._clock = level

    def read(self):
        """Return the level at QH of the first register."""
        if not self._latch:
            self._load()
        return self._registers[0].serial_output

    def _load(self):
        inputs = self._read_inputs()
        for place, register in enumerate(self._registers):
            register.load(inputs[place])
