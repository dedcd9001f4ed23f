"""The interface between modelled players and a board: actions of hands, and all that eyes see.

The modelled players (`players.py`, `light_follower.py`) use `Tabletop` alone.
`session_tabletop.py` implements it with snapshots for the pure session, `simulator_tabletop.py`
with magnets over the simulated sensors.
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
        aside: distance from the middle, in widths of a square: 0 to 0.5.
        upside_down: True if its magnet is the wrong way up.
    """

    token: Token
    aside: float = 0.0
    upside_down: bool = False


Standing: TypeAlias = Mapping[Square, Stand]
"""The pieces on the board by their squares."""


class Tabletop(Protocol):
    """A board with its pieces, as hands and eyes know it.

    Whatever is done between two waits happens at the same moment.  A hand never puts a piece where
    another stands, nor takes one from where none is: that raises ValueError.
    """

    @property
    def now_ms(self) -> int:
        """The board's time in milliseconds."""

    @property
    def counts(self) -> Counter[str]:
        """Numbers of events by kind."""

    @property
    def standing(self) -> Standing:
        """The pieces on the board."""

    @property
    def held(self) -> Sequence[Token]:
        """The pieces in the hands and in the box beside the board, the one lifted first at the
        beginning."""

    def lift(self, square: Square) -> Token:
        """Take the piece from a square."""

    @property
    def turns_over(self) -> bool:
        """True if pieces can be put upside down."""

    @property
    def tells_sides(self) -> bool:
        """True if the sensors tell white from black."""

    def put(
        self, token: Token, square: Square, aside: float = 0.0, upside_down: bool = False
    ) -> None:
        """Put a piece that is held on a free square; `aside` and `upside_down` as in `Stand`."""

    def knock(self, square: Square, target: Square, aside: float = 0.0, off_ms: int = 0) -> None:
        """Let the piece on a square leave it, quicker than any hand lifts it, and come down after
        `off_ms` on a free one, or on its own; `aside` as in `Stand`."""

    def slide(self, origin: Square, path: Sequence[Square], ms: Sequence[int]) -> None:
        """Drag a piece over squares without lifting it.

        Args:
            origin: its square.
            path: free squares on its way; it stays on the last.
            ms: time of rest on each of them but the last.
        """

    def nudge(self, square: Square, aside: float) -> None:
        """Move the piece on a square within the square; `aside` as in `Stand`."""

    def wait(self, ms: int) -> None:
        """Let time pass."""

    def marks(self) -> Sequence[Mark]:
        """Return the marks that are lit."""

    def moves(self) -> Sequence[str]:
        """Return the text of each move that is stored, forced passes and choices included."""


def reserve_of(game: AnyGame) -> tuple[Token, ...]:
    """Return the pieces that are beside the board when a game begins."""
    if not isinstance(game, HasReserve):
        return ()
    there = Counter((t.side, t.name) for t in tokens_of(game.pieces(game.start())).values())
    return tuple(
        Token(piece.side, piece.name, there[piece.side, piece.name] + number)
        for piece, count in game.reserve(game.start()).items()
        for number in range(count)
    )


def tokens_of(pieces: Mapping[Square, Piece]) -> dict[Square, Token]:
    """Return the pieces of a position by their squares."""
    tokens: dict[Square, Token] = {}
    counts: Counter[tuple[Side, str]] = Counter()
    for square, piece in sorted(pieces.items()):
        kind = (piece.side, piece.name)
        tokens[square] = Token(*kind, counts[kind])
        counts[kind] += 1
    return tokens
