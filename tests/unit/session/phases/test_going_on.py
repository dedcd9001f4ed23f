"""Moves made while the cable was out, of which the board does not tell which: players go on."""

from __future__ import annotations

import pytest

from host.engine.kamisado.match import KamisadoMatch
from host.engine.kamisado.match_format import format_named
from host.engine.kamisado.match_position import MatchPosition
from host.engine.squares import square_name
from host.recognition.snapshot import Snapshot, SquareState, snapshot_of
from host.recognition.times import MOVE_MS
from host.session.session import Session
from host.session.view import Phase
from tests.support.snapshots import SnapshotHand

GAME = KamisadoMatch(format_named("long"))
OUT_MS = 30_000
SHORT_MS = 100
EMPTY, THERE = SquareState.EMPTY, SquareState.OCCUPIED
TO_TWO_POSITIONS = "2pkyr1n/o7/6g1/3Yb3/8/R7/8/NG2KPBO w n long 1 0:0 b", "a1c3 h8g7"
TO_THREE_POSITIONS = (
    "ob2yrgn/8/4K3/k1p5/8/4B3/8/NGRY1P1O b r long 1 0:0 b",
    "f8f4 e3d4 h8f6 a1b2",
)
BY_FOUR_WAYS = (
    "obp5/3k4/6yn/3g1GBO/8/5r2/8/N1RYKP2 w y long 1 0:0 b",
    "d1b3 b3c4 d5d3",
)
FOUR_WITHOUT_SIDES = (
    "o2k3n/3prP2/8/1b6/2g1y3/G7/7O/N1RYK1B1 w b long 1 0:0 b",
    "g1g2 a8a7 c1h6 b5b3 d1c2",
)


class OutOfSight(SnapshotHand):
    """Hand that makes moves while the cable is out.

    Args:
        position: where it begins.
        moves: that are made unseen, without forced passes.
        switches: True if the sensors tell no sides.
    """

    def __init__(self, position: str, moves: str, switches: bool) -> None:
        self.game = GAME
        self.switches = switches
        super().__init__(position, game=GAME.name, settle_ms=0)
        self.session = Session(self.session.settings, GAME.parse_position(position))
        self.now_ms, self.notices = 0, []
        self.true = GAME.parse_position(position)
        self.snapshot = self._shown()
        self.wait(6500)
        assert self.view.phase is Phase.PLAY
        for text in moves.split():
            self._make(text)
        self.session.board_lost()
        self.now_ms += OUT_MS + len(moves.split()) * MOVE_MS
        self.snapshot = self._shown()
        self.wait(4000)

    def wait(self, ms: int) -> None:
        """Let time pass in short steps: the search for what was played goes on with each."""
        for _ in range(0, ms, SHORT_MS):
            super().wait(SHORT_MS)

    @property
    def chains(self) -> list[str]:
        """The chains of moves to choose from on a display."""
        return [choice.text for choice in self.view.choices if " " in choice.text]

    @property
    def is_understood(self) -> bool:
        """True if the session has the position that hands have reached."""
        position = self.session.position
        assert isinstance(position, MatchPosition)
        return after_passes(position) == after_passes(self.true)

    def go_on(self, rest_ms: int = 2000) -> None:
        """Make the first legal move that ends nothing and pushes nothing."""
        self.true = after_passes(self.true)
        before = GAME.pieces(self.true)
        for move in GAME.legal_moves(self.true):
            following = GAME.play(self.true, move)
            pieces = GAME.pieces(following)
            left = [s for s in before if s not in pieces]
            come = [s for s in pieces if s not in before]
            if len(left) == len(come) == 1 and GAME.round_outcome(following) is None:
                break
        else:
            raise AssertionError("there is no such move")
        state = self.lift(square_name(left[0], 8))
        self.wait(400)
        self.show(square_name(come[0], 8), state)
        self.wait(rest_ms)
        self.true = following

    def _make(self, text: str) -> None:
        self.true = after_passes(self.true)
        self.true = GAME.play(self.true, GAME.parse_move(self.true, text))

    def _shown(self) -> Snapshot:
        snapshot = snapshot_of(GAME.pieces(self.true), 64)
        return tuple(THERE if s is not EMPTY and self.switches else s for s in snapshot)


def after_passes(position: MatchPosition) -> MatchPosition:
    """Return the position after the passes that are forced in it."""
    while len(moves := GAME.legal_moves(position)) == 1:
        following = GAME.play(position, moves[0])
        if GAME.pieces(following) != GAME.pieces(position):
            break
        position = following
    return position


@pytest.mark.parametrize(
    ("position", "moves", "ways"),
    [(*TO_TWO_POSITIONS, 2), (*TO_THREE_POSITIONS, 3), (*BY_FOUR_WAYS, 4)],
    ids=["two", "three", "four"],
)
def test_players_just_go_on(position: str, moves: str, ways: int) -> None:
    hand = OutOfSight(position, moves, switches=False)
    assert len(hand.chains) == ways
    assert not hand.texts
    for _ in range(2):
        hand.go_on()
        assert hand.is_understood
        assert hand.view.correction is None


@pytest.mark.parametrize(
    ("position", "moves", "further"),
    [(*TO_TWO_POSITIONS, 1), (*TO_THREE_POSITIONS, 1), (*BY_FOUR_WAYS, 3)],
    ids=["two", "three", "four"],
)
def test_players_go_on_where_sensors_tell_no_sides(position: str, moves: str, further: int) -> None:
    hand = OutOfSight(position, moves, switches=True)
    for _ in range(further):
        assert not hand.texts
        hand.go_on()
    assert hand.is_understood
    assert hand.view.correction is None


def test_of_four_ways_without_sides_the_true_one_is_told_by_the_moves_that_follow() -> None:
    hand = OutOfSight(*FOUR_WITHOUT_SIDES, switches=True)
    assert len(hand.chains) == 4
    hand.go_on()
    assert hand.is_understood
    assert hand.view.correction is None
