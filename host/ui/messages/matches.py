"""`matches` and `record`: the saved matches, for the page that has asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypedDict

from host.message import Words
from host.ui.messages.pieces import SideName


class SavedMatchData(TypedDict):
    """A saved match.

    Attributes:
        title: of its game.
        moves: number of plies, choices between rounds included.
        changed: UTC, e.g. 2026-11-21T05:31:00Z.
        clock: minutes and seconds, `10+5`; `""` without a clock.
        result: None while it goes on.
        opponent: name of the computer as a player; None against a person.
        names: of the people who play; `""` where none is known, and for the computer.
        far: True if it is played with somebody at another board.
        current: True if it is the one that is played now.
    """

    id: int
    title: Words
    rounds: int
    moves: int
    changed: str
    clock: str
    result: Words | None
    opponent: Words | None
    names: Mapping[SideName, str]
    far: bool
    current: bool


class MatchesMessage(TypedDict):
    """All saved matches, the last changed first."""

    t: Literal["matches"]
    matches: list[SavedMatchData]


class RecordMessage(TypedDict):
    """The record of a saved match, as text."""

    t: Literal["record"]
    match: int
    text: str


class MatchPictureMessage(TypedDict):
    """The picture of a saved match, as it stands.

    Attributes:
        svg: an SVG document; `""` if the match cannot be drawn.
    """

    t: Literal["match_picture"]
    match: int
    svg: str


class SharedMessage(TypedDict):
    """A record, position or picture that a page shows, as others may get it.

    Attributes:
        what, ply: as in the request.
        text: the record, the text of the position, or an SVG document.
    """

    t: Literal["shared"]
    what: Literal["record", "position", "picture"]
    ply: int
    text: str


class RecordReadMessage(TypedDict):
    """Answer to a text that is a record.

    Attributes:
        opened: True if it is on the board now; False if it was only checked.
    """

    t: Literal["record_read"]
    opened: bool


def record_read_message(opened: bool) -> RecordReadMessage:
    """Build the message; its argument as of `RecordReadMessage`."""
    return {"t": "record_read", "opened": opened}


def match_picture_message(number: int, svg: str) -> MatchPictureMessage:
    """Build the message.

    Args:
        number: id of the match.
        svg: as of `MatchPictureMessage`.
    """
    return {"t": "match_picture", "match": number, "svg": svg}


def record_message(number: int, text: str) -> RecordMessage:
    """Build the message.

    Args:
        number: id of the match.
    """
    return {"t": "record", "match": number, "text": text}
