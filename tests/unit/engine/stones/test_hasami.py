"""Hasami shogi: one test for each sentence of its rules."""

from __future__ import annotations

import re

import pytest

from host.engine.game import IllegalMoveError, InvalidMoveError, InvalidPositionError, Side
from host.engine.squares import parse_square, square_name
from host.engine.stones.hasami import Hasami
from tests.unit.engine.stones.hasami import (
    GAME,
    after,
    after_by_lines,
    black,
    position,
    stones,
    texts,
)


def test_nine_stones_of_each_side_fill_its_home_row() -> None:
    start = GAME.start()
    assert GAME.position_text(start) == "sssssssss/9/9/9/9/9/9/9/SSSSSSSSS w 0"
    sides = {square: piece.side for square, piece in GAME.pieces(start).items()}
    assert sides == dict.fromkeys(range(9), Side.WHITE) | dict.fromkeys(range(72, 81), Side.BLACK)


@pytest.mark.parametrize("first", Side)
def test_who_begins_is_agreed_on_or_drawn_by_lot(first: Side) -> None:
    game = Hasami(first=first)
    assert game.turn(game.start()) is first
    by_lot = [setting.name for setting in game.settings if setting.by_lot]
    assert by_lot == ["first"]


def test_the_painted_square_does_not_matter_to_the_moves() -> None:
    painted = {
        square_name(square, 9) for square in range(81) if GAME.square_colour(square) == "sand"
    }
    assert painted == {f"{file}{rank}" for file in "cdefg" for rank in range(3, 8)}
    assert "c1c8" in texts(GAME.start(), "c1")


def test_a_stone_moves_any_number_of_squares_forward_back_or_sideways() -> None:
    at = position("e5 a1", "a9 i9")
    forward_and_back = {f"e5e{rank}" for rank in (1, 2, 3, 4, 6, 7, 8, 9)}
    sideways = {f"e5{file}5" for file in "abcdfghi"}
    assert texts(at, "e5") == forward_and_back | sideways
    corner = position("a1 e5", "b9 i9")
    assert texts(corner, "a1") == {f"a1a{rank}" for rank in range(2, 10)} | {
        f"a1{file}1" for file in "bcdefghi"
    }


def test_a_stone_never_passes_over_another_nor_onto_it() -> None:
    at = position("e5 e3 a1", "g5 a9 i9")
    assert texts(at, "e5") == {"e5e4", "e5e6", "e5e7", "e5e8", "e5e9", "e5f5"} | {
        f"e5{file}5" for file in "abcd"
    }


def test_an_enemy_stone_between_two_of_the_mover_is_taken_along_a_rank() -> None:
    at = after(position("c5 e1 a1", "d5 i9 h9"), "e1e5")
    assert black(at) == {"i9", "h9"}
    assert stones(at, Side.WHITE) == {"c5", "e5", "a1"}


def test_an_enemy_stone_between_two_of_the_mover_is_taken_along_a_file() -> None:
    assert black(after(position("d4 a6 a1", "d5 i9 h9"), "a6d6")) == {"i9", "h9"}


def test_the_dark_side_takes_as_the_light_one_does() -> None:
    at = after(position("d5 a1 b1", "c5 e9 i9", "b"), "e9e5")
    assert stones(at, Side.WHITE) == {"a1", "b1"}


def test_own_stones_are_never_taken() -> None:
    at = after(position("c5 d5 e1", "i9 h9"), "e1e5")
    assert stones(at, Side.WHITE) == {"c5", "d5", "e5"}


def test_the_edge_of_the_board_holds_no_stone() -> None:
    assert "a5" in black(after(position("b1 i1", "a5 i9"), "b1b5"))


def test_diagonals_do_not_count() -> None:
    assert "d5" in black(after(position("c4 e1 a1", "d5 i9"), "e1e2", "i9i8", "e2e6"))


@pytest.mark.parametrize(
    ("corner", "one", "other", "origin"),
    [
        ("a1", "a2", "b1", "b5"),
        ("i1", "i2", "h1", "h5"),
        ("a9", "a8", "b9", "b5"),
        ("i9", "i8", "h9", "h5"),
    ],
)
def test_a_stone_in_a_corner_is_taken_between_the_two_squares_beside_it(
    corner: str, one: str, other: str, origin: str
) -> None:
    at = position(f"{one} {origin}", f"{corner} e5 e6")
    assert black(after(at, f"{origin}{other}")) == {"e5", "e6"}


