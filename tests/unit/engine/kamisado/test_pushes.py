"""Sumo towers and their pushes, sentence by sentence; each test quotes the number of its rule."""

from __future__ import annotations

import pytest

from host.engine.game import IllegalMoveError, Side
from host.engine.kamisado.position import Move
from host.engine.squares import parse_square
from tests.unit.engine.kamisado.towers import GAME, moves, place, play, required


@pytest.mark.parametrize(("teeth", "reach"), [(0, 7), (1, 5), (2, 3), (3, 1)])
def test_s1_ds1_ts1_teeth_shorten_the_reach_straight_and_diagonally(teeth: int, reach: int) -> None:
    position = place(f"N{'+' * teeth}a1 nd2 bh2 Gb1", "w n")  # a8 and b8 are empty
    straight = {f"a1a{rank}" for rank in range(2, 2 + reach)}
    diagonal = {f"a1{file}{rank}" for file, rank in zip("bcdefg", range(2, 8), strict=True)}
    assert moves(position) == straight | {move for move in diagonal if int(move[3]) <= 1 + reach}


@pytest.mark.parametrize("enemies", [1, 2, 3, 4])
@pytest.mark.parametrize("teeth", [0, 1, 2, 3])
def test_s7_ds7_ts7_a_tower_pushes_at_most_as_many_as_it_has_teeth(
    teeth: int, enemies: int
) -> None:
    row = " ".join(
        f"{letter}d{rank}" for letter, rank in zip("ngry"[:enemies], range(3, 7), strict=False)
    )
    position = place(f"K{'+' * teeth}d2 {row}", "w k")
    assert ("d2d3+" in moves(position)) == (enemies <= teeth)


@pytest.mark.parametrize("theirs", [0, 1, 2, 3])
@pytest.mark.parametrize("own", [1, 2, 3])
def test_s2_a_pushed_tower_has_fewer_teeth_than_the_pusher(own: int, theirs: int) -> None:
    position = place(f"K{'+' * own}d2 n{'+' * theirs}d3", "w k")
    assert ("d2d3+" in moves(position)) == (theirs < own)


def test_s2_each_tower_of_the_row_has_to_have_fewer_teeth() -> None:
    assert "d2d3+" in moves(place("K+++d2 n++d3 gd4 r++d5", "w k"))
    assert "d2d3+" not in moves(place("K+++d2 n++d3 gd4 r+++d5", "w k"))


@pytest.mark.parametrize("behind", ["g", "G"])
def test_s2_the_square_behind_the_last_pushed_tower_is_empty(behind: str) -> None:
    assert "d2d3+" not in moves(place(f"K+d2 nd3 {behind}d4", "w k"))


def test_s2_a_tower_on_its_own_home_row_cannot_be_pushed() -> None:
    assert not any(text.endswith("+") for text in moves(place("K+++d7 nd8", "w k")))
    assert not any(text.endswith("+") for text in moves(place("k+++d2 Nd1", "b k")))


def test_s2_a_push_is_straight_and_never_diagonal() -> None:
    assert not any(text.endswith("+") for text in moves(place("K+d2 nc3 ge3", "w k")))


def test_s2_only_enemy_towers_are_pushed() -> None:
    assert "d2d3+" not in moves(place("K++d2 Nd3", "w k"))
    assert "d2d3+" not in moves(place("K++d2 nd3 Gd4", "w k"))


def test_s2_the_pushed_towers_touch_the_pusher_and_one_another() -> None:
    assert "d2d3+" not in moves(place("K++d2 nd4", "w k"))
    position = play(place("K++d2 nd3 gd5", "w k"), "d2d3+")
    pieces = GAME.pieces(position)
    column = [pieces.get(parse_square(f"d{rank}", (8, 8))) for rank in range(2, 7)]
    assert [piece and piece.name for piece in column] == [None, "pink", "brown", "green", None]


