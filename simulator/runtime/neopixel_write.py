"""Stand-in for CircuitPython's `neopixel_write`."""

from chip import chip
from digitalio import Direction


def neopixel_write(digitalinout, buf):
    """Clock bytes out to a chain of pixels."""
    if digitalinout.direction != Direction.OUTPUT:
        raise ValueError("pin must be an output")
    chip.show(digitalinout._number, buf)
