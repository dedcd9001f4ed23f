"""Stand-in for CircuitPython's `microcontroller`."""

from chip import CALL, chip


class Pin:
    """A pin of the chip."""

    def __init__(self, number):
        self.number = number

    def __repr__(self):
        return "board.GP%d" % self.number


class ResetReason:
    """Why the chip started."""

    POWER_ON = "POWER_ON"
    RESET_PIN = "RESET_PIN"
    SOFTWARE = "SOFTWARE"


class Processor:
    """The processor core."""

    frequency = 125000000
    temperature = 25.0
    voltage = 3.3
    uid = chip.uid
    reset_reason = chip.reset_reason


class ByteArray:
    """Memory that survives a reset; a write is told to the simulator, which keeps it."""

    def __len__(self):
        return len(chip.nvm)

    def __getitem__(self, index):
        value = chip.nvm[index]
        return bytearray(value) if isinstance(index, slice) else value

    def __setitem__(self, index, value):
        if isinstance(index, slice):
            if len(chip.nvm[index]) != len(value):
                raise ValueError("Slice and value different lengths.")
        elif not 0 <= value <= 255:
            raise ValueError("value must be 0-255")
        chip.nvm[index] = value
        chip.put("M", bytes(chip.nvm))


cpu = Processor()
nvm = ByteArray()


def delay_us(delay):
    """Wait so many microseconds."""
    chip.now_ns += CALL + delay * 1000


def reset():
    """Reset the chip; does not return."""
    chip.finish("reset")
