"""Pixel chain for a drive without Adafruit's `neopixel` library."""

from kamiboard import config

MYPY = False
if MYPY:
    from collections.abc import Sequence

    from kamiboard.protocols import PixelWriter


class RawPixels:
    """Colour buffer of a chain of LEDs, with the part of `neopixel.NeoPixel` that is used here.

    Args:
        write: clocks bytes out to the chain, as `neopixel_write.neopixel_write` does to a pin.
        count: length of the chain.
    """

    def __init__(self, write: "PixelWriter", count: int) -> None:
        self._write = write
        self._bytes = bytearray(3 * count)
        self._offsets = tuple(config.PIXEL_COLOURS.find(channel) for channel in "RGB")

    def __setitem__(self, index: "int | slice", rgb: "int | Sequence[int]") -> None:
        """Set a pixel, or by `[:]` all, to 0xRRGGBB; shown by the next `show`."""
        if not isinstance(rgb, int):
            for at in range(len(rgb)):
                self[at] = rgb[at]
        elif isinstance(index, int):
            red, green, blue = self._offsets
            self._bytes[3 * index + red] = rgb >> 16
            self._bytes[3 * index + green] = rgb >> 8 & 0xFF
            self._bytes[3 * index + blue] = rgb & 0xFF

    def show(self) -> None:
        """Clock all pixels out; blocks for 30 us a pixel."""
        self._write(self._bytes)
