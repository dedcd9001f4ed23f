"""Five: moves, jumps and captures; one test for each sentence of its rules."""

from __future__ import annotations

import re

import pytest

from host.engine.game import HasPath, InvalidMoveError, InvalidPositionError, Side
from host.engine.registry import game_named
from host.engine.squares import parse_square, square_name
from host.engine.stones.five import Position
from tests.unit.engine.stones.five import FAR, GAME, after, position, stones, texts
from tests.unit.engine.stones.positions import board


def jumps(at: Position, origin: str) -> set[str]:
    """Return the squares that a stone reaches by jumps alone."""
    square = parse_square(origin, GAME.size)
    slides = {
        f"{origin}{square_name(target, 9)}"
        for target in range(81)
        if str(GAME._explain_slide(at, square, target)).startswith("A stone moves onto an empty")
        and target not in GAME.pieces(at)
    }
    return {text.removeprefix(origin) for text in texts(at, origin) - slides}


def path(at: Position, text: str) -> list[str]:
    """Return the squares that the moved stone touches."""
    return [square_name(square, 9) for square in GAME.path(at, GAME.parse_move(at, text))]


def test_eighteen_stones_of_each_side_fill_its_two_home_rows() -> None:
    start = GAME.start()
    assert GAME.position_text(start) == "sssssssss/sssssssss/9/9/9/9/9/SSSSSSSSS/SSSSSSSSS w 0 -"
    sides = [piece.side for piece in GAME.pieces(start).values()]
    assert (sides.count(Side.WHITE), sides.count(Side.BLACK)) == (18, 18)


def test_light_begins() -> None:
    assert GAME.turn(GAME.start()) is Side.WHITE


def test_the_painted_square_does_not_matter_to_the_moves() -> None:
    assert GAME.square_colour(40) == "sand"
    assert {"b2b3", "b2b4", "b2b5", "b2b6", "b2b7"} == texts(GAME.start(), "b2")


def test_a_stone_slides_as_in_hasami_shogi() -> None:
    at = position("e5 a1", FAR.replace("e5", "e9"))
    assert {"e5d5", "e5f5", "e5e1", "e5e8"} <= texts(at, "e5")
    assert {"e5c5", "e5b5", "e5g5", "e5f6"}.isdisjoint(texts(at, "e5"))


def test_a_touching_own_stone_is_jumped_when_the_square_behind_it_is_empty() -> None:
    assert jumps(position("a1 a2", FAR), "a1") == {"a3"}
    assert jumps(position("a1 a2 a3", FAR), "a1") == set()
    assert jumps(position("a2 a1", FAR), "a2") == set()


def test_a_touching_enemy_stone_is_jumped_as_well() -> None:
    assert jumps(position("b5 h1 h2", FAR), "b5") == {"d5", "f5", "h5"}
    assert jumps(position("d4 d2", "d5 a9 c9 e9 g9"), "d4") == {"d6"}


def test_a_stone_that_does_not_touch_is_not_jumped() -> None:
    assert jumps(position("d3 a1", "d5 a9 c9 e9 g9"), "d3") == set()


def test_jumps_go_forward_back_and_sideways_only() -> None:
    at = position("e5 d4 e4 f4 d5 f5 d6 e6 f6", "a9 c9 e9 g9 i9")
    assert jumps(at, "e5") == {"c5", "g5", "e3", "e7"}


def test_jumps_are_chained_and_turn() -> None:
    at = position("a1 a2 b3 c2", "a9 c9 e9 g9 i9")
    # a1 over a2 to a3, over b3 to c3, over c2 to c1.
    assert jumps(at, "a1") == {"a3", "c3"}
    assert "a1c1" in texts(at)
    assert path(at, "a1c1") == ["a1", "c1"]
    walled = position("a1 a2 b3 c2 b1", "d1 e1 c9 g9 i9")
    assert jumps(walled, "a1") == {"a3", "c3", "c1"}
    assert path(walled, "a1c3") == ["a1", "a3", "c3"]


def test_a_chain_may_stop_after_any_jump() -> None:
    at = position("a1 a2 a4 a6", "b9 d9 f9 h9 i1")
    assert jumps(at, "a1") == {"a3", "a5", "a7"}
    assert path(at, "a1a7") == ["a1", "a3", "a5", "a7"]


def test_a_chain_never_ends_where_it_began() -> None:
    at = position("a1 a2 b3 c2 b1", "a9 c9 e9 g9 i9")
    # a1 over a2, b3, c2 and b1 would be back on a1.
    assert jumps(at, "a1") == {"a3", "c3", "c1"}
    with pytest.raises(InvalidMoveError, match="'a1a1' is not legal here: A stone never ends wh"):
        GAME.parse_move(at, "a1a1")


def test_a_chain_may_come_by_the_square_where_it_began() -> None:
    # From c3 to c5, e5, e3 and c3, and on over b3; or at once over b3, which is the shorter way.
    at = position("c3 c4 d5 e4 d3 b3", "a9 c9 g9 i9 i1")
    assert jumps(at, "c3") == {"c5", "e5", "e3", "a3"}
    assert path(at, "c3a3") == ["c3", "a3"]


def test_jumped_stones_stay_on_the_board() -> None:
    at = position("d4 d2 a1", "d5 a9 c9 e9 g9")
    assert stones(after(at, "d4d6"), Side.BLACK) == {"d5", "a9", "c9", "e9", "g9"}


