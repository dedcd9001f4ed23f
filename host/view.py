"""What a session tells: phases, notices, plies, and the view that displays draw; all values."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Generic, TypeVar

from host.engine.game import Outcome, Piece, Side, Square
from host.guidance import Help, Trouble
from host.lighting import Mark
from host.tracking import Outlook

PositionT = TypeVar("PositionT")
MoveT = TypeVar("MoveT")


class Phase(enum.Enum):
    """Where the session is."""

    SETUP = "setup"
    PLAY = "play"
    OVER = "over"


class Level(enum.Enum):
    """How a notice is meant."""

    INFO = "info"
    GOOD = "good"
    WARN = "warn"


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that happened, for people."""

    level: Level
    text: str


@dataclass(frozen=True, slots=True)
class Ply(Generic[PositionT, MoveT]):
    """One made move, with the outlook before it.

    Attributes:
        forced: a pass that the host made because it was the only move.
        origin, target: squares of the mover's piece; equal for a pass.
    """

    before: Outlook[PositionT, MoveT]
    move: MoveT
    side: Side
    piece: Piece | None
    origin: Square | None
    target: Square | None
    text: str
    words: str
    forced: bool


@dataclass(frozen=True, slots=True)
class View(Generic[PositionT, MoveT]):
    """Everything that a display may show; a value."""

    phase: Phase
    turn: Side
    prompt: str
    outlook: Outlook[PositionT, MoveT]
    movers: tuple[Square, ...]
    lifted: Square | None
    marks: tuple[Mark, ...]
    trouble: Trouble | None
    plies: tuple[Ply[PositionT, MoveT], ...]
    outcome: Outcome | None
    can_take_back: bool
    help: Help
