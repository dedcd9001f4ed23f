"""Missing pieces: squares that show nothing while all others agree with the game.

Such a piece is in a hand, beside the board, or stands above a silent sensor.  A hand may hold it
for any time, so time is no evidence: play that goes on without it is, and the word of players.
"""

from __future__ import annotations

from collections.abc import Collection

from host.engine.game import Square
from host.recognition.sensing.sensor_health import MOST_FAULTS
from host.recognition.snapshot import Snapshot, SquareState
from host.recognition.times import MISSING_MS, SEVERAL_MS


class MissingPieces:
    """The missing pieces of one board.

    Args:
        files: of the game; a strip of sensors lies below each rank.

    Attributes:
        squares: where they belong: those that were missing first, and have not been seen since.
        moves: number of moves made since then.
    """

    def __init__(self, files: int) -> None:
        self.squares: frozenset[Square] = frozenset()
        self.moves = 0
        self._files = files
        self._plies = 0
        self._differing: frozenset[Square] = frozenset()
        self._since_ms = 0

    def watch(
        self,
        plies: int,
        shown: Snapshot,
        differing: Collection[Square],
        now_ms: int,
        setting_up: bool = False,
    ) -> int | None:
        """Take in what is seen; return when to look again, None if there is nothing to wait for.

        Args:
            plies: number of moves that are stored.
            shown: what the sensors show.
            differing: the squares that show something else than expected.
            setting_up: True if more of them may be put where nothing is seen.
        """
        if self._differing != frozenset(differing):
            self._differing, self._since_ms = frozenset(differing), now_ms
        missing = {square for square in differing if shown[square] is SquareState.EMPTY}
        self.squares &= missing
        self.moves = self.moves + max(0, plies - self._plies) if self.squares else 0
        self._plies = plies
        known = self.squares == self._differing or (self.squares and not setting_up)
        if known or not self._may_fail_together(missing):
            return None
        # One of two that are missing may just have been lifted to play on.
        due_ms = self._since_ms + (SEVERAL_MS if self.squares else MISSING_MS)
        if now_ms < due_ms:
            return due_ms
        self.squares = self._differing
        return None

    def alone_since(self) -> int | None:
        """Return the time from which on nothing else was wrong; None if that is not so."""
        return self._since_ms if self.squares and self.squares == self._differing else None

    def _may_fail_together(self, missing: Collection[Square]) -> bool:
        """Return True if nothing else is wrong, and the sensors of all missing ones may fail."""
        if not missing or len(missing) < len(self._differing):
            return False
        return len(missing) <= MOST_FAULTS or len({s // self._files for s in missing}) == 1
