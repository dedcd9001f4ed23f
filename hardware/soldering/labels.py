"""Places for labels: the nearest to a part where nothing else is."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from hardware.geometry import Box, Point, overlap
from hardware.soldering.sheet import Sheet

_LETTER, _CAPITAL = 0.54, 0.68
"""Width of a letter and of a capital, of its height: an estimate for a common font."""


def free(part: Box, size: Point, sheet: Sheet, taken: Sequence[Box]) -> Point:
    """Return the upper left corner of the free rectangle on the board that is nearest to a part.

    Raises:
        ValueError: if there is none within 14 mm.
    """
    left, upper, right, lower = part
    wide, high = size
    away = [0.5 * n for n in range(29)]
    xs = [x for d in away for x in (right + 0.1 + d, left - 0.1 - wide - d)]
    ys = [y for d in away for y in (lower + 0.1 + d, upper - 0.1 - high - d)]
    xs.append((left + right - wide) / 2)
    ys.append((upper + lower - high) / 2)

    def distance(corner: Point) -> tuple[float, float]:
        x, y = corner
        across, along = max(x - right, left - x - wide, 0), max(y - lower, upper - y - high, 0)
        askew = abs(2 * x + wide - left - right) + abs(2 * y + high - upper - lower)
        return math.hypot(across, along), askew

    for x, y in sorted(itertools.product(xs, ys), key=distance):
        box = (x, y, x + wide, y + high)
        if _within(box, sheet.board) and not any(overlap(box, other) for other in taken):
            return x, y
    raise ValueError("there is no room for a label")


def width(text: str, height: float) -> float:
    """Return the width of a text in letters of this height."""
    return height * sum(_CAPITAL if letter.isupper() else _LETTER for letter in text)


def _within(one: Box, other: Box) -> bool:
    return one[0] >= other[0] and one[1] >= other[1] and one[2] <= other[2] and one[3] <= other[3]
