"""Changes of squares: what each has shown of late, and which of it no hand can have done.

A sensor flickers if it changes faster than a hand can move a piece, or goes on changing from one
piece to another, or to one more than there are.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection

from host.engine.game import Square
from host.recognition.snapshot import Snapshot, SquareState
from host.recognition.times import EDGE_MS, KNOCKED_MS

FLICKER_CHANGES, FLICKER_MS = 13, 3000
"""Number of changes of a square in a time that no hand causes: a piece that is turned over,
touched, and bounces twice each time changes it twelve times, and two pieces dragged over a square,
each unclear at both edges, eight times."""
SWINGS, SWINGS_MS = 6, 60_000
"""Number of changes of a square in a time from one piece, clear or unclear, directly to another
that no hand causes: a hand that lifts a piece leaves its square empty."""
UNDUE = 2
"""Number of such changes that a piece counts for which is one more than there are."""


class SquareChanges:
    """The changes of the squares of one board."""

    def __init__(self) -> None:
        self._changes: dict[Square, deque[tuple[int, SquareState]]] = {}
        self._swings: dict[Square, deque[int]] = {}
        self._came_ms: dict[Square, int] = {}
        self._undue_ms: dict[Square, int] = {}

    def take(self, before: Snapshot, snapshot: Snapshot, now_ms: int) -> list[Square]:
        """Take in a snapshot; return the squares that have changed as no hand can."""
        found = []
        for square, (was, state) in enumerate(zip(before, snapshot, strict=True)):
            if was is state:
                continue
            changes = self._changes.setdefault(square, deque(maxlen=FLICKER_CHANGES))
            if changes and changes[-1][0] == now_ms:
                changes.pop()  # a line that was read late: nobody knows how fast it changed
            changes.append((now_ms, state))
            many = len(changes) == FLICKER_CHANGES and now_ms - changes[0][0] <= FLICKER_MS
            if many or self._swings_too_often(square, was, state, now_ms):
                found.append(square)
        return found

    def _swings_too_often(
        self, square: Square, was: SquareState, state: SquareState, now_ms: int
    ) -> bool:
        """Count a change from one piece to another, unless one is just dragged over the square;
        return True if there were too many of late."""
        swings = self._swings.setdefault(square, deque(maxlen=SWINGS))
        if was is SquareState.EMPTY:
            self._came_ms[square] = now_ms
        elif state is SquareState.EMPTY:
            if swings and now_ms - swings[-1] <= EDGE_MS:
                swings.pop()
        elif self._came_ms.get(square, 0) < now_ms - EDGE_MS:
            if now_ms not in swings:
                swings.append(now_ms)
            return len(swings) == SWINGS and now_ms - swings[0] <= SWINGS_MS
        return False

    def undue(self, square: Square, now_ms: int) -> tuple[bool, int | None]:
        """Count that a square shows a piece more than there are, once it has lasted longer than
        one that is dragged is seen twice.

        Returns:
            True if that has been so too often, and when to look again; None if
            there is nothing to wait for.
        """
        changes = self._changes.get(square)
        if not changes or self._undue_ms.get(square) == changes[-1][0]:
            return False, None
        came_ms, _ = changes[-1]
        if now_ms <= came_ms + EDGE_MS:
            return False, came_ms + EDGE_MS + 1
        self._undue_ms[square] = came_ms
        swings = self._swings.setdefault(square, deque(maxlen=SWINGS))
        swings.extend([came_ms] * UNDUE)
        return len(swings) == SWINGS and now_ms - swings[0] <= SWINGS_MS, None

    def forget(self, square: Square) -> None:
        """Forget what a square has shown."""
        self._changes.pop(square, None)
        self._swings.pop(square, None)

    def last_ms(self, square: Square) -> int:
        """Return when a square was last seen to change; 0 if it never was."""
        changes = self._changes.get(square)
        return changes[-1][0] if changes else 0

    def touched_ms(self, but: Collection[Square]) -> int:
        """Return when a square was last seen to change, but for some."""
        return max(
            (self.last_ms(square) for square in self._changes if square not in but), default=0
        )

    def has_changed(self, square: Square) -> bool:
        """Return True if a square has ever been seen to change."""
        return square in self._changes

    def shown_of_late(self, square: Square, within_ms: int) -> list[SquareState]:
        """Return what a square has changed to in such a time before its last change, that included;
        at most FLICKER_CHANGES states."""
        changes = self._changes.get(square)
        if not changes:
            return []
        last_ms, _ = changes[-1]
        return [state for at_ms, state in changes if last_ms - at_ms <= within_ms]

    def lifts_alone(
        self, square: Square, within_ms: int, now_ms: int, but: Collection[Square]
    ) -> int:
        """Return how often a piece has been lifted from a square in such a time, while no other
        was touched.

        Args:
            but: squares that are not looked at.
        """
        since_ms = max(now_ms - within_ms, self.touched_ms({square, *but}))
        changes = self._changes.get(square, ())
        return sum(s is SquareState.EMPTY and at_ms > since_ms for at_ms, s in changes)

    def came_first(self, square: Square, other: Square) -> bool:
        """Return True if the piece on a square came there well before another one became empty,
        which was not so for a while when it came: it is not from there."""
        came, left = self._changes.get(square), self._changes.get(other)
        if not came or not left:
            return False
        (came_ms, piece), (left_ms, nothing) = came[-1], left[-1]
        empty = SquareState.EMPTY
        was_off = [state for at_ms, state in left if at_ms <= came_ms][-1:] == [empty]
        left_last = piece is not empty and nothing is empty and came_ms + KNOCKED_MS < left_ms
        return left_last and not was_off

    def changes_of_late(self, square: Square, within_ms: int, now_ms: int) -> int:
        """Return how often a square has changed in such a time; at most FLICKER_CHANGES times."""
        return sum(now_ms - at_ms <= within_ms for at_ms, _ in self._changes.get(square, ()))

    def swings_of_late(self, square: Square, now_ms: int) -> int:
        """Return how often a square has lately changed from one piece to another; at most SWINGS
        times."""
        swings = self._swings.get(square, ())
        return sum(now_ms - at_ms <= SWINGS_MS for at_ms in swings)
