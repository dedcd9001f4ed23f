"""Events of a match, and the entries of a log in which one side writes its own.

An entry is written by one side and never changed.  `seen` tells how many entries of the other side
its writer had taken in, so that both sides know what it answers.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import Annotated, Any, TypeAlias

from host.message import quoted
from host.message.schema import Limits, members
from host.remote.record.errors import malformed, read_as

PHRASES = 6
"""Number of fixed sentences that players can say to each other."""

LONGEST_TEXT = 100
"""Characters of a move, and of the id of a device."""
_Text: TypeAlias = Annotated[str, Limits(1, LONGEST_TEXT)]
_Count: TypeAlias = Annotated[int, Limits(0, 2**53 - 1)]
"""Up to the largest whole number that every reader of JSON takes exactly."""


@dataclass(frozen=True, slots=True)
class Move:
    """Make a move, or a choice between two rounds.

    Attributes:
        text: of the move, as `Game.move_text` gives it.
    """

    text: _Text


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

    plies: _Count


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

    number: _Count


@dataclass(frozen=True, slots=True)
class Admit:
    """Admit the first device that has joined; written by the inviter alone, once.

    Attributes:
        device: its id.
    """

    device: _Text


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

_KINDS: dict[str, type] = {
    "move": Move,
    "resign": Resign,
    "flag_fell": FlagFell,
    "offer_draw": OfferDraw,
    "offer_takeback": OfferTakeback,
    "offer_new_game": OfferNewGame,
    "offer_pause": OfferPause,
    "withdraw": Withdraw,
    "answer": Answer,
    "pause": Pause,
    "resume": Resume,
    "claim": Claim,
    "say": Say,
    "admit": Admit,
}
_NAMES = {kind: name for name, kind in _KINDS.items()}
ROWS: dict[str, Any] = {
    name: tuple[(str, _Count, _Count | None, *(one.kind for one in members(kind)))]  # type: ignore[misc]
    for name, kind in _KINDS.items()
}
"""Schema of an entry of each kind: its name, `seen`, `clock_ms`, and the argument if any."""


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
        """Return the entry as JSON has it."""
        return [_NAMES[type(self.event)], self.seen, self.clock_ms, *astuple(self.event)]


def entry_of(data: object) -> Entry:
    """Return the entry that JSON describes.

    Raises:
        RefusedRecordError: it is none; the message quotes it.
    """
    match data:
        case [str(name), *_] if name in ROWS:
            _, seen, clock_ms, *arguments = read_as(ROWS[name], data)
            return Entry(_KINDS[name](*arguments), seen, clock_ms)
    raise malformed(quoted(str(data)))
