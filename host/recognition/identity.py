"""Identity check: pieces that may be others than the game has, until their colours were seen.

A sensor tells the side of a piece and not its colour.  A piece that is lifted alone and put down is
the one that was lifted.  Of two of a side that are off the board together either may have been put
on either square, and all may have been exchanged while nobody watched the board.  Their squares are
then lit in the colours that belong there: where one of them is wrong, players see it and exchange
the two.  Who makes a move meanwhile has looked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from host.engine.game import Piece, Side, Square
from host.recognition.dwell_timer import DwellTimer
from host.recognition.snapshot import STATE_OF_SIDE, Snapshot
from host.recognition.times import CARRIED_MS, CHECK_MS, GLANCE_MS

Name: TypeAlias = tuple[Side, str]

FEW = 4
"""Number of pieces at most that a glance takes in."""


class IdentityCheck:
    """Keeps which pieces are doubtful, and for how long their squares are lit."""

    def __init__(self) -> None:
        self._doubtful = set[Name]()
        self._since_ms: int | None = None
        self._was_lit = False

    @property
    def is_lit(self) -> bool:
        """True while colours are lit to be checked."""
        return self._since_ms is not None

    @property
    def is_glance(self) -> bool:
        """True if they are few; the other lights stay then."""
        return len(self._doubtful) <= FEW

    def lit(self, pieces: Mapping[Square, Piece]) -> dict[Square, Piece]:
        """Return the pieces to be checked now, where they are to stand."""
        if not self.is_lit:
            return {}
        return {s: p for s, p in pieces.items() if (p.side, p.name) in self._doubtful}

    def doubt(self, pieces: Iterable[Piece]) -> None:
        """Take pieces for doubtful; not those of a game whose pieces of a side are all alike."""
        names = {(piece.side, piece.name) for piece in pieces}
        if len({name for _, name in names}) > 1 and not names <= self._doubtful:
            self._doubtful |= names
            self._was_lit = False

    def confirm(self) -> None:
        """Believe the pieces that have been lit: players have gone on."""
        if self._was_lit:
            self._doubtful.clear()
            self._since_ms = None

    def look(self, pieces: Mapping[Square, Piece], seen: Snapshot, rested_ms: int) -> None:
        """Take those of a side for doubtful that are off the board together.

        Args:
            pieces: where the position has them.
            seen: what the board shows.
            rested_ms: for how long.
        """
        if rested_ms < CARRIED_MS:
            return
        for side, state in STATE_OF_SIDE.items():
            own = {square: piece for square, piece in pieces.items() if piece.side is side}
            if len(own) - seen.count(state) > 1:
                self.doubt(piece for square, piece in own.items() if seen[square] is not state)

    def begin(self, now_ms: int, dwell: DwellTimer) -> bool:
        """Light the squares of doubtful pieces, or go on; return True if that begins.

        It ends by itself once they have been seen.
        """
        if not self._doubtful:
            return False
        begins = self._since_ms is None
        length_ms = GLANCE_MS if self.is_glance else CHECK_MS
        since_ms = now_ms if self._since_ms is None else self._since_ms
        self._since_ms, self._was_lit = dwell.until(since_ms, length_ms, now_ms), True
        if self._since_ms is None:
            self._doubtful.clear()
        return begins

    def interrupt(self) -> None:
        """Light nothing, until it is begun anew."""
        self._since_ms = None
