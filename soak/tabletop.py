"""What hands can do at a board, and what eyes can see there: the seam between hands and boards.

The model of hands (`hands.py`) and the player who follows the lights (`lights.py`) are written
against `Tabletop` alone.  `picture_table.py` makes pictures of it for the pure session; another
table may move magnets over a simulated field.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from host.engine.game import AnyGame, HasReserve, Piece, Side, Square
from host.guidance.lighting import Mark


@dataclass(frozen=True, slots=True)
class Token:
    """One physical piece: it keeps its side and its name wherever it is carried.

    Attributes:
        number: tells pieces of one side and name apart, from 0.
    """

    side: Side
    name: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class Stand:
    """A piece on a square.

    Attributes:
        aside: how far it stands from the middle, in widths of a square: 0 to 0.5.
    """

    token: Token
    aside: float = 0.0


Standing: TypeAlias = Mapping[Square, Stand]
"""What stands where."""


class Tabletop(Protocol):
    """A board with its pieces, as hands and eyes know it.

    Whatever is done between two waits happens at the same moment.  A hand never puts a piece where
    another stands, nor takes one from where none is: that raises ValueError.
    """

    @property
    def standing(self) -> Standing:
        """The pieces on the board."""

    @property
    def held(self) -> Sequence[Token]:
        """The pieces in the hands and in the box beside the board, the one lifted first at the
        beginning."""

    def lift(self, square: Square) -> Token:
        """Take the piece from a square."""

    def put(self, token: Token, square: Square, aside: float = 0.0) -> None:
        """Put a piece that is held on a free square; `aside` as in `Stand`."""

    def slide(self, origin: Square, path: Sequence[Square], ms: Sequence[int]) -> None:
        """Drag a piece over squares without lifting it.

        Args:
            origin: where it stands.
            path: the free squares that it comes over; it stays on the last.
            ms: how long it rests on each of them but the last.
        """

    def nudge(self, square: Square, aside: float) -> None:
        """Move the piece on a square within the square; `aside` as in `Stand`."""

    def wait(self, ms: int) -> None:
        """Let time pass."""

    def marks(self) -> Sequence[Mark]:
        """What is lit."""

    def moves(self) -> Sequence[str]:
        """The game as it is stored: the text of each move, forced passes and choices included."""


def reserve_of(game: AnyGame) -> tuple[Token, ...]:
    """Physical pieces that are beside the board when a game begins."""
    if not isinstance(game, HasReserve):
        return ()
    there = Counter((t.side, t.name) for t in tokens_of(game.pieces(game.start())).values())
    return tuple(
        Token(piece.side, piece.name, there[piece.side, piece.name] + number)
        for piece, count in game.reserve(game.start()).items()
        for number in range(count)
    )


def tokens_of(pieces: Mapping[Square, Piece]) -> dict[Square, Token]:
    """Physical pieces that stand as a position has them."""
    tokens: dict[Square, Token] = {}
    counts: Counter[tuple[Side, str]] = Counter()
    for square, piece in sorted(pieces.items()):
        kind = (piece.side, piece.name)
        tokens[square] = Token(*kind, counts[kind])
        counts[kind] += 1
    return tokens
