"""Snapshots of the sensors: the state of each square, and together that of the board.

A sensor tells the side of a piece and nothing else, and so does a `SquareState`.
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress
from operator import is_not
from typing import TypeAlias

from host.engine.game import AnyGame, Piece, Side, Square


class SquareState(enum.Enum):
    """State of one square as its sensor has it."""

    EMPTY = "."
    WHITE = "w"
    BLACK = "b"
    UNSURE = "?"
    OCCUPIED = "o"
    """A piece of one side or the other: all that an on/off sensor tells (see `side_inference`)."""

    __hash__ = object.__hash__  # that of enum.Enum is a call in Python: it hashes the name


Snapshot: TypeAlias = tuple[SquareState, ...]
"""One state a square, a1 first."""

STATE_OF_SIDE = {Side.WHITE: SquareState.WHITE, Side.BLACK: SquareState.BLACK}
OTHER_SIDE = {
    SquareState.WHITE: SquareState.BLACK,
    SquareState.BLACK: SquareState.WHITE,
}


def snapshot_of(pieces: Mapping[Square, Piece], squares: int) -> Snapshot:
    """Return the snapshot of pieces that stand as given."""
    return tuple(
        STATE_OF_SIDE[pieces[square].side] if square in pieces else SquareState.EMPTY
        for square in range(squares)
    )


@lru_cache(maxsize=8)
def first_snapshot(game: AnyGame) -> Snapshot:
    """Return the snapshot of the starting position."""
    files, ranks = game.size
    return snapshot_of(game.pieces(game.start()), files * ranks)


def inverted(snapshot: Snapshot) -> Snapshot:
    """Return the snapshot with the sides exchanged, as of a board that is turned round."""
    return tuple(OTHER_SIDE.get(state, state) for state in snapshot)


@dataclass(frozen=True, slots=True)
class Sight:
    """Part of snapshots that can be compared.

    Attributes:
        by_sides: False where sides are a guess, as sensors only tell that a piece is there.
        hidden: squares of which nothing is known.
    """

    by_sides: bool = True
    hidden: frozenset[Square] = frozenset()

    def of(self, snapshot: Snapshot) -> Snapshot:
        """Return a snapshot as far as it is compared."""
        if self.by_sides and not self.hidden:
            return snapshot
        return tuple(
            SquareState.EMPTY if square in self.hidden else self.state(state)
            for square, state in enumerate(snapshot)
        )

    def state(self, state: SquareState) -> SquareState:
        """Return the state of a square that is not hidden as far as it is compared."""
        if self.by_sides or state is SquareState.EMPTY:
            return state
        return SquareState.OCCUPIED


def differing(one: Snapshot, other: Snapshot) -> list[Square]:
    """Return the squares on which two snapshots differ, in order."""
    assert len(one) == len(other), "they are of one board"
    # Without a loop in Python, which each reading would go through for hundreds of legal moves.
    return list(compress(range(len(one)), map(is_not, one, other)))


def unseen(due: Snapshot, seen: Snapshot) -> int:
    """Return the number of pieces that are not seen where they are due."""
    empty = SquareState.EMPTY
    return sum(state is not was is not empty for was, state in zip(due, seen, strict=True))


def surplus(due: Snapshot, seen: Snapshot) -> int:
    """Return how many pieces more are seen than are due; 0 if fewer of one side are clearly seen.

    No hand can do that, so that sensors are wrong.
    """
    wanted, counts = Counter(due), Counter(seen)
    empty = SquareState.EMPTY
    if any(counts[state] < wanted[state] for state in wanted if state is not empty):
        return 0
    return wanted[empty] - counts[empty]


def changes(before: Snapshot, after: Snapshot, by_sides: bool = True) -> list[Square]:
    """Return the squares to which pieces have come or from which they have left, in order.

    Args:
        by_sides: False if sides are a guess, so that another one is no change.
    """
    empty = SquareState.EMPTY
    return [s for s in differing(before, after) if by_sides or empty in (before[s], after[s])]
