"""The menu on the board: opened by two towers, closed, left alone."""

from __future__ import annotations

import random

import pytest

from host.engine.game import Side
from host.engine.squares import square_name
from host.recognition.times import HOLD_MS
from host.session.view import Action, Phase
from tests.support.snapshots import SnapshotHand
from tests.unit.session.player_actions.menu import (
    SERIES,
    left,
    open_menu,
    playing,
)

# The menu


def test_the_menu_offers_a_draw_only_in_a_series() -> None:
    for game, actions in (
        ("kamisado-standard", [Action.RESIGN, Action.PAUSE, Action.NEW]),
        (SERIES, [Action.RESIGN, Action.DRAW, Action.PAUSE, Action.NEW]),
    ):
        hand = playing(game)
        open_menu(hand)
        assert [item.action for item in hand.view.menu] == actions


def test_the_menu_says_in_words_which_square_is_what() -> None:
    hand = playing(SERIES)
    open_menu(hand)
    resign, draw, pause, new = (square_name(item.square, 8) for item in hand.view.menu)
    assert hand.view.prompt == (
        f"White's menu: put one tower on {resign} to resign, on {draw} to offer a draw, on {pause} "
        f"to pause or on {new} to begin a new match. Put both back to play on."
    )
    hand.put(pause, Side.WHITE)
    assert hand.view.prompt == (
        f"White is about to pause. To stop it, lift the tower from {pause}."
    )


def test_where_stones_are_counted_the_menu_offers_the_end_of_the_game_and_no_draw() -> None:
    hand = SnapshotHand("s1s4s1/9/9/9/1sS6/9/9/9/S8 b 0", game="hasami")
    hand.move("h9h8")
    hand.lift("a1")
    hand.lift("c5")
    hand.wait(HOLD_MS)
    (draw,) = (item for item in hand.view.menu if item.action is Action.DRAW)
    assert str(draw.words) == "offer the end of the game"
    assert f"on {square_name(draw.square, 9)} to offer the end of the game" in hand.view.prompt


def test_nobody_is_told_of_anything_wrong_while_the_menu_is_open() -> None:
    hand = playing()
    open_menu(hand)
    assert hand.view.correction is None
    assert hand.marked("putback") == {"b1", "c1"}, "the way out"
    assert len(hand.marked("menu")) == 3


def test_before_the_first_move_of_a_game_there_is_no_menu() -> None:
    hand = SnapshotHand()
    hand.lift("b1")
    hand.lift("c1")
    hand.wait(4 * HOLD_MS)
    assert hand.view.menu == ()
    assert hand.view.correction is not None


def test_putting_both_back_plays_on() -> None:
    hand = playing()
    open_menu(hand)
    hand.put("c1", Side.WHITE)
    hand.wait(200)
    hand.put("b1", Side.WHITE)
    hand.wait(200)
    assert hand.view.menu == ()
    assert hand.view.correction is None
    hand.move("a1c3")
    assert hand.texts == ["d8d4", "a1c3"]


def test_the_time_of_nobody_runs_while_a_menu_is_open() -> None:
    hand = playing(clock="1+0")
    open_menu(hand)
    before = left(hand)
    hand.wait(20_000)
    assert left(hand) == before


def test_a_menu_is_gone_when_the_board_is() -> None:
    hand = playing()
    open_menu(hand)
    hand.session.board_lost()
    assert hand.view.menu == ()


# Mishaps


def test_two_towers_knocked_over_and_set_up_again_settle_nothing() -> None:
    hand = playing(SERIES)
    hand.lift("b1")
    hand.wait(60)
    hand.lift("c1")
    hand.wait(30_000)
    hand.put("c1", Side.WHITE)
    hand.wait(2000)
    hand.put("b1", Side.WHITE)
    hand.wait(2000)
    assert hand.view.phase is Phase.PLAY
    assert hand.view.outcome is None
    assert hand.view.correction is None


@pytest.mark.parametrize("seed", range(8))
def test_towers_of_one_side_swept_off_and_thrown_about_settle_nothing(seed: int) -> None:
    """Fallen towers choose nothing, however long they lie: a choice needs a tower that is put on a
    square of the menu after both have been held in the air."""
    chance = random.Random(seed)
    hand = playing(SERIES)
    start = hand.snapshot
    homes = ["a1", "b1", "c1", "e1", "f1", "g1"]
    for _ in range(3):
        swept = chance.sample(homes, 2)
        for square in swept:
            hand.lift(square)
            hand.wait(chance.choice([0, 20, 100]))
        # One of them comes to lie somewhere at once, or both are picked up first.
        falls = [f"{file}{rank}" for file in "abcdefgh" for rank in range(2, 7)]
        falls = [f for f in falls if f != "d4"]
        if chance.random() < 0.7:
            hand.put(chance.choice(falls), Side.WHITE)
        hand.wait(chance.randrange(8_000))
        assert hand.view.outcome is None
        assert hand.view.offer is None
        assert hand.view.phase is Phase.PLAY
        hand.snapshot = start
        hand.wait(1000)
    assert hand.texts == ["d8d4"]


def test_a_look_underneath_two_towers_is_nothing() -> None:
    hand = playing()
    for _ in range(4):
        hand.lift("b1")
        hand.lift("c1")
        hand.wait(HOLD_MS - 100)
        hand.put("b1", Side.WHITE)
        hand.put("c1", Side.WHITE)
        hand.wait(400)
    assert hand.view.menu == ()
    assert hand.view.phase is Phase.PLAY
