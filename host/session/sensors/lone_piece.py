"""Lone piece: one that the sensors show too many, while nothing else is wrong.

Either it has come there and the sensor of the square that it has left is stuck, or there is none
and the sensor of its own square is.  What players do next tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from host.engine.game import Square
from host.recognition.matching import Candidate
from host.recognition.sensing.sensor_health import SensorHealth, agrees
from host.recognition.sensing.square_changes import SquareChanges
from host.recognition.snapshot import Snapshot, SquareState
from host.recognition.times import LONE_MS, PUT_AGAIN_MS, UNDECIDED_MS

PUT_TIMES = 2
"""Times that a piece is put on a square to show that the one that it has left is stuck."""


@dataclass(frozen=True, slots=True)
class LonePiece:
    """A piece too many.

    Attributes:
        square: that shows it.
        state: what it shows.
        candidates: the legal moves.
        health: of the sensors of the board.
    """

    square: Square
    state: SquareState
    candidates: Sequence[Candidate]
    health: SensorHealth

    def undue(
        self, expected: Snapshot, first: Snapshot, now_ms: int
    ) -> tuple[list[Square], int | None]:
        """Count that a square shows a piece too many to which none can have come.

        Args:
            expected: the board as the game has it.
            first: the first position, with all pieces.

        Returns:
            The square if its sensor has been found to be out of order, and when to look again;
            None if there is nothing to wait for.
        """
        if any(candidate.target == self.square for candidate in self.candidates):
            return [], None
        if not expected.count(self.state) == first.count(self.state) > 0:
            return [], None  # one may have come from beside the board
        found, wake_ms = self.health.undue(self.square, now_ms)
        return [self.square] if found else [], wake_ms

    @property
    def may_have_come(self) -> bool:
        """True if a piece may have come there that still seems to stand elsewhere."""
        return any(
            each.target == self.square and agrees(self.state, each.after[self.square])
            for each in self.candidates
        )

    def undecided_until(self, since_ms: int, now_ms: int) -> int | None:
        """Return until when a piece may have come there; None if none may, or not any more.

        Args:
            since_ms: since when the square shows it.
        """
        until_ms = since_ms + UNDECIDED_MS
        return until_ms if now_ms < until_ms and self.may_have_come else None

    def stuck(self, moved_ms: int) -> Square | None:
        """Return the square of which hands have told that its sensor is stuck; None if of none.

        It is its own if players have made a move beside it since it was clearly seen, and it may
        not have come there for the next one: nobody leaves a piece there and plays on.

        Args:
            moved_ms: when the last move was made.
        """
        outlasts = self.health.changes.last_ms(self.square) < moved_ms
        if outlasts and self.state is not SquareState.UNSURE and not self.may_have_come:
            return self.square
        return self._stuck_origin()

    def _stuck_origin(self) -> Square | None:
        """Return the square that a piece has left whose sensor still shows it: the piece was put on
        a legal square, lifted there and put again; None if none was."""
        square, health = self.square, self.health
        changes = health.changes
        if health.failures[square] or changes.swings_of_late(square, changes.last_ms(square)):
            return None  # it proves nothing
        states = changes.shown_of_late(square, PUT_AGAIN_MS)
        # A noisy sensor may show the other side's piece as well, and goes on changing.
        clean = set(states) <= {self.state, SquareState.EMPTY}
        if not clean or states.count(self.state) < PUT_TIMES:
            return None
        origins = {
            candidate.origin
            for candidate in self.candidates
            if candidate.target == square
            and candidate.origin not in health.faults
            and len(candidate.touched) == 2
            and agrees(self.state, candidate.after[square])
        }
        return origins.pop() if len(origins) == 1 else None


def stuck_before_lift(
    square: Square,
    origin: Square,
    candidates: Sequence[Candidate],
    changes: SquareChanges,
    since_ms: int,
) -> Square | None:
    """Return the square if it showed a piece too many well before the only one was lifted that
    might have come there: its sensor is stuck.  None otherwise.

    Args:
        square: the only one that shows a piece too many.
        origin: the only one of which a piece is missing.
        candidates: the legal moves.
        changes: what each square has shown.
        since_ms: since when the board shows it; lines of that may have been lost.
    """
    may_come = any(each.target == square and each.origin == origin for each in candidates)
    long = since_ms - changes.last_ms(square) >= LONE_MS
    return square if may_come and long and changes.came_first(square, origin) else None
