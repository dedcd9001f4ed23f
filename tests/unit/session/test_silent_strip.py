"""A board of which a strip is silent: what is moved to and from its rank is told by the others."""

from __future__ import annotations

from tests.unit.session.sensors import BLACK, EMPTY, Board, found

PLAYED = ["b5b4", "b2c2"]


def seega() -> Board:
    """Black's stone on d1 may go to d2, which is seen, or to c1, which captures the one on c2."""
    silent = dict.fromkeys(("a1", "b1", "c1", "d1", "e1"), EMPTY)
    board = found("seega", "1s3/3s1/2s2/1S2s/SS1ss b 0 0 -", **silent)
    for text in PLAYED:
        board.move(text)
    assert board.texts == PLAYED
    return board


def test_a_capture_instead_of_the_last_move_is_told_by_the_stone_taken_off_after_the_reply() -> (
    None
):
    board = seega()
    for text in ("d1d2", "d2c1", "b1b2"):
        board.move(text)
    assert board.texts == [*PLAYED, "d1d2"], "the stone of d2 may be in a hand, or on c1"
    board.lift("c2")
    board.wait(2000)
    assert board.texts == [*PLAYED, "d1c1", "b1b2"]


def test_a_reply_while_the_last_stone_is_in_the_hand_counts_once_that_is_back() -> None:
    board = seega()
    board.move("d1d2")
    board.lift("d2")
    board.move("b1b2")
    board.put("d2", BLACK)
    board.wait(1000)
    assert board.texts == [*PLAYED, "d1d2", "b1b2"]


def test_moves_are_taken_back_beside_a_silent_strip() -> None:
    board = seega()
    for text in ("c2b2", "b4b5"):
        board.move(text)
    board.wait(1000)
    assert board.texts == []