def test_a_stone_in_a_corner_is_safe_with_one_enemy_beside_it() -> None:
    assert "a1" in black(after(position("b5 e1", "a1 i9"), "b5b1"))


def test_a_stone_that_moves_between_two_enemy_stones_is_safe() -> None:
    at = after(position("c5 e5 a1", "d9 i9 h9", "b"), "d9d5")
    assert "d5" in black(at)
    # It stays so while the two do not come anew.
    assert "d5" in black(after(at, "a1a2"))
    assert "d5" not in black(after(at, "c5c6", "i9i8", "c6c5"))


def test_only_the_mover_captures() -> None:
    # White moves a stone away and thereby stands between two dark ones with another: nothing.
    at = after(position("d5 d1 a1", "c5 e5 i9"), "d1d4")
    assert stones(at, Side.WHITE) == {"d5", "d4", "a1"}
    assert black(at) == {"c5", "e5", "i9"}


def test_one_move_takes_a_stone_in_each_of_several_directions() -> None:
    at = position("c5 g5 e7 e1", "d5 f5 e6 i9 h9")
    assert black(after(at, "e1e5")) == {"i9", "h9"}


def test_only_one_stone_is_taken_in_a_direction() -> None:
    at = position("b5 e1", "c5 d5 i9")
    assert black(after(at, "e1e5")) == {"c5", "d5", "i9"}


def test_a_whole_line_of_touching_stones_is_taken_if_that_is_agreed() -> None:
    at = position("a5 e1", "b5 c5 d5 i9 h9")
    assert black(after_by_lines(at, "e1e5")) == {"i9", "h9"}
    gap = position("a5 e1", "b5 d5 i9 h9")
    assert black(after_by_lines(gap, "e1e5")) == {"b5", "d5", "i9", "h9"}
    edge = position("i1 e1", "a5 b5 c5 d5")
    assert len(black(after_by_lines(edge, "e1e5"))) == 4


def test_corners_are_taken_under_the_line_rule_as_well() -> None:
    at = position("a2 b5", "a1 e5 e6")
    assert black(after_by_lines(at, "b5b1")) == {"e5", "e6"}


BLOCKED = "a1 b1", "a2 b2 c1 i9"


def test_a_side_that_cannot_move_loses_the_turn() -> None:
    at = position(*BLOCKED, quiet=3)
    assert texts(at) == {"pass"}
    assert [square_name(square, 9) for square in GAME.movable_squares(at)] == ["a1", "b1"]
    following = after(at, "pass")
    assert GAME.turn(following) is Side.BLACK
    assert GAME.pieces(following) == GAME.pieces(at)
    # It counts as a move of that side.
    assert GAME.position_text(following).endswith(" b 4")


def test_a_side_that_can_move_must_move() -> None:
    with pytest.raises(InvalidMoveError, match="'pass' is not legal here: a side that can move"):
        after(GAME.start(), "pass")


@pytest.mark.parametrize(
    ("white", "dark", "origin", "target", "reason"),
    [
        ("a1 b1", "i8 i9", "c3", "c4", None),
        ("a1 b1", "i8 i9", "a1", "a7", None),
        ("a1 b1", "i8 i9", "a1", "a1", "A stone that moves must leave its square"),
        (
            "a1 b1",
            "i8 i9",
            "a1",
            "b2",
            "A stone moves forward, back or sideways only, not from a1 to b2",
        ),
        ("a1 b1", "i8 i9", "a1", "c1", "A stone never passes over another, and b1 is occupied"),
        (
            "a1 b1",
            "a9 i9",
            "a1",
            "a9",
            "A stone moves onto an empty square only, and a9 is occupied",
        ),
        ("a1 b1", "i8 i9", "i8", "i7", "It is White's turn"),
        ("a1 b1", "i8 i9", "i8", None, "It is White's turn"),
        ("a1 b1", "i8 i9", "a1", None, None),
        ("a1 b1 a2", "i8 i9", "a1", None, "The stone on a1 cannot move"),
        (*BLOCKED, "a1", "a2", "White cannot move and passes"),
        (*BLOCKED, "a1", None, "White cannot move and passes"),
    ],
)
def test_every_refusal_says_why(
    white: str, dark: str, origin: str, target: str | None, reason: str | None
) -> None:
    at = position(white, dark)
    end = None if target is None else parse_square(target, (9, 9))
    found = GAME.explain_illegal(at, parse_square(origin, (9, 9)), end)
    assert (None if found is None else str(found)) == reason


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a1", "'a1' is not legal here: All stones start on the board"),
        ("a1a0", "'a1a0' is not legal here: 'a0' is not a square of the 9x9 board"),
        ("j1j2", "'j1' is not a square"),
        ("c3c4", "'c3c4' is not legal here: there is no stone on c3"),
        ("a9a8", "'a9a8' is not legal here: It is White's turn"),
        ("a1b2", "'a1b2' is not legal here: A stone moves forward, back or sideways only"),
        ("done", "'done' is not legal here: a side that can move must move"),
        ("A1A2", "'A1A2' is not a move of hasami shogi: write from and to as in 'a1a5'"),
        ("", "'' is not a move of hasami shogi"),
    ],
)
def test_text_that_is_no_legal_move_is_quoted_and_refused(text: str, message: str) -> None:
    with pytest.raises(InvalidMoveError, match=re.escape(message)):
        GAME.parse_move(GAME.start(), text)


