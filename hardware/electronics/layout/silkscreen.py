"""Placement of silkscreen text, clear of pads, lines and other text."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from hardware.geometry import Box, overlap

TEXT_MM = 0.9
"""Height of references; KiCad's rule asks for 0.8."""
STROKE_MM = 0.15
_CHARACTER = 0.95  # width of a character of KiCad's stroke font, in heights, generously
_GAP_MM = 0.2
_EDGE_MM = 0.5
_REACH_MM = 8.0


class NoRoomError(Exception):
    """A text for which there is no room."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text: its middle, height in millimetres, rotation in degrees."""

    text: str
    x: float
    y: float
    height: float
    rotation: float

    def box(self, margin: float = 0.0) -> Box:
        """Return the rectangle that the text needs."""
        across = self.height * _CHARACTER * len(self.text) / 2
        down = self.height * 0.75
        if self.rotation % 180:
            across, down = down, across
        across, down = across + margin, down + margin
        return self.x - across, self.y - down, self.x + across, self.y + down


class Silkscreen:
    """One side of a board of `length` x `width` millimetres, with its occupied rectangles."""

    def __init__(self, length: float, width: float) -> None:
        self._length, self._width = length, width
        self._occupied: list[Box] = []

    def occupy(self, box: Box) -> None:
        """Keep text out of a rectangle."""
        self._occupied.append(box)

    def place(self, wanted: Text) -> Text:
        """Place a text at its position or the nearest free one, in the same orientation.

        Raises:
            NoRoomError: if there is no room within 8 mm.
        """
        steps = int(_REACH_MM)
        offsets = [(x, y) for x in range(-steps, steps + 1) for y in range(-steps, steps + 1)]
        for across, down in sorted(offsets, key=lambda offset: (math.hypot(*offset), offset)):
            text = replace(wanted, x=wanted.x + across, y=wanted.y + down)
            if self._claim(text):
                return text
        raise NoRoomError(f"there is no room for {wanted.text!r} near {wanted.x}, {wanted.y}")

    def place_near(self, text: str, near: Box, height: float = TEXT_MM) -> Text:
        """Place a text as near to a rectangle as it fits.

        Raises:
            NoRoomError: if there is no room within 8 mm.
        """
        for candidate in _around(text, near, height):
            if self._claim(candidate):
                return candidate
        raise NoRoomError(f"there is no room for {text!r} near {near}")

    def _claim(self, text: Text) -> bool:
        """Occupy the text's rectangle if it is on the board and free; return True if it was."""
        left, upper, right, lower = box = text.box()
        free = (
            left >= _EDGE_MM
            and upper >= _EDGE_MM
            and right <= self._length - _EDGE_MM
            and lower <= self._width - _EDGE_MM
            and not any(overlap(box, occupied) for occupied in self._occupied)
        )
        if free:
            self._occupied.append(text.box(_GAP_MM / 2))
        return free


def _around(text: str, near: Box, height: float) -> Iterator[Text]:
    """Yield places around a rectangle: at growing distances, on all sides, in both orientations."""
    middle_x, middle_y = (near[0] + near[2]) / 2, (near[1] + near[3]) / 2
    _, _, half_width, half_height = Text(text, 0, 0, height, 0).box()
    for tenths in range(2, int(_REACH_MM * 10), 3):
        away = tenths / 10
        for shift in (0.0, 1.0, -1.0, 2.0, -2.0):
            for rotation in (0.0, 90.0):
                across, down = half_width, half_height
                if rotation:
                    across, down = down, across
                yield Text(text, middle_x + shift, near[1] - away - down, height, rotation)
                yield Text(text, middle_x + shift, near[3] + away + down, height, rotation)
                yield Text(text, near[0] - away - across, middle_y + shift, height, rotation)
                yield Text(text, near[2] + away + across, middle_y + shift, height, rotation)
