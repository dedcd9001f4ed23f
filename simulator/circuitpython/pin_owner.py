"""Ownership of a pin, common to `analogio`, `digitalio` and `keypad`; not of CircuitPython."""

from chip import chip
from microcontroller import Pin


def free_pin(pin, argument="pin"):
    """Return a pin if it is one and is not in use.

    Raises:
        TypeError, ValueError: as CircuitPython.
    """
    if not isinstance(pin, Pin):
        raise TypeError("%s must be of type Pin, not %s" % (argument, type(pin).__name__))
    if pin.number in chip.used:
        raise ValueError("%s in use" % pin.name)
    return pin


class Owner:
    """Something that can be used until it is deinitialised; also a context manager."""

    def __init__(self):
        self._is_open = True

    def _check(self):
        if not self._is_open:
            raise ValueError(
                "Object has been deinitialized and can no longer be used. Create a new object."
            )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.deinit()


class PinOwner(Owner):
    """Owns a pin."""

    def __init__(self, pin):
        Owner.__init__(self)
        chip.claim(free_pin(pin).number)
        self._number = pin.number

    def deinit(self):
        """Release the pin."""
        if self._is_open:
            self._is_open = False
            chip.release(self._number)
