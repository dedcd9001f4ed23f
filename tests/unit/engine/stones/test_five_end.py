"""Five: lines that win, and the other ends of the game."""

from __future__ import annotations

import pytest

from host.engine.game import InvalidPositionError, Side
from host.engine.squares import square_name
from host.engine.stones.five import Five
from tests.unit.engine.stones.five import FAR, GAME, after, position, stones, texts


@pytest.mark.parametrize(
    ("white", "move", "line"),
    [
        ("a4 b4 c4 d4 e8", "e8e4", "a4 b4 c4 d4 e4"),
        ("d3 d4 d5 d6 a7", "a7d7", "d3 d4 d5 d6 d7"),
        ("c3 d4 e5 f6 g1", "g1g7", "c3 d4 e5 f6 g7"),
        ("g3 f4 e5 d6 c9", "c9c7", "g3 f4 e5 d6 c7"),
        ("e5 f5 h5 i5 g1", "g1g5", "e5 f5 g5 h5 i5"),
        ("a4 b4 c4 e4 f4 d9", "d9d4", "a4 b4 c4 d4 e4 f4"),
    ],
)
def test_five_stones_in_an_unbroken_line_win(white: str, move: str, line: str) -> None:
    at = position(white, "a9 b8 h8 i9 i1", quiet=99)
    assert GAME.outcome(at) is None
    at = after(at, move)
    outcome = GAME.outcome(at)
    assert outcome is not None
    assert outcome.winner is Side.WHITE
    assert [square_name(square, 9) for square in outcome.squares] == line.split()
    first, last = line.split()[0], line.split()[-1]
    assert str(outcome.reason) == f"White has five in a line from {first} to {last}."
    assert not GAME.legal_moves(at)


@pytest.mark.parametrize(
    "white",
    ["a4 b4 c4 d4 f4", "h3 i3 a4 b4 c4", "h3 i4 a6 b7 c8", "b3 a4 i4 h5 g6", "a3 a4 a5 a6 b7"],
)
def test_a_line_with_a_gap_or_around_the_edge_is_none(white: str) -> None:
    assert GAME.outcome(position(white, "a9 c9 e9 g9 i9", "b")) is None


@pytest.mark.parametrize(
    ("side", "line", "home"),
    [
        ("w", "d1 d2 d3 d4 d5", "a1"),
        ("w", "d2 d3 d4 d5 d6", "a2"),
        ("w", "a2 b2 c2 d2 e2", "a1"),
        ("b", "d9 d8 d7 d6 d5", "a9"),
        ("b", "d8 d7 d6 d5 d4", "a8"),
    ],
)
def test_squares_in_the_two_home_rows_do_not_count_until_all_have_left(
    side: str, line: str, home: str
) -> None:
    others = "f1 h1 g3 i3 i5" if side == "b" else "f9 h9 g7 i7 i5"
    white, black = (line, others) if side == "w" else (others, line)
    turn = "b" if side == "w" else "w"
    # A line that reaches into the rows is worth nothing before they were empty, though
    # the same stones win afterwards.
    assert GAME.outcome(position(white, black, turn, out=turn)) is None
    outcome = GAME.outcome(position(white, black, turn, out="wb"))
    assert outcome is not None
    assert outcome.winner is Side(side)


def test_the_home_rows_of_the_opponent_always_count() -> None:
    at = position("a9 b9 c9 d9 e8 a1", "a5 c5 e5 g5 h5", out="b")
    outcome = GAME.outcome(after(at, "e8e9"))
    assert outcome is not None
    assert outcome.winner is Side.WHITE


def test_five_in_a_line_outside_the_home_rows_win_while_others_are_at_home() -> None:
    at = position("a1 b1 a4 b4 c4 d4 e8", "a9 b8 h8 i9 i1", out="b")
    outcome = GAME.outcome(after(at, "e8e4"))
    assert outcome is not None
    assert outcome.winner is Side.WHITE


def test_the_stones_have_left_their_rows_when_the_last_one_moves_out() -> None:
    at = position("d2 d3 d4 d5 d6 a1", "a9 c9 e9 g9 i9", out="-")
    at = after(at, "d2e2", "a9a8")
    assert GAME.position_text(at).endswith(" w 2 -")
    at = after(at, "e2e3", "a8a9", "a1a3")
    assert GAME.position_text(at).endswith(" b 5 w")
    # Later, a stone back at home counts.
    outcome = GAME.outcome(after(at, "a9a8", "e3e2", "a8a9", "e2d2"))
    assert outcome is not None
    assert str(outcome.reason) == "White has five in a line from d2 to d6."


