"""Faulty sensors: found, told, and ignored while they are faulty."""

from __future__ import annotations

import random

import pytest

from host.engine.game import Side
from host.engine.squares import parse_square
from host.recognition.sensing.square_changes import FLICKER_CHANGES
from host.recognition.snapshot import SquareState
from host.recognition.times import (
    BUMPED_MS,
    FAULT_MS,
    JUST_SO_MS,
    LONE_MS,
    PLAYED_MS,
    PUT_AGAIN_MS,
    SEVERAL_MS,
    UNDECIDED_MS,
    WORKS_MS,
)
from host.session.view import Action, Phase
from tests.unit.session.sensors import BLACK, EMPTY, STEP_MS, WHITE, Board, OnOffBoard, found


def test_a_sensor_that_a_tower_has_left_is_stuck_if_the_tower_is_put_down_again() -> None:
    board = Board()
    board.move("d8d4")
    board.faults["a1"] = WHITE
    board.move("a1c3")
    board.wait(1000)
    assert board.texts == ["d8d4"]
    board.lift("c3")
    board.put("c3", WHITE)
    board.wait(JUST_SO_MS)
    assert board.texts == ["d8d4", "a1c3"]
    assert board.dark == ["a1"]


def test_a_sensor_is_not_blamed_for_another_that_shows_a_tower_again_that_has_left_it() -> None:
    board = Board()
    board.move("d8d4")
    board.lift("a1")
    board.pieces[parse_square("c3", (8, 8))] = WHITE
    board.look()
    board.faults["a1"] = WHITE
    board.wait(2 * LONE_MS)
    assert board.texts == ["d8d4"]
    del board.faults["a1"]
    board.wait(1000)
    assert board.texts == ["d8d4", "a1c3"]
    assert board.dark == []


def test_a_noisy_sensor_is_not_taken_for_a_tower_that_was_put_down_again() -> None:
    board = Board()
    for state in (WHITE, SquareState.UNSURE, BLACK, EMPTY, BLACK):
        board.faults["c2"] = state
        board.wait(500)
    board.wait(FAULT_MS + 500)
    assert board.texts == []


def test_a_sensor_that_has_failed_proves_nothing_about_another() -> None:
    board = found(c3=WHITE)
    del board.faults["c3"]
    board.wait(WORKS_MS + 1000)
    assert board.dark == []
    board.move("d8d4")
    for state in (WHITE, EMPTY, WHITE):
        board.faults["c3"] = state
        board.wait(500)
    board.wait(FAULT_MS)
    assert board.texts == ["d8d4"]


def test_a_sensor_that_has_changed_otherwise_of_late_does_not_tell_of_another() -> None:
    board = Board()
    board.move("d8d4")
    for state in (BLACK, WHITE, EMPTY):
        board.faults["c3"] = state
        board.wait(LONE_MS)
    board.wait(PUT_AGAIN_MS)
    for state in (WHITE, EMPTY, WHITE):
        board.faults["c3"] = state
        board.wait(LONE_MS)
    board.wait(FAULT_MS)
    assert board.texts == ["d8d4"]
    assert "a1" not in board.dark


def test_a_sensor_is_not_believed_to_work_where_a_tower_may_stand_unseen() -> None:
    board = Board()
    board.faults["d4"] = WHITE
    board.wait(UNDECIDED_MS + FAULT_MS + 1000)
    assert board.dark == ["d4"]
    board.lift("d8")
    board.faults["d4"] = EMPTY  # though the tower is put there
    board.wait(2 * WORKS_MS)
    assert board.dark == ["d4"]
    assert "d8d4" in board.choices


def test_the_round_begins_though_two_sensors_change_slowly() -> None:
    board, chance = Board(a1=BLACK, c8=WHITE), random.Random(2)
    assert board.session.view().phase is Phase.SETUP
    states = (EMPTY, WHITE, BLACK, SquareState.UNSURE)
    for _ in range(30):
        board.faults[chance.choice(("a1", "c8"))] = chance.choice(states)
        board.wait(chance.randint(300, 3000))
    assert board.session.view().phase is Phase.PLAY
    assert "c8" in board.dark


