"""The lights: a chain of WS2812B pixels, and what a person sees of it, square by square."""

from __future__ import annotations

from collections.abc import Collection

from simulator.board.geometry import Geometry
from simulator.board.wiring import Wiring

# The model of docs/protocols/board.md, electrical safety.
IDLE_MA = 1.0
CHANNEL_MA = 20.0


class Lights:
    """The pixels of a board; dark until they have power and data.

    Attributes:
        rgb: red, green and blue duty of each square, a1 first: 3 bytes a square.
        dead: squares whose pixel is broken.
        missing: ranks (0 is the first) whose strip is not there: it is dark, and the data for the
            strips behind it does not get through.
    """

    def __init__(self, geometry: Geometry, wiring: Wiring) -> None:
        self.dead: Collection[int] = ()
        self.missing: Collection[int] = ()
        self._geometry = geometry
        self._wiring = wiring
        self._powered = False
        self._held = bytearray(
            3 * geometry.cells
        )  # what each pixel was told last, square by square

    @property
    def rgb(self) -> bytes:
        """What shines now."""
        if not self._powered:
            return bytes(len(self._held))
        seen = bytearray(self._held)
        for square in range(self._geometry.cells):
            if square in self.dead or square // self._geometry.files in self.missing:
                seen[3 * square : 3 * square + 3] = bytes(3)
        return bytes(seen)

    @property
    def ma(self) -> float:
        """What the pixels draw, by the model."""
        if not self._powered:
            return 0.0
        there = self._geometry.cells - self._geometry.files * len(self.missing)
        return round(there * IDLE_MA + sum(self.rgb) * CHANNEL_MA / 255, 1)

    def power(self, on: bool) -> bool:
        """Switch the supply; the pixels start dark.  True if something was switched."""
        if on == self._powered:
            return False
        self._powered = on
        self._held = bytearray(len(self._held))
        return True

    def write(self, data: bytes) -> None:
        """Clock bytes into the chain; pixels that they do not reach keep what they show."""
        if not self._powered:
            return
        files = self._geometry.files
        red, green, blue = (self._wiring.colours.index(colour) for colour in "RGB")
        for pixel in range(min(self._geometry.cells, len(data) // 3)):
            square = self._wiring.square_of_pixel(pixel, files)
            if square // files in self.missing:
                break
            at = 3 * pixel
            self._held[3 * square : 3 * square + 3] = bytes(
                (data[at + red], data[at + green], data[at + blue])
            )
