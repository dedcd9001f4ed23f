"""Which piece stands where, as far as sensors can tell.

A sensor tells the side of a piece and nothing else, so hands may exchange two pieces of one side
unseen.  Yet what stood somewhere and has not been lifted stands there still, and of a piece that is
put down while it alone is in the air one knows which it is.  That is remembered here while a board
is set up, when the rules do not say which piece may go where.

For every occupied square, and for every piece in the air, the names are known that it may have;
None means any.  A piece that is put where one of those in the air is due is believed to be that
one: hands are taken for honest until the sensors say otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

from host.engine.game import Piece, Side, Square
from host.tracking import Picture, Sight

Names: TypeAlias = frozenset[str] | None
"""The names that a piece may have; None if it may be any."""

_SIDES = {Sight.WHITE: Side.WHITE, Sight.BLACK: Side.BLACK}


@dataclass(frozen=True, slots=True)
class Found:
    """A piece on a square.

    Attributes:
        moved: whether it was put there while it was watched.
    """

    side: Side
    names: Names
    moved: bool = False

    def may_be(self, piece: Piece) -> bool:
        """Whether it may be that piece."""
        return self.side is piece.side and (self.names is None or piece.name in self.names)

    def is_not(self, piece: Piece) -> bool:
        """Whether it is known to be another."""
        return not self.may_be(piece)

    @property
    def piece(self) -> Piece | None:
        """The piece, if that is known; without teeth."""
        if self.names is None or len(self.names) != 1:
            return None
        return Piece(self.side, next(iter(self.names)))


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """What is known of the pieces on a board and in the air; a value.

    Attributes:
        on: the pieces by square.
        aloft: for each side, the names of each piece in the air, the one lifted last at the end.
    """

    on: Mapping[Square, Found] = field(default_factory=lambda: MappingProxyType({}))
    aloft: Mapping[Side, tuple[Names, ...]] = field(
        default_factory=lambda: MappingProxyType(dict.fromkeys(Side, ()))
    )

    @classmethod
    def of(cls, pieces: Mapping[Square, Piece]) -> Whereabouts:
        """Every piece known."""
        return cls(
            MappingProxyType(
                {square: Found(p.side, frozenset([p.name])) for square, p in pieces.items()}
            )
        )

    @classmethod
    def unknown(cls, picture: Picture) -> Whereabouts:
        """Only the sides known, as when a board is seen for the first time."""
        return cls(
            MappingProxyType(
                {
                    square: Found(_SIDES[sight], None)
                    for square, sight in enumerate(picture)
                    if sight in _SIDES
                }
            )
        )

    def seen(self, picture: Picture, due: Mapping[Square, Piece]) -> Whereabouts:
        """What is known after the board shows this.

        A square that is not seen clearly counts as unchanged.

        Args:
            picture: what the board shows.
            due: where which piece belongs.
        """
        on = dict(self.on)
        aloft = {side: list(names) for side, names in self.aloft.items()}
        put: list[tuple[Square, Side]] = []
        for square, sight in enumerate(picture):
            was = on.get(square)
            side = None if was is None else was.side
            now = side if sight is Sight.UNSURE else _SIDES.get(sight)
            if now is side:
                continue
            if was is not None:
                aloft[was.side].append(was.names)
                del on[square]
            if now is not None:
                put.append((square, now))
        # Where one of those in the air is due comes first: it is believed to be that one.
        put.sort(key=lambda at: not _expected(aloft[at[1]], due.get(at[0]), at[1]))
        for square, side in put:
            on[square] = Found(side, _put(aloft[side], due.get(square), side), moved=True)
        for square, side in put:
            _settle(on, aloft, square, side)
        return Whereabouts(
            MappingProxyType(on),
            MappingProxyType({side: tuple(names) for side, names in aloft.items()}),
        )

    def seen_again(self, picture: Picture, due: Mapping[Square, Piece]) -> Whereabouts:
        """What is known when a board is seen that nobody has watched for a while.

        If it is as it was, nothing has happened.  Else hands are taken for honest again: what
        stands where a piece of its side is due is that piece, unless another was seen being put
        there.
        """
        if all(self._as_it_was(square, sight) for square, sight in enumerate(picture)):
            return self
        on: dict[Square, Found] = {}
        for square, sight in enumerate(picture):
            was, piece = self.on.get(square), due.get(square)
            side = was.side if was is not None and sight is Sight.UNSURE else _SIDES.get(sight)
            if side is None:
                continue
            same = was is not None and was.side is side
            if piece is not None and piece.side is side and not (same and was and was.moved):
                on[square] = Found(side, frozenset([piece.name]), moved=True)
            else:
                on[square] = was if same and was is not None else Found(side, None)
        for square, found in list(on.items()):
            _settle(on, {side: [] for side in Side}, square, found.side)
        return Whereabouts(MappingProxyType(on))

    def _as_it_was(self, square: Square, sight: Sight) -> bool:
        was = self.on.get(square)
        return sight is Sight.UNSURE or _SIDES.get(sight) is (None if was is None else was.side)


def _expected(aloft: list[Names], due: Piece | None, side: Side) -> bool:
    """Whether the piece that is due may be one of those in the air."""
    return (
        due is not None
        and due.side is side
        and any(names is None or due.name in names for names in aloft)
    )


def _put(aloft: list[Names], due: Piece | None, side: Side) -> Names:
    """The names of a piece that has been put down, which is then not in the air any more."""
    if not aloft:
        return None  # it was not on the board before
    if due is not None and _expected(aloft, due, side):
        fitting = [names for names in aloft if names is None or due.name in names]
        aloft.remove(min(fitting, key=lambda names: float("inf") if names is None else len(names)))
        return frozenset([due.name])
    if len(aloft) == 1:
        return aloft.pop()
    # One of several, nobody knows which: it may be each of them, and so may be those that are left.
    known = [names for names in aloft if names is not None]
    union = frozenset[str]().union(*known) if len(known) == len(aloft) else None
    aloft[:] = [union] * (len(aloft) - 1)
    return union


def _settle(
    on: dict[Square, Found], aloft: dict[Side, list[Names]], square: Square, side: Side
) -> None:
    """A piece whose name is known is none of the others that might have it."""
    names = on[square].names
    if names is None or len(names) != 1:
        return
    for other, found in on.items():
        if other != square and found.side is side and found.names and names & found.names:
            on[other] = Found(side, (found.names - names) or None, found.moved)
    aloft[side] = [rest - names if rest and len(rest) > 1 else rest for rest in aloft[side]]
