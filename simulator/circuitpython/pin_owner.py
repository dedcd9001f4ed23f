"""Ownership of a pin, common to `analogio`, `digitalio` and `keypad`; not of CircuitPython."""

from chip import chip
from microcontroller import Pin


def check_pin(pin):
    """Refuse an object that is not a pin.

    Raises:
        TypeError: as CircuitPython.
    """
    if not isinstance(pin, Pin):
        raise TypeError("pin must be of type Pin, not %s" % type(pin).__name__)


class PinOwner:
    """Owns a pin until it is deinitialised; also a context manager."""

    def __init__(self, pin):
        chip.claim(pin.number)
        self._number = pin.number

    def _check(self):
        if self._number is None:
            raise ValueError(
                "Object has been deinitialized and can no longer be used. Create a new object."
            )

    def deinit(self):
        """Release the pin."""
        if self._number is not None:
            chip.release(self._number)
            self._number = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.deinit()
