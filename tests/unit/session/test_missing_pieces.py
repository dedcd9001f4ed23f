"""A piece that is seen nowhere is in a hand, until play goes on without it or players say so."""

from __future__ import annotations

import pytest

from host.recognition.snapshot import SquareState
from host.recognition.times import DWELL_MS, HELD_MS, PLAYED_MS, PUT_DOWN_MS, SEVERAL_MS, WORKS_MS
from host.session.sensors.move_offers import LIFTS, NOWHERE_MS
from host.session.sensors.sensor_watch import STANDS
from host.session.view import Phase
from tests.unit.session.sensors import BLACK, EMPTY, WHITE, Board

MINUTE_MS = 60_000
SIDES: dict[str, SquareState] = {"b8": BLACK, "h1": WHITE, "d4": BLACK, "c1": WHITE}


@pytest.mark.parametrize("held", SIDES)
def test_a_tower_that_is_held_for_minutes_is_asked_for_and_no_sensor_is_blamed(held: str) -> None:
    board = Board()
    board.move("d8d4")  # White's tower of a1 must move
    board.lift(held)
    board.wait(2 * MINUTE_MS)
    assert board.dark == []
    assert board.texts == ["d8d4"]
    if held != "d4":  # which may be moved on
        assert board.session.view().correction is not None
    board.put(held, SIDES[held])
    board.wait(1000)
    assert board.session.view().correction is None
    assert not any("sensor" in text or "I do not look" in text for text in board.said)


