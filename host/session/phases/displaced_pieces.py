"""Pieces displaced together, until the board stands again as the position has it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from host.engine.game import Square
from host.recognition.matching import Candidate
from host.recognition.memory import MOST_BY_HANDS
from host.recognition.snapshot import Snapshot, SquareState


@dataclass(frozen=True, slots=True)
class DisplacedPieces:
    """The pieces astray when a correction was begun.

    Attributes:
        squares: where they were, and what was seen there.
        differing: number of squares that showed something else than expected.
    """

    squares: Mapping[Square, SquareState]
    differing: int

    @classmethod
    def of(cls, expected: Snapshot, seen: Snapshot) -> DisplacedPieces:
        """Return what a snapshot shows where something else is expected."""
        here = enumerate(zip(seen, expected, strict=True))
        differing = {square: now for square, (now, was) in here if now is not was}
        squares = {s: now for s, now in differing.items() if now is not SquareState.EMPTY}
        return cls(squares, len(differing))

    def seem_to_make(self, made: Candidate, undo: int) -> bool:
        """Return True if it is one of these that seems to have made a move, and is not home yet: it
        would end the round, or replace the last move.

        Args:
            undo: how many moves the move takes back.
        """
        side = None if made.target is None else self.squares.get(made.target)
        if side is None:
            return False
        # Both players may be at it: those of the move, which may capture, and one piece lifted.
        most = max(MOST_BY_HANDS, len(made.touched) + 1)
        if made.wins and self.differing > most:
            return True
        # With one of each side astray, both the last move and its reply may have been others.
        return undo > 0 and sum(other is side for other in self.squares.values()) > 1