def test_the_stones_have_left_their_rows_when_the_last_one_there_is_taken() -> None:
    at = position("b1 d3 e5 f6 g7 h3", "a1 c9 e9 g9 i9 c5", "b", out="b")
    at = after(at, "c5c1")
    assert "b1" not in stones(at, Side.WHITE)
    assert GAME.position_text(at).endswith(" w 0 wb")


def test_the_dark_stones_have_left_their_rows_when_the_last_one_moves_out() -> None:
    at = position(FAR, "a9 c7 e7 g7 i7", "b", out="w")
    assert GAME.position_text(after(at, "a9a8")).endswith(" w 1 w")
    assert GAME.position_text(after(at, "a9a7")).endswith(" w 1 wb")


def test_the_dark_stones_have_left_their_rows_when_the_last_one_there_is_taken() -> None:
    at = position("a5 c7 e9 g5 i6", "d9 c6 e6 g6 i7 i5", out="w")
    at = after(at, "c7c9")
    assert "d9" not in stones(at, Side.BLACK)
    assert GAME.position_text(at).endswith(" b 0 wb")


def test_a_line_counts_for_its_owner_whoever_moved_last() -> None:
    # No move completes a line of the other side, but a position may be set up like this.
    at = position("a4 b4 c4 d4 e4", "a9 c9 e9 g9 i9", "w")
    outcome = GAME.outcome(at)
    assert outcome is not None
    assert outcome.winner is Side.WHITE


@pytest.mark.parametrize(("turn", "winner"), [("w", Side.BLACK), ("b", Side.WHITE)])
def test_the_mover_wins_if_both_have_a_line(turn: str, winner: Side) -> None:
    outcome = GAME.outcome(position("a4 b4 c4 d4 e4", "a6 b6 c6 d6 e6", turn))
    assert outcome is not None
    assert outcome.winner is winner


def test_a_side_with_fewer_than_five_stones_plays_on_and_cannot_win() -> None:
    at = position("a4 b4 c4 d4", "a9 c9 e9 g9 i9", "b")
    assert GAME.outcome(at) is None


def test_when_both_sides_have_fewer_than_five_the_game_is_drawn() -> None:
    at = position("c5 e1 a1 a2", "d5 a9 c9 e9 g9")
    assert GAME.outcome(at) is None
    at = after(at, "e1e5")
    outcome = GAME.outcome(at)
    assert outcome is not None
    assert (outcome.winner, str(outcome.reason)) == (
        None,
        "Drawn: neither side has five stones left.",
    )
    assert not GAME.legal_moves(at)


def test_without_a_capture_the_game_is_drawn_after_fifty_moves_of_each_side() -> None:
    at = position("a1 c1 e1 g1 i1 i3", "a9 c9 e9 g9 i9", "b", quiet=99)
    assert GAME.outcome(at) is None
    outcome = GAME.outcome(after(at, "a9a8"))
    assert outcome is not None
    assert outcome.winner is None
    assert str(outcome.reason) == "Nothing has been taken in 50 moves of each side: drawn."
    assert Five(limit=3).limit == 3


def test_players_may_agree_to_a_draw_whoever_has_more() -> None:
    assert GAME.allows_agreement
    assert GAME.agreed_outcome(position("a1 b1 c1 d1 e1 f5", "a9 c9 e9 g9 i9")).winner is None


def test_a_side_without_stones_has_lost() -> None:
    at = position("", "a2 b1 a3 c1 i9")
    assert texts(at) == set()
    assert not GAME.movable_squares(at)
    outcome = GAME.outcome(at)
    assert outcome is not None
    assert (outcome.winner, str(outcome.reason)) == (
        Side.BLACK,
        "White is left with no stone: Black wins.",
    )


def test_the_last_stone_is_taken_and_the_game_over_though_both_sides_have_few() -> None:
    at = position("d5 f5 a1", "e6", turn="w")
    assert GAME.outcome(at) is not None, "drawn: both sides have fewer than five"
    at = position("d5 f6 a1 c1 e1", "e5", turn="w")
    over = after(at, "f6f5")
    assert str(getattr(GAME.outcome(over), "reason", "")) == (
        "Black is left with no stone: White wins."
    )


@pytest.mark.parametrize("text", ["9/9/9/9/9/9/9/9/S8 w 0 wb", "9/9/9/9/9/9/9/9/S8 b 1 wb"])
def test_a_side_without_stones_must_just_have_lost_them(text: str) -> None:
    with pytest.raises(InvalidPositionError, match="Black has just lost its stones"):
        GAME.parse_position(text)
    with pytest.raises(InvalidPositionError, match="there are no stones"):
        GAME.parse_position("9/9/9/9/9/9/9/9/9 w 0 wb")
