"""End of a game by its players: resigned, agreed on or begun anew, and all of that taken back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from host.engine.game import Square
from host.engine.termination import Termination
from host.guidance import phrases
from host.message import sentences
from host.recognition.dwell_timer import DWELL_MS
from host.recognition.history import History
from host.recognition.memory import RecognitionMemory
from host.recognition.snapshot import SquareState
from host.session.clock import GameClock
from host.session.match_settings import MatchSettings
from host.session.player_actions.negotiation import Negotiation
from host.session.view import Notice, Severity

if TYPE_CHECKING:
    from host.session.match_state import MatchState

UNDO_MS = 10_000
"""Time for which the end of a game that hands have agreed on may be taken back on the board."""


@dataclass(frozen=True, slots=True)
class GameNow:
    """All that belongs to one game, to go back to it."""

    number: int
    settings: MatchSettings
    history: History
    memory: RecognitionMemory
    negotiation: Negotiation
    clock: GameClock

    @classmethod
    def of(cls, state: MatchState) -> GameNow:
        """Return the current game."""
        return cls(
            state.game_number,
            state.settings,
            state.history,
            state.memory,
            state.negotiation,
            state.clock,
        )

    def go_back(self, state: MatchState) -> None:
        """Make it the current game again."""
        state.game_number, state.settings = self.number, self.settings
        state.history, state.memory, state.clock = self.history, self.memory, self.clock
        state.negotiation = self.negotiation


@dataclass(frozen=True, slots=True)
class EndedByHand:
    """The end of a game that hands have chosen in the menu.

    Attributes:
        game: that was ended.
        square: where that was chosen; a piece put there takes it back.
    """

    game: GameNow
    square: Square
    since_ms: int


def terminate(state: MatchState, termination: Termination) -> list[Notice]:
    """End the game by its players."""
    state.negotiation.drop()
    state.negotiation.termination = termination
    state.made_ms = state.checking_ms = None
    state.enter()
    return [Notice(Severity.GOOD, termination.outcome.reason)]


def take_back(state: MatchState) -> list[Notice]:
    """Go on with a game that its players had ended."""
    state.negotiation.termination = None
    state.enter()
    return [Notice(Severity.INFO, sentences(phrases.GOES_ON, state.phase.prompt()))]


def take_back_by_hand(state: MatchState, now_ms: int) -> list[Notice]:
    """Go on with a game whose end hands take back by a piece on the square that blinks."""
    ended, seen = state.ended_by_hand, state.board.seen
    if ended is None:
        return []
    if state.dwell.until(ended.since_ms, UNDO_MS, now_ms) is None:
        state.ended_by_hand = None
        return []
    if seen is None or seen[ended.square] is SquareState.EMPTY:
        return []
    if not state.dwell.elapsed(DWELL_MS, now_ms):
        return []
    state.ended_by_hand = None
    ended.game.go_back(state)
    told = take_back(state)
    state.stale = seen  # the piece that was put there has made no move
    return told
