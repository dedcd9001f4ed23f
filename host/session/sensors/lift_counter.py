"""Counter of lifts: how often one piece is lifted and put back, by which players confirm a move."""

from __future__ import annotations

from host.engine.game import Square
from host.recognition.snapshot import Snapshot, SquareState

BACK_MS = 2000
"""Time in which a piece is put back for that: one that is away for longer may have stood somewhere.
"""


class LiftCounter:
    """Counts how often one piece is lifted alone, between two moves.

    Attributes:
        square: from which a piece was lifted last; None if none was, or if it stood elsewhere.
        lifts: how often it was lifted from there while all else stood.
    """

    def __init__(self) -> None:
        self.square: Square | None = None
        self.lifts = 0
        self._lifted_ms = 0
        self._last: Snapshot | None = None

    def restart(self) -> None:
        """Begin to count anew."""
        self.square, self.lifts = None, 0

    def board_lost(self) -> None:
        """Forget what the board showed last."""
        self._last = None

    def watch(self, base: Snapshot, seen: Snapshot, now_ms: int) -> None:
        """Take in what the board shows.

        Args:
            base: the board as the game has it.
        """
        if seen == self._last:
            return
        before, self._last = self._last, seen
        gone = [square for square, here in enumerate(seen) if here is not base[square]]
        if not gone and now_ms - self._lifted_ms <= BACK_MS:
            return
        if len(gone) != 1 or seen[gone[0]] is not SquareState.EMPTY:
            self.restart()
            return
        if gone[0] != self.square:
            self.lifts = 0
        self.square, self._lifted_ms = gone[0], now_ms
        self.lifts += before == base
