"""Stand-in for CircuitPython's `neopixel_write`."""

from arguments import readable
from chip import chip
from digitalio import DigitalInOut


def neopixel_write(digitalinout, buf):
    """Clock bytes out to a chain of pixels; its pin becomes an output that is low."""
    if not isinstance(digitalinout, DigitalInOut):
        kind = type(digitalinout).__name__
        raise TypeError("digitalinout must be of type DigitalInOut, not %s" % kind)
    digitalinout._check()
    chip.show(digitalinout._number, readable(buf))
    digitalinout._output = True
    digitalinout._level = False
