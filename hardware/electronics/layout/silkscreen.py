"""The silkscreen: a place for every word where it covers no pad, no line and no other word."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from hardware.electronics.routing.router import Box

TEXT_MM = 0.9
"""Height of references; KiCad's rule asks for 0.8."""
STROKE_MM = 0.15
_CHARACTER = 0.95  # width of a character of KiCad's stroke font, in heights, generously
_GAP_MM = 0.2
_REACH_MM = 8.0


class NoRoomError(Exception):
    """A word for which there is no place."""


@dataclass(frozen=True, slots=True)
class Lettering:
    """A word and where it is: its middle, height, degrees."""

    text: str
    x: float
    y: float
    height: float
    turn: float

    def box(self, margin: float = 0.0) -> Box:
        """The rectangle that it needs."""
        across = self.height * _CHARACTER * len(self.text) / 2
        down = self.height * 0.75
        if self.turn % 180:
            across, down = down, across
        across, down = across + margin, down + margin
        return self.x - across, self.y - down, self.x + across, self.y + down


class Silkscreen:
    """One side of a board: what is taken, and where a word fits."""

    def __init__(self, length: float, width: float) -> None:
        self._length, self._width = length, width
        self._taken: list[Box] = []

    def take(self, box: Box) -> None:
        """Keep words out of a rectangle."""
        self._taken.append(box)

    def write(self, wanted: Lettering) -> Lettering:
        """Put a word where it is wanted, or as near to that as it fits, lying as wanted.

        Raises:
            NoRoomError: if there is no place within 8 mm.
        """
        steps = int(_REACH_MM)
        places = [(x, y) for x in range(-steps, steps + 1) for y in range(-steps, steps + 1)]
        for across, down in sorted(places, key=lambda place: (math.hypot(*place), place)):
            lettering = replace(wanted, x=wanted.x + across, y=wanted.y + down)
            if self._free(lettering.box()):
                self._taken.append(lettering.box(_GAP_MM / 2))
                return lettering
        raise NoRoomError(f"there is no room for {wanted.text!r} near {wanted.x}, {wanted.y}")

    def place(self, text: str, near: Box, height: float = TEXT_MM) -> Lettering:
        """Put a word as near to a rectangle as it fits.

        Raises:
            NoRoomError: if there is no place within 8 mm.
        """
        for lettering in _around(text, near, height):
            if self._free(lettering.box()):
                self._taken.append(lettering.box(_GAP_MM / 2))
                return lettering
        raise NoRoomError(f"there is no room for {text!r} near {near}")

    def _free(self, box: Box) -> bool:
        inside = (
            box[0] >= 0.5
            and box[1] >= 0.5
            and box[2] <= self._length - 0.5
            and box[3] <= self._width - 0.5
        )
        return inside and not any(_overlap(box, taken) for taken in self._taken)


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _around(text: str, near: Box, height: float) -> Iterator[Lettering]:
    """Places around a rectangle: further and further away; above, below, beside; lying, upright."""
    middle_x, middle_y = (near[0] + near[2]) / 2, (near[1] + near[3]) / 2
    flat = Lettering(text, 0, 0, height, 0).box()
    half_width, half_height = flat[2], flat[3]
    for tenths in range(2, int(_REACH_MM * 10), 3):
        away = tenths / 10
        for shift in (0.0, 1.0, -1.0, 2.0, -2.0):
            for turn in (0.0, 90.0):
                across, down = (half_height, half_width) if turn else (half_width, half_height)
                yield Lettering(text, middle_x + shift, near[1] - away - down, height, turn)
                yield Lettering(text, middle_x + shift, near[3] + away + down, height, turn)
                yield Lettering(text, near[0] - away - across, middle_y + shift, height, turn)
                yield Lettering(text, near[2] + away + across, middle_y + shift, height, turn)