def test_an_unclear_piece_is_not_lifted() -> None:
    board = Board()
    board.move("d8d4")
    board.put("c3", WHITE)
    board.wait(2000)
    board.faults["a1"] = SquareState.UNSURE  # which the tower has left for c3
    board.wait(1000)
    assert board.dark == []


def test_a_move_is_made_beside_a_sensor_that_is_stuck_from_the_same_time_on() -> None:
    board = Board()
    board.faults["e5"] = WHITE
    board.move("d8d4")
    assert board.texts == []
    assert board.session.view().correction is not None
    assert board.choices == set(), "a tower may be in the air"
    since_ms = board.now_ms
    while not board.texts and board.now_ms < since_ms + JUST_SO_MS:
        board.wait(STEP_MS)
    assert board.texts == ["d8d4"]
    assert board.session.view().correction is not None, "it may be a piece that somebody put there"
    board.wait(FAULT_MS)
    assert board.dark == ["e5"]
    assert "The sensor of e5 is stuck. Play on: I do not look at it." in board.said


@pytest.mark.parametrize("kind", [Board, OnOffBoard])
@pytest.mark.parametrize(
    "stuck",
    [{"e4": WHITE}, {"e5": BLACK}, {"h8": BLACK}, {"a1": WHITE}, {"g3": BLACK, "d7": WHITE}],
    ids=str,
)
def test_a_reply_in_the_hand_before_the_move_is_made_beside_pieces_too_many(
    kind: type[Board], stuck: dict[str, SquareState]
) -> None:
    board = kind()
    for text in ("d8d4", "a1c3"):
        board.move(text)
    meant = ["h8h2", "c1a3"]
    board.faults.update(stuck)
    for text in meant:
        board.lift(text[:2])
    board.wait(1000)
    for text, side in zip(reversed(meant), (WHITE, BLACK), strict=True):
        board.put(text[2:], side)
    board.wait((BUMPED_MS if board.texts[2:] else JUST_SO_MS) + 500)  # e5 was taken for a move
    assert board.texts == ["d8d4", "a1c3", *meant]
    board.wait(SEVERAL_MS + UNDECIDED_MS)
    assert set(board.dark) == stuck.keys()


def test_a_tower_goes_on_showing_on_the_square_that_it_has_left_for_a_reply() -> None:
    board = Board()
    board.faults["a1"] = WHITE
    board.lift("a1")
    board.lift("d8")
    board.put("c3", WHITE)
    board.put("d4", BLACK)
    board.wait(JUST_SO_MS)
    assert board.texts == ["d8d4"], "the sensor of c3 may be the one that is stuck"
    board.wait(UNDECIDED_MS + 2 * FAULT_MS + 1000)
    assert "a1c3" in board.choices
    board.session.choose("a1c3", board.now_ms)
    board.wait(1000)
    assert board.texts == ["d8d4", "a1c3"]
    assert "a1" in board.dark


@pytest.mark.parametrize("shown_as", [WHITE, BLACK])
def test_a_square_that_goes_on_showing_a_tower_after_a_move_is_not_looked_at_from_then_on(
    shown_as: SquareState,
) -> None:
    board = Board()
    board.move("d8d4")
    board.faults["a1"] = shown_as
    board.wait(1000)
    board.move("a1c3")
    board.wait(JUST_SO_MS)
    board.move("h8h2")
    board.wait(JUST_SO_MS)
    assert board.texts == ["d8d4", "a1c3", "h8h2"]
    assert board.dark == ["a1"]
    board.move("c1a3")
    assert board.texts[3:] == ["c1a3"]


def test_moves_are_taken_back_beside_a_sensor_that_goes_on_showing_the_tower() -> None:
    board = Board()
    for text in ("d8d4", "a1c3"):
        board.move(text)
    board.faults["c3"] = WHITE
    for origin, target in (("c3", "a1"), ("d4", "d8")):
        state = board.pieces[parse_square(origin, (8, 8))]
        board.lift(origin)
        board.put(target, state)
    board.wait(JUST_SO_MS + 500)
    assert board.texts == []
    board.wait(FAULT_MS)
    assert board.dark == ["c3"]


