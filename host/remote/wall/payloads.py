"""Payloads of published boards: read, and checked for what a wall shows of them.

A board is the program of somebody else, perhaps of another version: what does not have the form of
docs/protocols/page.md is left out.  The forms here have of it what a wall shows and no more, with
limits, so that a board without the rest is shown all the same.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal, TypeAlias, TypedDict

from host.message.schema import Limits, Pattern, decode, members
from host.session.clock import MOST_MS

MOST_SQUARES = 26
"""Files or ranks of the largest board that can be named."""
MOST_MOVES = 100_000
"""Moves or rounds of the longest match, and more than anybody plays."""
MOST_POINTS = 10_000
"""Points of a side in a match, likewise."""

_Side: TypeAlias = Literal["white", "black"]
_Square: TypeAlias = Annotated[str, Pattern("[a-z][1-9][0-9]?")]
_Count: TypeAlias = Annotated[int, Limits(0, MOST_MOVES)]
_Points: TypeAlias = Annotated[float, Limits(0, MOST_POINTS)]
_Time: TypeAlias = Annotated[int, Limits(0, MOST_MS)]


class _Message(TypedDict):
    id: str
    args: dict[str, object]


_Words: TypeAlias = _Message | str
_Squares = TypedDict("_Squares", {"from": _Square | None, "to": _Square | None})


class _Move(_Squares):
    ply: _Count
    side: _Side
    piece: str | None
    words: _Words
    text: str
    round: _Count


class _Piece(TypedDict):
    square: _Square
    side: _Side
    name: str
    teeth: Annotated[int, Limits(0, 9)]


class _Outcome(TypedDict):
    winner: _Side | None
    reason: _Words


class _Score(TypedDict):
    title: _Words
    round: _Count
    white: _Points
    black: _Points


class _Correction(TypedDict):
    text: _Words


class _Opponent(TypedDict):
    label: _Words
    side: _Side


class _Link(TypedDict):
    state: str
    text: _Words


class _Game(TypedDict):
    game: str
    title: _Words
    size: Annotated[list[Annotated[int, Limits(1, MOST_SQUARES)]], Limits(2, 2)]
    square_colours: dict[_Square, str]


class _State(TypedDict):
    phase: str
    turn: _Side
    prompt: _Words
    pieces: list[_Piece]
    last: _Squares | None
    moves: list[_Move]
    outcome: _Outcome | None
    match: _Score | None
    correction: _Correction | None
    opponent: _Opponent | None
    puzzle: dict[str, object] | None
    tutorial: dict[str, object] | None
    link: _Link


class _Clock(TypedDict):
    white: _Time | None
    black: _Time | None
    running: _Side | None
    text: str


class _Record(TypedDict):
    moves: list[str]
    text: str


FORMS: dict[str, Any] = {"game": _Game, "state": _State, "clock": _Clock, "record": _Record}
KINDS = ("presence", *FORMS)
"""Last levels of the topics that a wall reads."""


def read_payload(kind: str, payload: bytes) -> dict[str, object] | None:
    """Return the fields of a payload that a wall shows.

    Args:
        kind: last level of its topic; one of `KINDS`, but `presence`, which is no JSON.
        payload: JSON text.

    Returns:
        None if it has not the form of its kind.
    """
    try:
        told = decode(FORMS[kind], json.loads(payload))
    except (ValueError, RecursionError):
        return None
    return {field.key: told[field.key] for field in members(FORMS[kind])}


EMPTY: dict[str, None] = dict.fromkeys(
    [field.key for kind in (_Game, _State) for field in members(kind)] + ["clock"]
)
"""Fields of a board that has published nothing yet."""
