"""A set whose magnets are all the other way up is told once, where both rows seem exchanged."""

from __future__ import annotations

import pytest

from host.engine.squares import parse_square
from host.recognition.snapshot import SquareState, inverted
from host.session.view import Phase, Severity
from tests.unit.session.left_match import Morning, touch

ASKED = "If all magnets are the other way up, lift the tower on h1 and put it back"


class ReversedHand(Morning):
    """Hand at a first position of magnets that are the other way up.

    Attributes:
        turned: how often they were said to be; the board's poles are read accordingly.
    """

    def __init__(self, game: str = "kamisado-single", virtual_hand: bool = False) -> None:
        self.turned = 0
        super().__init__({7: []}, game=game, virtual_hand=virtual_hand)
        self.snapshot = inverted(self.snapshot)
        self.session.forget_pieces()
        self.notices.clear()
        self.wait(1000)

    def wait(self, ms: int) -> None:
        super().wait(ms)
        while self.turned < self.session.state.reversals:  # as the controller of a board does
            self.turned += 1
            self.snapshot = inverted(self.snapshot)
            super().wait(ms)


def begun() -> ReversedHand:
    hand = ReversedHand()
    hand.session.set_aside()
    hand.wait(1000)
    assert hand.view.phase is Phase.SETUP
    return hand


def is_offered(hand: ReversedHand) -> bool:
    return [choice.text for choice in hand.view.choices] == ["magnets reversed"]


def test_players_are_told_of_both_ways() -> None:
    hand = begun()
    assert "exchange the two rows" in hand.view.prompt
    assert ASKED in hand.view.prompt
    assert is_offered(hand)
    assert hand.marked("choice", "corner") == {"h1"}
    assert hand.marked("illegal", "square") == {"a1"}


def test_a_corner_tower_that_is_put_back_says_that_all_are_reversed() -> None:
    hand = begun()
    touch(hand, "h1")
    assert hand.turned == 1
    assert hand.view.phase is Phase.PLAY
    told = [notice.text for notice in hand.notices if notice.level is Severity.GOOD]
    assert told == ["From now on the magnets are read the other way round, after a restart too."]
    assert hand.marked("fill", "rest"), "the colours are checked"
    hand.wait(6000)
    hand.move("d8d4")
    assert hand.texts == ["d8d4"]


def test_a_display_tells_it_as_well() -> None:
    hand = begun()
    hand.notices += hand.session.choose("magnets reversed", hand.now_ms)
    hand.wait(1000)
    assert (hand.turned, hand.view.phase) == (1, Phase.PLAY)


@pytest.mark.parametrize("first", ["a1", "h1"])
def test_rows_that_are_exchanged_say_nothing_of_magnets(first: str) -> None:
    hand = begun()
    names = [f"{file}{rank}" for file in "abcdefgh" for rank in "18"]
    names.sort(key=lambda name: name != first)
    for name in names:
        hand.lift(name)
        hand.wait(500)
    for name in names:
        hand.show(name, SquareState.WHITE if name[1] == "1" else SquareState.BLACK)
        hand.wait(500)
    hand.wait(1000)
    assert (hand.turned, hand.view.phase) == (0, Phase.PLAY)


def test_a_tower_that_bounces_as_it_is_put_says_nothing() -> None:
    hand = begun()
    lifted = hand.lift("h1")
    hand.wait(60)
    hand.show("h1", lifted)
    hand.wait(1000)
    assert hand.turned == 0
    assert is_offered(hand)


def test_a_set_that_is_found_the_other_way_round_again_is_asked_about_again() -> None:
    hand = begun()
    touch(hand, "h1")
    hand.snapshot = inverted(hand.snapshot)  # another set is put on the board
    hand.session.set_aside()
    hand.wait(1000)
    assert is_offered(hand)
    touch(hand, "h1")
    assert (hand.turned, hand.view.phase) == (2, Phase.PLAY)


def test_stones_of_another_game_are_asked_about_too() -> None:
    hand = ReversedHand("hasami")
    hand.session.set_aside()
    hand.wait(1000)
    touch(hand, "i1")
    assert (hand.turned, hand.view.phase) == (1, Phase.PLAY)


def test_nobody_is_asked_on_a_virtual_board() -> None:
    hand = ReversedHand(virtual_hand=True)
    assert not is_offered(hand)
    hand = begun()
    hand.session.fix_magnets(True)
    hand.session.set_aside()
    hand.wait(1000)
    assert not is_offered(hand)
    assert hand.snapshot[parse_square("a1", (8, 8))] is SquareState.BLACK
