"""Rounds against a far player: what they choose, and what both must agree to, is not done here."""

from __future__ import annotations

import pytest

from host.ai.players.opponent import FarPlayer
from host.engine.game import InvalidMoveError, Side
from host.recognition.times import DWELL_MS, SEVERAL_MS
from host.session import requests as r
from host.session.view import Phase
from tests.support.snapshots import SnapshotHand
from tests.unit.session.rounds import ONE_FROM_HOME, STANDARD, carries, carry
from tests.unit.session.set_up_again import clear_and_set_up


def after_their_round(game: str = STANDARD) -> SnapshotHand:
    """Black's board, on which the far player's green tower has just won a round on e8."""
    hand = SnapshotHand(ONE_FROM_HOME, game=game, opponent=FarPlayer(Side.WHITE))
    hand.session.handle(r.FollowRecord(0, "f7e8"), hand.now_ms)
    hand.move("f7e8")
    hand.session.confirm()
    return hand


def test_the_far_winners_choice_is_not_offered_here() -> None:
    hand = after_their_round()
    assert hand.view.phase is Phase.ROUND_BREAK
    assert hand.view.choices == ()
    assert hand.view.prompt == "Your friend chooses how the next round begins."
    assert not hand.marked("choice")


@pytest.mark.parametrize("choice", ["fill left", "fill right"])
def test_hands_and_displays_do_not_choose_for_the_far_winner(choice: str) -> None:
    hand = after_their_round()
    with pytest.raises(InvalidMoveError, match=r"That is for your friend to choose\."):
        hand.session.handle(r.Choose(choice), hand.now_ms)
    carry(hand, carries(hand, choice)[0], rest_ms=2 * DWELL_MS)
    assert hand.texts == ["f7e8"]
    hand.session.handle(r.FollowRecord(1, choice), hand.now_ms)
    assert hand.texts == ["f7e8", choice]
    assert hand.view.phase is Phase.SETUP


def test_the_own_winner_chooses_as_ever() -> None:
    hand = SnapshotHand(ONE_FROM_HOME, game=STANDARD, opponent=FarPlayer(Side.BLACK))
    hand.move("f7e8")
    hand.session.confirm()
    assert [choice.text for choice in hand.view.choices] == ["fill left", "fill right"]
    carry(hand, carries(hand, "fill right")[0], rest_ms=DWELL_MS + 40)
    assert hand.texts == ["f7e8", "fill right"]


@pytest.mark.parametrize("side", Side)
def test_a_board_set_up_anew_between_two_rounds_begins_no_other_match(side: Side) -> None:
    hand = SnapshotHand(ONE_FROM_HOME, game=STANDARD, opponent=FarPlayer(side))
    if side is Side.WHITE:
        hand = after_their_round()
    else:
        hand.move("f7e8")
    clear_and_set_up(hand)
    assert "new game" not in [choice.text for choice in hand.view.choices]
    assert hand.session.game_number == 1
    assert hand.texts[0] == "f7e8"


def test_a_board_set_up_but_for_one_tower_begins_no_other_match() -> None:
    hand = after_their_round("kamisado-single")
    assert hand.view.phase is Phase.ENDED
    clear_and_set_up(hand)
    hand.lift("b1")
    hand.wait(2 * SEVERAL_MS)
    assert (hand.session.game_number, hand.texts) == (1, ["f7e8"])