def test_s2_the_pusher_steps_one_square_and_pushes_all_of_them_one_square_back() -> None:
    position = play(place("K+++d2 nd3 gd4 rd5", "w k"), "d2d3+")
    pieces = GAME.pieces(position)
    column = [pieces[parse_square(square, (8, 8))] for square in ("d3", "d4", "d5", "d6")]
    assert [piece.name for piece in column] == ["pink", "brown", "green", "red"]
    assert [piece.teeth for piece in column] == [3, 0, 0, 0]
    assert parse_square("d2", (8, 8)) not in pieces
    assert len(pieces) == 16


def test_s2_black_pushes_down_the_board() -> None:
    position = play(place("k++d6 Nd5 Gd4", "b k"), "d6d5+")
    pieces = GAME.pieces(position)
    column = [pieces[parse_square(square, (8, 8))].name for square in ("d5", "d4", "d3")]
    assert column == ["pink", "brown", "green"]
    assert required(position) == (Side.BLACK, "purple")  # d3


def test_s3_after_a_push_the_opponent_loses_the_turn() -> None:
    position = play(place("K+d2 nd3", "w k"), "d2d3+")
    assert GAME.turn(position) is Side.WHITE
    assert position.last_mover is Side.WHITE


def test_s3_ds3_ts3_the_farthest_pushed_tower_says_which_own_tower_moves_next() -> None:
    position = play(place("K+++d2 nd3 gd4 rd5", "w k"), "d2d3+")  # d6 is red
    assert required(position) == (Side.WHITE, "red")


def test_s3_if_that_tower_is_blocked_it_passes_by_m6() -> None:
    position = GAME.parse_position(
        "7k/1b3n1P/4y+++ro++1/2g+++2BO+++1/2G+5/p+2Y++4/1N6/5R1K+++ b g b"
    )
    position = play(position, "c5c4+")
    assert position.turn is Side.BLACK
    assert moves(position) == {"pass"}
    assert play(position, "pass").turn is Side.WHITE


def test_s10_a_push_is_not_obligatory_while_the_tower_has_another_move() -> None:
    assert moves(place("K+++d2 nd3", "w k")) == {"d2c3", "d2e3", "d2d3+"}


def test_s11_a_push_that_is_the_only_legal_move_must_be_played() -> None:
    position = place("K+a4 na5 gb5", "w k")
    assert moves(position) == {"a4a5+"}
    with pytest.raises(IllegalMoveError, match="M5"):
        GAME.play(position, Move(24, 24))


def test_a_push_never_ends_a_round_even_onto_the_home_row() -> None:
    position = play(place("K+a6 na7", "w k"), "a6a7+")
    assert GAME.pieces(position)[56].name == "brown"
    assert GAME.outcome(position) is None
    assert required(position) == (Side.WHITE, "orange")  # a8


def test_pushes_can_follow_one_another() -> None:
    position = GAME.parse_position("5g+1p+/2K2n1Y/8/b+2kN+3/G2o1r2/5Ry+1/3B+2O1/1P+6 b p")
    position = play(position, "h8h7+", "a5a4+", "a4a3+", "h7h6+", "g3g2+", "a3a2+")
    assert position.turn is Side.BLACK


def test_fig_10_the_triple_sumo_pushes_three_twice_and_then_must_step_diagonally() -> None:
    position = GAME.parse_position("bkpr4/8/4g3/4n1y+1/4o1B++1/4Y+++3/8/NGRKPO2 w y")
    position = play(position, "e3e4+")
    assert required(position) == (Side.WHITE, "blue")  # green has landed on blue
    position = play(position, "g4g5+")
    assert required(position) == (Side.WHITE, "yellow")  # the yellow sumo onto yellow
    position = play(position, "e4e5+")
    assert GAME.pieces(position)[parse_square("e8", (8, 8))].name == "green"
    assert required(position) == (Side.WHITE, "yellow")
    assert moves(position) == {"e5d6", "e5f6"}
