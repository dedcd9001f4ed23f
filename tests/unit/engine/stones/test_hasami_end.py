"""Hasami shogi: the ends of the game."""

from __future__ import annotations

import pytest

from host.engine.game import InvalidMoveError, Side
from host.engine.squares import square_name
from host.engine.stones.hasami import Hasami
from tests.unit.engine.stones.hasami import GAME, after, position
from tests.unit.engine.stones.positions import GameByName


def test_a_side_left_with_a_single_stone_has_lost() -> None:
    at = position("c5 e1", "d5 i9")
    assert GAME.outcome(at) is None
    at = after(at, "e1e5")
    outcome = GAME.outcome(at)
    assert outcome is not None
    assert outcome.winner is Side.WHITE
    assert str(outcome.reason) == "Black is left with a single stone: White wins."
    assert {square_name(square, 9) for square in outcome.squares} == {"c5", "e5"}
    assert not GAME.legal_moves(at)
    assert not GAME.movable_squares(at)


def test_a_side_that_loses_two_stones_at_once_and_has_none_left_has_lost() -> None:
    at = after(position("c5 e7 e1", "d5 e6"), "e1e5")
    outcome = GAME.outcome(at)
    assert outcome is not None
    assert str(outcome.reason) == "Black is left with no stone: White wins."


@pytest.mark.parametrize(
    ("white", "dark", "winner", "reason"),
    [
        ("a1 b1", "a9 b9", None, "drawn, with 2 stones each."),
        ("a1 b1 c1", "a9 b9", Side.WHITE, "White wins by 3 stones to 2."),
        ("a1 b1", "a9 b9 c9 d9", Side.BLACK, "Black wins by 4 stones to 2."),
    ],
)
def test_after_the_limit_the_side_with_more_stones_wins(
    white: str, dark: str, winner: Side | None, reason: str
) -> None:
    at = position(white, dark, "b", 99)
    assert GAME.outcome(at) is None
    outcome = GAME.outcome(after(at, "a9a8"))
    assert outcome is not None
    assert outcome.winner is winner
    assert str(outcome.reason) == f"Nothing has been taken in 50 moves of each side: {reason}"
    assert not GAME.legal_moves(after(at, "a9a8"))


def test_the_limit_is_fifty_moves_of_each_side_unless_agreed_otherwise() -> None:
    assert GAME.limit == 50
    game = Hasami(limit=1)
    at = GameByName(game).after(game.start(), "a1a2")
    assert game.outcome(at) is None
    outcome = game.outcome(GameByName(game).after(at, "a9a8"))
    assert outcome is not None
    assert str(outcome.reason) == (
        "Nothing has been taken in one move of each side: drawn, with 9 stones each."
    )


def test_a_capture_begins_the_count_anew() -> None:
    at = position("c5 e1 a1", "d5 i9 h9", quiet=99)
    assert GAME.position_text(after(at, "e1e5")).endswith(" b 0")
    assert GAME.position_text(after(at, "e1e5", "i9i8")).endswith(" w 1")


@pytest.mark.parametrize(
    ("white", "winner", "reason"),
    [
        ("a1 b1", None, "drawn, with 2 stones each."),
        ("a1 b1 c1", Side.WHITE, "White wins by 3 stones to 2."),
    ],
)
def test_players_may_agree_to_count(white: str, winner: Side | None, reason: str) -> None:
    assert GAME.allows_agreement
    outcome = GAME.agreed_outcome(position(white, "a9 b9"))
    assert (outcome.winner, str(outcome.reason)) == (
        winner,
        f"Both players have agreed to end it: {reason}",
    )


def test_when_the_game_is_over_every_refusal_says_how_it_ended() -> None:
    at = position("a1 b1", "i9", "b")
    assert str(GAME.explain_illegal(at, 80, 79)) == (
        "The game is over: Black is left with a single stone: White wins"
    )
    with pytest.raises(InvalidMoveError, match="the game is over: Black is left with a single"):
        GAME.parse_move(at, "i9i8")
    with pytest.raises(InvalidMoveError, match="'pass' is not legal here: Black is left"):
        GAME.parse_move(at, "pass")
