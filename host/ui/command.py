"""Commands of the text interface: a line that somebody typed, as a value.

The words are those of `HELP`.  Nothing here knows whether a move is legal: a move that is
not is carried out like any other, and the board then says what is wrong with it.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from host.engine.geometry import parse_square

HELP = """\
d8d4              move the tower on d8 to d4 (by the simulated hand)
c3c4+             push: slide the sumo on c3 against the tower on c4
lift d8           take the tower on d8 up
put d4            put the lifted tower down on d4
slide d8 d4       slide it there without lifting
push c3 c4        the same as c3c4+
takeback          take the last move back
new               begin a new round
help LEVEL        what the lights tell: off, required or legal
moves, board      show the moves so far, or the board again
?                 show this
quit              end the program; so does Ctrl-D"""

_LONGEST_QUOTE = 40

Request: TypeAlias = Mapping[str, str]
"""A message of PAGE.md, page to host."""


class CommandError(ValueError):
    """A line that is no command; the message quotes it and says what would be one."""


class Show(enum.Enum):
    """What the program is asked to print."""

    BOARD = "board"
    MOVES = "moves"
    HELP = "?"


@dataclass(frozen=True, slots=True)
class Act:
    """Wishes to be told to the host, one after another.

    Attributes:
        moves: whether they are a whole move, so that the board's verdict is worth waiting for.
    """

    requests: tuple[Request, ...]
    moves: bool = False


@dataclass(frozen=True, slots=True)
class Quit:
    """The end."""


Command: TypeAlias = Act | Show | Quit

_PLAIN: Mapping[str, Command] = {
    "takeback": Act(({"t": "takeback"},)),
    "undo": Act(({"t": "takeback"},)),
    "new": Act(({"t": "new"},)),
    "moves": Show.MOVES,
    "board": Show.BOARD,
    "?": Show.HELP,
    "help": Show.HELP,
    "quit": Quit(),
    "exit": Quit(),
    "q": Quit(),
}
_LEVELS = ("off", "required", "legal")


def parse_command(line: str, size: tuple[int, int]) -> Command | None:
    """The command that a line says; None if it is blank.

    Args:
        line: what was typed; upper and lower case are the same.
        size: files and ranks of the game, for the names of squares.

    Raises:
        CommandError: the line is no command; the message quotes it.

    >>> parse_command("lift d8", (8, 8))
    Act(requests=({'t': 'lift', 'square': 'd8'},), moves=False)
    """
    words = line.lower().split()
    try:
        match words:
            case []:
                return None
            case [word] if word in _PLAIN:
                return _PLAIN[word]
            case ["help", level] if level in _LEVELS:
                return Act(({"t": "help", "level": level},))
            case ["help", _]:
                raise CommandError(
                    f"The levels of help are off, required and legal: {_quoted(line)}."
                )
            case ["lift" | "put" as do, square]:
                return Act(({"t": do, "square": _square(square, size)},), moves=do == "put")
            case ["slide" | "push" as do, origin, target]:
                return _by_hand(do, (origin, target), size)
            case ["lift" | "put", *_]:
                raise CommandError(
                    f"{words[0]} wants one square, e.g. {words[0]} d8: {_quoted(line)}."
                )
            case ["slide" | "push", *_]:
                raise CommandError(
                    f"{words[0]} wants two squares, e.g. {words[0]} c3 c4: {_quoted(line)}."
                )
        return _move(line, size)
    except ValueError as error:
        if isinstance(error, CommandError):
            raise
        raise CommandError(f"{_quoted(line)}: {error}.") from error


def _move(line: str, size: tuple[int, int]) -> Command:
    """A move as text: `d8d4`, also `d8-d4` and `d8 d4`; with `+` a push."""
    text = "".join(line.lower().split())
    squares = _split(text.removesuffix("+").replace("-", ""))
    if squares is None:
        raise CommandError(f"{_quoted(line)} is no command. Type ? for those there are.")
    if text.endswith("+"):
        return _by_hand("push", squares, size)
    origin, target = (_square(square, size) for square in squares)
    if origin == target:
        raise CommandError(f"{_quoted(line)} goes nowhere. A pass is made by itself.")
    return Act(({"t": "lift", "square": origin}, {"t": "put", "square": target}), moves=True)


def _by_hand(do: str, squares: Sequence[str], size: tuple[int, int]) -> Command:
    origin, target = (_square(square, size) for square in squares)
    return Act(({"t": do, "from": origin, "to": target},), moves=True)


def _split(text: str) -> tuple[str, str] | None:
    """Two names of squares written together; None if it is not just two."""
    starts = [at for at, character in enumerate(text) if character.isalpha()]
    if len(starts) != 2 or starts[0] != 0 or not text[starts[1] + 1 :] or starts[1] == 1:
        return None
    parts = text[: starts[1]], text[starts[1] :]
    return parts if all(part[1:].isdigit() for part in parts) else None


def _square(text: str, size: tuple[int, int]) -> str:
    parse_square(text, size)
    return text


def _quoted(text: str) -> str:
    short = text.strip()
    return repr(short if len(short) <= _LONGEST_QUOTE else short[:_LONGEST_QUOTE] + "...")
