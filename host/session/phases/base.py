"""Base class of the phases: defaults, and the steps that all phases share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar

from host.engine.game import Outcome, Piece, Reward, Square
from host.guidance import phrases
from host.guidance.corrections import Correction
from host.guidance.lighting import Mark
from host.guidance.progress import Count
from host.message import Words
from host.recognition.matching import Candidate
from host.recognition.recogniser import Interpretation
from host.recognition.snapshot import (
    Sight,
    Snapshot,
    differing,
    first_snapshot,
    inverted,
    snapshot_of,
)
from host.session.match_state import MatchState
from host.session.phases.just_so import MOST_BACK, WHOLE, Change, change_shown
from host.session.player_actions import takebacks
from host.session.view import Action, Choice, Notice, Phase, Severity


class BasePhase(ABC):
    """Defaults and steps of a phase; see `PhaseState`."""

    name: ClassVar[Phase]
    asks: ClassVar[bool] = False

    def __init__(self, state: MatchState) -> None:
        self.state = state
        self.hints: tuple[Candidate, ...] = ()
        self.correction: Correction | None = None
        self.progress: Count | None = None
        self.asked_which = False

    def note_asked(self) -> None:
        """Note that it was asked which game the board was set up for."""
        self.asked_which = True

    @property
    def capturing(self) -> tuple[Square, ...]:
        return ()

    @property
    def reward(self) -> Reward | None:
        return None

    @property
    def round_outcome(self) -> Outcome | None:
        return None

    @property
    @abstractmethod
    def due(self) -> Mapping[Square, Piece]: ...

    @property
    def time_runs(self) -> bool:
        return False

    @property
    def stops_clock(self) -> bool:
        """True if no time runs while pieces are put right.

        In a serious game who displaces them puts them right in the own time, as 7.4 of the Laws of
        Chess has it, unless a sensor or a takeback is the cause: disorder wins no time to think.
        """
        state = self.state
        excused = state.returning or bool(state.sensors.health.faults)
        return self.correction is not None and (excused or not state.settings.serious)

    @property
    def actions(self) -> tuple[Action, ...]:
        begun = self.state.outcome is None and self.state.history.plies
        return (Action.RESIGN,) if begun else ()

    @property
    def choices(self) -> Sequence[Choice]:
        return ()

    @abstractmethod
    def see(self, seen: Snapshot, now_ms: int) -> list[Notice]: ...

    def board_lost(self) -> None:
        self.hints = ()

    def choose(self, text: str, now_ms: int) -> list[Notice] | None:
        return None

    def confirm(self) -> list[Notice]:
        return [Notice(Severity.WARN, phrases.NOTHING_TO_CONFIRM)]

    def opening_notices(self) -> list[Notice]:
        return []

    def prompt(self) -> Words:
        outcome = self.state.outcome
        assert outcome is not None, "a phase in which the game goes on tells what to do"
        return outcome.reason

    def marks(self) -> list[Mark]:
        return []

    def choose_reading(self, readings: Sequence[Snapshot]) -> Snapshot:
        """Choose the best explained reading; of a board that tells sides, the literal one only
        where a push explains it.

        The first position of all is chosen if it is shown, and so is that with exchanged rows: that
        a piece of the other side was taken off a square before may have got lost on the line, or a
        sensor have slipped.
        """
        first = first_snapshot(self.state.settings.game)
        if first in readings:
            return first
        if self.state.board.by_colour:
            return min(readings, key=self.distance)
        careful, literal = readings
        return literal if literal == inverted(first) or self.is_push(literal) else careful

    def distance(self, reading: Snapshot) -> int:
        """Return how far a reading is from what is expected: 0 if it is just that, less if it is
        the first position."""
        if reading == first_snapshot(self.state.settings.game):
            return -1
        pieces = self.due or self.state.history.expectation.pieces
        return 3 + len(differing(reading, snapshot_of(pieces, len(reading))))

    def interpret(self, seen: Snapshot) -> Interpretation:
        """Interpret what the board shows by the moves of the game; see `recogniser`."""
        return Interpretation(wrong=True)

    def shown_just_so(self, seen: Snapshot, sight: Sight = WHOLE) -> Change | None:
        """Return the change of the game that a snapshot shows just so; None if it shows none."""
        settings, history = self.state.settings, self.state.history
        most_back = 0 if settings.moves_stand else MOST_BACK
        other = None if settings.opponent is None else settings.opponent.side
        landings = self.state.memory.landings
        return change_shown(history, seen, most_back, other, sight, landings)

    def is_push(self, reading: Snapshot) -> bool:
        """Return True if squares change sides because one piece pushes another off them, or
        back."""
        return False

    def perform(self, found: Interpretation, now_ms: int) -> list[Notice]:
        """Take back and make the moves of an interpretation."""
        state = self.state
        made = () if found.make is None else (found.make,)
        notices = self.change(found.undo, made, now_ms)
        # A quick reply is there already.
        return [*notices, *([] if state.stands else state.tick(now_ms))]

    def change(self, undo: int, made: Sequence[Candidate], now_ms: int) -> list[Notice]:
        """Take back a number of moves, and make others."""
        state = self.state
        notices = [notice for _ in range(undo) for notice in takebacks.undo(state)]
        state.left.taken_back_by_hand(undo)
        state.board.follow(state.history.expectation)
        for candidate in made:
            notices += state.make(candidate, now_ms)
        return notices
