"""Seega: placing, moves and captures; one test for each sentence of its rules."""

from __future__ import annotations

import re

import pytest

from host.engine.game import IllegalMoveError, InvalidMoveError, InvalidPositionError, Side
from host.engine.squares import parse_square, square_name
from host.engine.stones.game import BLACK_STONE, WHITE_STONE
from host.engine.stones.lines import Move
from host.engine.stones.seega_position import Position
from tests.unit.engine.stones.positions import board
from tests.unit.engine.stones.seega import (
    BY_RANK,
    GAME,
    SQUARES,
    after,
    black,
    placed,
    position,
    stones,
    texts,
)


def test_all_squares_are_painted_and_the_centre_is_told_apart() -> None:
    tints = {square_name(square, 5): GAME.square_colour(square) for square in range(25)}
    assert tints == dict.fromkeys(SQUARES, "sand") | {"c3": "centre"}


def test_twelve_light_and_twelve_dark_stones_wait_for_an_empty_board() -> None:
    start = GAME.start()
    assert GAME.position_text(start) == "5/5/5/5/5 w 0 24 -"
    assert not GAME.pieces(start)
    assert GAME.reserve(start) == {WHITE_STONE: 12, BLACK_STONE: 12}


def test_the_starter_is_light() -> None:
    assert GAME.turn(GAME.start()) is Side.WHITE


def test_the_players_put_one_stone_each_in_turn_on_any_empty_square_but_the_centre() -> None:
    at = GAME.start()
    assert texts(at) == SQUARES - {"c3"}
    assert GAME.movable_squares(at) == ()
    at = after(at, "c2")
    assert GAME.turn(at) is Side.BLACK
    assert texts(at) == SQUARES - {"c3", "c2"}
    assert GAME.reserve(at) == {WHITE_STONE: 11, BLACK_STONE: 12}
    at = after(at, "a5")
    assert GAME.turn(at) is Side.WHITE
    assert GAME.reserve(at) == {WHITE_STONE: 11, BLACK_STONE: 11}
    assert (stones(at, Side.WHITE), black(at)) == ({"c2"}, {"a5"})


def test_nothing_is_taken_while_stones_are_put() -> None:
    at = placed("a1 b1 c1")
    assert black(at) == {"b1"}


def test_phase_one_ends_when_all_24_stones_are_down_and_then_dark_starts() -> None:
    at = placed(BY_RANK)
    assert len(GAME.pieces(at)) == 24
    assert GAME.reserve(at) == {}
    assert GAME.turn(at) is Side.BLACK
    assert GAME.outcome(at) is None
    assert all(move.origin is not None for move in GAME.legal_moves(at))


def test_at_first_only_the_centre_is_empty() -> None:
    at = placed(BY_RANK)
    assert {text[2:] for text in texts(at)} == {"c3"}


LIGHT_AROUND = (
    "a1 b2 c2 d2 b3 d3 b4 c4 d4 a2 a3 a4",
    "b1 c1 d1 e1 e2 e3 e4 e5 d5 c5 b5 a5",
)
"""All squares beside the centre are light."""


def test_dark_passes_if_it_has_no_stone_next_to_the_centre() -> None:
    white, dark = (side.split() for side in LIGHT_AROUND)
    at = placed(" ".join(f"{light} {other}" for light, other in zip(white, dark, strict=True)))
    assert at == position(*LIGHT_AROUND, "b 0 0 -")
    assert texts(at) == {"pass"}
    assert [square_name(square, 5) for square in GAME.movable_squares(at)] == sorted(
        dark, key=lambda name: name[::-1]
    )
    following = after(at, "pass")
    assert GAME.turn(following) is Side.WHITE
    assert GAME.position_text(following).endswith(" w 1 0 open")


def test_a_stone_moves_one_square_forward_back_or_sideways_onto_an_empty_one() -> None:
    at = position("c3 a1", "c4 e5")
    assert texts(at, "c3") == {"c3b3", "c3d3", "c3c2"}
    assert texts(at, "a1") == {"a1a2", "a1b1"}


