"""Events of a match, and the entries of a log in which one side writes its own.

An entry is written by one side and never changed.  `seen` tells how many entries of the other side
its writer had taken in, so that both sides know what it answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import TypeAlias

from host.message import quoted
from host.remote.record.errors import malformed

PHRASES = 6
"""Number of fixed sentences that players can say to each other."""

LONGEST_TEXT = 100
"""Characters of a move, and of the id of a device."""
_LARGEST_NUMBER = 2**53 - 1
"""The largest whole number that every reader of JSON takes exactly."""


@dataclass(frozen=True, slots=True)
class Move:
    """Make a move, or a choice between two rounds.

    Attributes:
        text: of the move, as `Game.move_text` gives it.
    """

    text: str


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the game up."""


@dataclass(frozen=True, slots=True)
class FlagFell:
    """Lose on time: the own time is over."""


@dataclass(frozen=True, slots=True)
class OfferDraw:
    """Offer a draw, or what the rules count where both agree to end the game."""


@dataclass(frozen=True, slots=True)
class OfferTakeback:
    """Ask to take moves back.

    Attributes:
        plies: number of plies that shall remain; all of them to take the end of the game back.
    """

    plies: int


@dataclass(frozen=True, slots=True)
class OfferNewGame:
    """Offer another game of the same settings, once one is over."""


@dataclass(frozen=True, slots=True)
class OfferPause:
    """Offer to interrupt the game, where a pause needs the other side's agreement."""


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Withdraw the own offer: the other side's host refuses it, unless it has been answered."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer the offer of the other side."""

    agree: bool


@dataclass(frozen=True, slots=True)
class Pause:
    """Interrupt the game; both clocks stand."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on with a game that was interrupted."""


@dataclass(frozen=True, slots=True)
class Claim:
    """End the game, as the other side has been away for longer than was agreed.

    Attributes:
        win: True to have won it, False to have it drawn.
    """

    win: bool


@dataclass(frozen=True, slots=True)
class Say:
    """Say one of the fixed sentences.

    Attributes:
        number: from 0 to 5.
    """

    number: int


@dataclass(frozen=True, slots=True)
class Admit:
    """Admit the first device that has joined; written by the inviter alone, once.

    Attributes:
        device: its id.
    """

    device: str


Event: TypeAlias = (
    Move
    | Resign
    | FlagFell
    | OfferDraw
    | OfferTakeback
    | OfferNewGame
    | OfferPause
    | Withdraw
    | Answer
    | Pause
    | Resume
    | Claim
    | Say
    | Admit
)
"""All that can happen in a match."""

_KINDS: dict[str, tuple[type[Event], type | None]] = {
    "move": (Move, str),
    "resign": (Resign, None),
    "flag_fell": (FlagFell, None),
    "offer_draw": (OfferDraw, None),
    "offer_takeback": (OfferTakeback, int),
    "offer_new_game": (OfferNewGame, None),
    "offer_pause": (OfferPause, None),
    "withdraw": (Withdraw, None),
    "answer": (Answer, bool),
    "pause": (Pause, None),
    "resume": (Resume, None),
    "claim": (Claim, bool),
    "say": (Say, int),
    "admit": (Admit, str),
}
"""The name of each kind, with the type of its argument."""
_NAMES = {kind: name for name, (kind, _) in _KINDS.items()}


@dataclass(frozen=True, slots=True)
class Entry:
    """An event in the log of the side that it happened to.

    Attributes:
        event: what happened.
        seen: how many entries of the other side its writer had taken in.
        clock_ms: what the writer's own clock showed then; None in a match without clocks.
    """

    event: Event
    seen: int
    clock_ms: int | None = None

    def data(self) -> list[object]:
        """Return the entry as JSON has it: kind, `seen`, `clock_ms`, and the argument if any."""
        return [_NAMES[type(self.event)], self.seen, self.clock_ms, *astuple(self.event)]


def entry_of(data: object) -> Entry:
    """Return the entry that JSON describes.

    Raises:
        RefusedRecordError: it is none; the message quotes it.
    """
    if not isinstance(data, Sequence) or isinstance(data, str) or len(data) not in (3, 4):
        raise malformed(quoted(str(data)))
    name, seen, clock_ms, *arguments = data
    kind, argument = _KINDS.get(name, (None, None)) if isinstance(name, str) else (None, None)
    valid = (
        kind is not None
        and _is_count(seen)
        and (clock_ms is None or _is_count(clock_ms))
        and len(arguments) == (argument is not None)
        and all(_fits(value, argument) for value in arguments)
    )
    if kind is None or not valid:
        raise malformed(quoted(str(data)))
    return Entry(kind(*arguments), seen, clock_ms)


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value <= _LARGEST_NUMBER


def _fits(value: object, kind: type | None) -> bool:
    """Return True if an argument is of its type, and of a sensible size."""
    if isinstance(value, str):
        return kind is str and 0 < len(value) <= LONGEST_TEXT
    return _is_count(value) if kind is int else type(value) is kind
