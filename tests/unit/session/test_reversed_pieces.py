"""Pieces whose magnet is the wrong way up: told for as long as it is so, and played with."""

from __future__ import annotations

import random
from collections.abc import Collection

import pytest

from host.engine.game import Square
from host.engine.registry import game_named
from host.engine.squares import parse_square, square_name
from host.recognition.history import Ply
from host.recognition.snapshot import OTHER_SIDE, STATE_OF_SIDE, Snapshot
from host.recognition.times import HELD_MS, SEVERAL_MS
from host.session.match_settings import MatchSettings
from host.session.requests import TakeBack
from host.session.session import Session
from host.session.view import Phase
from soak.hands.players import Players
from soak.session_tabletop import SessionTabletop
from tests.unit.session.sensors import BLACK, EMPTY, WHITE, Board

MAGNET = "its magnet is the wrong way up"


class ReversedBoard(Board):
    """A board on which some pieces are seen as the other side's from the beginning."""

    def __init__(
        self, *names: str, game: str = "kamisado-single", position: str | None = None
    ) -> None:
        rules = game_named(game)
        first = rules.start() if position is None else rules.parse_position(position)
        pieces = rules.pieces(first)
        seen = {n: STATE_OF_SIDE[pieces[parse_square(n, rules.size)].side.other] for n in names}
        super().__init__(game, position, **seen)
        for name in names:
            self.pieces[parse_square(name, self.game.size)] = self.faults.pop(name)
        self.wait(SEVERAL_MS + 1000)

    @property
    def turned(self) -> list[str]:
        """The squares that are lit as those of a piece whose magnet is the wrong way up."""
        return [
            square_name(mark.square, self.game.size[0])
            for mark in self.session.view().marks
            if mark.entry == "sensor" and MAGNET in str(mark.words)
        ]

    @property
    def blames(self) -> bool:
        """True if a sensor has been blamed."""
        return any("sensor" in text.lower() for text in self.said)


def test_a_reversed_tower_is_told_at_the_set_up_and_play_begins() -> None:
    board = ReversedBoard("c1")
    assert board.session.view().phase is Phase.PLAY
    assert any(MAGNET in text and "c1" in text for text in board.said)
    board.wait(3 * HELD_MS)
    assert board.turned == ["c1"]
    assert not board.blames


def test_a_reversed_tower_is_followed_wherever_it_goes() -> None:
    board = ReversedBoard("c1")
    for text, stands in (("b8b4", "c1"), ("c1c4", "c4"), ("g8g5", "c4")):
        board.move(text)
        assert board.turned == [stands]
    assert board.texts == ["b8b4", "c1c4", "g8g5"]
    assert board.session.view().correction is None
    assert not board.blames


def test_a_lifted_reversed_tower_shows_where_it_may_go() -> None:
    board = ReversedBoard("c1")
    board.move("b8b4")
    board.lift("c1")
    lit = {mark.entry for mark in board.session.view().marks}
    assert "legal" in lit
    board.put("c1", BLACK)
    board.wait(600)
    assert board.texts == ["b8b4"]
    assert board.turned == ["c1"]


def test_a_move_of_a_reversed_tower_is_taken_back_by_hand_and_on_the_page() -> None:
    board = ReversedBoard("c1")
    board.move("b8b4")
    board.move("c1c4")
    board.move("c4c1")
    assert board.texts == ["b8b4"]
    board.move("c1c4")
    board.session.handle(TakeBack(), board.now_ms)
    board.wait(600)
    board.move("c4c1")
    assert board.texts == ["b8b4"]
    assert board.session.view().correction is None
    assert board.turned == ["c1"]


def test_a_reversed_tower_on_a_wrong_square_is_led_back() -> None:
    board = ReversedBoard("c1")
    board.move("b8b4")
    board.move("c1d3")
    board.wait(1000)
    assert board.session.view().correction is not None
    board.move("d3c4")
    assert board.texts == ["b8b4", "c1c4"]


def test_a_reversed_tower_wins() -> None:
    position = "obpkyrg1/7N/8/8/8/7n/8/1GRYKPBO w n"
    board = ReversedBoard("h7", position=position)
    board.move("h7h8")
    board.wait(1000)
    assert board.texts == ["h7h8"]


@pytest.mark.parametrize("reversed_", [("c4",), ("c3",), ("c3", "c4")])
@pytest.mark.parametrize("first", ["pusher", "pushed"])
def test_reversed_towers_push_and_are_pushed(reversed_: tuple[str, ...], first: str) -> None:
    board = ReversedBoard(
        *reversed_, game="kamisado", position="obpky1gn/8/8/8/2r5/2N+5/8/1GRYKPBO w n"
    )
    pusher, pushed = (board.pieces[parse_square(s, (8, 8))] for s in ("c3", "c4"))
    board.lift("c3")
    board.lift("c4")
    goes = [("c4", pusher), ("c5", pushed)]
    for square, state in goes if first == "pusher" else reversed(goes):
        board.put(square, state)
    board.wait(1000)
    assert board.texts == ["c3c4+"]
    assert board.turned == [{"c3": "c4", "c4": "c5"}[name] for name in reversed_]


