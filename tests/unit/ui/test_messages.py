"""The offers of the players in the `state` message."""

from __future__ import annotations

import pytest

from host.engine.game import Side
from host.message import message
from host.session.view import Action
from host.ui.messages.state import LinkData, StateMessage, state_message
from tests.support.snapshots import SnapshotHand

UNEVEN = "8s/9/9/4s4/9/9/9/9/SSS6 w 0"
COUNTED = "the end of the game, won by White"


def told(hand: SnapshotHand) -> StateMessage:
    link: LinkData = {"state": "up", "text": ""}
    return state_message(hand.game, hand.view, 1, link)


@pytest.mark.parametrize(
    ("game", "position", "move", "words"),
    [("kamisado-series", None, "d8d4", "a draw"), ("hasami", UNEVEN, "a1a2", COUNTED)],
)
def test_what_may_be_offered_and_what_is_has_the_words_of_the_game(
    game: str, position: str | None, move: str, words: str
) -> None:
    hand = SnapshotHand(position, game=game)
    assert told(hand)["agreement"] is None, "nothing is offered before the first move"
    hand.move(move)
    offered = told(hand)["agreement"]
    assert str(offered) == words
    hand.session.act(Action.DRAW, Side.WHITE, hand.now_ms)
    assert told(hand)["offer"] == {
        "action": "draw",
        "by": "white",
        "asked": "black",
        "words": offered,
    }
    assert told(hand)["agreement"] is None, "one offer at a time"


def test_a_game_whose_points_decide_has_nothing_to_agree_on() -> None:
    hand = SnapshotHand(game="kamisado-standard")
    hand.move("d8d4")
    assert told(hand)["agreement"] is None
    hand.session.act(Action.NEW, Side.WHITE, hand.now_ms)
    new_match = message("guidance.a_new_match")
    assert told(hand)["offer"] == {
        "action": "new",
        "by": "white",
        "asked": "black",
        "words": new_match,
    }
