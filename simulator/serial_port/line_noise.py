"""Line noise: lost, damaged and doubled lines in one direction of the serial stream."""

from __future__ import annotations

import random

from simulator.board.faults import LINE_FAULTS, Faults

_LONGEST = 4096


class LineNoise:
    """Applies the line faults to whole lines; a damaged line has one wrong byte.

    While a line fault is active, the beginning of a line waits for its end.  Without faults bytes
    pass at once.

    Args:
        faults: the present faults, read again for each line.
        direction: `in` (to the board) or `out`.
        seed: decides which lines are hit.
    """

    def __init__(self, faults: Faults, direction: str, seed: str) -> None:
        self._faults = faults
        self._direction = direction
        self._random = random.Random(seed)
        self._rest = b""

    def reset(self) -> None:
        """Drop an unfinished line, because the cable was unplugged."""
        self._rest = b""

    def transmit(self, data: bytes) -> bytes:
        """Return the bytes that arrive."""
        data = self._rest + data
        self._rest = b""
        if not any(self._percent(fault) for fault in LINE_FAULTS):
            return data
        *lines, self._rest = data.split(b"\n")
        if len(self._rest) > _LONGEST:  # not the protocol; passed on instead of kept
            lines, self._rest = [*lines, self._rest], b""
        return b"".join(self._damage(line + b"\n") for line in lines)

    def _damage(self, line: bytes) -> bytes:
        # All random numbers are drawn for each line, so that the faults are independent.
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