def test_two_reversed_towers_are_followed() -> None:
    for names in (("c1", "f1"), ("c1", "b8")):
        board = ReversedBoard(*names)
        assert board.session.view().phase is Phase.PLAY
        for text in ("b8b4", "c1c4", "g8g5"):
            board.move(text)
        assert board.texts == ["b8b4", "c1c4", "g8g5"]
        assert len(board.turned) == 2
        assert not board.blames


def test_a_reversed_tower_stands_at_the_next_set_up() -> None:
    board = ReversedBoard("c1")
    board.move("b8b4")
    board.move("c1c4")
    first = list(board.pieces)
    home = [s for s, state in enumerate(first) if state is not EMPTY]
    tower = parse_square("c4", (8, 8))
    for square in home:
        board.pieces[square] = EMPTY
        board.wait(300)
    board.wait(3000)
    rows = (*range(8), *range(56, 64))
    for square in rows:
        board.pieces[square] = WHITE if square < 8 else BLACK
        if square == 2:
            board.pieces[square] = first[tower]
        board.wait(400)
    board.wait(5000)
    view = board.session.view()
    assert view.correction is None
    assert board.turned == ["c1"]


def test_a_tower_that_is_turned_over_is_like_any_other() -> None:
    board = ReversedBoard("c1")
    board.lift("c1")
    board.put("c1", WHITE)
    board.wait(3000)
    assert board.turned == []
    board.move("b8b4")
    board.move("c1c4")
    assert board.texts == ["b8b4", "c1c4"]


def test_a_stuck_sensor_that_seems_to_show_a_reversed_tower_is_told_when_it_leaves() -> None:
    board = ReversedBoard("c1")
    board.move("b8b4")
    square = parse_square("c1", (8, 8))
    board.faults["c1"] = BLACK
    board.pieces[square] = WHITE
    board.move("c1c4")
    board.wait(2000)
    assert board.texts == ["b8b4", "c1c4"]
    assert "The sensor of c1 is stuck. Play on: I do not look at it." in board.said
    assert board.turned == []


def test_a_reversed_stone_that_is_put_may_be_turned_or_chosen() -> None:
    board = ReversedBoard(game="seega")
    board.put("a1", BLACK)  # a white one, upside down
    board.wait(2000)
    assert "Or is its magnet the wrong way up?" in " ".join(board.said)
    assert "a1" in board.choices
    board.wait(2 * HELD_MS)
    assert not any("stuck" in text for text in board.said)
    assert "a1" in board.choices
    board.session.choose("a1", board.now_ms)
    board.wait(1000)
    assert board.texts == ["a1"]
    assert board.turned == ["a1"]
    board.put("e1", BLACK)
    board.wait(1000)
    assert board.texts == ["a1", "e1"]


def test_a_reversed_stone_is_followed_and_captured() -> None:
    board = ReversedBoard("d1", game="seega", position="1s3/3s1/2s2/1S2s/SS1ss b 0 0 -")
    assert board.turned == ["d1"]
    board.move("d1d2")
    assert board.texts == ["d1d2"]
    assert board.turned == ["d2"]
    board.lift("d2")
    board.wait(3000)
    assert board.turned == []
    assert not board.blames


class ReversedTabletop(SessionTabletop):
    """A tabletop on which some pieces are seen as the other side's all the time."""

    turns_over = False

    def __init__(self, session: Session, chance: random.Random, reversed_: int) -> None:
        super().__init__(session, chance)
        tokens = sorted((stand.token for stand in self._standing.values()), key=str)
        self._reversed = chance.sample(tokens, reversed_)
        self.wait(SEVERAL_MS + 1000)

    def snapshot(self) -> Snapshot:
        states = list(super().snapshot())
        for square, stand in self._standing.items():
            if stand.token in self._reversed:
                states[square] = OTHER_SIDE.get(states[square], states[square])
        still = {*(stand.token for stand in self._standing.values()), *self._held}
        if not still.issuperset(self._reversed):  # it is just dragged
            for square, state in self._ghosts.items():
                states[square] = OTHER_SIDE.get(state, state)
        return tuple(states)

    def _check_shown(self, ply: Ply, later: Collection[Square]) -> None:
        """Leave out what compares the sides of pieces with what the sensors show."""


@pytest.mark.parametrize("number", [0, 1, pytest.param(2, marks=pytest.mark.slow)])
def test_clumsy_hands_play_matches_with_reversed_towers(number: int) -> None:
    chance = random.Random(f"reversed/{number}")
    game = game_named(["kamisado-single", "kamisado-series-3", "kamisado-standard"][number])
    session = Session(MatchSettings(game))
    players = Players(game, ReversedTabletop(session, chance, 1 + number % 2), chance)
    players.play()
    assert players.counts["matches ended"] == 1
