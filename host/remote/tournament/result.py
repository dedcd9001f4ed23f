"""Results of a pairing, and their text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from host.engine.game import Side
from host.message import quoted

FORMS = (
    "`3-1` (points, Black's first), `black`, `white` or `draw`, these also with points as in "
    "`black 1-2`, or `forfeit black`, `forfeit white`, `forfeit both` for who did not come"
)
"""The texts of a result, for messages."""

WIN, DRAW = 2, 1
"""Scores in half points; a bye of a Swiss tournament counts as a win."""

_TEXT = re.compile(
    r"(?:(?P<word>black|white|draw)(?:\s+|$))?(?:(?P<black>[0-9]{1,3})[-:](?P<white>[0-9]{1,3}))?"
)
_ABSENT = {"black": {Side.BLACK}, "white": {Side.WHITE}, "both": {Side.BLACK, Side.WHITE}}


@dataclass(frozen=True, slots=True)
class Result:
    """Result of a match.

    Attributes:
        winner: None for a draw, and if neither side came.
        points: match points of Black and White; None if nobody has told them.
        absent: sides that did not come: the match was not played.
    """

    winner: Side | None
    points: tuple[int, int] | None = None
    absent: frozenset[Side] = frozenset()

    @property
    def is_played(self) -> bool:
        """False after a forfeit."""
        return not self.absent

    def half_points(self, side: Side) -> int:
        """Return the score of a side in half points."""
        if self.winner is None:
            return 0 if self.absent else DRAW
        return WIN if self.winner is side else 0

    def __str__(self) -> str:
        if self.absent:
            both = len(self.absent) == 2
            return "forfeit " + ("both" if both else next(iter(self.absent)).name.lower())
        word = "draw" if self.winner is None else self.winner.name.lower()
        if self.points is None:
            return word
        points = "{}-{}".format(*self.points)
        return points if _winner(self.points) is self.winner else f"{word} {points}"


def parse_result(text: str) -> Result:
    """Parse a result, one of FORMS.

    Raises:
        ValueError: it is none; the message quotes it.
    """
    plain = " ".join(text.lower().split())
    word, _, absent = plain.partition(" ")
    if word == "forfeit" and absent in _ABSENT:
        sides = frozenset(_ABSENT[absent])
        winner = None if len(sides) == 2 else next(iter(sides)).other
        return Result(winner, absent=sides)
    found = _TEXT.fullmatch(plain)
    if not plain or not found:
        raise ValueError(f"{quoted(text)} is no result: it is {FORMS}")
    points = None
    if found["black"] is not None:
        points = (int(found["black"]), int(found["white"]))
    if found["word"]:
        winner = None if found["word"] == "draw" else Side[found["word"].upper()]
    else:
        assert points is not None  # the text is not empty
        winner = _winner(points)
    return Result(winner, points)


def _winner(points: tuple[int, int]) -> Side | None:
    black, white = points
    if black == white:
        return None
    return Side.BLACK if black > white else Side.WHITE
