"""Negotiation during a game: by gestures on the board and by requests."""

from __future__ import annotations

import pytest

from host.engine.game import Side
from host.engine.squares import parse_square
from host.guidance import phrases
from host.recognition.snapshot import SquareState
from host.recognition.times import DWELL_MS, PASSING_MS, STOOD_MS, TOUCH_MS, WRONG_MS
from host.session.player_actions.hand_negotiation import ANSWER_MS
from host.session.view import Action, Offer, Phase
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

# A draw


def test_a_draw_is_offered_and_agreed_to_on_the_board() -> None:
    hand = playing(SERIES)
    open_menu(hand)
    place = choose(hand, Action.DRAW)
    assert hand.view.offer == Offer(
        Action.DRAW, Side.WHITE, Side.BLACK, parse_square(place, (8, 8))
    )
    assert hand.view.prompt == (
        "White offers a draw. To accept, Black lifts a tower and puts it back. Anything else, or "
        "10 seconds without an answer, declines it."
    )
    hand.wait(WRONG_MS)
    assert hand.view.correction is not None, "the two towers go home first"
    tidy(hand, place)
    assert hand.view.correction is None
    assert "c8" in hand.marked("offer")
    touch(hand, "c8")
    assert hand.view.phase is Phase.ENDED
    outcome = hand.view.outcome
    assert outcome is not None
    assert outcome.winner is None
    assert str(outcome.reason) == "Drawn: both players have agreed to it."
    assert hand.view.round_outcome is None, "the round was not played to its end"


def test_a_draw_is_refused_by_playing_on() -> None:
    hand = playing(SERIES)
    open_menu(hand, "c8", "e8")
    place = choose(hand, Action.DRAW, Side.BLACK)
    tidy(hand, place, "c8", "e8", side=Side.BLACK)
    hand.move("a1c3", rest_ms=PASSING_MS + DWELL_MS)
    assert hand.view.offer is None
    assert hand.texts == ["d8d4", "a1c3"]
    assert any(n.text.startswith("White declines a draw.") for n in hand.notices)


def test_a_draw_is_refused_by_doing_nothing() -> None:
    hand = playing(SERIES)
    open_menu(hand)
    tidy(hand, choose(hand, Action.DRAW))
    hand.wait(ANSWER_MS)
    assert hand.view.offer is None
    assert hand.view.phase is Phase.PLAY
    touch(hand, "c8")
    assert hand.view.outcome is None, "too late"


def test_no_time_runs_while_an_answer_is_waited_for() -> None:
    hand = playing(SERIES, clock="1+0")
    before = left(hand)
    hand.session.act(Action.DRAW, Side.WHITE, hand.now_ms)
    hand.wait(ANSWER_MS - 1000)
    assert left(hand) == before
    hand.wait(4000)
    assert left(hand)[0] < before[0], "play goes on"


def test_an_offer_is_answered_by_wish() -> None:
    for agrees, phase in ((True, Phase.ENDED), (False, Phase.PLAY)):
        hand = playing(SERIES)
        hand.session.act(Action.DRAW, Side.BLACK, hand.now_ms)
        hand.session.answer(agrees, hand.now_ms)
        assert hand.view.phase is phase
        assert hand.view.offer is None


def test_an_offer_outlasts_the_board() -> None:
    hand = playing(SERIES)
    hand.session.act(Action.DRAW, Side.WHITE, hand.now_ms)
    hand.lift("c8")
    hand.wait(300)
    hand.session.board_lost()
    hand.now_ms += 60_000
    hand.wait(300)
    assert hand.view.offer is not None
    hand.show("c8", SquareState.BLACK)
    hand.wait(STOOD_MS)
    assert hand.view.outcome is None, "it was put back while nobody had seen the board stand"
    touch(hand, "c8")
    assert hand.view.phase is Phase.ENDED


def test_no_draw_is_offered_where_points_decide() -> None:
    hand = playing("kamisado-standard")
    (notice,) = hand.session.act(Action.DRAW, Side.WHITE, hand.now_ms)
    assert notice.text == str(phrases.NO_DRAW)
    assert hand.view.offer is None


def test_there_must_be_an_offer_to_answer() -> None:
    hand = playing(SERIES)
    (notice,) = hand.session.answer(True, hand.now_ms)
    assert notice.text == str(phrases.NOTHING_OFFERED)
    assert hand.view.outcome is None


def test_a_takeback_ends_an_offer() -> None:
    hand = playing(SERIES)
    hand.session.act(Action.DRAW, Side.WHITE, hand.now_ms)
    hand.session.take_back(hand.now_ms)
    assert hand.view.offer is None


