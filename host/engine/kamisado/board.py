"""The Kamisado board: its 64 colours, its home rows, and the sixteen towers by number.

Colours are numbered in the order of White's home row from the left, so that the tower of
colour 3 begins the first round on d1.  White's eight towers come first: tower 3 is White's
yellow one, tower 11 Black's.  Source: the picture of the board in the rule book.
"""

from __future__ import annotations

from typing import TypeAlias

from host.engine.game import Side, Square
from host.engine.squares import square_name
from host.message import Message, message

Colour: TypeAlias = int
"""A colour of the board and of a tower, 0 to 7: an index into `COLOURS`."""

Tower: TypeAlias = int
"""One of the sixteen towers, 0 to 15: its colour, and 8 more if it is Black's."""

FILES = 8
SQUARES = 64
TOWERS = 16
MAX_TEETH = 3

COLOURS = ("brown", "green", "red", "yellow", "pink", "purple", "blue", "orange")
LETTERS = "NGRYKPBO"  # one for each colour, in the same order: browN, pinK
COLOUR_NAMES = tuple(
    message(id)
    for id in (
        "colour.brown",
        "colour.green",
        "colour.red",
        "colour.yellow",
        "colour.pink",
        "colour.purple",
        "colour.blue",
        "colour.orange",
    )
)
"""Names of the colours for players."""
STRENGTHS = (
    message("piece.kind_tower"),
    message("piece.kind_sumo"),
    message("piece.kind_double_sumo"),
    message("piece.kind_triple_sumo"),
)
"""Names of a tower without its colour, by number of teeth."""

_RANKS_FROM_THE_TOP = """
    OBPKYRGN
    ROKGBYNP
    GKORPNYB
    KPBONGRY
    YRGNOBPK
    BYNPROKG
    PNYBGKOR
    NGRYKPBO
"""

SQUARE_COLOURS: tuple[Colour, ...] = tuple(
    LETTERS.index(letter) for row in reversed(_RANKS_FROM_THE_TOP.split()) for letter in row
)
"""The colour painted on each square, a1 first."""

HOME_ROWS: dict[Side, range] = {Side.WHITE: range(8), Side.BLACK: range(56, 64)}
"""The squares on which each side starts a round, from the a-file to the h-file."""


def side_of(tower: Tower) -> Side:
    """Return the side of a tower."""
    return Side.BLACK if tower & 8 else Side.WHITE


def tower_of(side: Side, colour: Colour) -> Tower:
    """Return the number of a side's tower of that colour."""
    return colour + 8 if side is Side.BLACK else colour


def colour_of(tower: Tower) -> Colour:
    """Return the colour of a tower."""
    return tower & 7


def tower_name(tower: Tower, square: Square) -> Message:
    """Return the name of a tower with its square: "pink tower on d8"."""
    return message("piece.tower_on", colour=COLOUR_NAMES[colour_of(tower)], square=name(square))


def name(square: Square) -> str:
    """Return the name of a square, e.g. "d8"."""
    return square_name(square, FILES)
