"""Reversed pieces: those whose magnet is the wrong way up, so that sensors see the other side's.

A sensor that shows the wrong side tells as much as one that shows the right one, once it is known
that the piece above it is reversed.  So the board is read with the sides of such pieces turned,
wherever they go.  Where more than one piece may be a reversed one, that reading is taken which
explains the board best.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TypeAlias

from host.engine.game import Square
from host.recognition.snapshot import OTHER_SIDE, Snapshot, SquareState
from host.recognition.times import HELD_MS

Share: TypeAlias = tuple[Square | None, ...]
"""The square of each reversed piece, None for one that is off the board."""

MOST_TRIED = 32
"""Number of ways to share the pieces out of which all are compared."""


@dataclass(slots=True)
class ReversedPiece:
    """One reversed piece.

    Attributes:
        side: whose it is.
        square: on which it stands; None while it is off the board.
        of: number of pieces of its side that stood on the board together with it.
        missed_ms: since when all of its side stand without it; None if they do not.
    """

    side: SquareState
    square: Square | None
    of: int
    missed_ms: int | None = None


class ReversedPieces:
    """The reversed pieces of one set, and where they are.

    Attributes:
        pieces: as far as they are known.
        turned: squares that show the same as before and are read as the other side's.
    """

    def __init__(self) -> None:
        self.pieces: list[ReversedPiece] = []
        self.turned: frozenset[Square] = frozenset()
        self._raw: Snapshot | None = None
        self._came: set[Square] = set()
        """Squares to which a piece has come since the board last stood as the game has it."""

    @property
    def squares(self) -> list[Square]:
        """The squares on which they stand, in order."""
        return sorted(piece.square for piece in self.pieces if piece.square is not None)

    def lifted(self, side: SquareState, of: int) -> None:
        """Take in that a piece of a side has been lifted that was seen as the other side's."""
        self.pieces.append(ReversedPiece(side, None, of))

    def read(self, raw: Snapshot, distance: Callable[[Snapshot], float]) -> Snapshot:
        """Return a snapshot with the sides that are meant.

        Args:
            raw: as the sensors have it.
            distance: tells how far a reading is from what the game explains.
        """
        before, self._raw = self._raw, raw
        self.turned = frozenset()
        if not self.pieces or SquareState.OCCUPIED in raw:
            return raw
        was = self.squares
        # What turns where it stands was pushed off the middle, or back to it.
        turns = {piece.side for piece in self.pieces if piece.missed_ms is not None}
        begins = {SquareState.EMPTY, *turns}
        for square, state in enumerate(raw):
            if state is SquareState.EMPTY:
                self._came.discard(square)
            elif before is None or (before[square] is not state and before[square] in begins):
                self._came.add(square)
        best = self._best(raw, distance)
        for piece, place in zip(self.pieces, best, strict=True):
            piece.square = place
        if before is not None:
            news = set(was).symmetric_difference(self.squares)
            self.turned = frozenset(s for s in news if raw[s] is before[s])
        return self._turned(raw, best)

    def settle(self, expected: Snapshot, now_ms: int) -> None:
        """Take in that the board stands as the game has it.  One that is off the board although all
        of its side are there stands off the middle, where its field is reversed, or has been put
        right: it is forgotten after some time."""
        self._came.clear()
        for piece in self.pieces:
            stands = piece.square is not None or expected.count(piece.side) < piece.of
            since_ms = now_ms if piece.missed_ms is None else piece.missed_ms
            piece.missed_ms = None if stands else since_ms
        self.pieces = [
            piece
            for piece in self.pieces
            if piece.missed_ms is None or now_ms - piece.missed_ms < HELD_MS
        ]

    def board_lost(self) -> None:
        """Forget what the sensors showed last."""
        self._raw = None

    def _best(self, raw: Snapshot, distance: Callable[[Snapshot], float]) -> Share:
        """Return the squares on which the pieces stand, as far as the game explains it best: at
        first where they did; of many ways to share them out, one piece is looked at after the
        other."""
        places = [self._places(piece, raw) for piece in self.pieces]

        def likeliest(options: Sequence[Sequence[Square | None]]) -> Share:
            shares = [share for share in product(*options) if _is_possible(share)]
            if len(shares) == 1:
                return shares[0]
            return min(shares, key=lambda share: distance(self._turned(raw, share)))

        if prod(map(len, places)) <= MOST_TRIED:
            return likeliest(places)
        best: Share = tuple(
            piece.square if piece.square in at else None
            for piece, at in zip(self.pieces, places, strict=True)
        )
        for number, at in enumerate(places):
            best = likeliest(
                [at if other == number else [place] for other, place in enumerate(best)]
            )
        return best

    def _places(self, piece: ReversedPiece, raw: Snapshot) -> list[Square | None]:
        here, seen_as = piece.square, OTHER_SIDE[piece.side]
        stays = here is not None and raw[here] is not SquareState.EMPTY
        come = [s for s in sorted(self._came) if s != here and raw[s] is seen_as]
        if stays and not come and here not in self._came:
            return [here]
        if piece.missed_ms is not None:
            return [None, *come]
        return [*([here] if stays else []), *come, None]

    def _turned(self, raw: Snapshot, share: Share) -> Snapshot:
        states = list(raw)
        for piece, square in zip(self.pieces, share, strict=True):
            if square is not None:
                # Beside the middle the field of a magnet is reversed, here to the right side.
                off = raw[square] is not OTHER_SIDE[piece.side]
                states[square] = SquareState.UNSURE if off else piece.side
        return tuple(states)


def _is_possible(share: Share) -> bool:
    """Return True if no two pieces stand on one square."""
    standing = [square for square in share if square is not None]
    return len(set(standing)) == len(standing)
