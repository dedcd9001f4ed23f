"""A match that was left on the board, and the program that begins on it the next day."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from host.ai.players.opponent import AnyOpponent
from host.engine.registry import game_named
from host.engine.squares import parse_square
from host.guidance.marks import Help
from host.recognition.history import StoredPly
from host.recognition.snapshot import Snapshot, SquareState, snapshot_of
from host.session.clock import parse_control
from host.session.match_settings import MatchSettings
from host.session.session import Session
from host.session.unfinished import UnfinishedMatch
from tests.support.snapshots import SnapshotHand

MOVES = ["d8d4", "a1c3", "h8h3", "b1d3", "c8g4"]
"""Legal moves of Kamisado, after which White moves the tower on f1, and none stands on a1."""


class Morning(SnapshotHand):
    """Hand at a board on which pieces stand before the program begins with a new match.

    Args:
        moves: of each saved match, by its number, the newest first.
        standing: squares that show otherwise than in the first of them.
        game: that is begun.
        left: that was saved.
        switches: True if the sensors tell no sides.

    Attributes:
        gone_on: numbers of the matches that were gone on with.
    """

    def __init__(
        self,
        moves: Mapping[int, list[str]] | None = None,
        standing: Mapping[str, str] | None = None,
        game: str = "kamisado-single",
        left: str | None = None,
        clock: str = "",
        opponent: AnyOpponent | None = None,
        switches: bool = False,
        virtual_hand: bool = False,
    ) -> None:
        self.game = game_named(game)
        self.session = Session(MatchSettings(self.game), None, Help.LEGAL)
        self.session.set_virtual_hand(virtual_hand)
        control = parse_control(clock) if clock else None
        settings = MatchSettings(game_named(left or game), control, False, opponent)
        self.switches = switches
        self.gone_on: list[int] = []
        saved = [self._match(number, settings, texts) for number, texts in moves_of(moves).items()]
        self.session.ask_about(saved)
        self.snapshot = self.shown(saved[0].expectation.snapshot)
        for square, state in (standing or {}).items():
            at = parse_square(square, self.game.size)
            self.snapshot = (*self.snapshot[:at], SquareState(state), *self.snapshot[at + 1 :])
        self.now_ms = 0
        self.notices = []
        self.wait(1000)

    def _match(self, number: int, settings: MatchSettings, moves: list[str]) -> UnfinishedMatch:
        restored = Session(settings)
        restored.restore([StoredPly(text) for text in moves])

        def go_on() -> None:
            self.session.take_over(restored)
            self.gone_on.append(number)

        return UnfinishedMatch(number, restored.state.history.expectation, partial(go_on))

    def shown(self, snapshot: Snapshot) -> Snapshot:
        """Return a snapshot as the sensors tell it."""
        if not self.switches:
            return snapshot
        there = SquareState.OCCUPIED
        return tuple(s if s is SquareState.EMPTY else there for s in snapshot)

    def show_first_position(self) -> None:
        """Show the first position of the game that was begun."""
        files, ranks = self.game.size
        first = snapshot_of(self.game.pieces(self.game.start()), files * ranks)
        self.snapshot = self.shown(first)

    @property
    def is_asked(self) -> bool:
        """True while it is asked which match goes on."""
        return [choice.text for choice in self.view.choices] == ["new game", "same game"]


def moves_of(moves: Mapping[int, list[str]] | None) -> Mapping[int, list[str]]:
    return {7: MOVES} if moves is None else moves


def touch(hand: SnapshotHand, name: str, rest_ms: int = 1000) -> None:
    """Lift a piece and put it back."""
    at = parse_square(name, hand.game.size)
    before = hand.snapshot[at]
    hand.show(name, SquareState.EMPTY)
    hand.wait(400)
    hand.show(name, before)
    hand.wait(rest_ms)
