"""Identity of the pieces on the board, as far as sensors can tell.

A sensor tells only the side of a piece, so two pieces of one side can be exchanged unseen.  But a
piece that has not been lifted still stands where it stood, and a piece that is put down while no
other of its side is in the air is the one that was lifted.  The tracker keeps this knowledge while
a board is set up, when the rules do not say which piece may go where.

It keeps the possible names of the piece on each occupied square and of each piece in the air; None
means any name.  A piece that is put where one of those in the air is due is taken to be that one.
One that is put back where it was lifted is the same, unless another is due there and a correction
has had it lifted: players who put it back then can see its colour.  One that bounces as it is put
down tells nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TypeAlias

from host.engine.game import Piece, Side, Square
from host.recognition.snapshot import Snapshot, SquareState

Names: TypeAlias = frozenset[str] | None
"""The names that a piece may have; None if it may be any."""

_SIDES = {SquareState.WHITE: Side.WHITE, SquareState.BLACK: Side.BLACK}


@dataclass(frozen=True, slots=True)
class StandingPiece:
    """A piece on a square.

    Attributes:
        moved: True if it was seen being put there, and did not stand there before.
        again: True if it was put back there where it had just been lifted.
    """

    side: Side
    names: Names
    moved: bool = False
    again: bool = False

    def may_be(self, piece: Piece) -> bool:
        """Return True if it may be that piece."""
        return self.side is piece.side and (self.names is None or piece.name in self.names)

    def is_not(self, piece: Piece) -> bool:
        """Return True if it is known to be another."""
        return not self.may_be(piece)

    @property
    def is_doubtful(self) -> bool:
        """True if it may stand off the middle of its square: it came there, and has not been put
        there again."""
        return self.moved and not self.again

    @property
    def piece(self) -> Piece | None:
        """The piece, if that is known; without teeth."""
        if self.names is None or len(self.names) != 1:
            return None
        return Piece(self.side, next(iter(self.names)))


@dataclass(frozen=True, slots=True)
class LiftedPiece:
    """A piece in the air.

    Attributes:
        origin: where it was lifted; None if it is one of several and not known which.
        moved: True if it was seen being put there before.
        disputed: True if it was lifted as a correction has told.
    """

    names: Names
    origin: Square | None = None
    moved: bool = False
    disputed: bool = False

    def may_be(self, name: str) -> bool:
        """Return True if it may have that name."""
        return self.names is None or name in self.names


@dataclass(frozen=True, slots=True)
class PieceTracker:
    """Known identities of the pieces on a board and in the air; a value.

    Attributes:
        on: the pieces by square.
        lifted: the pieces of each side in the air, the one lifted last at the end.
    """

    on: Mapping[Square, StandingPiece] = field(default_factory=lambda: MappingProxyType({}))
    lifted: Mapping[Side, tuple[LiftedPiece, ...]] = field(
        default_factory=lambda: MappingProxyType(dict.fromkeys(Side, ()))
    )

    @classmethod
    def of(cls, pieces: Mapping[Square, Piece]) -> PieceTracker:
        """Return a tracker that knows every piece."""
        return cls(
            MappingProxyType(
                {square: StandingPiece(p.side, frozenset([p.name])) for square, p in pieces.items()}
            )
        )

    @classmethod
    def unknown(cls, snapshot: Snapshot) -> PieceTracker:
        """Return a tracker that knows only the sides, for a board that is seen for the first
        time."""
        return cls(
            MappingProxyType(
                {
                    square: StandingPiece(_SIDES[state], None)
                    for square, state in enumerate(snapshot)
                    if state in _SIDES
                }
            )
        )

    def assuming(self, pieces: Mapping[Square, Piece]) -> PieceTracker:
        """Return the tracker with certain pieces on squares whose sensors tell nothing."""
        known = [self.on.get(square) for square in pieces]
        if [found and (found.side, found.names) for found in known] == [
            (piece.side, frozenset([piece.name])) for piece in pieces.values()
        ]:
            return self
        on = dict(self.on)
        lifted = {side: list(those) for side, those in self.lifted.items()}
        for square, piece in pieces.items():
            names = frozenset([piece.name])
            _exchange(on, lifted[piece.side], piece, None)
            nameless = [found for found in lifted[piece.side] if found.names is None]
            if square not in on and nameless:
                lifted[piece.side].remove(nameless[0])
            on[square] = StandingPiece(piece.side, names, moved=True)
        return PieceTracker(
            MappingProxyType(on),
            MappingProxyType({side: tuple(those) for side, those in lifted.items()}),
        )

    def seen(
        self,
        snapshot: Snapshot,
        due: Mapping[Square, Piece],
        disputed: Collection[Square] = (),
    ) -> PieceTracker:
        """Return the tracker after a snapshot; a square that is not seen clearly counts as
        unchanged.

        Args:
            snapshot: what the board shows.
            due: where which piece belongs.
            disputed: squares whose pieces a correction wants to be lifted.
        """
        on = dict(self.on)
        lifted = {side: list(pieces) for side, pieces in self.lifted.items()}
        put: list[tuple[Square, Side]] = []
        for square, state in enumerate(snapshot):
            was = on.get(square)
            if state is SquareState.UNSURE or (was is None and state is SquareState.EMPTY):
                continue
            side = _SIDES.get(state)
            if was is not None and was.side is not side:
                lifted[was.side].append(
                    LiftedPiece(was.names, square, was.moved, square in disputed)
                )
                del on[square]
            if side is not None and (was is None or was.side is not side):
                put.append((square, side))
        if len(on) == len(self.on) and not put:
            return self  # as most snapshots are
        # Where one of those in the air is due comes first: it is believed to be that one.
        put.sort(key=lambda at: not _is_due(lifted[at[1]], due.get(at[0]), at[1]))
        for square, side in put:
            on[square] = _put(on, lifted[side], square, side, due)
        _settle(on, lifted)
        return PieceTracker(
            MappingProxyType(on),
            MappingProxyType({side: tuple(pieces) for side, pieces in lifted.items()}),
        )

    def seen_again(self, snapshot: Snapshot, due: Mapping[Square, Piece]) -> PieceTracker:
        """Return the tracker for a board that nobody has watched for a while.

        If it is as it was, nothing has happened.  Else a piece that stands where one of its side
        stood may still be that one, or the one that is due there.
        """
        if all(self._holds(square) is self._side(square, s) for square, s in enumerate(snapshot)):
            return self
        on: dict[Square, StandingPiece] = {}
        for square, state in enumerate(snapshot):
            side, was, piece = self._side(square, state), self.on.get(square), due.get(square)
            if side is None:
                continue
            names: Names = None
            if piece is not None and piece.side is side:
                names = frozenset([piece.name])
            if was is not None and was.side is side:
                names = was.names if names is None or was.names is None else names | was.names
            on[square] = StandingPiece(side, names)
        _settle(on, {})
        return PieceTracker(MappingProxyType(on))

    def _holds(self, square: Square) -> Side | None:
        found = self.on.get(square)
        return None if found is None else found.side

    def _side(self, square: Square, state: SquareState) -> Side | None:
        """Return the side of a square's piece; that of before if it is not seen clearly."""
        return self._holds(square) if state is SquareState.UNSURE else _SIDES.get(state)


