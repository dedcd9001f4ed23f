"""A board on which some sensors show what they like."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from host.engine.registry import game_named
from host.engine.squares import parse_square, square_name
from host.recognition.snapshot import Snapshot, SquareState, snapshot_of
from host.recognition.times import SEVERAL_MS
from host.session.match_settings import MatchSettings
from host.session.sensors.sensor_watch import STANDS
from host.session.session import Session

EMPTY, WHITE, BLACK = SquareState.EMPTY, SquareState.WHITE, SquareState.BLACK
STEP_MS = 100


class Board:
    """A board on which some sensors show what they like.

    Attributes:
        faults: what they show, by the names of their squares.
        said: all that the session has said.
    """

    def __init__(
        self, game: str = "kamisado-single", position: str | None = None, **faults: SquareState
    ) -> None:
        self.game = game_named(game)
        first = self.game.start() if position is None else self.game.parse_position(position)
        self.session = Session(MatchSettings(self.game), first)
        self.pieces = list(snapshot_of(self.game.pieces(first), prod(self.game.size)))
        self.faults = faults
        self.now_ms = 0
        self.said: list[str] = []
        self.wait(1000)

    def wait(self, ms: int) -> None:
        """Let time pass."""
        for _ in range(0, ms, STEP_MS):
            self.now_ms += STEP_MS
            self.look()

    def look(self) -> None:
        """Show the board to the session."""
        shown = list(self.pieces)
        for name, state in self.faults.items():
            shown[parse_square(name, self.game.size)] = state
        notices = self.session.see(self.as_told(shown), self.now_ms)
        self.said += [notice.text for notice in notices]

    def as_told(self, states: Sequence[SquareState]) -> Snapshot:
        """Return what the sensors tell of what stands on the squares."""
        return tuple(states)

    def lift(self, name: str) -> None:
        self.pieces[parse_square(name, self.game.size)] = EMPTY
        self.wait(300)

    def put(self, name: str, state: SquareState) -> None:
        self.pieces[parse_square(name, self.game.size)] = state
        self.wait(300)

    def move(self, text: str) -> None:
        """Carry the piece on one square to another."""
        state = self.pieces[parse_square(text[:2], self.game.size)]
        self.lift(text[:2])
        self.put(text[2:4], state)
        self.wait(600)

    @property
    def texts(self) -> list[str]:
        return [ply.text for ply in self.session.plies]

    @property
    def dark(self) -> list[str]:
        """The squares that are lit as not looked at."""
        marks = self.session.view().marks
        return [
            square_name(mark.square, self.game.size[0]) for mark in marks if mark.entry == "sensor"
        ]

    @property
    def choices(self) -> set[str]:
        return {choice.text for choice in self.session.view().choices}


class OnOffBoard(Board):
    """The same of sensors that do not tell white from black."""

    def as_told(self, states: Sequence[SquareState]) -> Snapshot:
        """Return that something stands there, or nothing."""
        just_there = {WHITE: SquareState.OCCUPIED, BLACK: SquareState.OCCUPIED}
        return tuple(just_there.get(state, state) for state in states)


def found(
    game: str = "kamisado-single", position: str | None = None, **faults: SquareState
) -> Board:
    """A board whose faulty sensors have been found."""
    board = Board(game, position, **faults)
    board.wait(SEVERAL_MS + 1000)
    if EMPTY in faults.values():
        board.session.choose(STANDS, board.now_ms)
    assert board.dark == sorted(faults)
    return board
