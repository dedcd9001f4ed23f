"""The onlooker: what the board shows, as far as it may be believed, and what is known of it.

    raw      what the sensors say
    seen     the same with the sides that may be believed (tracking.py), or with those that are
             worked out where sensors tell none (siding.py)
    known    which piece stands where, as far as that follows from how they came there

Nobody looks while the board is away.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TypeVar

from host.engine.game import Piece, Square
from host.recognition.matching import Option, Outlook
from host.recognition.piece_tracker import Whereabouts
from host.recognition.side_inference import Rank, Sides
from host.recognition.snapshot import Picture, Sight, believed, picture_of

PositionT = TypeVar("PositionT", bound=Hashable)
MoveT = TypeVar("MoveT", bound=Hashable)


class Onlooker:
    """Looks at one board.

    Attributes:
        seen: what the board shows; None while there is no board.
        known: which piece stands where; None before anything was seen.
    """

    def __init__(self) -> None:
        self.seen: Picture | None = None
        self.known: Whereabouts | None = None
        self._raw: Picture | None = None
        self._certain: Picture | None = None
        self._sides: Sides | None = None

    def look(
        self,
        picture: Picture,
        due: Mapping[Square, Piece],
        expected: Mapping[Square, Piece],
        rank: Rank,
        pushed: Callable[[Picture], bool],
    ) -> bool:
        """Take in a picture; whether another one is seen than before.

        Args:
            due: what hands are putting where; empty while that is still to be chosen.
            expected: the pieces as the game has them.
            rank: how badly a picture is explained.
            pushed: whether squares change sides in it because a piece takes the place of another.
        """
        if picture == self._raw:
            return False
        self._raw = picture
        if Sight.OCCUPIED in picture:
            self._sides = self._sides or Sides()
            seen = self._sides.told(picture, picture_of(due or expected, len(picture)), rank)
            self._certain = seen
        else:
            seen, self._certain = believed(picture, self._certain or picture)
            if seen != picture and pushed(picture):
                seen, self._certain = believed(picture, picture)
        if seen == self.seen:
            return False
        if self.known is None:
            self.known = Whereabouts.unknown(seen)
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
        self.known = Whereabouts.of(pieces)

    def agree(self, option: Option[MoveT]) -> None:
        """What is seen is that move."""
        if self._sides is not None and self.seen is not None:
            self._sides.agree(self.seen, option)

    def follow(self, outlook: Outlook[PositionT, MoveT]) -> None:
        """The pieces stand as the position has them, but for what is seen to be otherwise."""
        known = Whereabouts.of(outlook.pieces)
        self.known = known if self.seen is None else known.seen(self.seen, {})
        if self._sides is not None and self.seen == outlook.picture:
            self._sides.settle(outlook.picture)
