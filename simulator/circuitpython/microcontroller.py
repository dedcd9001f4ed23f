"""Stand-in for CircuitPython's `microcontroller`."""

from chip import CALL, FLASH_ERASE, FLASH_WRITE, chip
from circuit.flash import PowerCutError
from watchdog import WatchDogTimer


class Pin:
    """A pin of the chip."""

    def __init__(self, number):
        self.number = number

    def __repr__(self):
        return "board.GP%d" % self.number


class pin:
    """Pins by the chip's own names."""


for _number in range(30):
    setattr(pin, "GPIO%d" % _number, Pin(_number))


class ResetReason:
    """Reason of the last reset."""

    POWER_ON = "microcontroller.ResetReason.POWER_ON"
    RESET_PIN = "microcontroller.ResetReason.RESET_PIN"
    SOFTWARE = "microcontroller.ResetReason.SOFTWARE"
    WATCHDOG = "microcontroller.ResetReason.WATCHDOG"


class Processor:
    """The processor core."""

    frequency = 125000000
    temperature = 25.0
    voltage = 3.3

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

    def __getitem__(self, index):
        return chip.flash[index]

    def __setitem__(self, index, value):
        flash = chip.flash
        erasures = flash.erasures
        try:
            flash[index] = value
        except PowerCutError:
            chip.put("M", bytes(flash.data))
            chip.finish("power cut")
        chip.put("M", bytes(flash.data))
        chip.spend(FLASH_WRITE + (flash.erasures - erasures) * FLASH_ERASE)


cpu = Processor()
nvm = ByteArray()
watchdog = WatchDogTimer()


def delay_us(delay):
    """Wait for a number of microseconds."""
    if not isinstance(delay, int):
        raise TypeError("can't convert %s to int" % type(delay).__name__)
    chip.now_ns = now_ns = chip.now_ns + CALL + delay * 1000
    if now_ns > chip.due_ns:
        chip.exchange()


def reset():
    """Reset the chip; does not return."""
    chip.finish("reset")
