"""The Kamisado board: its 64 colours, its home rows, and the sixteen towers by number.

Colours are numbered in the order in which White's home row shows them from the left,
so that the first-round tower of colour 3 stands on d1.  Towers are numbered White's
eight first: tower 3 is White's yellow one and tower 11 Black's.  The source of
everything here is the rule book's picture of the board.
"""

from __future__ import annotations

from typing import TypeAlias

from host.engine.game import Side, Square
from host.engine.squares import square_name

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
STRENGTHS = ("tower", "sumo", "double sumo", "triple sumo")  # names, by number of teeth

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
    """Whose tower it is."""
    return Side.BLACK if tower & 8 else Side.WHITE


def tower_of(side: Side, colour: Colour) -> Tower:
    """The number of a side's tower of that colour."""
    return colour + 8 if side is Side.BLACK else colour


def colour_of(tower: Tower) -> Colour:
    """The colour of a tower."""
    return tower & 7


def name(square: Square) -> str:
    """The name of a square, e.g. "d8"."""
    return square_name(square, FILES)
