"""Sentences shown to people, in one place.  They name pieces and squares, never cells or events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from host.engine.game import Game, Piece, Side, Square
from host.engine.geometry import square_name

PositionT = TypeVar("PositionT")
MoveT = TypeVar("MoveT")

READY = "The board is set up. "
SWAPPED = (
    "The two sides stand the wrong way round: turn the board. If the magnets were put in the other "
    "way up, start with --north black."
)
UNCLEAR = "The piece on {square} is not seen clearly. Put it in the middle of its square."


def the_piece(game: Game[PositionT, MoveT], piece: Piece) -> str:
    """A piece with its side: "Black's pink tower"."""
    return f"{piece.side.label}'s {game.piece_words(piece)}"


def listed(words: Sequence[str]) -> str:
    """Words joined as people list them.

    >>> listed(["a1", "b1", "c1"])
    'a1, b1 and c1'
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def to_move(
    game: Game[PositionT, MoveT],
    turn: Side,
    movers: Sequence[tuple[Square, Piece]],
) -> str:
    """Who must move what, e.g. "Black to move: the pink tower on d5."."""
    if len(movers) == 1:
        square, piece = movers[0]
        place = square_name(square, game.size[0])
        return f"{turn.label} to move: the {game.piece_words(piece)} on {place}."
    if movers:
        kind = game.piece_words(movers[0][1]).rsplit(" ", 1)[-1]
        return f"{turn.label} to move: any {kind}."
    return f"{turn.label} to move."


def put_back(game: Game[PositionT, MoveT], piece: Piece, home: Square) -> str:
    """What mends a wrong placement."""
    return f"Put the {game.piece_words(piece)} back on {square_name(home, game.size[0])}."


def too_many(found: Square, files: int) -> str:
    """What mends a piece that belongs nowhere."""
    return f"There is a piece too many on {square_name(found, files)}. Take it off the board."


def set_up(game: Game[PositionT, MoveT], piece: Piece, home: Square, found: Square | None) -> str:
    """The next step of setting up."""
    files = game.size[0]
    place = square_name(home, files)
    if found is None:
        return f"Set up the board: {the_piece(game, piece)} belongs on {place}."
    return f"Set up the board: move the piece from {square_name(found, files)} to {place}."