def test_an_illegal_move_is_refused_with_the_reason() -> None:
    at = GAME.start()
    move = GAME.parse_move(at, "a1a5")
    blocked = position("a1 b1", "a3 i9")
    with pytest.raises(IllegalMoveError, match=r"'a1a5' is not legal in .*: A stone never passes"):
        GAME.play(blocked, move)


def test_moves_in_words_tell_what_they_take() -> None:
    at = position("c5 g5 e7 e1", "d5 f5 e6 i9 h9")
    assert (
        str(GAME.describe_move(at, GAME.parse_move(at, "e1e5")))
        == "e1 to e5, capturing d5, f5 and e6"
    )
    assert str(GAME.describe_move(at, GAME.parse_move(at, "e1e4"))) == "e1 to e4"
    blocked = position(*BLOCKED)
    assert str(GAME.describe_move(blocked, GAME.parse_move(blocked, "pass"))) == "pass"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there must be 9 ranks with '/' between them, not 1"),
        ("9/9 w 0", "there must be 9 ranks with '/' between them, not 2"),
        ("sssssssss/9/9/9/9/9/9/9/SSSSSSSSS", "the side to move is missing"),
        ("sssssssss/9/9/9/9/9/9/9/SSSSSSSSS x 0", "must be 'w' or 'b', not 'x'"),
        ("sssssssss/9/9/9/9/9/9/9/SSSSSSSSS w", "write the ranks, the side to move and the plies"),
        ("sssssssss/9/9/9/9/9/9/9/SSSSSSSSS w 0 0", "write the ranks, the side to move and"),
        ("sssssssss/9/9/9/9/9/9/9/SSSSSSSSS w 101", "a number from 0 to 100, not '101'"),
        ("sssssssss/9/9/9/9/9/9/9/SSSSSSSSS w 01", "a number from 0 to 100, not '01'"),
        ("sssssssss/9/9/9/9/9/9/9/SSSSSSSSS w -1", "a number from 0 to 100, not '-1'"),
        ("sssssssss/9/9/9/9/9/9/9/SSSSSSSS w 0", "rank 1, 'SSSSSSSS', has 8 squares, not 9"),
        ("sssssssss/9/9/9/9/9/9/45/SSSSSSSSS w 0", "two numbers side by side in rank 2, '45'"),
        ("sssssssss/9/9/9/9/9/9/9/SSSSSSSSX w 0", "'X' in rank 1 is neither a stone"),
        ("sssssssss/s8/9/9/9/9/9/9/SSSSSSSSS w 0", "Black has 10 stones, but never more than 9"),
        ("s8/9/9/9/9/9/9/9/S8 w 0", "both sides have lost"),
        ("s8/9/9/9/9/9/9/9/SS7 w 0", "Black has just lost its stones, so it must be its turn"),
        ("s8/9/9/9/9/9/9/9/SS7 b 1", "no move can have been made since"),
    ],
)
def test_text_that_is_no_position_is_quoted_and_refused(text: str, message: str) -> None:
    with pytest.raises(InvalidPositionError, match=re.escape(message)) as refusal:
        GAME.parse_position(text)
    assert str(refusal.value).startswith(f"{text!r} is not a position of hasami shogi: ")