def test_a_move_has_the_shortest_of_its_ways() -> None:
    at = position("c3 c4 d5 e4 d3 b3", "a9 c9 g9 i9 i1")
    assert path(at, "c3e5") == ["c3", "c5", "e5"]  # forward before right
    assert path(at, "c3e3") == ["c3", "e3"]


def test_an_enemy_stone_between_two_stones_is_taken() -> None:
    at = position("c5 e1 a1", "d5 a9 c9 e9 g9")
    assert stones(after(at, "e1e5"), Side.BLACK) == {"a9", "c9", "e9", "g9"}


def test_a_jump_takes_what_it_catches_where_it_ends() -> None:
    # e3 over e4 to e5: d5 stands between c5 and e5.
    at = position("c5 e3 e4", "d5 a9 c9 e9 g9")
    assert "d5" not in stones(after(at, "e3e5"), Side.BLACK)


def test_nothing_is_taken_on_the_way_of_a_chain() -> None:
    # e3 over e4 to e5, where d5 would be caught, and on over e6 to e7.
    at = position("c5 e3 e4 e6", "d5 a9 c9 f9 h9")
    assert {"e3e5", "e3e7"} <= texts(at)
    assert "d5" in stones(after(at, "e3e7"), Side.BLACK)


def test_a_jumped_stone_is_not_caught_between_where_the_jump_began_and_where_it_ends() -> None:
    at = position("d4 d2 a1", "d5 a9 c9 e9 g9")
    assert "d5" in stones(after(at, "d4d6"), Side.BLACK)


def test_a_stone_in_a_corner_is_taken_between_the_two_squares_beside_it() -> None:
    at = position("a2 b5 e1", "a1 c9 e9 g9 i9")
    assert "a1" not in stones(after(at, "b5b1"), Side.BLACK)


def test_a_stone_that_moves_between_two_enemy_stones_is_safe() -> None:
    at = position("c5 e5 a1", "d9 a9 c9 e9 g9", "b")
    assert "d5" in stones(after(at, "d9d5"), Side.BLACK)


def test_a_stone_that_jumps_into_a_corner_between_two_enemy_stones_is_safe() -> None:
    at = position("a2 b1 e5", "c1 a9 c9 e9 g9", "b")
    assert "a1" in stones(after(at, "c1a1"), Side.BLACK)


def test_a_side_that_cannot_move_loses_the_turn() -> None:
    at = position("a1", "a2 b1 a3 c1 i9", quiet=3)
    assert texts(at) == {"pass"}
    at = after(at, "pass")
    assert GAME.turn(at) is Side.BLACK
    assert GAME.position_text(at).endswith(" b 4 wb")


def test_far_jumps_go_over_a_stone_that_is_slid_up_to() -> None:
    far = game_named("five:jump=far")
    at = far.parse_position("s1s1s1s1s/9/9/9/3s5/9/3S5/9/S8 w 0 wb")
    moves = {far.move_text(at, move) for move in far.legal_moves(at)}
    assert {"d3d6", "d3d4"} <= moves
    near = game_named("five")
    assert "d3d6" not in {near.move_text(at, move) for move in near.legal_moves(at)}
    move = far.parse_move(at, "d3d6")
    assert isinstance(far, HasPath)
    assert [square_name(square, 9) for square in far.path(at, move)] == ["d3", "d6"]


def test_far_jumps_are_chained_and_turn() -> None:
    far = game_named("five:jump=far")
    at = far.parse_position("s1s1s1s1s/9/9/9/9/4s4/9/9/S2s5 w 0 wb")
    # Over d1 to e1, and from there over e4 to e5.
    assert {"a1e1", "a1e5"} <= {far.move_text(at, move) for move in far.legal_moves(at)}
    assert isinstance(far, HasPath)
    way = far.path(at, far.parse_move(at, "a1e5"))
    assert [square_name(square, 9) for square in way] == ["a1", "e1", "e5"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a1a3", "A stone never passes over another, and a2 is occupied; no jumps lead there"),
        ("b2c3", "A stone moves forward, back or sideways only, not from b2 to c3; no jumps lead"),
        ("a9a7", "It is White's turn"),
        ("e5e6", "there is no stone on e5"),
        ("pass", "a side that can move must move"),
        ("b5", "All stones start on the board"),
    ],
)
def test_every_refusal_says_why(text: str, message: str) -> None:
    at = position("a1 a2 a3 b2 f5", "a9 c9 e9 g9 i9")
    with pytest.raises(InvalidMoveError, match=re.escape(f"{text!r} is not legal here: {message}")):
        GAME.parse_move(at, text)


def test_a_chain_in_words_names_where_it_touches_the_board() -> None:
    at = position("a1 a2 a4 a6 c5", "b5 b9 d9 f9 h9")
    assert (
        str(GAME.describe_move(at, GAME.parse_move(at, "a1a5"))) == "a1 by a3 to a5, capturing b5"
    )


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ("w 0", "write the ranks, the side to move, the plies without a capture and the sides"),
        ("w 101 wb", "a number from 0 to 100, not '101'"),
        ("w 0 bw", "must be 'w', 'b', 'wb' or '-', not 'bw'"),
        ("w 0 b", "no stone of White stands on its home rows, so they have all left them"),
    ],
)
def test_text_that_is_no_position_is_quoted_and_refused(fields: str, message: str) -> None:
    text = f"{board(GAME.size, 'a5 b5', 'a9 b9')} {fields}"
    with pytest.raises(InvalidPositionError, match=re.escape(message)) as refusal:
        GAME.parse_position(text)
    assert str(refusal.value).startswith(f"{text!r} is not a position of five: ")
