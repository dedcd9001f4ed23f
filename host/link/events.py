"""Events of a connection to a board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from host.link import wire
from host.link.wire import BoardHello
from host.message import Message


@dataclass(frozen=True, slots=True)
class BoardReady:
    """The board has said hello.  `restarted`: its boot id differs from the last one."""

    hello: BoardHello
    restarted: bool


@dataclass(frozen=True, slots=True)
class SnapshotReceived:
    """The board has sent a snapshot.

    Attributes:
        letters: a character a cell, as in `wire.Snap`.
        is_new: True if its revision differs from the last one.
        age_ms: time for which the settled cells have been like this.
    """

    revision: int
    board_ms: int
    letters: str
    is_new: bool
    age_ms: int = 0

    @property
    def cells(self) -> str:
        """The settled state of each cell: without capitals."""
        return self.letters.lower()

    @property
    def lifts(self) -> tuple[int, ...]:
        """The cells whose piece seems to be lifted, which has not settled."""
        return tuple(cell for cell, letter in enumerate(self.letters) if letter.isupper())


@dataclass(frozen=True, slots=True)
class FrameShown:
    """The board shows the newest frame; `milliamps` is its maximum current."""

    number: int
    milliamps: int


@dataclass(frozen=True, slots=True)
class BoardSilent:
    """No valid line has come for SILENT_MS."""


@dataclass(frozen=True, slots=True)
class BoardDeaf:
    """The board sends lines but acknowledges none: nothing arrives there."""


@dataclass(frozen=True, slots=True)
class BoardHears:
    """A deaf board acknowledges frames again."""


@dataclass(frozen=True, slots=True)
class BoardRefused:
    """The board speaks another major version, is too large or has halted; `message` says what to
    do."""

    message: Message


@dataclass(frozen=True, slots=True)
class BoardFailed:
    """The firmware crashed and runs again; reported once a crash.  `message` says why."""

    message: Message


@dataclass(frozen=True, slots=True)
class BoardWarning:
    """A new warning of the board; `message` is None if the cause has gone.

    `code` is one of wire.WARN_CODES.
    """

    code: str
    message: Message | None


@dataclass(frozen=True, slots=True)
class CellValues:
    """Answer to `request_cells`: a value of each cell, a1 first, in hundredths of a millitesla."""

    name: str
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CalibrationProgress:
    """Progress of a calibration; sent unasked while one is running."""

    progress: wire.Calib


@dataclass(frozen=True, slots=True)
class NotOurBoard:
    """The device on this port is no Kamisado board; `message` says what to do."""

    message: Message


@dataclass(frozen=True, slots=True)
class Diagnostics:
    """Answer to `request_diagnostics`."""

    values: dict[str, str]


Event: TypeAlias = (
    BoardReady
    | SnapshotReceived
    | FrameShown
    | BoardSilent
    | BoardDeaf
    | BoardHears
    | BoardRefused
    | BoardFailed
    | BoardWarning
    | CellValues
    | CalibrationProgress
    | NotOurBoard
    | Diagnostics
)