@pytest.mark.parametrize(
    ("white", "dark", "move"),
    [
        ("a2 c1", "b2 e5 e4", "c1c2"),  # along a rank
        ("b1 a3", "b2 e5 e4", "a3b3"),  # along a file
        ("a1 c2", "b2 e5 e1", "c2c3"),  # along a diagonal
        ("a3 d1", "b2 e5 e4", "d1c1"),  # along the other
    ],
)
def test_an_enemy_stone_between_two_in_a_straight_line_is_taken(
    white: str, dark: str, move: str
) -> None:
    at = after(position(f"{white} e2", dark.replace("e4", "a5")), move)
    assert "b2" not in black(at)
    assert len(black(at)) == 2


def test_the_dark_side_takes_as_the_light_one_does() -> None:
    at = after(position("b2 e1 e5", "a2 c1", "b 0 0 -"), "c1c2")
    assert stones(at, Side.WHITE) == {"e1", "e5"}


def test_a_stone_in_a_corner_is_safe() -> None:
    at = after(position("a2 b2 e5", "a1 e1 d1"), "b2b1")
    assert "a1" in black(at)


def test_one_move_takes_in_several_directions() -> None:
    at = after(position("a3 a1 e1 e3 c2", "b3 b1 d1 d3 b2 d2 e5 a5"), "c2c3")
    # From c3: b3 with a3, d3 with e3, b2 with a1, d2 with e1.
    assert black(at) == {"b1", "d1", "e5", "a5"}


def test_only_one_stone_is_taken_in_a_direction() -> None:
    at = after(position("a2 d1 e5", "b2 c2 a5"), "d1d2")
    assert black(at) == {"b2", "c2", "a5"}


def test_a_stone_on_the_centre_cannot_be_taken() -> None:
    at = after(position("b3 d4 e5", "c3 a1 e1"), "d4d3")
    assert "c3" in black(at)
    assert "c3" in black(after(position("b2 d5 e1", "c3 a1 a5"), "d5d4"))


def test_a_stone_on_the_centre_helps_to_take() -> None:
    at = after(position("c3 a2 e5", "b3 a5 e1"), "a2a3")
    assert "b3" not in black(at)


def test_a_stone_that_moves_between_two_enemy_stones_is_safe() -> None:
    at = after(position("a2 c2 e5", "b3 e1 d1", "b 0 0 -"), "b3b2")
    assert "b2" in black(at)
    assert "b2" in black(after(at, "e5e4"))


def test_after_a_capture_the_same_player_moves_again_if_the_next_move_also_captures() -> None:
    # c1c2 takes b2; then c2c3 takes c4, with c5 behind it.
    at = after(position("a2 c1 c5 e1", "b2 c4 e4 a4"), "c1c2")
    assert "b2" not in black(at)
    assert GAME.turn(at) is Side.WHITE
    assert texts(at) == {"c2c3", "done"}
    assert [square_name(square, 5) for square in GAME.movable_squares(at)] == ["c2"]
    at = after(at, "c2c3")
    assert black(at) == {"e4", "a4"}
    assert GAME.turn(at) is Side.BLACK


def test_another_stone_may_go_on() -> None:
    # c1c2 takes b2; e1 to e2 would then take e3, with e4 behind it.
    at = after(position("a2 c1 e1 e4", "b2 e3 a5 c5"), "c1c2")
    assert texts(at) == {"e1e2", "done"}
    at = after(at, "e1e2")
    assert black(at) == {"a5", "c5"}


def test_only_moves_that_capture_go_on() -> None:
    at = after(position("a2 c1 e1 e4", "b2 e3 a5 c5"), "c1c2")
    with pytest.raises(InvalidMoveError, match="only another capture may follow"):
        after(at, "e4e5")
    assert str(GAME.explain_illegal(at, parse_square("a2", (5, 5)), None)) == (
        "After a capture only another capture may follow, and the stone on a2 has none"
    )


def test_the_turn_passes_as_soon_as_no_capturing_move_is_left() -> None:
    at = after(position("a2 c1 e1", "b2 a5 c5"), "c1c2")
    assert GAME.turn(at) is Side.BLACK
    assert "done" not in texts(at)


