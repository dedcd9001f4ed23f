"""Stand-in for CircuitPython's `neopixel_write`."""

from chip import chip
from digitalio import DigitalInOut


def neopixel_write(digitalinout, buf):
    """Clock bytes out to a chain of pixels."""
    if not isinstance(digitalinout, DigitalInOut):
        kind = type(digitalinout).__name__
        raise TypeError("digitalinout must be of type DigitalInOut, not %s" % kind)
    digitalinout._check()
    chip.show(digitalinout._number, buf)
