"""Watched match: as much of a match as its sensors are compared with, and tell something for."""

from __future__ import annotations

from typing import Protocol

from host.recognition.board_state import BoardState
from host.recognition.dwell_timer import DwellTimer
from host.recognition.history import History
from host.recognition.matching import Candidate
from host.recognition.memory import RecognitionMemory
from host.session.left_pieces import LeftPieces
from host.session.match_settings import MatchSettings
from host.session.phases.phase import PhaseState
from host.session.player_actions.hand_negotiation import HandNegotiation
from host.session.view import Notice


class WatchedMatch(Protocol):
    """Match whose board is watched; see `MatchState`."""

    @property
    def settings(self) -> MatchSettings: ...

    @property
    def board(self) -> BoardState: ...

    @property
    def dwell(self) -> DwellTimer: ...

    @property
    def history(self) -> History: ...

    @property
    def memory(self) -> RecognitionMemory: ...

    @property
    def phase(self) -> PhaseState: ...

    @property
    def negotiation(self) -> HandNegotiation: ...

    @property
    def left(self) -> LeftPieces: ...

    @property
    def virtual_hand(self) -> bool: ...

    @property
    def stands(self) -> bool: ...

    @property
    def computers_turn(self) -> bool: ...

    def begin_again(self) -> list[Notice]: ...

    def enter(self) -> None: ...

    def make(self, candidate: Candidate, now_ms: int) -> list[Notice]: ...

    def tick(self, now_ms: int) -> list[Notice]: ...
