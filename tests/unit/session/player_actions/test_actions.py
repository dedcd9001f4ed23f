"""Actions beside the moves, and whom they ask: nobody, a side here, or a player elsewhere."""

from __future__ import annotations

import pytest

from host.ai.players.opponent import AnyOpponent, FarPlayer, Opponent
from host.engine.game import Side
from host.guidance import phrases
from host.session.player_actions import actions
from host.session.requests import FollowRecord
from host.session.view import Action, Phase
from tests.support.snapshots import SnapshotHand
from tests.unit.session.player_actions.menu import SERIES

WHITE, BLACK = Side.WHITE, Side.BLACK
RESIGN, DRAW, PAUSE, NEW = Action.RESIGN, Action.DRAW, Action.PAUSE, Action.NEW
AT_ONCE, FAR, REFUSED = "at once", "far", "refused"
MENU = 35
"""A square of the menu."""


def begun(opponent: AnyOpponent | None, serious: bool = False) -> SnapshotHand:
    """A board after Black's first move."""
    hand = SnapshotHand(game=SERIES, opponent=opponent, serious=serious)
    hand.move("d8d4")
    return hand


def asked(hand: SnapshotHand, action: Action, by: Side | None, square: int | None) -> object:
    """Take an action; return whom it asks."""
    told = actions.act(hand.session.state, action, by, hand.now_ms, square)
    if hand.session.far_requests:
        assert (hand.session.far_requests, told) == ([action], [])
        return FAR
    if hand.view.offer is not None:
        return hand.view.offer.asked
    return AT_ONCE if hand.view.phase in (Phase.ENDED, Phase.PAUSED) else REFUSED


@pytest.mark.parametrize(
    ("action", "by", "square", "whom"),
    [
        (RESIGN, WHITE, None, AT_ONCE),
        (RESIGN, WHITE, MENU, BLACK),
        (DRAW, WHITE, None, BLACK),
        (DRAW, BLACK, MENU, WHITE),
        (PAUSE, None, None, AT_ONCE),
        (PAUSE, WHITE, MENU, AT_ONCE),
        (NEW, WHITE, None, BLACK),
        (NEW, WHITE, MENU, BLACK),
    ],
)
def test_two_players_at_one_board(
    action: Action, by: Side | None, square: int | None, whom: object
) -> None:
    assert asked(begun(None), action, by, square) == whom


@pytest.mark.parametrize(("by", "whom"), [(None, BLACK), (WHITE, BLACK), (BLACK, WHITE)])
def test_a_pause_of_a_serious_game(by: Side | None, whom: Side) -> None:
    assert asked(begun(None, serious=True), PAUSE, by, None) == whom


@pytest.mark.parametrize(
    ("action", "square", "whom"),
    [
        (RESIGN, None, AT_ONCE),
        (RESIGN, MENU, BLACK),
        (DRAW, MENU, WHITE),
        (PAUSE, MENU, AT_ONCE),
        (NEW, None, WHITE),
        (NEW, MENU, BLACK),
    ],
)
def test_a_player_against_the_computer(action: Action, square: int | None, whom: object) -> None:
    hand = begun(Opponent(WHITE, 4, seed=7), serious=action is PAUSE)
    assert asked(hand, action, BLACK, square) == whom


@pytest.mark.parametrize(
    ("action", "by", "square", "whom"),
    [
        (RESIGN, BLACK, None, FAR),
        (RESIGN, BLACK, MENU, BLACK),
        (RESIGN, WHITE, None, REFUSED),
        (RESIGN, WHITE, MENU, REFUSED),
        (DRAW, BLACK, None, FAR),
        (DRAW, BLACK, MENU, FAR),
        (DRAW, WHITE, None, REFUSED),
        (PAUSE, None, None, FAR),
        (PAUSE, BLACK, MENU, FAR),
        (PAUSE, WHITE, MENU, FAR),
        (NEW, BLACK, None, FAR),
        (NEW, BLACK, MENU, BLACK),
        (NEW, WHITE, MENU, REFUSED),
    ],
)
def test_a_player_whose_friend_is_elsewhere(
    action: Action, by: Side | None, square: int | None, whom: object
) -> None:
    hand = begun(FarPlayer(WHITE))
    hand.session.handle(FollowRecord(1, "a1a5"), hand.now_ms)
    hand.move("a1a5")
    assert asked(hand, action, by, square) == whom


@pytest.mark.parametrize(
    ("action", "words"),
    [(RESIGN, phrases.NOTHING_TO_RESIGN), (DRAW, phrases.NO_DRAW_NOW), (NEW, phrases.NO_DRAW_NOW)],
)
def test_nothing_of_it_is_taken_before_the_first_move(action: Action, words: object) -> None:
    hand = SnapshotHand(game=SERIES)
    (told,) = actions.act(hand.session.state, action, WHITE, hand.now_ms)
    assert told.words == words


def test_who_is_asked_for_a_pause_answers_what_was_offered_before() -> None:
    hand = begun(None)
    actions.act(hand.session.state, DRAW, WHITE, hand.now_ms)
    (told,) = actions.act(hand.session.state, PAUSE, WHITE, hand.now_ms)
    assert told.text == hand.view.prompt


def test_who_resigns_while_an_offer_waits_has_resigned() -> None:
    hand = begun(None)
    actions.act(hand.session.state, DRAW, WHITE, hand.now_ms)
    assert asked(hand, RESIGN, BLACK, None) == AT_ONCE
    assert hand.session.outcome is not None
    assert hand.session.outcome.winner is WHITE
