"""Seega: the ends of the game, its limits and its length."""

from __future__ import annotations

import pytest

from host.engine.game import InvalidPositionError, Side
from host.engine.registry import game_named
from host.engine.stones.seega import Seega
from tests.unit.engine.stones.positions import board
from tests.unit.engine.stones.seega import (
    BY_RANK,
    GAME,
    after,
    placed,
    position,
)


def test_a_side_left_with_one_stone_has_lost() -> None:
    at = position("a2 c1", "b2 e5")
    assert GAME.outcome(at) is None
    at = after(at, "c1c2")
    outcome = GAME.outcome(at)
    assert outcome is not None
    assert outcome.winner is Side.WHITE
    assert str(outcome.reason) == "Black is left with a single stone: White wins."
    assert not GAME.legal_moves(at)


@pytest.mark.parametrize(
    ("dark", "winner", "reason"),
    [
        ("a5 b5", None, "drawn, with 2 stones each."),
        ("a5 b5 c5", Side.BLACK, "Black wins by 3 stones to 2."),
    ],
)
def test_passive_play_ends_after_fifty_moves_of_each_side_and_stones_are_counted(
    dark: str, winner: Side | None, reason: str
) -> None:
    at = position("a1 b1", dark, "b 99 0 -")
    assert GAME.outcome(at) is None
    at = after(at, "a5a4")
    outcome = GAME.outcome(at)
    assert outcome is not None
    assert outcome.winner is winner
    assert str(outcome.reason) == f"Nothing has been taken in 50 moves of each side: {reason}"
    assert not GAME.legal_moves(at)


def test_the_number_of_moves_may_be_agreed_on() -> None:
    game = Seega(limit=2)
    at = game.parse_position(f"{board((5, 5), 'a1 b1', 'a5 b5')} b 3 0 -")
    assert game.outcome(game.play(at, game.parse_move(at, "a5a4"))) is not None


def test_the_length_of_the_game_may_be_agreed_on() -> None:
    game = game_named("seega:length=2")
    at = game.parse_position(f"{board((5, 5), 'a1 b1', 'a5 b5 d5')} b 0 0 - 0")
    for text in ("a5a4", "a1a2", "b5b4"):
        at = game.play(at, game.parse_move(at, text))
        assert game.outcome(at) is None
    assert game.position_text(at).endswith(" w 3 0 - 3")
    at = game.play(at, game.parse_move(at, "b1b2"))
    outcome = game.outcome(at)
    assert outcome is not None
    assert (outcome.winner, str(outcome.reason)) == (
        Side.BLACK,
        "Each side has had 2 turns: Black wins by 3 stones to 2.",
    )


def test_captures_in_one_turn_and_placing_do_not_count_for_the_length() -> None:
    game = game_named("seega:length=9")
    at = game.parse_position(f"{board((5, 5), 'a2 c1 e1 e4', 'b2 e3 a5 c5')} w 0 0 - 4")
    at = game.play(at, game.parse_move(at, "c1c2"))
    assert game.position_text(at).endswith(" w 0 0 on 4")
    at = game.play(at, game.parse_move(at, "done"))
    assert game.position_text(at).endswith(" b 0 0 - 5")
    start = game.start()
    assert game.position_text(game.play(start, game.parse_move(start, "a1"))).endswith(" 0 23 - 0")


@pytest.mark.parametrize("value", ["none", "30"])
def test_no_length_is_the_default(value: str) -> None:
    name = game_named(f"seega:length={value}").name
    assert name == ("seega" if value == "none" else "seega:length=30")
    with pytest.raises(ValueError, match="length must be a whole number of 1 or more"):
        game_named("seega:length=0")


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ("w 0 0 -", "the turns that both sides have had in phase two"),
        ("w 0 0 - 5", "turns in phase two must be a number from 0 to 4, not '5'"),
        ("w 0 0 - x", "turns in phase two must be a number from 0 to 4, not 'x'"),
    ],
)
def test_the_turns_are_read_with_the_position(fields: str, words: str) -> None:
    game = game_named("seega:length=2")
    with pytest.raises(InvalidPositionError, match=words):
        game.parse_position(f"{board((5, 5), 'a1 b1', 'a5 b5')} {fields}")


def test_a_capture_begins_the_count_anew() -> None:
    at = after(position("a2 c1 e1", "b2 a5 c5", "w 99 0 -"), "c1c2")
    assert GAME.position_text(at).endswith(" b 0 0 -")
    goes_on = after(position("a2 c1 e1 e4", "b2 e3 a5 c5", "w 99 0 -"), "c1c2")
    assert GAME.position_text(goes_on).endswith(" w 0 0 on")


def test_a_stone_that_is_put_does_not_count_for_the_limit() -> None:
    for number in range(1, 25):
        at = placed(" ".join(BY_RANK.split()[:number]))
        assert at.halfmove_clock == 0, number


def test_players_may_agree_to_count() -> None:
    assert GAME.allows_agreement
    assert GAME.agreed_outcome(position("a1 b1 c1", "a5 b5")).winner is Side.WHITE
    outcome = GAME.agreed_outcome(placed("a1 b1 c1"))
    assert outcome.winner is None
    assert str(outcome.reason).endswith("drawn, with 12 stones each.")
