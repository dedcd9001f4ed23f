"""A record that is followed by hand on the board."""

from __future__ import annotations

from host.engine.squares import parse_square
from host.recognition.snapshot import SquareState
from host.recognition.times import DWELL_MS, REST_MS
from host.session.match_state import ACCEPTED_MS
from tests.unit.session.modes.long_match import FORCED_PASS, MOVES, BoardState

MOVE_THAT_IS_PUSHED_NEXT = 145
"""Black's h6h2; then White pushes from h1 to h2."""


# Following the board


def test_the_whole_match_is_followed_by_hand_and_passes_are_made_with_the_move_before() -> None:
    board_state = BoardState()
    stood = [0]
    while board_state.ply < MOVES:
        visible = board_state.ply + 1
        board_state.show(board_state.snapshot(visible), DWELL_MS)
        stood.append(board_state.ply)
    skipped = sorted(set(range(MOVES + 1)) - set(stood))
    assert [number for number, ply in enumerate(board_state.replay.plies) if ply.forced] == skipped
    assert FORCED_PASS in skipped
    assert len(board_state.said) == len(stood) - 1
    assert " Black: Yellow passes. " in " ".join(board_state.said)


def test_a_move_is_followed_only_once_it_has_rested() -> None:
    board_state = BoardState()
    board_state.put("e8", SquareState.EMPTY, 200)
    assert board_state.replay.view().lifted == parse_square("e8", (8, 8))
    for square in ("e7", "e5", "e3"):
        board_state.put(square, SquareState.BLACK, DWELL_MS * 2)
        board_state.put(square, SquareState.EMPTY, 50)
    board_state.put("e2", SquareState.BLACK, DWELL_MS - 1)
    assert board_state.ply == 0
    board_state.wait(1)
    assert board_state.ply == 1
    assert board_state.said == ["Black: Yellow 6 Green (e8e2). Next, White: Green 5 Pink (b1b6)."]
    assert board_state.marked("accepted") == {"e2": "square"}
    board_state.wait(ACCEPTED_MS)
    assert board_state.marked("accepted") == {}


def test_a_tower_on_a_wrong_square_is_not_commented_on() -> None:
    board_state = BoardState()
    board_state.put("d8", SquareState.EMPTY, 1000)
    board_state.put("d4", SquareState.BLACK, 5000)
    board_state.put("a1", SquareState.UNSURE, 5000)
    assert (board_state.ply, board_state.said) == (0, [])
    view = board_state.replay.view()
    assert (view.correction, view.lifted) == (None, None)
    assert board_state.replay.next_wake_ms is None


def test_a_board_that_shows_something_else_may_be_watched_and_joins_in_later() -> None:
    board_state = BoardState()
    board_state.show((SquareState.EMPTY,) * 64, 1000)
    for _ in range(5):
        board_state.step(1)
        board_state.wait(1000)
    assert board_state.ply == 5
    board_state.show(board_state.snapshot(6), 1000)
    assert board_state.ply == 5, "the board has never shown where the replay stands"
    board_state.show(board_state.snapshot(5), REST_MS)
    board_state.show(board_state.snapshot(6), DWELL_MS)
    assert board_state.ply == 6


def test_stepping_back_is_not_undone_by_the_pieces_that_still_stand() -> None:
    board_state = BoardState()
    for ply in (1, 2, 3):
        board_state.show(board_state.snapshot(ply), DWELL_MS)
    board_state.said.clear()
    board_state.step(-2)
    board_state.wait(5000)
    board_state.show(board_state.snapshot(2), 5000)
    assert board_state.ply == 1, "the hand is still on its way back"
    board_state.show(board_state.snapshot(1), 5000)
    board_state.show(board_state.snapshot(2), DWELL_MS)
    assert board_state.ply == 2
    assert len(board_state.said) == 2


def test_a_quick_reply_makes_the_move_before_it() -> None:
    board_state = BoardState()
    board_state.show(board_state.snapshot(1), DWELL_MS - 50)
    board_state.put("b1", SquareState.EMPTY, REST_MS - 1)
    assert board_state.ply == 0
    board_state.wait(1)
    assert board_state.ply == 1
    assert board_state.replay.view().lifted == parse_square("b1", (8, 8))
    board_state.show(board_state.snapshot(2), DWELL_MS)
    assert board_state.ply == 2


def test_both_moves_seen_at_once_are_followed_together() -> None:
    board_state = BoardState()
    board_state.show(board_state.snapshot(2), DWELL_MS)
    assert board_state.ply == 2
    assert len(board_state.said) == 2


def test_lifting_a_tower_that_is_pushed_next_is_not_taken_for_the_push() -> None:
    board_state = BoardState(MOVE_THAT_IS_PUSHED_NEXT)
    board_state.put("h6", SquareState.EMPTY, 5000)
    assert board_state.ply == MOVE_THAT_IS_PUSHED_NEXT
    board_state.put("h2", SquareState.BLACK, DWELL_MS)
    assert board_state.ply == MOVE_THAT_IS_PUSHED_NEXT + 1


def test_the_move_after_a_pass_is_followed_from_before_the_pass() -> None:
    board_state = BoardState(FORCED_PASS)
    board_state.show(board_state.snapshot(FORCED_PASS + 2), DWELL_MS)
    assert board_state.ply == FORCED_PASS + 2
    assert board_state.said[0].startswith("Black: Yellow passes. White: ")


def test_a_piece_too_many_on_the_target_is_no_lifted_tower() -> None:
    board_state = BoardState()
    board_state.put("e2", SquareState.BLACK, 5000)
    assert board_state.replay.view().lifted is None
    assert board_state.ply == 0


def test_what_a_lost_board_has_shown_is_not_believed() -> None:
    board_state = BoardState()
    board_state.show(board_state.snapshot(1), DWELL_MS // 2)
    board_state.replay.board_lost()
    board_state.wait(5000)
    assert board_state.replay.tick(board_state.now_ms) == []
    assert (board_state.ply, board_state.replay.next_wake_ms) == (0, None)
    board_state.show(board_state.snapshot(1), DWELL_MS)
    assert board_state.ply == 1


def test_after_the_end_nothing_is_followed() -> None:
    board_state = BoardState(MOVES)
    board_state.show(board_state.snapshot(0), 5000)
    assert (board_state.ply, board_state.said) == (MOVES, [])
