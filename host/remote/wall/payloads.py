"""Payloads of published boards: read, and checked for what a wall shows of them.

A board is the program of somebody else, perhaps of another version: what does not have the form of
docs/protocols/page.md is left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

from host.session.clock import is_clock

Check: TypeAlias = Callable[[object], bool]

MOST_SQUARES = 26
"""Files or ranks of the largest board that can be named."""
MOST_MOVES = 100_000
"""Moves or rounds of the longest match, and more than anybody plays."""
MOST_POINTS = 10_000
"""Points of a side in a match, likewise."""

_SQUARE = re.compile(r"[a-z][1-9][0-9]?")


def _one_of(*values: object) -> Check:
    return lambda value: value in values


def _is(*kinds: type) -> Check:
    return lambda value: isinstance(value, kinds) and not isinstance(value, bool)


def _within(least: int, most: int, *kinds: type) -> Check:
    """Return the check of a number, which a page is to draw; not a number is within no limits."""
    number = _is(*(kinds or (int,)))
    return lambda value: number(value) and least <= value <= most  # type: ignore[operator]


def _or_none(check: Check) -> Check:
    return lambda value: value is None or check(value)


def _list(check: Check) -> Check:
    return lambda value: isinstance(value, list) and all(map(check, value))


def _fields(**checks: Check) -> Check:
    return lambda value: (
        isinstance(value, dict)
        and all(name in value and check(value[name]) for name, check in checks.items())
    )


def _is_words(value: object) -> bool:
    return isinstance(value, str) or _fields(id=_is(str), args=_is(dict))(value)


def _is_square(value: object) -> bool:
    return isinstance(value, str) and _SQUARE.fullmatch(value) is not None


def _is_size(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_within(1, MOST_SQUARES), value))


def _is_painted(value: object) -> bool:
    return isinstance(value, dict) and all(
        _is_square(square) and isinstance(colour, str) for square, colour in value.items()
    )


_is_side = _one_of("white", "black")
_squares = _or_none(_is_square)
_move = _fields(
    **{"from": _squares, "to": _squares, "ply": _within(0, MOST_MOVES), "side": _is_side},
    **{"piece": _or_none(_is(str)), "words": _is_words, "text": _is(str)},
    round=_within(0, MOST_MOVES),
)
_points = _within(0, MOST_POINTS, int, float)
_FORMS: Mapping[str, Mapping[str, Check]] = {
    "game": {
        "game": _is(str),
        "title": _is_words,
        "size": _is_size,
        "square_colours": _is_painted,
    },
    "state": {
        "phase": _is(str),
        "turn": _is_side,
        "prompt": _is_words,
        "pieces": _list(
            _fields(square=_is_square, side=_is_side, name=_is(str), teeth=_within(0, 9))
        ),
        "last": _or_none(_fields(**{"from": _squares, "to": _squares})),
        "moves": _list(_move),
        "outcome": _or_none(_fields(winner=_or_none(_is_side), reason=_is_words)),
        "match": _or_none(
            _fields(title=_is_words, round=_within(0, MOST_MOVES), white=_points, black=_points)
        ),
        "correction": _or_none(_fields(text=_is_words)),
        "opponent": _or_none(_fields(label=_is_words, side=_is_side)),
        "puzzle": _or_none(_is(dict)),
        "tutorial": _or_none(_is(dict)),
        "link": _fields(state=_is(str), text=_is_words),
    },
    "clock": {
        "white": _or_none(is_clock),
        "black": _or_none(is_clock),
        "running": _or_none(_is_side),
        "text": _is(str),
    },
    "record": {"moves": _list(_is(str)), "text": _is(str)},
}
KINDS = ("presence", *_FORMS)
"""Last levels of the topics that a wall reads."""


def read_payload(kind: str, payload: bytes) -> dict[str, object] | None:
    """Return the fields of a payload that a wall shows.

    Args:
        kind: last level of its topic; one of `KINDS`, but `presence`, which is no JSON.
        payload: JSON text.

    Returns:
        None if it has not the form of its kind.
    """
    form = _FORMS[kind]
    try:
        told = json.loads(payload)
    except (ValueError, RecursionError):
        return None
    return {name: told[name] for name in form} if _fields(**form)(told) else None


EMPTY: Mapping[str, None] = dict.fromkeys(
    [name for kind in ("game", "state") for name in _FORMS[kind]] + ["clock"]
)
"""Fields of a board that has published nothing yet."""
