"""Moves from and to squares whose sensors are faulty."""

from __future__ import annotations

from host.recognition.times import (
    BACK_MS,
    FAULT_MS,
    PUT_DOWN_MS,
    SEVERAL_MS,
    UNDECIDED_MS,
    WORKS_MS,
)
from host.session.sensors.move_offers import LIFTS
from host.session.sensors.sensor_watch import STANDS
from host.session.view import Phase
from tests.unit.session.sensors import BLACK, EMPTY, WHITE, Board, found

PUSH = "g5y1/Kr+3n+b1/1R+p+1NO2/8/8/8/3P1k+Y++o+/3B1G+2 b n marathon 10 5:5 b"
# White's green tower on a1 wins by a1a8, straight from its home row.
FROM_CORNER = "1rgk2nb/8/2o3p1/8/1y6/3O4/6N1/GRBKY1P1 w g"


def test_a_stuck_sensor_is_told_and_play_goes_on_over_it() -> None:
    board = found(e5=WHITE)
    assert "The sensor of e5 is stuck. Play on: I do not look at it." in board.said
    assert board.session.view().correction is None
    board.move("e8e5")
    board.wait(FAULT_MS)
    assert board.texts == [], "the tower may be in the hand"
    asked = (
        "The piece from e8 is not seen anywhere. If it stands on e5, choose its move on the page,"
        " or put it back on e8 twice before it goes there."
    )
    assert board.said.count(asked) == 1
    assert "e8e5" in board.choices
    board.put("e8", BLACK)
    board.move("e8e5")
    board.wait(FAULT_MS)
    assert board.said.count(asked) == 2, "it was made again"
    board.session.choose("e8e5", board.now_ms)
    board.wait(1000)
    assert board.texts == ["e8e5"]
    assert board.session.view().correction is None


def test_the_tower_that_leaves_a_silent_square_is_told_by_where_it_comes() -> None:
    board = found(a1=EMPTY)
    board.move("d8d4")
    board.move("a1c3")
    assert board.texts == ["d8d4", "a1c3"]
    assert board.session.view().correction is None


def test_where_two_towers_may_have_left_a_silent_square_it_is_asked_which() -> None:
    board = found(d8=EMPTY, h8=EMPTY)
    board.move("d8d4")
    board.wait(FAULT_MS)
    assert board.texts == []
    assert board.choices >= {"d8d4", "h8d4"}
    asked = "No sensor shows which piece has come to d4. Choose on the page: the one from d8 or h8."
    assert board.said.count(asked) == 1
    board.session.choose("d8d4", board.now_ms)
    board.wait(1000)
    assert board.texts == ["d8d4"]


def test_a_tower_is_lifted_three_times_to_go_where_no_sensor_works() -> None:
    board = found(e5=WHITE)
    for _ in range(LIFTS - 1):
        board.lift("e8")
        board.put("e8", BLACK)
    board.move("e8e5")
    assert board.texts == []
    board.wait(PUT_DOWN_MS)
    assert board.texts == ["e8e5"]


def test_a_tower_that_stood_elsewhere_unseen_is_not_taken_to_go_there() -> None:
    board = found(e5=WHITE)
    board.faults["e4"] = EMPTY  # where nobody knows of it
    for _ in range(LIFTS):
        board.move("e8e4")
        board.wait(BACK_MS)
        board.move("e4e8")
    board.move("e8e4")
    board.wait(PUT_DOWN_MS)
    assert board.texts == []


def test_the_whole_reply_tells_the_move_before_it_and_a_lifted_tower_does_not() -> None:
    board = found(e5=WHITE)
    board.move("e8e5")
    reply = next(
        self_text
        for self_text in ("a1a2", "b1b2", "c1c2", "d1d2", "e1e2", "f1f2", "g1g2", "h1h2")
        if _is_reply(board, "e8e5", self_text)
    )
    board.lift(reply[:2])
    board.wait(3000)
    assert board.texts == []
    board.put(reply[2:], WHITE)
    board.wait(1000)
    assert board.texts == ["e8e5", reply]


def test_a_tower_off_the_middle_is_not_the_reply_of_one_that_is_seen_nowhere() -> None:
    board = found(e5=WHITE)
    board.faults["a1"] = EMPTY
    board.wait(SEVERAL_MS + 1000)
    board.session.choose(STANDS, board.now_ms)
    assert board.dark == ["a1", "e5"]
    # After e8e5, which is not seen, that would be the reply; but e8a4 was made.
    assert _is_reply(board, "e8e5", "a1a4")
    board.lift("e8")
    board.put("a4", WHITE)  # Black's tower, askew
    board.wait(3000)
    assert board.texts == []


