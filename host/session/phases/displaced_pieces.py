"""Pieces displaced together, until the board stands again as the position has it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from host.engine.game import AnyGame, Square
from host.recognition.matching import Candidate, Finished, explain
from host.recognition.memory import MOST_BY_HANDS
from host.recognition.recogniser import Interpretation
from host.recognition.replies import beyond
from host.recognition.snapshot import Snapshot, SquareState, differing
from host.recognition.times import DOUBT_MS

MANY = 3
"""So many pieces that are off their squares at once were bumped: each player holds but one."""


@dataclass(frozen=True, slots=True)
class DisplacedPieces:
    """The pieces astray when a correction was begun, or when they turned out to be bumped.

    Attributes:
        squares: where they were, and what was seen there.
        gone: squares that should have had one of them, and showed nothing.
        differing: number of squares that showed something else than expected.
        at_once: True if all of them had changed at once.
    """

    squares: Mapping[Square, SquareState]
    gone: frozenset[Square]
    differing: int
    at_once: bool

    @classmethod
    def of(cls, expected: Snapshot, seen: Snapshot, at_once: bool) -> DisplacedPieces:
        """Return what a snapshot shows where something else is expected."""
        changed = differing(seen, expected)
        squares = {s: seen[s] for s in changed if seen[s] is not SquareState.EMPTY}
        return cls(squares, frozenset(changed) - squares.keys(), len(changed), at_once)

    @property
    def were_bumped(self) -> bool:
        """True if they are more than hands hold."""
        return len(self.gone) >= MANY

    def replace(self, before: DisplacedPieces | None, begins: bool) -> bool:
        """Return True if these are others than those before, or bumped and those were not.

        Args:
            before: those of the corrections since the board last stood as the position has it; None
                if there was none.
            begins: True at the beginning of a correction.
        """
        if before is None:
            return True
        return (begins or self.were_bumped) and not before.were_bumped

    def hold_back(self, found: Interpretation, last: Square | None) -> Interpretation:
        """Return an interpretation that lasts for longer where it takes moves back, and these may
        just pass by on their way home; others as they are.

        Args:
            found: what the board shows.
            last: where the last move has brought its piece; None if nowhere.
        """
        passes_by = found.undo > 1 and last in self.gone and self.were_bumped
        return replace(found, rest_ms=DOUBT_MS) if passes_by and found.make is None else found

    def seem_to_make(
        self, game: AnyGame, made: Candidate, undo: int, last: Square | None, seen: Snapshot
    ) -> bool:
        """Return True if it is one of these that seems to have made a move, and is not home yet: it
        would end the game or the round, or replace the last move.

        Where pieces were bumped, nothing that ends either is believed before all are home: one of
        them, seen by no sensor at first, may have been straightened where it lay.

        Args:
            undo: how many moves the move takes back.
            last: where the last move has brought its piece; None if nowhere.
            seen: what the board shows: the move, maybe with the whole reply, which may be a push.
        """
        verdict = explain(beyond(game, made.position), seen)
        replies = verdict.candidates if isinstance(verdict, Finished) else ()
        replied = frozenset[Square]().union(*(reply.touched for reply in replies))
        bumped = len(self.gone - made.touched - replied) >= MANY
        if bumped and (made.ends or (undo > 0 and last in self.gone)):
            return True
        side = None if made.target is None else self.squares.get(made.target)
        if side is None:
            return False
        # Both players may be at it: those of the move, which may capture, and one piece lifted.
        most = max(MOST_BY_HANDS, len(made.touched) + 1)
        if made.wins and self.differing > most:
            return True
        # With several of a side astray, both the last move and its reply may have been others.  A
        # piece between two squares is seen on both, but has left one.
        several = sum(other is side for other in self.squares.values()) > 1 < len(self.gone)
        return undo > 0 and several
