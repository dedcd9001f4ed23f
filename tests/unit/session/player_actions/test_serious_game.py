"""A serious game: the clock stands still by agreement only, and nothing is told of who wins."""

from __future__ import annotations

import pytest

from host.ai.players.opponent import Opponent
from host.engine.game import Side
from host.guidance.marks import Help
from host.session.access.hand_permissions import Situation
from host.session.access.permissions import refusal
from host.session.access.role import Role
from host.session.match_settings import MatchSettings
from host.session.requests import Answer, NewGame, OfferDraw, Pause, Resume, SetHelp, TakeBack
from host.session.view import Action, Phase
from tests.support.snapshots import SnapshotHand
from tests.unit.session.player_actions.menu import (
    SERIES,
    choose,
    left,
    open_menu,
    playing,
    tidy,
    touch,
)


@pytest.mark.parametrize(("by", "asked"), [(Side.BLACK, Side.WHITE), (None, Side.BLACK)])
def test_a_pause_waits_until_the_other_side_agrees(by: Side | None, asked: Side) -> None:
    hand = playing(clock="10+5", serious=True)  # White is to move
    hand.session.handle(Pause(by), hand.now_ms)
    offer = hand.view.offer
    assert offer is not None
    assert (offer.action, offer.by, offer.asked) == (Action.PAUSE, asked.other, asked)
    assert f"{asked.other.name.capitalize()} offers a pause." in hand.view.prompt
    hand.session.handle(Answer(True), hand.now_ms)
    assert hand.view.phase is Phase.PAUSED
    before = left(hand)
    hand.wait(2000)
    assert left(hand) == before
    hand.session.handle(Resume(), hand.now_ms)
    assert hand.view.phase is Phase.PLAY


def test_a_pause_that_is_refused_stops_nothing() -> None:
    hand = playing(clock="10+5", serious=True)
    hand.session.handle(Pause(Side.BLACK), hand.now_ms)
    told = hand.session.handle(Answer(False), hand.now_ms)
    assert "White declines a pause." in told[0].text
    assert (hand.view.phase, hand.view.offer) == (Phase.PLAY, None)


def test_hands_ask_for_a_pause_in_the_menu_and_agree_by_a_touch() -> None:
    hand = playing(clock="10+5", serious=True)
    open_menu(hand)
    place = choose(hand, Action.PAUSE)
    assert hand.view.phase is Phase.PLAY
    tidy(hand, place)
    touch(hand, "a8")
    assert hand.view.phase is Phase.PAUSED
    assert not hand.marked("menu", "chosen"), "it is ended by a touch, not taken back"


@pytest.mark.parametrize("serious", [True, False])
@pytest.mark.parametrize("by", [Side.WHITE, Side.BLACK])
def test_the_side_to_move_wins_no_time_by_an_offer_of_its_own(by: Side, serious: bool) -> None:
    hand = playing(SERIES, clock="10+5", serious=serious)  # White is to move
    hand.session.handle(OfferDraw(by), hand.now_ms)
    assert hand.view.offer is not None
    before = left(hand)
    hand.wait(2000)
    runs = serious and by is Side.WHITE
    assert (left(hand)[0] < before[0]) is runs
    assert left(hand)[1] == before[1]


def test_the_side_to_move_wins_no_time_by_its_menu() -> None:
    for serious in (True, False):
        hand = playing(clock="10+5", serious=serious)
        open_menu(hand)
        before = left(hand)
        hand.wait(2000)
        assert (left(hand)[0] < before[0]) is serious


def test_the_computer_and_players_of_other_games_are_not_asked() -> None:
    against = SnapshotHand(serious=True, opponent=Opponent(Side.WHITE, 4))
    against.move("d8d4")
    for hand in (against, playing(clock="10+5", touch_move=True)):
        hand.session.handle(Pause(), hand.now_ms)
        assert hand.view.phase is Phase.PAUSED


def test_nobody_asks_for_a_pause_in_the_name_of_the_other_side() -> None:
    serious, other = playing(serious=True).view, playing(clock="10+5").view
    for by in (None, Side.WHITE, Side.BLACK):
        for role, side in ((Role.WHITE, Side.WHITE), (Role.BLACK, Side.BLACK)):
            assert (refusal(role, Pause(by), lambda: Situation(serious, 8)) is None) is (by is side)
            assert refusal(role, Pause(by), lambda: Situation(other, 8)) is None
        assert refusal(Role.OWNER, Pause(by), lambda: Situation(serious, 8)) is None


def test_it_is_told_when_it_begins_and_stays_so_in_the_next_game() -> None:
    hand = SnapshotHand(help_level=Help.PROVEN)
    settings = MatchSettings(hand.session.game, serious=True)
    told = [notice.text for notice in hand.session.handle(NewGame(settings), hand.now_ms)]
    assert any("no hints, and who wins is not shown" in text for text in told)
    assert hand.session.help is Help.LEGAL
    with pytest.raises(ValueError, match="In a serious game, who wins is not shown"):
        hand.session.handle(SetHelp(Help.PROVEN), hand.now_ms)
    hand.session.handle(NewGame(), hand.now_ms)
    assert hand.session.settings.serious


def displaced(hand: SnapshotHand) -> None:
    """Put a piece of White's where it may not go."""
    hand.lift("a1")
    hand.wait(100)
    hand.put("a5", Side.BLACK)
    hand.wait(1000)
    assert hand.view.correction is not None


@pytest.mark.parametrize("serious", [True, False])
def test_pieces_are_put_right_in_the_own_time(serious: bool) -> None:
    hand = playing(clock="10+5", serious=serious)  # White is to move
    displaced(hand)
    before = left(hand)
    hand.wait(20_000)
    assert hand.view.correction is not None
    assert left(hand) == (before[0] - 20_000 * serious, before[1])


def test_pieces_are_led_back_after_a_takeback_in_nobodys_time() -> None:
    hand = playing(clock="10+5", serious=True)
    hand.session.handle(TakeBack(), hand.now_ms)
    hand.wait(1000)
    assert hand.view.correction is not None
    before = left(hand)
    hand.wait(5000)
    assert left(hand) == before


def test_time_may_run_out_while_pieces_are_put_right() -> None:
    hand = playing(clock="0.5+0", serious=True)
    displaced(hand)
    hand.wait(40_000)
    assert hand.view.outcome is not None
    assert hand.view.outcome.winner is Side.BLACK