def test_going_on_is_optional() -> None:
    at = after(position("a2 c1 e1 e4", "b2 e3 a5 c5"), "c1c2", "done")
    assert GAME.turn(at) is Side.BLACK
    assert black(at) == {"e3", "a5", "c5"}
    # To end one's turn is no move: the count since the capture begins with the opponent's.
    assert GAME.position_text(at).endswith(" b 0 0 -")


def test_a_player_who_cannot_move_passes_at_any_time() -> None:
    at = position("a1 e5", "a2 b1", "w 7 0 -")
    assert texts(at, "a1") == set()
    blocked = position("a1 e5", "a2 b1 d5 e4", "w 7 0 -")
    assert texts(blocked) == {"pass"}
    assert GAME.position_text(after(blocked, "pass")).endswith(" b 8 0 open")


def test_the_opponent_must_then_open_a_way() -> None:
    at = after(position("a1 e5", "a2 b1 d5 e4 c3", "w 7 0 -"), "pass")
    # All stones of dark but the one on c3 hold White; c3 would leave it blocked.
    assert texts(at, "c3") == set()
    assert {"a2a3", "a2b2", "b1c1", "b1b2", "d5c5", "d5d4", "e4e3", "e4d4"} == texts(at)
    with pytest.raises(InvalidMoveError, match="White cannot move, so a way must be opened, and t"):
        after(at, "c3c4")


def test_if_no_move_opens_a_way_all_are_legal() -> None:
    # Light's only two stones are shut in behind a double wall.
    at = after(position("a1 b1", "a2 b2 c1 a3 b3 c2 d1 e5", "w 7 0 -"), "pass")
    assert texts(at, "e5") == {"e5e4", "e5d5"}
    following = after(at, "e5e4")
    assert texts(following) == {"pass"}


def test_the_way_must_be_opened_after_the_very_next_move_only() -> None:
    at = after(position("a1 e5", "a2 b1 d5 e4 c3", "w 7 0 -"), "pass", "a2a3")
    assert GAME.position_text(at).endswith(" w 9 0 -")


def test_moves_that_follow_the_very_next_one_in_the_same_turn_may_shut_the_way_again() -> None:
    at = GAME.parse_position("2ss1/1sss1/2sSs/2ssS/ssSSs b 1 0 open")
    assert "e3e4" in texts(at)
    at = after(at, "e3e4")
    assert GAME.position_text(at).endswith(" b 0 0 on")
    assert texts(at) == {"e4e3", "done"}
    assert texts(after(at, "done")) != {"pass"}, "a way is open"
    at = after(at, "e4e3")
    assert GAME.position_text(at).endswith(" w 0 0 -")
    assert texts(at) == {"pass"}


def test_light_opens_the_way_at_the_beginning_of_phase_two() -> None:
    at = after(position(*LIGHT_AROUND, "b 0 0 -"), "pass")
    # c2 leaves a hole beside c1, d3 one beside e3, c4 one beside c5; b3 none beside dark.
    assert texts(at) == {"c2c3", "d3c3", "c4c3"}
    assert str(GAME.explain_illegal(at, parse_square("b3", (5, 5)), None)) == (
        "Black cannot move, so a way must be opened, and the stone on b3 opens none"
    )


def test_a_capture_opens_a_way_where_it_leaves_a_hole_beside_the_opponent() -> None:
    at = after(position("b1 b2 e5", "a1 c1 a2 c2 b3 d3 d5 e4", "w 7 0 -"), "pass")
    assert "d3c3" in texts(at)
    assert "d3d2" not in texts(at)
    at = after(at, "d3c3")
    assert stones(at, Side.WHITE) == {"b1", "e5"}
    assert texts(at) == {"b1b2"}