# A pause


def test_a_pause_stops_the_clock_until_a_tower_is_lifted() -> None:
    hand = playing(clock="1+0")
    open_menu(hand)
    place = choose(hand, Action.PAUSE)
    assert hand.view.phase is Phase.PAUSED
    tidy(hand, place)
    before = left(hand)
    assert hand.marked("paused") == {"a1", "h1", "a8", "h8"}
    assert hand.view.prompt == str(phrases.PAUSED)
    hand.wait(120_000)
    assert left(hand) == before
    hand.lift("a1")
    hand.wait(TOUCH_MS)
    assert hand.view.phase is Phase.PLAY
    hand.put("c3", Side.WHITE)
    hand.wait(600)
    assert hand.texts == ["d8d4", "a1c3"]


def test_a_paused_game_goes_on_only_after_its_towers_stand_right() -> None:
    hand = playing()
    open_menu(hand)
    place = choose(hand, Action.PAUSE)
    hand.lift(place)
    hand.lift("a1")
    hand.wait(5000)
    assert hand.view.phase is Phase.PAUSED
    assert hand.view.correction is not None


def test_a_tower_that_bounces_as_it_is_put_back_ends_no_pause() -> None:
    hand = playing()
    open_menu(hand)
    place = choose(hand, Action.PAUSE)
    hand.lift(place)
    hand.put("b1", Side.WHITE)
    hand.wait(900)
    hand.put("c1", Side.WHITE)
    hand.wait(100)
    touch(hand, "c1", TOUCH_MS + 50)
    assert hand.view.phase is Phase.PAUSED
    hand.wait(STOOD_MS)
    touch(hand, "c1")
    assert hand.view.phase is Phase.PLAY


def test_what_is_put_on_a_paused_board_is_told_and_nothing_goes_on() -> None:
    hand = playing()
    hand.session.act(Action.PAUSE, None, hand.now_ms)
    hand.wait(100)
    hand.show("g4", SquareState.WHITE)
    hand.wait(1000)
    assert hand.view.phase is Phase.PAUSED
    assert hand.view.correction is not None
    assert "piece too many, on g4" in hand.view.correction.text


def test_a_pause_begins_and_ends_by_wish() -> None:
    hand = playing()
    assert hand.session.act(Action.PAUSE, None, hand.now_ms)[0].text == str(phrases.PAUSED)
    assert hand.view.phase is Phase.PAUSED
    assert hand.view.may == (Action.RESIGN,)
    hand.session.resume(hand.now_ms)
    assert hand.view.phase is Phase.PLAY
    assert hand.session.resume(hand.now_ms)[0].text == str(phrases.NOT_PAUSED)


def test_a_second_pause_waits_anew_until_all_towers_stand() -> None:
    hand = playing()
    hand.session.act(Action.PAUSE, None, hand.now_ms)
    hand.wait(STOOD_MS)
    touch(hand, "a1", TOUCH_MS + 50)
    assert hand.view.phase is Phase.PLAY
    hand.lift("a1")
    hand.session.act(Action.PAUSE, None, hand.now_ms)
    hand.wait(2 * TOUCH_MS)
    assert hand.view.phase is Phase.PAUSED, "that tower was in the air already"


@pytest.mark.parametrize("action", [Action.DRAW, Action.PAUSE, Action.RESIGN])
def test_what_a_display_asks_for_closes_the_menu(action: Action) -> None:
    hand = playing(SERIES)
    open_menu(hand)
    hand.session.act(action, Side.WHITE, hand.now_ms)
    assert hand.view.menu == ()


def test_there_must_be_a_round_to_pause() -> None:
    hand = SnapshotHand()
    (notice,) = hand.session.act(Action.PAUSE, None, hand.now_ms)
    assert notice.text == str(phrases.NOTHING_TO_PAUSE)
    assert hand.view.phase is Phase.PLAY


# A new match


def test_a_new_match_needs_the_other_side_on_the_board() -> None:
    hand = playing(clock="5+3")
    open_menu(hand)
    tidy(hand, choose(hand, Action.NEW))
    assert hand.session.game_number == 1
    touch(hand, "g8")
    assert hand.session.game_number == 2
    assert hand.view.phase is Phase.SETUP
    assert str(hand.session.settings.control) == "5+3"


def test_a_new_match_that_is_refused_leaves_the_old_one() -> None:
    hand = playing()
    open_menu(hand)
    tidy(hand, choose(hand, Action.NEW))
    hand.wait(ANSWER_MS)
    assert hand.session.game_number == 1
    assert hand.texts == ["d8d4"]