def test_which_of_two_squares_a_tower_has_gone_to_is_asked_where_both_show_one() -> None:
    board = Board()
    board.faults["d5"] = BLACK
    board.move("d8d4")
    board.wait(SEVERAL_MS)
    assert board.texts == []
    assert board.choices == {"d8d4", "d8d5"}


def test_a_piece_too_many_is_of_no_side_that_could_have_come_there() -> None:
    board = Board()
    board.move("d8d4")
    board.faults["c3"] = BLACK
    board.wait(FAULT_MS + 1000)
    assert FAULT_MS + 1000 < UNDECIDED_MS
    assert board.dark == ["c3"]


def test_a_move_beside_two_sensors_that_change_slowly_is_made() -> None:
    board, states = Board(), [SquareState.UNSURE, BLACK, WHITE]
    board.faults.update(e5=WHITE, c4=BLACK)
    board.lift("d8")
    board.put("d4", BLACK)
    for state in states:
        board.faults["e5"] = state
        board.wait(1500)
    assert board.texts == ["d8d4"]
    board.wait(SEVERAL_MS)
    assert board.dark == ["c4", "e5"]


def test_a_move_to_a_square_that_keeps_changing_is_chosen() -> None:
    board = Board()
    board.lift("d8")
    for number in range(FAULT_MS // 1000 + 1):
        board.faults["d4"] = EMPTY if number % 2 else SquareState.UNSURE
        board.wait(1000)
    assert board.texts == []
    assert "d8d4" in board.choices


def test_a_tower_on_a_wrong_square_is_offered_no_moves() -> None:
    board = Board()
    board.move("d8e4")
    board.wait(FAULT_MS)
    assert board.session.view().correction is not None
    assert board.choices == set()


def test_a_legal_square_that_shows_a_tower_before_one_is_lifted_is_stuck() -> None:
    board = Board()
    board.move("d8d4")
    board.faults["c3"] = WHITE
    board.wait(2000)
    board.move("a1a3")
    assert board.texts == ["d8d4", "a1a3"]
    assert board.dark == ["c3"]


def test_a_legal_square_that_goes_on_showing_a_tower_is_stuck() -> None:
    board = Board()
    board.move("d8d4")
    board.faults["c3"] = WHITE
    board.wait(UNDECIDED_MS)
    assert board.dark == []
    board.wait(FAULT_MS + 1000)
    assert board.dark == ["c3"]
    assert board.texts == ["d8d4"]


def test_a_sensor_that_works_again_is_looked_at_again() -> None:
    board = found(d8=EMPTY)
    del board.faults["d8"]
    board.wait(WORKS_MS + 100)
    assert board.dark == []
    assert "The sensor of d8 works again." in board.said


def test_a_sensor_that_is_found_after_it_has_shown_the_right_side_lets_the_round_begin() -> None:
    board, unsure = Board(g1=BLACK), SquareState.UNSURE
    for state in (WHITE, unsure, WHITE, unsure, EMPTY, BLACK, WHITE, BLACK):
        board.faults["g1"] = state
        board.wait(300)
    assert board.dark == ["g1"]
    board.wait(1000)
    assert board.session.view().phase is Phase.PLAY


def test_a_flickering_sensor_delays_and_changes_no_move() -> None:
    board, chance = Board(), random.Random(6)
    for _ in range(40):
        board.faults["c3"] = chance.choice([EMPTY, WHITE, BLACK, SquareState.UNSURE])
        board.wait(100)
    assert board.dark == ["c3"]
    for name, state in (("d8", EMPTY), ("d4", BLACK)):
        board.pieces[parse_square(name, (8, 8))] = state
        for _ in range(4):
            board.faults["c3"] = chance.choice([EMPTY, WHITE, BLACK, SquareState.UNSURE])
            board.wait(100)
    assert board.texts == ["d8d4"]


def test_a_tower_on_a_wrong_square_stays_wrong_however_long_it_stands() -> None:
    board = Board()
    board.lift("d8")
    board.put("e4", BLACK)
    board.wait(60_000)
    assert board.dark == []
    assert board.session.view().correction is not None


def test_the_next_game_begins_though_two_of_its_pieces_are_seen_nowhere() -> None:
    board = Board()
    board.move("d8d4")
    board.session.act(Action.RESIGN, Side.WHITE, board.now_ms)
    assert board.session.outcome is not None
    board.lift("d4")
    board.faults.update(d8=EMPTY, h1=EMPTY)
    board.put("d8", BLACK)
    board.wait(SEVERAL_MS - 2000)
    assert board.session.outcome is not None, "somebody may hold them"
    board.wait(3000)
    assert board.session.outcome is None
    assert board.dark == []
    assert board.session.view().phase is Phase.SETUP, "they are asked for"
    board.move("a8a5")
    board.wait(PLAYED_MS)
    assert board.texts == ["a8a5"]


def test_the_next_game_begins_though_two_sensors_show_what_the_last_has_left() -> None:
    board = Board()
    board.move("d8d4")
    board.session.act(Action.RESIGN, Side.WHITE, board.now_ms)
    board.faults.update(d4=BLACK, a8=WHITE)
    board.move("d4d8")
    board.wait(SEVERAL_MS + 1000)
    assert board.session.outcome is None
    assert board.dark == ["d4", "a8"]


def test_no_sensor_is_blamed_for_what_a_late_host_has_not_seen_end() -> None:
    board = Board()
    board.move("d8d4")
    board.faults["h6"] = WHITE  # a tower in passing
    board.wait(300)
    stalled_ms = board.now_ms
    board.now_ms += 2 * FAULT_MS
    board.session.host_stalled(stalled_ms, board.now_ms)
    board.session.tick(board.now_ms)  # before the lines are read that wait
    assert board.dark == []
    board.wait(FAULT_MS + 500)
    assert board.dark == ["h6"], "it goes on showing that"


def test_lines_that_are_read_late_together_are_no_flicker() -> None:
    board = Board()
    for number in range(2 * FLICKER_CHANGES):
        board.faults["e5"] = WHITE if number % 2 == 0 else EMPTY
        board.look()
    board.wait(500)
    assert board.dark == []


def test_a_sensor_that_shows_a_tower_too_many_now_and_then_flickers() -> None:
    board = Board()
    board.move("d8d4")
    for _ in range(3):
        board.faults["h3"] = WHITE
        board.wait(1000)
        board.faults["h3"] = EMPTY
        board.wait(1000)
    assert board.dark == ["h3"]
    board.faults["h3"] = WHITE
    board.move("a1c3")
    assert board.texts == ["d8d4", "a1c3"]


def test_a_tower_that_is_dragged_is_seen_twice_and_blames_no_sensor() -> None:
    board = Board()
    board.lift("d8")
    for name in ("d7", "d6", "d5", "d4", "d5", "d6", "d5", "d4"):
        board.pieces[parse_square(name, (8, 8))] = BLACK
        board.look()
        for square in "d7", "d6", "d5", "d4":
            board.pieces[parse_square(square, (8, 8))] = BLACK if square == name else EMPTY
        board.wait(200)
    board.wait(1000)
    assert board.dark == []
    assert board.texts == ["d8d4"]


@pytest.mark.parametrize("shown_as", [WHITE, BLACK])
def test_moves_played_in_one_stroke_are_made_beside_the_square_that_one_goes_on_showing(
    shown_as: SquareState,
) -> None:
    board = Board()
    for text in ("d8d4", "a1c3"):
        board.move(text)
    board.faults["c1"] = shown_as
    meant = ["h8h2", "c1a3", "b8b5"]
    for square, state in (
        *(("h8", EMPTY), ("c1", EMPTY), ("h2", BLACK)),
        *(("b8", EMPTY), ("a3", WHITE), ("b5", BLACK)),
    ):
        board.pieces[parse_square(square, (8, 8))] = state
        board.wait(100)
    board.wait(JUST_SO_MS)
    assert board.texts == ["d8d4", "a1c3", *meant]


def test_a_noisy_square_is_no_reply_of_a_tower_that_still_stands() -> None:
    board = Board()
    for text in ("d8d4", "a1c3"):
        board.move(text)
    for square, state in (("h8", EMPTY), ("h2", BLACK)):
        board.pieces[parse_square(square, (8, 8))] = state
        board.wait(100)
    board.faults["a3"] = WHITE  # where the tower of c1 might go
    board.wait(JUST_SO_MS + 500)
    assert board.texts == ["d8d4", "a1c3", "h8h2"]
