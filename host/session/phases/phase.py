"""Protocol of a phase, as the match sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from host.engine.game import Outcome, Piece, Reward, Square
from host.guidance.corrections import Correction
from host.guidance.lighting import Mark
from host.guidance.progress import Count
from host.message import Words
from host.recognition.matching import Candidate
from host.recognition.recogniser import Interpretation
from host.recognition.snapshot import Snapshot
from host.session.view import Action, Choice, Notice, Phase


class PhaseState(Protocol):
    """One phase of a match, from its beginning to its end.

    Attributes:
        name: which phase.
        hints: the legal moves that are under way.
        correction: what is wrong with the board; None if nothing is.
        capturing: squares of captured pieces that are still to be taken off for a move to be made.
        progress: how many pieces stand where they belong, while that is counted.
        reward: what is to be put on a piece by hand; None if nothing is.
        round_outcome: how the last round ended, until the next begins; None if it was not played
            to its end.
        asked_which: True if it was asked before which game the board was set up for, and nothing
            has answered.
    """

    asked_which: bool

    def note_asked(self) -> None: ...

    @property
    def name(self) -> Phase: ...

    @property
    def hints(self) -> tuple[Candidate, ...]: ...

    @property
    def correction(self) -> Correction | None: ...

    @property
    def progress(self) -> Count | None: ...

    @property
    def capturing(self) -> tuple[Square, ...]: ...

    @property
    def reward(self) -> Reward | None: ...

    @property
    def round_outcome(self) -> Outcome | None: ...

    @property
    def asks(self) -> bool:
        """True if the phase asks something that comes before anything else on the lights."""

    @property
    def due(self) -> Mapping[Square, Piece]:
        """The pieces that hands are putting where; empty while that is still to be chosen."""

    @property
    def time_runs(self) -> bool:
        """True if the time of the side to move runs."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """Return the actions beside moves that the players may take now."""

    @property
    def choices(self) -> Sequence[Choice]:
        """Return the choices that displays offer."""

    def choose_reading(self, readings: Sequence[Snapshot]) -> Snapshot:
        """Choose among several readings of the sensors."""

    def distance(self, reading: Snapshot) -> int:
        """Return how far a reading is from what is expected: 0 if it is just that."""

    def interpret(self, seen: Snapshot) -> Interpretation:
        """Interpret what the board shows by the moves of the game; see `recogniser`."""

    def see(self, seen: Snapshot, now_ms: int) -> list[Notice]:
        """Interpret what the board shows, also when nothing but time has changed."""

    def board_lost(self) -> None:
        """Forget what was under way on the board."""

    def choose(self, text: str, now_ms: int) -> list[Notice] | None:
        """Carry out a choice of the phase that is no move; None if the text is none."""

    def confirm(self) -> list[Notice]:
        """Confirm that the reward is on its piece."""

    def opening_notices(self) -> list[Notice]:
        """Return the notices that the phase begins with."""

    def prompt(self) -> Words:
        """Return what is to be done now."""

    def marks(self) -> list[Mark]:
        """Return what the phase lights by itself."""
