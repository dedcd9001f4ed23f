"""Results of a pairing, and their text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from host.engine.game import Side
from host.message import quoted

FORMS = (
    "`3-1` (points, Black's first), `black`, `white` or `draw`, these also with points as in "
    "`black 1-2`, or `forfeit black`, `forfeit white`, `forfeit both` for who did not come, or "
    "`both lost` by a ruling"
)
"""The texts of a result, for messages."""

WIN, DRAW = 2, 1
"""Scores in half points; a bye of a Swiss tournament counts as a win."""

_TEXT = re.compile(
    r"(?:(?P<word>black|white|draw)(?:\s+|$))?(?:(?P<black>[0-9]{1,3})[-:](?P<white>[0-9]{1,3}))?"
)
_SIDE_BY_SIDE = re.compile(r" ?([-:/]) ?")
_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"), "-")
_DRAWS = re.compile(r"=|(½|1/2|0?[.,]5|=)[-:](½|1/2|0?[.,]5|=)")
_FORFEITS = re.compile(r"([+-])(?: | ?[-:/] ?)?([+-])")
_ABSENT = {"black": {Side.BLACK}, "white": {Side.WHITE}, "both": {Side.BLACK, Side.WHITE}}


@dataclass(frozen=True, slots=True)
class Result:
    """Result of a match.

    Attributes:
        winner: None for a draw, if neither side came, and if both have lost.
        points: match points of Black and White; None if nobody has told them.
        absent: sides that did not come: the match was not played.
        both_lost: True if the match was played, and both have lost by a ruling.
    """

    winner: Side | None
    points: tuple[int, int] | None = None
    absent: frozenset[Side] = frozenset()
    both_lost: bool = False

    @property
    def is_played(self) -> bool:
        """False after a forfeit."""
        return not self.absent

    def half_points(self, side: Side) -> int:
        """Return the score of a side in half points."""
        if self.winner is None:
            return 0 if self.absent or self.both_lost else DRAW
        return WIN if self.winner is side else 0

    def __str__(self) -> str:
        if self.absent:
            both = len(self.absent) == 2
            return "forfeit " + ("both" if both else next(iter(self.absent)).name.lower())
        if self.both_lost:
            return "both lost"
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
    if plain == "both lost":
        return Result(None, both_lost=True)
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


def typed_result(text: str, black: str, white: str) -> Result | None:
    """Parse a result as people write it; None for `none`, which deletes one.

    Beside FORMS that is `½-½`, `3 : 1`, any dash for a hyphen, and `- -` if neither side came.
    What chess writes White first, and a board here Black first, is refused.

    Args:
        text: that was typed.
        black, white: names of the players, for messages.

    Raises:
        ValueError: it is no result, or may mean two; the message quotes it, and says what to type.
    """
    plain = " ".join(text.translate(_DASHES).lower().split())
    if plain == "none":
        return None
    told = _SIDE_BY_SIDE.sub(r"\1", plain).replace(":", "-")
    sides = {"black": f"{black} (Black)", "white": f"{white} (White)"}
    if _DRAWS.fullmatch(told):
        return Result(None)
    if told == "0-0":
        raise _ambiguous(
            text,
            {
                "draw": f"{sides['black']} and {sides['white']} drew",
                "both lost": "both lost",
                "forfeit both": "neither of them came",
            },
        )
    if told in ("1-0", "0-1"):
        raise _ambiguous(text, {word: f"{name} won" for word, name in sides.items()})
    forfeits = _FORFEITS.fullmatch(plain)
    if forfeits and forfeits.groups() == ("-", "-"):
        return parse_result("forfeit both")
    if forfeits and forfeits[1] != forfeits[2]:
        absent = {f"forfeit {word}": f"{name} did not come" for word, name in sides.items()}
        raise _ambiguous(text, absent)
    try:
        return parse_result(told)
    except ValueError:
        raise ValueError(f"{quoted(text)} is no result: it is {FORMS}") from None


def _ambiguous(text: str, meanings: Mapping[str, str]) -> ValueError:
    choices = "; ".join(f"`{word}` if {meaning}" for word, meaning in meanings.items())
    return ValueError(f"{quoted(text)} can be read in more than one way: enter {choices}")


def _winner(points: tuple[int, int]) -> Side | None:
    black, white = points
    if black == white:
        return None
    return Side.BLACK if black > white else Side.WHITE
