"""Named faults: of sensors, strips and pixels, and of the line."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

CHIP_FAULTS = ("adc_error", "hang")
LINE_FAULTS = ("lose_lines", "damage_bytes", "double_lines")
DIRECTIONS = ("in", "out")
_LONGEST = 4096


@dataclass
class Faults:
    """What is broken at the moment.

    Attributes:
        sensors: square -> field in mT that its sensor shows for ever (0 for a dead one).
        dead_pixels: squares whose LED stays dark.
        missing_strips: ranks (0 first) whose strip does not answer.
        chip: 0, or the number of a fault of CHIP_FAULTS, from 1.
        percent: (fault, direction) -> how many lines in a hundred it hits.
    """

    sensors: dict[int, float] = field(default_factory=dict)
    dead_pixels: set[int] = field(default_factory=set)
    missing_strips: set[int] = field(default_factory=set)
    chip: int = 0
    percent: dict[tuple[str, str], float] = field(default_factory=dict)

    def clear(self) -> None:
        """Mend everything."""
        self.sensors.clear()
        self.dead_pixels.clear()
        self.missing_strips.clear()
        self.chip = 0
        self.percent.clear()


class LineNoise:
    """Applies the line faults to one direction of the serial stream.

    Whole lines are lost, doubled or damaged (one byte of the line is another one); then the
    beginning of a line waits for its end.  Without faults bytes pass as they come.

    Args:
        faults: what is broken; looked at anew for each line.
        direction: `in` (to the board) or `out`.
        seed: of which lines are hit.
    """

    def __init__(self, faults: Faults, direction: str, seed: str) -> None:
        self._faults = faults
        self._direction = direction
        self._random = random.Random(seed)
        self._rest = b""

    def forget(self) -> None:
        """Drop the beginning of a line that waits for its end: the cable was pulled out."""
        self._rest = b""

    def pass_on(self, data: bytes) -> bytes:
        """What arrives of these bytes."""
        data = self._rest + data
        self._rest = b""
        if not any(self._percent(fault) for fault in LINE_FAULTS):
            return data
        *lines, self._rest = data.split(b"\n")
        if len(self._rest) > _LONGEST:  # not of our protocol; let it through rather than keep it
            lines, self._rest = [*lines, self._rest], b""
        return b"".join(self._mistreat(line + b"\n") for line in lines)

    def _mistreat(self, line: bytes) -> bytes:
        # All dice are thrown for every line, so that one fault does not change another's luck.
        lost, damaged, doubled = (self._hits(fault) for fault in LINE_FAULTS)
        at, bits = self._random.randrange(len(line)), self._random.randrange(1, 256)
        if lost:
            return b""
        if damaged:
            line = line[:at] + bytes([line[at] ^ bits]) + line[at + 1 :]
        return line * 2 if doubled else line

    def _hits(self, fault: str) -> bool:
        return self._random.uniform(0, 100) < self._percent(fault)

    def _percent(self, fault: str) -> float:
        return self._faults.percent.get((fault, self._direction), 0.0)
