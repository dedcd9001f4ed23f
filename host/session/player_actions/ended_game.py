"""The end of a game that hands have chosen, and all that is needed to go back to that game."""

from __future__ import annotations

from dataclasses import dataclass

from host.engine.game import Square
from host.recognition.history import History
from host.recognition.memory import RecognitionMemory
from host.session.clock import GameClock
from host.session.match_settings import MatchSettings
from host.session.player_actions.hand_negotiation import HandNegotiation


@dataclass(frozen=True, slots=True)
class GameNow:
    """All that belongs to one game, to go back to it."""

    number: int
    settings: MatchSettings
    history: History
    memory: RecognitionMemory
    negotiation: HandNegotiation
    clock: GameClock


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
