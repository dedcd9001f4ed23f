"""The peaks: the most that each sensor has felt, for who looks on from afar.

A tower that slides over a square is above its middle for a few scans only, far less than it takes
to ask for all levels.  Nothing is watched, and nothing costs anything, unless somebody asks.
Whoever goes on asking is told the most since the first question: a lost answer loses nothing.
"""

from array import array

from kamiboard import config, ticks

MYPY = False
if MYPY:
    from collections.abc import Sequence


class Peaks:
    """Of a board of `cells` cells.

    Attributes:
        felt: the level furthest from nought since somebody began to ask, with its sign.
        is_watching: whether anybody has asked in the last seconds.
    """

    def __init__(self, cells: int) -> None:
        self.felt = array("i", [0] * cells)
        self.is_watching = False
        self._asked_ms = 0

    def ask(self, now_ms: int) -> None:
        """Somebody wants to know."""
        if not self.is_watching:
            for cell in range(len(self.felt)):
                self.felt[cell] = 0
        self.is_watching = True
        self._asked_ms = now_ms

    def update(self, levels: "Sequence[int]", now_ms: int) -> None:
        """Take in a scan; only while watching."""
        if ticks.since(now_ms, self._asked_ms) >= config.SILENCE_MS:
            self.is_watching = False
        felt = self.felt
        for cell in range(len(levels)):
            if abs(levels[cell]) > abs(felt[cell]):
                felt[cell] = levels[cell]
