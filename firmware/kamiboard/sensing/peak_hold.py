"""Peak hold: strongest level of each sensor since the host began to ask for it.

A tower that slides over a square is above its middle for a few scans only, far shorter than it
takes to request all levels.  Nothing is recorded, and nothing costs time, unless the host asks.
The peaks are kept while the host goes on asking, so a lost answer loses nothing.
"""

from array import array

from kamiboard import config, ticks

MYPY = False
if MYPY:
    from collections.abc import Sequence


class PeakHold:
    """Peak levels of `cells` cells.

    Attributes:
        peaks: per cell the signed level furthest from 0 since the host began to ask.
        is_active: True if the host has asked within the last seconds.
    """

    def __init__(self, cells: int) -> None:
        self.peaks = array("i", [0] * cells)
        self.is_active = False
        self._asked_ms = 0

    def request(self, now_ms: int) -> None:
        """Note that the host asks, and start from 0 if it has not asked for a while."""
        if not self.is_active:
            for cell in range(len(self.peaks)):
                self.peaks[cell] = 0
        self.is_active = True
        self._asked_ms = now_ms

    def update(self, levels: "Sequence[int]", now_ms: int) -> None:
        """Take in a scan; call only while active."""
        if ticks.since(now_ms, self._asked_ms) >= config.SILENCE_MS:
            self.is_active = False
        peaks = self.peaks
        for cell in range(len(levels)):
            if abs(levels[cell]) > abs(peaks[cell]):
                peaks[cell] = levels[cell]