@pytest.mark.parametrize(
    ("at", "text", "message"),
    [
        (GAME.start(), "c3", "The centre stays empty until all stones are on the board"),
        (placed("a1"), "a1", "A stone is put on an empty square, and a1 is occupied"),
        (placed("a1 b1"), "a1a2", "No stone moves before all are on the board"),
        (placed("a1"), "a1a2", "It is Black's turn"),
        (placed("a1"), "pass", "a stone must be put on the board"),
        (placed("a1"), "done", "a stone must be put on the board"),
        (placed("a1"), "f1", "'f1' is not a square of the 5x5 board"),
        (position("a1 b1", "a5 b5"), "c3", "All stones have been put on the board"),
        (position("a1 b1", "a5 b5"), "a1a3", "A stone moves one square forward, back or sideways"),
        (position("a1 b1", "a5 b5"), "a1b2", "A stone moves one square forward, back or sideways"),
        (position("a1 b1", "a5 b5"), "a1a1", "A stone that moves must leave its square"),
        (position("a1 b1", "a5 b5"), "a1b1", "A stone moves onto an empty square only, and b1 is"),
        (position("a1 b1", "a5 b5"), "done", "a side that can move must move, unless it has just"),
        (position("a1 b1", "a5 b5"), "pass", "a side that can move must move, unless it has just"),
        (
            position("a1 e5", "a2 b1 d5 e4", "w 7 0 -"),
            "done",
            "a side that cannot move passes: write 'pass'",
        ),
        (
            after(position("a2 c1 e1 e4", "b2 e3 a5 c5"), "c1c2"),
            "pass",
            "to end a turn that could continue, write 'done'",
        ),
    ],
)
def test_every_refusal_says_why(at: Position, text: str, message: str) -> None:
    with pytest.raises(InvalidMoveError, match=re.escape(f"{text!r} is not legal here: {message}")):
        GAME.parse_move(at, text)


def test_a_stone_may_be_put_where_nothing_speaks_against_it() -> None:
    assert GAME.explain_illegal_drop(GAME.start(), parse_square("c2", (5, 5))) is None
    with pytest.raises(IllegalMoveError, match="'c3' is not legal in '5/5/5/5/5 w 0 24 -': The ce"):
        GAME.play(GAME.start(), Move(None, parse_square("c3", (5, 5))))


def test_a_stone_with_no_empty_square_beside_it_cannot_move() -> None:
    at = position("a1 e5", "a2 b1 c5")
    assert (
        str(GAME.explain_illegal(at, 0, None)) == "All squares beside the stone on a1 are occupied"
    )


def test_moves_in_words() -> None:
    at = GAME.start()
    assert str(GAME.describe_move(at, GAME.parse_move(at, "c2"))) == "a stone on c2"
    at = position("a2 c1 e1 e4", "b2 e3 a5 c5")
    assert str(GAME.describe_move(at, GAME.parse_move(at, "c1c2"))) == "c1 to c2, capturing b2"
    on = after(at, "c1c2")
    assert str(GAME.describe_move(on, GAME.parse_move(on, "done"))) == "done"


@pytest.mark.parametrize(
    ("white", "dark", "fields", "message"),
    [
        ("", "", "w 0 24", "write the ranks, the side to move, the plies without a capture"),
        ("", "", "w 0 25 -", "a number from 0 to 24, not '25'"),
        ("", "", "w 0 24 off", "the last field must be '-', 'on' or 'open', not 'off'"),
        ("c3", "", "b 0 23 -", "the centre stays empty until all stones are on the board"),
        ("a1", "", "b 0 22 -", "1 of White and 1 of Black are on the board, not 1 and 0"),
        ("a1", "", "w 0 23 -", "it is Black's turn"),
        ("a1", "", "b 1 23 -", "the other fields are '0' and '-'"),
        ("a1 b1", "a5 b5", "w 0 0 on", "'on' means that a stone has just been captured"),
        ("a2 c1", "b2 e5", "w 1 0 on", "'on' means that a stone has just been captured"),
        ("a1 b1", "a5 b5", "w 1 0 open", "'open' means that Black cannot move"),
        ("a2 b1", "a1 e5", "w 0 0 open", "'open' means that Black cannot move"),
        ("a1", "a5", "w 0 0 -", "both sides have lost"),
    ],
)
def test_text_that_is_no_position_is_quoted_and_refused(
    white: str, dark: str, fields: str, message: str
) -> None:
    text = f"{board(GAME.size, white, dark)} {fields}"
    with pytest.raises(InvalidPositionError, match=re.escape(message)) as refusal:
        GAME.parse_position(text)
    assert str(refusal.value).startswith(f"{text!r} is not a position of seega: ")
