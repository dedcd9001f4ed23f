"""Named faults: of sensors, strips and pixels, and of the line."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
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
        gains: square -> share of the field that its sensor shows; 1 is not in it.
        offsets: square -> field in mT that its sensor shows when there is none.
        noises: square -> standard deviation of its sensor's noise in mT, instead of the board's.
        wires: square -> the square whose sensor is wired where its own should be.
        dead_pixels: squares whose LED stays dark.
        missing_strips: strips (0 first) that do not answer; of other builds their parts.
        chip: 0, or the number of a fault of CHIP_FAULTS, from 1.
        percent: (fault, direction) -> how many lines in a hundred it hits.
    """

    sensors: dict[int, float] = field(default_factory=dict)
    gains: dict[int, float] = field(default_factory=dict)
    offsets: dict[int, float] = field(default_factory=dict)
    noises: dict[int, float] = field(default_factory=dict)
    wires: dict[int, int] = field(default_factory=dict)
    dead_pixels: set[int] = field(default_factory=set)
    missing_strips: set[int] = field(default_factory=set)
    chip: int = 0
    percent: dict[tuple[str, str], float] = field(default_factory=dict)

    def clear(self) -> None:
        """Mend everything."""
        for broken in (self.sensors, self.gains, self.offsets, self.noises, self.wires):
            broken.clear()
        self.dead_pixels.clear()
        self.missing_strips.clear()
        self.chip = 0
        self.percent.clear()

    def seen(self, fields_mt: Sequence[float]) -> list[float]:
        """What each square's place in the scan shows of the fields at the sensors, in mT."""
        if not (self.wires or self.sensors or self.gains or self.offsets):
            return list(fields_mt)
        seen = []
        for square in range(len(fields_mt)):
            sensor = self.wires.get(square, square)
            field_mt = self.sensors.get(sensor, fields_mt[sensor])
            gain, offset_mt = self.gains.get(sensor, 1.0), self.offsets.get(sensor, 0.0)
            seen.append(field_mt * gain + offset_mt)
        return seen

    def swap_wires(self, pairs: Iterable[tuple[int, int]]) -> None:
        """Exchange the wires of the sensors of these squares."""
        for one, other in pairs:
            at_one, at_other = self.wires.get(one, one), self.wires.get(other, other)
            self.wires[one], self.wires[other] = at_other, at_one


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
