"""Positions of a match as text, both ways.

    position   the text of the round's position, then the format, the number of the round,
               the points of White and Black, and who began the round:
               `obpkyrgn/8/8/8/8/8/8/NGRYKPBO b - standard 1 0:0 b`
    move       as in a round, or `fill left`, `fill right`; in a series `set up`

The towers stand in the text with the teeth with which the round is played; a tooth that the
end of the round has brought is in the points only, until the next round begins.  The fields
of the match may be left out, all together, where they follow from the round.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from host.engine.game import InvalidPositionError, Side
from host.engine.kamisado import notation
from host.engine.kamisado.formats import Format, format_named
from host.engine.kamisado.match_position import MatchPosition
from host.engine.kamisado.scoring import Points

_NUMBER = re.compile(r"[1-9][0-9]{0,7}")
_POINTS = re.compile(r"(0|[1-9][0-9]{0,7}):(0|[1-9][0-9]{0,7})")


def position_text(match: Format, position: MatchPosition) -> str:
    """The position as one line, as the module describes it."""
    return (
        f"{notation.position_text(position.round)} {match.name} {position.number} "
        f"{position.points} {position.challenger.value}"
    )


def parse_position(match: Format, text: str) -> MatchPosition:
    """The position of a match that a text describes.

    Raises:
        InvalidPositionError: the message quotes the text and says what is wrong with it.
    """
    fields = text.split(" ")
    split = 4 if fields[3:4] in (["w"], ["b"]) else 3
    # The round's part is refused by its own parser, in its own words.
    position = notation.parse_position(" ".join(fields[:split]))
    try:
        if not fields[split:]:
            return MatchPosition.of(match, position)
        if len(fields) != split + FIELDS:
            raise ValueError(
                "after the round's position write the format, the number of the round, "
                "the points and who began it"
            )
        name, number, points, challenger = fields[split:]
        if name != match.name:
            raise ValueError(
                f"its format is {name!r}, and this is a {match.title} ({match.name!r})"
            )
        return MatchPosition.of(
            match,
            position,
            _parse_number(number),
            _parse_points(points),
            _parse_challenger(challenger),
        )
    except ValueError as error:
        raise InvalidPositionError(
            f"no {match.game_name} position is written {text!r}: {error}"
        ) from None


def _parse_number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"the number of the round must be 1 or more, not {text!r}")
    return int(text)


def _parse_points(text: str) -> Points:
    points = _POINTS.fullmatch(text)
    if points is None:
        raise ValueError(f"the points must be White's and Black's as in '2:1', not {text!r}")
    return Points(int(points[1]), int(points[2]))


def _parse_challenger(text: str) -> Side:
    try:
        return Side(text)
    except ValueError:
        raise ValueError(f"who began the round must be 'w' or 'b', not {text!r}") from None


FIELD_PARSERS: tuple[Callable[[str], object], ...] = (
    format_named,
    _parse_number,
    _parse_points,
    _parse_challenger,
)
"""What reads each field of the match; a ValueError says what is wrong with it."""

FIELDS = len(FIELD_PARSERS)
