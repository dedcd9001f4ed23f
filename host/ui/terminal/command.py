"""Commands of the text interface, as values."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

Request: TypeAlias = Mapping[str, str | int]
"""A request of a page to the host (docs/protocols/page.md)."""


class CommandError(ValueError):
    """A line that is no command; its message quotes it and says what would be one."""


class Print(enum.Enum):
    """Commands that print something."""

    BOARD = "board"
    MOVES = "moves"
    HELP = "?"
    ADOPTION = "adopt"
    AGAIN = "again"


class Wait(enum.Enum):
    """Conditions to wait for after a request, before the next line is read."""

    NONE = "none"
    RESULT = "result"
    """The host has recognised a move, or something wrong."""
    SET_UP = "set up"
    """The pieces stand as they must."""


@dataclass(frozen=True, slots=True)
class CommandContext:
    """The state of the match that a line may refer to.

    Attributes:
        size: files and ranks of the game, for the names of squares.
        choices: texts of the moves that are offered besides those on the board.
        game: name of the game that is played.
        games: names of those that may be begun.
        replay: True if a record is stepped through.
        turn: the side to move, "white" or "black".
    """

    size: tuple[int, int]
    choices: tuple[str, ...] = ()
    game: str = ""
    games: tuple[str, ...] = ()
    replay: bool = False
    turn: str = "white"


@dataclass(frozen=True, slots=True)
class Send:
    """Requests to the host, one after another."""

    requests: tuple[Request, ...]
    wait: Wait = Wait.NONE


@dataclass(frozen=True, slots=True)
class Quit:
    """The command that ends the program."""


Command: TypeAlias = Send | Print | Quit
