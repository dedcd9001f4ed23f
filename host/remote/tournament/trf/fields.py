"""Columns of TRF-16 (FIDE Handbook C.04, annex 2: Tournament Report File, 2016).

Each line begins with three characters that say what it is.  That of a player, `001`, has fixed
columns, and ten more for each round.  Besides FIDE's own lines there are two of Javafo's, which
other programs took over: `XXR`, the number of rounds, and `XXC`, the first colour.  TRF-26 has
codes of its own for these, which are read as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from host.engine.game import Side
from host.remote.tournament.result import Result

PLAYER, TITLE, ROUNDS, COLOUR = "001", "012", "XXR", "XXC"
NEWER = {"142": ROUNDS, "152": COLOUR}
"""Codes of TRF-26."""
KEPT = ("022", "032", "042", "052", "102", "112", "122", "132")
"""Lines that are kept as they are: city, federation, first and last day, arbiters, time control,
dates of the rounds."""
KIND = "092"
COUNTED = ("062", "072", "082", KIND)
"""Lines that are made anew: players, those with a rating, teams, kind of tournament."""
OTHER_POINTS = ("XXS", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU", "162")
"""Lines that let a win be worth other than a point, or a draw than half of one."""


@dataclass(frozen=True, slots=True)
class Field:
    """Columns of a player's line, from 1, both included.

    Attributes:
        is_right: True if the text ends with the last one.
    """

    first: int
    last: int
    is_right: bool = False

    def of(self, line: str) -> str:
        """Return the text in a line, without blanks around it."""
        return line[self.first - 1 : self.last].strip()

    def padded(self, text: str) -> str:
        """Return a text as wide as the field; it is cut if it is too long."""
        width = self.last - self.first + 1
        return text[:width].rjust(width) if self.is_right else text[:width].ljust(width)

    def moved(self, columns: int) -> Field:
        """Return the field so many columns further right."""
        return Field(self.first + columns, self.last + columns, self.is_right)


START_RANK = Field(5, 8, is_right=True)
SEX = Field(10, 10)
CHESS_TITLE = Field(11, 13, is_right=True)
NAME = Field(15, 47)
RATING = Field(49, 52, is_right=True)
FEDERATION = Field(54, 56)
FIDE_NUMBER = Field(58, 68, is_right=True)
BIRTH_DATE = Field(70, 79)
POINTS = Field(81, 84, is_right=True)
RANK = Field(86, 89, is_right=True)
FIELDS = (
    *(START_RANK, SEX, CHESS_TITLE, NAME, RATING),
    *(FEDERATION, FIDE_NUMBER, BIRTH_DATE, POINTS, RANK),
)

OPPONENT, OWN_COLOUR, RESULT = Field(92, 95, is_right=True), Field(97, 97), Field(99, 99)
"""Of the first round."""
ROUND_WIDTH = 10
FIRST_ROUND = 91
"""Columns before those of the first round."""

NOBODY = "0000"
"""Opponent of who was not paired."""
COLOURS = {"b": Side.BLACK, "w": Side.WHITE}
RESULTS: Mapping[tuple[str, str], Result] = {
    ("1", "0"): Result(Side.BLACK),
    ("0", "1"): Result(Side.WHITE),
    ("=", "="): Result(None),
    ("0", "0"): Result(None, both_lost=True),
    ("+", "-"): Result(Side.BLACK, absent=frozenset({Side.WHITE})),
    ("-", "+"): Result(Side.WHITE, absent=frozenset({Side.BLACK})),
    ("-", "-"): Result(None, absent=frozenset(Side)),
}
"""Results in Black's and White's line."""
UNRATED = {"W": "1", "D": "=", "L": "0"}
"""Results of games that ended before a move; they count as all others."""
UNPAIRED = {"U": 2, "F": 2, "H": 1, "Z": 0, "": 0, "+": 2, "=": 1, "-": 0}
"""Half points without an opponent: the bye, a full and a half point, nothing; and, in old files,
the same written as results."""


def blank_columns(length: int) -> list[int]:
    """Return the columns of a player's line that are blank, from 1."""
    fields = list(FIELDS)
    for number in range((length - FIRST_ROUND) // ROUND_WIDTH + 1):
        fields += [one.moved(number * ROUND_WIDTH) for one in (OPPONENT, OWN_COLOUR, RESULT)]
    taken = {column for one in fields for column in range(one.first, one.last + 1)}
    return [column for column in range(len(PLAYER) + 1, length + 1) if column not in taken]
