"""Lone piece: one that the sensors show too many, while nothing else is wrong.

Either it has come there and the sensor of the square that it has left is stuck, or there is none
and the sensor of its own square is.  What players do next tells.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from host.engine.game import Square
from host.recognition.matching import Candidate
from host.recognition.sensing.sensor_health import FaultKind, SensorHealth, agrees
from host.recognition.snapshot import Snapshot, SquareState
from host.recognition.times import LONE_MS, PUT_AGAIN_MS, UNDECIDED_MS

PUT_TIMES = 2
"""Times that a piece is put on a square to show that the one that it has left is stuck."""


class LonePiece:
    """The piece too many on one board.

    Args:
        health: of the sensors of the board.

    Attributes:
        square: that shows it; None if none does.
    """

    def __init__(self, health: SensorHealth) -> None:
        self.square: Square | None = None
        self._since_ms = 0
        self._health = health

    def board_lost(self) -> None:
        """Forget what the board showed last: it is gone."""
        self.square = None

    def watch(
        self,
        square: Square | None,
        candidates: Iterable[Candidate],
        differing: Collection[Square],
        shown: Snapshot,
        since_ms: int,
        now_ms: int,
    ) -> list[Square]:
        """Take in which square shows a piece too many.

        Args:
            square: None if none does.
            candidates: the legal moves.
            differing: the squares that show something else than expected.
            shown: what the sensors show.
            since_ms: since when the board shows it; lines of that may have been lost.

        Returns:
            The square that did alone until now, if the piece has just been lifted that might have
            come there, but was not in the air before as it came: its sensor has been found to be
            stuck.
        """
        before, lone_ms = self.square, since_ms - self._since_ms
        if square != before:
            self.square, self._since_ms = square, now_ms
        if before is None or square is not None or lone_ms < LONE_MS:
            return []
        missing = [s for s in differing if s != before and shown[s] is SquareState.EMPTY]
        origins = {candidate.origin for candidate in candidates if candidate.target == before}
        if len(missing) != 1 or missing[0] not in origins or before not in differing:
            return []
        if self._health.changes.came_while_off(before, missing[0]):
            return []  # the sensor of the square that it has left was stuck for a while
        self._health.declare(before, FaultKind.STUCK)
        return [before]

    def undue(
        self, candidates: Iterable[Candidate], expected: Snapshot, first: Snapshot, now_ms: int
    ) -> tuple[list[Square], int | None]:
        """Count that a square shows a piece too many to which none can have come.

        Args:
            candidates: the legal moves.
            expected: the board as the game has it.
            first: the first position, with all pieces.

        Returns:
            The square if its sensor has been found to be out of order, and when to look again;
            None if there is nothing to wait for.
        """
        square, shown = self.square, self._health.shown
        if square is None or shown is None or any(c.target == square for c in candidates):
            return [], None
        if not expected.count(shown[square]) == first.count(shown[square]) > 0:
            return [], None  # one may have come from beside the board
        found, wake_ms = self._health.undue(square, now_ms)
        return [square] if found else [], wake_ms

    def undecided_until(self, candidates: Iterable[Candidate], now_ms: int) -> int | None:
        """Return until when a piece that still seems to stand elsewhere may have come there; None
        if none may, or not any more."""
        until_ms = self._since_ms + UNDECIDED_MS
        return until_ms if now_ms < until_ms and self._may_have_come(candidates) else None

    def outlasts(self, candidates: Iterable[Candidate], moved_ms: int) -> bool:
        """Return True if players have made a move beside it since it was clearly seen, and it is no
        piece that may have come there for the next one: nobody leaves one there and plays on."""
        square, shown, changes = self.square, self._health.shown, self._health.changes
        if square is None or shown is None or shown[square] is SquareState.UNSURE:
            return False
        return changes.last_ms(square) < moved_ms and not self._may_have_come(candidates)

    def _may_have_come(self, candidates: Iterable[Candidate]) -> bool:
        square, shown = self.square, self._health.shown
        if square is None or shown is None:
            return False
        state = shown[square]
        return any(o.target == square and agrees(state, o.after[square]) for o in candidates)

    def stuck_origin(
        self, candidates: Iterable[Candidate], shown: Snapshot, now_ms: int
    ) -> Square | None:
        """Return the square that a piece has left whose sensor still shows it: the piece was put on
        a legal square, lifted there and put again; None if none was.

        Args:
            candidates: the legal moves.
            shown: what the sensors show.
        """
        target, health = self.square, self._health
        if (
            target is None
            or health.failures[target]
            or health.changes.swings_of_late(target, now_ms)
        ):
            return None  # it proves nothing
        states = health.changes.shown_of_late(target, PUT_AGAIN_MS)
        # A noisy sensor may show the other side's piece as well, and goes on changing.
        clean = set(states) <= {shown[target], SquareState.EMPTY}
        if not clean or states.count(shown[target]) < PUT_TIMES:
            return None
        origins = {
            candidate.origin
            for candidate in candidates
            if candidate.target == target
            and candidate.origin not in health.faults
            and len(candidate.touched) == 2
            and agrees(shown[target], candidate.after[target])
        }
        return origins.pop() if len(origins) == 1 else None
