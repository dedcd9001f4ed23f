"""The device: the few things that `main.py` needs from CircuitPython's modules more than once.

With `main.py` and `boot.py` the only file that imports them.
"""

import board
import digitalio
import supervisor

from kamiboard import config
from kamiboard.pixels import RawPixels

try:
    from traceback import print_exception
except ImportError:  # MicroPython keeps it elsewhere
    from sys import print_exception  # type: ignore[attr-defined, no-redef, unused-ignore]

MYPY = False
if MYPY:
    from kamiboard.seam import Pixels

__all__ = ["chain", "log", "output", "print_exception"]


def output(name: str, value: bool) -> digitalio.DigitalInOut:
    """The pin of this name as an output that starts at `value`."""
    pin = digitalio.DigitalInOut(getattr(board, name))
    pin.switch_to_output(value=value)
    return pin


def chain(count: int) -> "Pixels":
    """The LEDs, through Adafruit's `neopixel` if that is on the drive."""
    name = config.PINS["LED_DATA"]
    try:
        from neopixel import NeoPixel
    except ImportError:
        from neopixel_write import neopixel_write

        pin = output(name, False)
        return RawPixels(lambda data: neopixel_write(pin, data), count)
    pixels: "Pixels" = NeoPixel(
        getattr(board, name), count, auto_write=False, pixel_order=config.PIXEL_COLOURS
    )
    return pixels


def log(module: str, level: str, message: str) -> None:
    """One line on the console channel; the data channel carries protocol lines only."""
    print("%d %s %s %s" % (supervisor.ticks_ms(), module, level, message))
