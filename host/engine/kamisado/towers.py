"""Towers as pieces of a `Game`: side, colour and teeth, and their names."""

from __future__ import annotations

from host.engine.game import Piece, Side, Square
from host.engine.kamisado.board import (
    COLOUR_NAMES,
    COLOURS,
    FILES,
    MAX_TEETH,
    SQUARE_COLOURS,
    STRENGTHS,
    TOWERS,
    colour_of,
    side_of,
)
from host.message import Message, message

# By tower and teeth, up to the 4th, which a tower gets only as the match ends.
_PIECES = tuple(
    tuple(Piece(side_of(tower), COLOURS[colour_of(tower)], teeth) for teeth in range(MAX_TEETH + 2))
    for tower in range(TOWERS)
)
_NAMES = (
    "piece.tower",
    "piece.sumo_tower",
    "piece.double_sumo_tower",
    "piece.triple_sumo_tower",
    "piece.four_toothed_tower",
)


def pieces_of(squares: bytes, teeth: bytes) -> dict[Square, Piece]:
    """Return the sixteen towers by square.

    Args:
        squares, teeth: 16 bytes each, by tower number.
    """
    return {square: _PIECES[tower][teeth[tower]] for tower, square in enumerate(squares)}


class TowerNames:
    """Names and places that a `Game` played with towers has, a round as a match."""

    @property
    def piece_noun(self) -> Message:
        """Noun for any piece: "tower"."""
        return STRENGTHS[0]

    def describe_piece(self, piece: Piece) -> Message:
        """Return the name of a tower: "pink tower", "pink sumo tower"."""
        return message(_NAMES[piece.teeth], colour=COLOUR_NAMES[COLOURS.index(piece.name)])

    def ranks_ahead(self, side: Side, square: Square) -> int:
        """Return how many ranks a square lies ahead of the side's home row."""
        rank = square // FILES
        return rank if side is Side.WHITE else FILES - 1 - rank

    def square_colour(self, square: Square) -> str:
        """Return the name of the colour of a square, one of `COLOURS`."""
        return COLOURS[SQUARE_COLOURS[square]]