def test_nothing_is_offered_to_who_thinks_with_the_tower_in_the_hand() -> None:
    board = Board()
    offered = set[str]()
    for _ in range(2):
        board.lift("d8")
        for _ in range(MINUTE_MS // 1000):
            board.wait(1000)
            offered |= board.choices
        board.put("d8", BLACK)
    assert offered == set()
    board.move("d8d4")
    assert board.texts == ["d8d4"]


def test_a_tower_that_was_put_back_twice_is_offered_the_squares_where_nothing_is_seen() -> None:
    board = Board(d4=EMPTY)
    board.move("d8d4")
    board.wait(HELD_MS - 2000)
    assert not any("not seen anywhere" in text for text in board.said)
    board.wait(HELD_MS)
    told = (
        "The piece from d8 is not seen anywhere. If you have put it down, put it back on d8 twice"
        " and move it again: you can then choose its move on the page."
    )
    assert board.said.count(told) == 1
    assert board.choices == set()
    board.put("d8", BLACK)
    for _ in range(LIFTS - 1):
        board.lift("d8")
        board.put("d8", BLACK)
    board.move("d8d4")
    board.wait(5000)
    assert "d8d4" in board.choices
    board.session.choose("d8d4", board.now_ms)
    board.wait(PUT_DOWN_MS)
    assert board.texts == ["d8d4"]
    assert board.dark == ["d4"]


def test_a_tower_from_a_silent_square_to_another_is_offered_its_moves_after_two_minutes() -> None:
    board = Board()
    board.move("d8d4")
    board.faults.update(a1=EMPTY, a2=EMPTY)
    board.move("a1a2")
    board.wait(NOWHERE_MS - 5000)
    assert board.choices == set()
    board.wait(6000)
    assert "a1a2" in board.choices
    board.session.choose("a1a2", board.now_ms)
    board.wait(PUT_DOWN_MS)
    assert board.texts == ["d8d4", "a1a2"]
    assert board.dark == ["a2"]


@pytest.mark.parametrize("stuck", ["a4", "f1"])
def test_where_a_sensor_is_stuck_and_another_silent_the_board_is_set_up_all_the_same(
    stuck: str,
) -> None:
    board = Board(h8=EMPTY, **{stuck: BLACK if stuck == "f1" else WHITE})
    board.wait(HELD_MS - 2000)
    assert board.dark == [], "the tower may stand in a wrong place"
    board.wait(2000)
    assert board.dark == [stuck]
    board.wait(SEVERAL_MS + 2000)
    assert any("Nothing is seen on h8" in text for text in board.said)
    board.session.choose(STANDS, board.now_ms)
    board.wait(1000)
    assert board.dark == sorted([stuck, "h8"])
    assert board.session.view().phase is Phase.PLAY


def test_a_tower_that_is_set_up_late_from_a_wrong_place_is_believed() -> None:
    board = Board(h8=EMPTY, d5=BLACK)
    board.wait(HELD_MS + 2000)
    assert board.dark == ["d5"]
    board.faults.clear()
    board.wait(1000)
    assert board.session.view().phase is Phase.PLAY
    board.wait(WORKS_MS)
    assert board.dark == []


def test_play_goes_on_without_a_tower_that_is_not_seen() -> None:
    board = Board()
    board.faults["h1"] = EMPTY
    board.wait(2000)
    board.move("d8d4")
    board.wait(DWELL_MS)
    assert board.texts == ["d8d4"]
    board.wait(PLAYED_MS)
    assert board.dark == [], "the other player may hold it"
    board.move("a1a3")
    board.wait(PLAYED_MS)
    assert board.texts == ["d8d4", "a1a3"]
    assert board.dark == ["h1"]
    assert any("Nothing is seen on h1" in text for text in board.said)


def test_a_tower_that_is_held_while_the_other_player_moves_is_no_fault() -> None:
    board = Board()
    board.lift("h1")
    board.wait(2000)
    board.move("d8d4")
    board.wait(MINUTE_MS)
    board.put("h1", WHITE)
    board.move("a1a3")
    assert board.texts == ["d8d4", "a1a3"]
    assert board.dark == []


def test_a_row_that_is_still_to_be_set_up_is_waited_for() -> None:
    row = {f"{file}1": EMPTY for file in "abcdefgh"}
    board = Board(**row)
    board.wait(2 * MINUTE_MS)
    board.move("d8d4")
    board.wait(2 * MINUTE_MS)
    assert board.session.view().phase is Phase.SETUP
    assert board.dark == []
    assert board.texts == []


def test_the_round_begins_without_a_tower_that_is_not_seen() -> None:
    board = Board(h1=EMPTY)
    board.wait(MINUTE_MS)
    assert board.session.view().phase is Phase.SETUP
    board.move("d8d4")
    board.wait(PLAYED_MS)
    assert board.texts == ["d8d4"]


def test_players_tell_that_a_row_stands_that_is_not_seen() -> None:
    row = {f"{file}1": EMPTY for file in "abcdefgh"}
    board = Board(**row)
    board.wait(SEVERAL_MS - 1000)
    assert board.choices == set()
    board.wait(2000)
    asked = (
        "Nothing is seen on a1, b1, c1, d1, e1, f1, g1 and h1. Put what is missing there. If it "
        "stands there, play on, or choose that on the page."
    )
    assert board.said.count(asked) == 1
    assert board.choices == {STANDS}
    board.session.choose(STANDS, board.now_ms)
    assert board.session.view().phase is Phase.PLAY
    assert board.dark == sorted(row)


def test_more_towers_of_the_row_are_put_where_nothing_is_seen() -> None:
    row = {f"{file}1": EMPTY for file in "abcdef"}
    board = Board(**row)
    board.wait(5000)
    board.faults.update(g1=EMPTY, h1=EMPTY)
    board.wait(SEVERAL_MS + 1000)
    assert board.choices == {STANDS}
    board.session.choose(STANDS, board.now_ms)
    assert board.dark == [f"{file}1" for file in "abcdefgh"]


def test_a_tower_that_stands_above_a_silent_sensor_is_told_by_players() -> None:
    board = Board()
    board.faults["h1"] = EMPTY
    board.wait(SEVERAL_MS + 1000)
    assert board.choices == {STANDS}
    board.session.choose(STANDS, board.now_ms)
    board.wait(500)
    assert board.session.view().correction is None
    board.move("d8d4")
    assert board.texts == ["d8d4"]


def test_two_towers_that_open_the_menu_as_they_are_not_seen_are_told_to_stand() -> None:
    board = Board()
    for text in ("f8f6", "a1a3", "b8d6"):
        board.move(text)
    board.faults.update(d6=EMPTY, f6=EMPTY)
    board.wait(SEVERAL_MS + 1000)
    assert board.session.view().menu
    assert board.choices == set(), "somebody may hold them"
    board.wait(HELD_MS)
    assert board.choices == {STANDS}
    board.session.choose(STANDS, board.now_ms)
    board.wait(500)
    assert not board.session.view().menu
    board.move("c1c3")
    assert board.texts == ["f8f6", "a1a3", "b8d6", "c1c3"]


def test_a_tower_that_came_before_a_move_was_made_is_no_reply_to_it() -> None:
    board = Board()
    board.lift("b8")
    board.lift("c1")
    board.wait(2000)
    board.put("c2", WHITE)
    board.move("e8g6")
    board.lift("d1")  # of the colour of g6: it might have gone to c2
    board.wait(PLAYED_MS + 1000)
    assert board.texts == []
    board.put("d1", WHITE)
    board.lift("c2")
    board.put("c1", WHITE)
    board.put("b8", BLACK)
    board.wait(1000)
    assert board.texts == ["e8g6"]
    assert board.dark == []
