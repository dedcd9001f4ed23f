"""LED chain: WS2812B pixels, with the colour that each square shows."""

from __future__ import annotations

from collections.abc import Collection

from simulator.board.geometry import Geometry
from simulator.board.wiring import Wiring

# The model of docs/protocols/board.md, electrical safety.
IDLE_MA = 1.0
CHANNEL_MA = 20.0


class LedChain:
    """The pixels of a board; dark until they have power and data.

    Attributes:
        dead: squares whose pixel is broken.
        missing: ranks (0 is the first) whose strip is missing: it is dark, and no data reaches the
            strips behind it.
    """

    def __init__(self, geometry: Geometry, wiring: Wiring) -> None:
        self.dead: Collection[int] = ()
        self.missing: Collection[int] = ()
        self._geometry = geometry
        self._wiring = wiring
        self._is_switched_on = False
        self._is_supplied = True
        self._held = bytearray(3 * geometry.cells)  # latched colours, square by square

    @property
    def rgb(self) -> bytes:
        """Colours shown now: 3 bytes a square, a1 first."""
        if not self._powered:
            return bytes(len(self._held))
        shown = bytearray(self._held)
        for square in range(self._geometry.cells):
            if square in self.dead or square // self._geometry.files in self.missing:
                shown[3 * square : 3 * square + 3] = bytes(3)
        return bytes(shown)

    @property
    def ma(self) -> float:
        """Current of the pixels in mA, by the model."""
        if not self._powered:
            return 0.0
        present = self._geometry.cells - self._geometry.files * len(self.missing)
        return round(present * IDLE_MA + sum(self.rgb) * CHANNEL_MA / 255, 1)

    def power(self, on: bool) -> bool:
        """Switch the supply; return True if it has changed.  The pixels start dark."""
        if on == self._is_switched_on:
            return False
        self._is_switched_on = on
        self._held = bytearray(len(self._held))
        return True

    def supply(self, works: bool) -> None:
        """Connect or disconnect what feeds the switch.  The pixels start dark."""
        if works != self._is_supplied:
            self._is_supplied = works
            self._held = bytearray(len(self._held))

    @property
    def _powered(self) -> bool:
        return self._is_switched_on and self._is_supplied

    def write(self, data: bytes) -> None:
        """Clock bytes into the chain; pixels that they do not reach keep their colour."""
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
