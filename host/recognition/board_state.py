"""The onlooker: what the board shows, as far as it may be believed, and what is known of it.

    raw      what the sensors say
    seen     the same with the sides that may be believed (tracking.py), or with those that are
             worked out where sensors tell none (siding.py)
    known    which piece stands where, as far as that follows from how they came there

Nobody looks while the board is away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from host.engine.game import Piece, Square
from host.recognition.matching import Candidate, Expectation
from host.recognition.piece_tracker import PieceTracker
from host.recognition.side_inference import Rank, SideInference
from host.recognition.snapshot import Snapshot, SquareState, believed, snapshot_of


class BoardState:
    """Looks at one board.

    Attributes:
        seen: what the board shows; None while there is no board.
        known: which piece stands where; None before anything was seen.
    """

    def __init__(self) -> None:
        self.seen: Snapshot | None = None
        self.known: PieceTracker | None = None
        self._raw: Snapshot | None = None
        self._certain: Snapshot | None = None
        self._sides: SideInference | None = None

    def look(
        self,
        snapshot: Snapshot,
        due: Mapping[Square, Piece],
        expected: Mapping[Square, Piece],
        rank: Rank,
        pushed: Callable[[Snapshot], bool],
    ) -> bool:
        """Take in a picture; whether another one is seen than before.

        Args:
            due: what hands are putting where; empty while that is still to be chosen.
            expected: the pieces as the game has them.
            rank: how badly a picture is explained.
            pushed: whether squares change sides in it because a piece takes the place of another.
        """
        if snapshot == self._raw:
            return False
        self._raw = snapshot
        if SquareState.OCCUPIED in snapshot:
            self._sides = self._sides or SideInference()
            seen = self._sides.told(snapshot, snapshot_of(due or expected, len(snapshot)), rank)
            self._certain = seen
        else:
            seen, self._certain = believed(snapshot, self._certain or snapshot)
            if seen != snapshot and pushed(snapshot):
                seen, self._certain = believed(snapshot, snapshot)
        if seen == self.seen:
            return False
        if self.known is None:
            self.known = PieceTracker.unknown(seen)
        elif self.seen is None:
            self.known = self.known.seen_again(seen, due)
        else:
            self.known = self.known.seen(seen, due)
        self.seen = seen
        return True

    @property
    def by_colour(self) -> bool:
        """Whether the sensors tell no sides, so that colours must."""
        return self._sides is not None

    def lose_sight(self) -> None:
        """The board is gone: what it showed last is not believed any more."""
        self._raw = self._certain = self.seen = None

    def forget_pieces(self) -> None:
        """Pieces have been set up unseen: which stands where is not known any more."""
        self.lose_sight()
        self._sides = self.known = None

    def recognise(self, pieces: Mapping[Square, Piece]) -> None:
        """The pieces stand as told."""
        self.known = PieceTracker.of(pieces)

    def agree(self, option: Candidate) -> None:
        """What is seen is that move."""
        if self._sides is not None and self.seen is not None:
            self._sides.agree(self.seen, option)

    def follow(self, expectation: Expectation) -> None:
        """The pieces stand as the position has them, but for what is seen to be otherwise."""
        known = PieceTracker.of(expectation.pieces)
        self.known = known if self.seen is None else known.seen(self.seen, {})
        if self._sides is not None and self.seen == expectation.snapshot:
            self._sides.settle(expectation.snapshot)