def _is_reply(board: Board, first: str, second: str) -> bool:
    game = board.game
    after = game.play(game.start(), game.parse_move(game.start(), first))
    return second in [game.move_text(after, move) for move in game.legal_moves(after)]


def test_a_piece_from_a_silent_square_may_be_where_nothing_is_seen_either() -> None:
    board = found(d8=EMPTY)
    board.faults["d4"] = EMPTY
    board.move("d8d4")
    board.wait(FAULT_MS)
    assert board.texts == []
    board.session.choose("d8d4", board.now_ms)
    board.wait(1000)
    assert board.texts == ["d8d4"]
    assert board.dark == ["d4", "d8"]


def test_a_move_is_taken_back_rather_than_replaced_by_one_of_two_that_look_alike() -> None:
    board = found(d8=EMPTY, h8=EMPTY)
    board.move("d8d5")
    assert board.texts == ["d8d5"]
    board.move("d5d4")
    assert board.texts == []
    assert board.choices == {"d8d4", "h8d4"}
    board.session.choose("h8d4", board.now_ms)
    board.wait(1000)
    assert board.texts == ["h8d4"]
    assert board.session.view().correction is None


def test_a_move_is_not_replaced_by_that_of_a_tower_that_is_lifted_once_it_stands() -> None:
    board = found(d8=EMPTY)
    board.move("d8d4")
    assert board.texts == ["d8d4"]
    board.lift("h8")  # which might have come to d4 too
    board.wait(2000)
    assert board.texts == ["d8d4"]


def test_a_pushed_tower_in_the_hand_is_not_taken_to_have_gone_on_unseen() -> None:
    # Brown pushes orange from f6 to f5.  White's orange might then go to g6, as green is blocked.
    board = Board("kamisado-marathon", PUSH, g6=BLACK)
    board.wait(UNDECIDED_MS + FAULT_MS + 1000)
    assert board.dark == ["g6"]
    board.lift("f7")
    board.lift("f6")
    board.put("f6", BLACK)
    board.wait(2000)
    assert board.texts == []
    board.put("f5", WHITE)
    board.wait(1000)
    assert board.texts[:1] == ["f7f6+"]


def test_a_sensor_that_has_failed_shows_no_move_from_where_nothing_is_seen() -> None:
    board = found(a1=EMPTY)
    board.faults["c3"] = WHITE
    board.wait(UNDECIDED_MS + FAULT_MS + 1000)
    assert board.dark == ["a1", "c3"]
    del board.faults["c3"]
    board.wait(WORKS_MS + 1000)
    assert board.dark == ["a1"]
    board.move("d8d4")
    board.faults["c3"] = WHITE  # as if the tower of a1 had come
    board.wait(2000)
    assert board.texts == ["d8d4"]
    assert "a1c3" in board.choices


def test_a_move_that_was_chosen_is_not_taken_back_by_a_sensor_that_changes() -> None:
    board = Board()
    board.faults["d4"] = WHITE
    board.wait(UNDECIDED_MS + FAULT_MS + 1000)
    assert board.dark == ["d4"]
    board.lift("d8")
    board.wait(FAULT_MS)
    board.session.choose("d8d4", board.now_ms)
    board.wait(1000)
    assert board.texts == ["d8d4"]
    board.faults["d8"] = BLACK
    board.wait(FAULT_MS)
    assert board.texts == ["d8d4"]
    board.session.take_back(board.now_ms)
    board.wait(1000)
    assert board.texts == []


def test_a_move_that_was_taken_back_on_the_page_is_not_made_again_by_the_same_board() -> None:
    board = found(h8=EMPTY)
    board.faults["d8"] = BLACK  # and goes on showing the tower
    board.move("d8d4")
    assert board.texts == ["h8d4"]
    board.session.take_back(board.now_ms)
    board.move("d4d8")
    board.move("d8d4")
    board.wait(FAULT_MS)
    assert board.texts == ["d8d4"]


def test_a_choice_is_taken_back_though_a_piece_of_the_last_round_is_not_seen() -> None:
    board = Board("kamisado-standard", FROM_CORNER, b4=EMPTY)
    board.wait(SEVERAL_MS + 1000)
    board.session.choose(STANDS, board.now_ms)
    assert board.dark == ["b4"]
    board.move("a1a8")
    assert board.texts == ["a1a8"]
    board.move("a8a1")  # as if it was set up
    assert board.texts == ["a1a8", "fill left"]
    board.move("a1a8")
    assert board.texts == ["a1a8"]
    assert board.session.view().phase is Phase.ROUND_BREAK
