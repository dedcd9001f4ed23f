"""Snapshots of the sensors: the state of each square, and together that of the board.

A sensor tells the side of a piece and nothing else, and so does a `SquareState`.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import compress
from operator import is_not
from typing import TypeAlias

from host.engine.game import AnyGame, Piece, Side, Square
from host.recognition.times import BUMPED_MS, JUST_SO_MS


class SquareState(enum.Enum):
    """State of one square as its sensor has it."""

    EMPTY = "."
    WHITE = "w"
    BLACK = "b"
    UNSURE = "?"
    OCCUPIED = "o"
    """A piece of one side or the other: all that an on/off sensor tells (see `side_inference`)."""

    __hash__ = object.__hash__  # that of enum.Enum is a call in Python: it hashes the name


EMPTY, UNSURE = SquareState.EMPTY, SquareState.UNSURE

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


MOST_STUCK = 2
"""Number of squares at most that show a piece where none stands."""
MOST_SILENT = 1
"""Number of pieces at most of which nothing is seen: of several that are missing somebody holds
some."""


@dataclass(frozen=True, slots=True)
class Sight:
    """Differences between a snapshot and what stands on the board that are no change of the game.

    Attributes:
        by_sides: False where sides are a guess, as sensors only tell that a piece is there.
        hidden: squares of which nothing is known.
        stuck: number of squares that may show a piece where none stands.
        silent: number of pieces of which nothing is seen: they stand where they stood, or are in a
            hand.
        landed: True if such a piece may have moved as well: it has been away for longer than hands
            mostly hold one, and players went on.
        rest_ms: how long the board must have rested for that.
    """

    by_sides: bool = True
    hidden: frozenset[Square] = frozenset()
    stuck: int = 0
    silent: int = 0
    landed: bool = False
    rest_ms: int = 0

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

    def shows(self, due: Snapshot, seen: Snapshot) -> bool:
        """Return True if `seen` may show what is due; both as they are compared."""
        if due == seen or not (self.stuck or self.silent):
            return due == seen
        return self.unexplained(due, seen) == 0

    def unexplained(self, due: Snapshot, seen: Snapshot) -> int:
        """Return how many squares differ for another reason; both as they are compared."""
        pairs = [(was, state) for was, state in zip(due, seen, strict=True) if was is not state]
        stuck = sum(was is EMPTY for was, _ in pairs)
        silent = sum(state is EMPTY for _, state in pairs)
        other = len(pairs) - stuck - silent
        return other + max(0, stuck - self.stuck) + max(0, silent - self.silent)


def sights(
    due: Snapshot | None, seen: Snapshot, by_sides: bool = True, blind: Iterable[Square] = ()
) -> Iterator[Sight]:
    """Yield what of a snapshot can be compared with positions, the surest first.

    Nothing is known of squares that are not seen clearly.  Hands never put more pieces on a board
    than there are: of those too many the sensors are stuck.  One that is missing may be in a hand,
    or stand unseen wherever the game has it then; but one not seen clearly is not missing.

    Args:
        due: what the board is to show in the position that has been reached; None where pieces come
            and go, as more of them are nearly always those of some position.
        by_sides: as for `Sight`.
        blind: squares whose sensors are known to be out of order.
    """
    unsure = [square for square, state in enumerate(seen) if state is UNSURE]
    sight = Sight(by_sides, frozenset(blind))
    yield replace(sight, hidden=sight.hidden.union(unsure))
    more = -MOST_SILENT
    if due is not None:
        more = sight.of(due).count(EMPTY) - sight.of(seen).count(EMPTY)
    # What is not seen clearly where a piece stood may be that piece.
    if due is not None and 0 < more <= MOST_STUCK and all(due[s] is EMPTY for s in unsure):
        yield replace(sight, stuck=more, rest_ms=JUST_SO_MS)
    if 0 < -more <= MOST_SILENT and not unsure:
        yield replace(sight, silent=-more, rest_ms=JUST_SO_MS)
        if due is not None:
            yield replace(sight, silent=-more, landed=True, rest_ms=BUMPED_MS)


def differing(one: Snapshot, other: Snapshot) -> list[Square]:
    """Return the squares on which two snapshots differ, in order."""
    assert len(one) == len(other), "they are of one board"
    # Without a loop in Python, which each reading would go through for hundreds of legal moves.
    return list(compress(range(len(one)), map(is_not, one, other)))


def changes(before: Snapshot, after: Snapshot, by_sides: bool = True) -> list[Square]:
    """Return the squares to which pieces have come or from which they have left, in order.

    Args:
        by_sides: False if sides are a guess, so that another one is no change.
    """
    empty = SquareState.EMPTY
    return [s for s in differing(before, after) if by_sides or empty in (before[s], after[s])]
