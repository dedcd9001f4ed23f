"""Stand-in for CircuitPython's `microcontroller`."""

from array import array

from arguments import Constant, integer
from chip import CALL, FLASH_ERASE, FLASH_WRITE, chip
from circuit.flash import PowerCutError
from watchdog import WatchDogTimer


class Pin:
    """A pin of the chip.

    Attributes:
        name: the board's name for it; None if it has none.
    """

    def __init__(self, number):
        self.number = number
        self.name = None

    def __repr__(self):
        return "board.%s" % self.name if self.name else "microcontroller.pin.GPIO%d" % self.number


class pin:
    """Pins by the chip's own names."""


for _number in range(30):
    setattr(pin, "GPIO%d" % _number, Pin(_number))


class ResetReason:
    """Reason of the last reset."""

    POWER_ON = Constant("microcontroller.ResetReason.POWER_ON")
    RESET_PIN = Constant("microcontroller.ResetReason.RESET_PIN")
    SOFTWARE = Constant("microcontroller.ResetReason.SOFTWARE")
    WATCHDOG = Constant("microcontroller.ResetReason.WATCHDOG")


class Processor:
    """The processor core."""

    @property
    def uid(self):
        """Unique number of the chip."""
        return bytearray(chip.uid)

    @property
    def reset_reason(self):
        """Reason of the last reset."""
        return getattr(ResetReason, chip.reset_reason)


class ByteArray:
    """Non-volatile memory; each write is reported to the simulator, which stores it."""

    def __len__(self):
        return len(chip.flash)

    def __iter__(self):
        raise TypeError("'ByteArray' object isn't iterable")

    def __getitem__(self, index):
        start, stop = _bounds(index)
        found = chip.flash[start:stop]
        return bytearray(found) if isinstance(index, slice) else found[0]

    def __setitem__(self, index, value):
        start, stop = _bounds(index)
        value = _items(value) if isinstance(index, slice) else bytes((_byte(value),))
        if len(value) != stop - start:
            raise ValueError("Slice and value different lengths.")
        flash = chip.flash
        erasures = flash.erasures
        try:
            flash[start:stop] = value
        except PowerCutError:
            chip.put("M", bytes(flash.data))
            chip.finish("power cut")
        chip.put("M", bytes(flash.data))
        chip.spend(FLASH_WRITE + (flash.erasures - erasures) * FLASH_ERASE)


def _bounds(index):
    """Return the first byte of an index or a slice, and the one behind its last."""
    size = len(chip.flash)
    if not isinstance(index, slice):
        if not isinstance(index, (int, bool)):
            raise TypeError("ByteArray indices must be integers, not %s" % type(index).__name__)
        index = int(index)
        if not -size <= index < size:
            raise IndexError("index out of range")
        return index % size, index % size + 1
    if index.step not in (None, 1):
        raise NotImplementedError("only slices with step=1 (aka None) are supported")
    start, stop, _ = index.indices(size)
    return start, max(start, stop)


def _items(value):
    if not isinstance(value, (bytes, bytearray, memoryview, array)):
        raise NotImplementedError("array/bytes required on right side")
    if len(bytes(value)) != len(value):
        raise ValueError("Array values should be single bytes.")
    return bytes(value)


def _byte(value):
    if not 0 <= integer(value) <= 255:
        raise ValueError("bytes must be 0-255")
    return value


cpu = Processor()
nvm = ByteArray()
watchdog = WatchDogTimer()


def delay_us(delay):
    """Wait for a number of microseconds."""
    if not isinstance(delay, int):
        integer(delay)
    chip.now_ns = now_ns = chip.now_ns + CALL + delay * 1000
    if now_ns > chip.due_ns:
        chip.exchange()


def reset():
    """Reset the chip; does not return."""
    chip.finish("reset")