def _is_due(lifted: Sequence[LiftedPiece], due: Piece | None, side: Side) -> bool:
    """Return True if the piece that is due may be one of those in the air."""
    return due is not None and due.side is side and any(p.may_be(due.name) for p in lifted)


def _put(
    on: dict[Square, StandingPiece],
    lifted: list[LiftedPiece],
    square: Square,
    side: Side,
    belong: Mapping[Square, Piece],
) -> StandingPiece:
    """Return a piece that has been put down; it is then not in the air any more."""
    due = belong.get(square)
    if due is not None and _is_due(lifted, due, side):
        fitting = [piece for piece in lifted if piece.may_be(due.name)]
        lifted.remove(min(fitting, key=lambda piece: len(piece.names or ()) or len(lifted) + 1))
        if list(belong.values()).count(due) == 1:
            _exchange(on, lifted, due, None)
        return StandingPiece(side, frozenset([due.name]), moved=True)
    for piece in lifted:
        if piece.origin == square:
            lifted.remove(piece)
            if piece.disputed and due is not None and due.side is side:
                # Players insist on a piece after a correction: they can see its colour.
                if list(belong.values()).count(due) == 1:
                    _exchange(on, lifted, due, piece.names)
                return StandingPiece(side, frozenset([due.name]), moved=True)
            return StandingPiece(side, piece.names, piece.moved, again=True)
    if not lifted:
        return StandingPiece(side, None, moved=True)  # it was not on the board before
    # If it is one of several, nobody knows which: it may be each, and so may be those left.
    names: Names = frozenset()
    for piece in lifted:
        names = None if names is None or piece.names is None else names | piece.names
    lifted[:] = [LiftedPiece(names)] * (len(lifted) - 1)
    return StandingPiece(side, names, moved=True)


def _exchange(
    on: dict[Square, StandingPiece], lifted: list[LiftedPiece], piece: Piece, instead: Names
) -> None:
    """Exchange identities: a piece taken for one that stands elsewhere may be that one."""
    names = frozenset([piece.name])
    for square, found in on.items():
        if found.side is piece.side and found.names == names:
            on[square] = replace(found, names=instead)
    lifted[:] = [replace(p, names=instead) if p.names == names else p for p in lifted]


def _settle(on: dict[Square, StandingPiece], lifted: dict[Side, list[LiftedPiece]]) -> None:
    """Exclude the names of pieces that are known from those of the others."""
    known: set[tuple[Side, str]] = set()
    names = [found.names for found in on.values()]
    names += [piece.names for pieces in lifted.values() for piece in pieces]
    if all(each is not None and len(each) == 1 for each in names):
        return  # as in play, where every piece is known
    while True:
        certain = {(p.side, p.name) for found in on.values() if (p := found.piece) is not None}
        if certain == known:
            return
        known = certain
        for square, found in on.items():
            on[square] = replace(found, names=_without(found.names, known, found.side))
        for side, pieces in lifted.items():
            pieces[:] = [replace(p, names=_without(p.names, known, side)) for p in pieces]


def _without(names: Names, known: Collection[tuple[Side, str]], side: Side) -> Names:
    """Return the names that are left once the known pieces are told apart; never none at all."""
    if names is None or len(names) == 1:
        return names
    return frozenset(name for name in names if (side, name) not in known) or names
