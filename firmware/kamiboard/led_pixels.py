"""The pixels: a chain of LEDs without Adafruit's `neopixel` library on the drive."""

from kamiboard import config

MYPY = False
if MYPY:
    from kamiboard.protocols import PixelWriter


class RawPixels:
    """Holds a colour for each pixel and clocks them all out, as `neopixel.NeoPixel` does.

    Args:
        write: clocks bytes out to the chain, as `neopixel_write.neopixel_write` does to a pin.
        count: length of the chain.
    """

    def __init__(self, write: "PixelWriter", count: int) -> None:
        self._write = write
        self._bytes = bytearray(3 * count)
        self._offsets = tuple(config.PIXEL_COLOURS.find(channel) for channel in "RGB")

    def __setitem__(self, index: int, rgb: int) -> None:
        """Keep 0xRRGGBB for a pixel until the next `show`."""
        red, green, blue = self._offsets
        self._bytes[3 * index + red] = rgb >> 16
        self._bytes[3 * index + green] = rgb >> 8 & 0xFF
        self._bytes[3 * index + blue] = rgb & 0xFF

    def show(self) -> None:
        """Clock all of them out; blocks for 30 us a pixel."""
        self._write(self._bytes)
