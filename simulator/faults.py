"""Named faults: of sensors, strips, LEDs, and of the line."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

LINE_FAULTS = ("lose_lines", "damage_bytes", "double_lines")
DIRECTIONS = ("in", "out")
_LONGEST = 4096


@dataclass
class Faults:
    """What is broken at the moment.

    Attributes:
        sensors: cell -> field in mT that its sensor shows for ever (0 for a dead one).
        dead_pixels: cells whose LED stays dark.
        missing_strips: ranks (0 first) whose strip does not answer.
        percent: (fault, direction) -> how many lines in a hundred it hits.
    """

    sensors: dict[int, float] = field(default_factory=dict)
    dead_pixels: set[int] = field(default_factory=set)
    missing_strips: set[int] = field(default_factory=set)
    percent: dict[tuple[str, str], float] = field(default_factory=dict)

    def clear(self) -> None:
        """Mend everything."""
        self.sensors.clear()
        self.dead_pixels.clear()
        self.missing_strips.clear()
        self.percent.clear()


class LineNoise:
    """Applies the line faults to one direction of the serial stream.

    Whole lines are lost, doubled or damaged; without faults bytes pass as they are.

    Args:
        faults: what is broken; looked at anew for each line.
        direction: `in` (to the board) or `out`.
        random_source: seeded.
    """

    def __init__(self, faults: Faults, direction: str, random_source: random.Random) -> None:
        self._faults = faults
        self._direction = direction
        self._random = random_source
        self._rest = b""

    def pass_on(self, data: bytes) -> bytes:
        """What arrives of these bytes."""
        if not self._rest and not any(way == self._direction for _, way in self._faults.percent):
            return data
        *lines, self._rest = (self._rest + data).split(b"\n")
        if len(self._rest) > _LONGEST:
            lines, self._rest = [*lines, self._rest], b""
        return b"".join(self._mistreat(line + b"\n") for line in lines)

    def _mistreat(self, line: bytes) -> bytes:
        if self._hits("lose_lines"):
            return b""
        if self._hits("damage_bytes"):
            at = self._random.randrange(len(line))
            line = line[:at] + bytes([self._random.randrange(256)]) + line[at + 1 :]
        return line * 2 if self._hits("double_lines") else line

    def _hits(self, fault: str) -> bool:
        percent = self._faults.percent.get((fault, self._direction), 0.0)
        return percent > 0 and self._random.uniform(0, 100) < percent
