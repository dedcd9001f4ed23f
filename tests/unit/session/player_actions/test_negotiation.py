"""Negotiation during a game: by gestures on the board and by requests."""

from __future__ import annotations

import random
from collections.abc import Hashable
from contextlib import closing
from pathlib import Path

import pytest

from host.ai.players.opponent import Opponent
from host.engine.game import AnyGame, Side
from host.engine.registry import game_named
from host.engine.squares import parse_square, square_name
from host.engine.termination import Termination, agreement, parse_termination, resignation
from host.guidance import phrases
from host.recognition.dwell_timer import DWELL_MS, UNDO_END_MS, WRONG_MS
from host.recognition.snapshot import SquareState
from host.session.match_settings import MatchSettings
from host.session.player_actions.game_end import UNDO_MS
from host.session.player_actions.gestures import HOLD_MS, PASSING_MS, STEP_MS, STEPS, TOUCH_MS
from host.session.player_actions.negotiation import ANSWER_MS
from host.session.view import Action, Offer, Phase, Severity
from host.storage.autosave import Autosave
from host.storage.store import Store
from host.storage.trace_codec import decode
from host.storage.trace_player import session_of
from host.storage.trace_recorder import TraceRecorder
from tests.support.snapshots import PictureHand

SERIES = "kamisado-series-5"
LEAVE_MS = STEPS * STEP_MS
ONE_FROM_HOME = "1r1k2ng/4PGb1/o1p5/8/6y1/8/2O3N1/1R1K1BY1 w g"


def playing(
    game: str = "kamisado-standard", clock: str = "", touch_move: bool = False
) -> PictureHand:
    """A board after Black's first move; White's brown tower is to move."""
    hand = PictureHand(game=game, clock=clock, touch_move=touch_move)
    hand.move("d8d4")
    assert hand.texts == ["d8d4"]
    return hand


def open_menu(hand: PictureHand, *squares: str) -> None:
    """Lift two towers and hold them until the menu is open."""
    for square in squares or ("b1", "c1"):
        hand.lift(square)
    hand.wait(HOLD_MS)
    assert hand.view.menu


def place_of(hand: PictureHand, action: Action) -> str:
    """Return the square of an action of the menu."""
    return next(square_name(i.square, 8) for i in hand.view.menu if i.action is action)


def choose(hand: PictureHand, action: Action, side: Side = Side.WHITE) -> str:
    """Put a lifted tower on the menu and leave it there; where that was."""
    place = place_of(hand, action)
    hand.put(place, side)
    hand.wait(LEAVE_MS)
    return place


def tidy(hand: PictureHand, place: str, *homes: str, side: Side = Side.WHITE) -> None:
    """Put both towers back where they were."""
    hand.lift(place)
    for home in homes or ("b1", "c1"):
        hand.wait(200)
        hand.put(home, side)
    hand.wait(300)


def touch(hand: PictureHand, square: str, ms: int = 300) -> None:
    """Lift what stands there and put it back."""
    sight = hand.lift(square)
    hand.wait(ms)
    hand.show(square, sight)
    hand.wait(300)


def left(hand: PictureHand) -> tuple[int, int]:
    """Return the remaining times of White and Black."""
    clock = hand.view.clock
    assert clock is not None
    return clock.left(Side.WHITE, hand.now_ms), clock.left(Side.BLACK, hand.now_ms)


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
    hand = PictureHand("s1s4s1/9/9/9/1sS6/9/9/9/S8 b 0", game="hasami")
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
    hand = PictureHand()
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


# Resigning


def test_resigning_gives_the_whole_match_up() -> None:
    hand = playing()
    open_menu(hand)
    tidy(hand, choose(hand, Action.RESIGN))
    assert hand.view.outcome is None, "the other side confirms it"
    assert hand.marked("offer") == {f"{file}8" for file in "abcefgh"} | {"d4"}
    touch(hand, "g8")
    assert hand.view.phase is Phase.ENDED
    outcome = hand.view.outcome
    assert outcome is not None
    assert outcome.winner is Side.BLACK
    assert hand.notices[-1].text == str(outcome.reason) == "White has resigned: Black wins."
    assert hand.notices[-1].level is Severity.GOOD
    assert len(hand.marked("match")) == 64, "rings over the whole board"


def test_a_side_may_resign_while_the_other_is_to_move() -> None:
    hand = playing()
    open_menu(hand, "c8", "e8")
    tidy(hand, choose(hand, Action.RESIGN, Side.BLACK), "c8", "e8", side=Side.BLACK)
    touch(hand, "a1")
    assert hand.session.termination == resignation(Side.BLACK)


def test_lifting_the_tower_again_does_not_resign() -> None:
    hand = playing()
    open_menu(hand)
    place = place_of(hand, Action.RESIGN)
    for _ in range(3):
        hand.put(place, Side.WHITE)
        hand.wait(LEAVE_MS - 40)
        hand.lift(place)
        hand.wait(500)
    hand.put("b1", Side.WHITE)
    hand.wait(400)
    hand.put("c1", Side.WHITE)
    hand.wait(400)
    assert hand.view.outcome is None
    assert hand.view.phase is Phase.PLAY
    assert hand.view.correction is None


def test_what_the_hands_do_with_the_pieces_of_a_match_that_was_resigned_means_nothing() -> None:
    hand = playing()
    hand.move("a1c3")
    open_menu(hand)
    tidy(hand, choose(hand, Action.RESIGN))
    touch(hand, "g8")
    hand.move("c3a1", rest_ms=5000)
    hand.move("a1a2", rest_ms=5000)
    assert hand.texts == ["d8d4", "a1c3"]
    assert hand.view.phase is Phase.ENDED


def test_two_towers_that_fall_resign_nothing() -> None:
    hand = playing()
    open_menu(hand)  # two have fallen, and one is set down on a lit square
    hand.put(place_of(hand, Action.RESIGN), Side.WHITE)
    hand.wait(LEAVE_MS + 100)
    assert hand.view.outcome is None
    tidy(hand, square_name(hand.view.offer.square, 8) if hand.view.offer else "")
    hand.wait(ANSWER_MS)
    assert hand.view.offer is None
    assert hand.view.outcome is None
    hand.move("a1c3")
    assert hand.texts == ["d8d4", "a1c3"]


@pytest.mark.parametrize("action", [Action.RESIGN, Action.DRAW, Action.NEW])
def test_an_end_by_hand_is_taken_back_on_the_square_where_it_was_chosen(
    action: Action, tmp_path: Path
) -> None:
    hand = playing(SERIES, clock="5+3")
    hand.move("a1c3")
    with closing(Store(tmp_path / "matches.sqlite")) as store:
        save = Autosave(hand.session, store)
        assert save(hand.now_ms) == []
        open_menu(hand)
        place = choose(hand, action)
        tidy(hand, place)
        touch(hand, "g8")
        assert save(hand.now_ms) == []
        assert place in hand.marked("menu", "chosen"), "it blinks"
        ended = hand.view.phase
        assert ended is (Phase.SETUP if action is Action.NEW else Phase.ENDED)
        hand.put(place, Side.WHITE)
        hand.wait(DWELL_MS + 100)
        assert hand.view.outcome is None
        assert (hand.session.game_number, hand.texts) == (1, ["d8d4", "a1c3"])
        hand.lift(place)
        hand.wait(500)
        assert hand.view.correction is None
        assert not hand.marked("menu")
        hand.move(square_name(hand.view.movable_squares[0], 8) + "e5")
        assert save(hand.now_ms) == []
        assert [match.id for match in store.matches()] == [1], "it is the same match"


def test_after_ten_seconds_an_end_by_hand_stays() -> None:
    hand = playing()
    open_menu(hand)
    place = choose(hand, Action.RESIGN)
    tidy(hand, place)
    touch(hand, "g8")
    hand.wait(UNDO_MS)
    assert not hand.marked("menu")
    hand.put(place, Side.WHITE)
    hand.wait(2000)
    assert hand.view.phase is Phase.ENDED


def test_against_the_computer_a_player_confirms_a_resignation_again() -> None:
    hand = playing()
    hand.session.new_game(hand.now_ms, MatchSettings(hand.game, opponent=Opponent(Side.BLACK, 4)))
    hand.snapshot = hand.session.view().expectation.snapshot
    hand.wait(1000)
    hand.session.announce_move("d8d4", hand.now_ms)
    hand.move("d8d4")
    open_menu(hand)
    tidy(hand, choose(hand, Action.RESIGN))
    assert hand.view.offer is not None
    assert hand.view.offer.asked is Side.WHITE
    touch(hand, "h1")
    assert hand.session.termination == resignation(Side.WHITE)


def test_a_resignation_is_taken_back_before_any_move() -> None:
    hand = playing()
    hand.session.resign(Side.WHITE)
    hand.session.take_back(hand.now_ms)
    assert hand.view.phase is Phase.PLAY
    assert hand.view.outcome is None
    assert hand.texts == ["d8d4"]
    hand.session.take_back(hand.now_ms)
    assert hand.texts == []


def test_under_touch_move_a_resignation_stands() -> None:
    hand = playing(touch_move=True)
    hand.session.resign(Side.WHITE)
    (notice,) = hand.session.take_back(hand.now_ms)
    assert notice.text == str(phrases.TOUCH_MOVE)
    assert hand.view.phase is Phase.ENDED


def test_a_takeback_by_hand_under_touch_move_is_told_why_not() -> None:
    hand = playing(touch_move=True)
    hand.move("d4d8", rest_ms=2000)
    assert hand.texts == ["d8d4"]
    correction = hand.view.correction
    assert correction is not None
    assert correction.text.startswith(str(phrases.TOUCH_MOVE))
    assert correction.text.endswith("Put Black's pink tower back on d4.")


def test_a_resignation_taken_back_while_the_pieces_are_strewn_has_them_set_up() -> None:
    hand = playing()
    hand.session.resign(Side.WHITE)
    for square in ("b1", "c1", "e8"):
        hand.lift(square)
    hand.wait(1000)
    hand.session.take_back(hand.now_ms)
    assert hand.view.phase is Phase.SETUP
    assert hand.view.correction is not None


@pytest.mark.parametrize("when", ["before the first move", "after the end"])
def test_there_must_be_a_game_to_resign(when: str) -> None:
    hand = PictureHand(ONE_FROM_HOME)
    if when == "after the end":
        hand.move("f7e8")
        assert hand.view.phase is Phase.ENDED
    before = hand.view
    (notice,) = hand.session.resign(Side.WHITE)
    assert (notice.level, notice.text) == (Severity.WARN, str(phrases.NOTHING_TO_RESIGN))
    assert hand.view == before


def test_between_two_rounds_a_match_may_be_resigned_by_wish() -> None:
    hand = PictureHand(ONE_FROM_HOME, game="kamisado-standard")
    hand.move("f7e8")
    assert hand.view.phase is Phase.ROUND_BREAK
    assert hand.view.may == (Action.RESIGN,)
    hand.session.resign(Side.BLACK)
    assert hand.view.phase is Phase.ENDED
    assert hand.view.choices == ()
    assert hand.session.termination == resignation(Side.BLACK)


# A draw


def test_a_draw_is_offered_and_agreed_to_on_the_board() -> None:
    hand = playing(SERIES)
    open_menu(hand)
    place = choose(hand, Action.DRAW)
    assert hand.view.offer == Offer(
        Action.DRAW, Side.WHITE, Side.BLACK, parse_square(place, (8, 8))
    )
    assert hand.view.prompt == (
        "White offers a draw. Black agrees by lifting a tower and putting it back; whatever else "
        "is done, or nothing for 10 seconds, refuses."
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


def test_a_draw_is_refused_by_playing_on() -> None:
    hand = playing(SERIES)
    open_menu(hand, "c8", "e8")
    place = choose(hand, Action.DRAW, Side.BLACK)
    tidy(hand, place, "c8", "e8", side=Side.BLACK)
    hand.move("a1c3", rest_ms=PASSING_MS + DWELL_MS)
    assert hand.view.offer is None
    assert hand.texts == ["d8d4", "a1c3"]
    assert any(n.text.startswith("White does not agree to a draw.") for n in hand.notices)


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
    hand.session.offer(Action.DRAW, Side.WHITE, hand.now_ms)
    hand.wait(ANSWER_MS - 1000)
    assert left(hand) == before
    hand.wait(4000)
    assert left(hand)[0] < before[0], "play goes on"


def test_an_offer_is_answered_by_wish() -> None:
    for agrees, phase in ((True, Phase.ENDED), (False, Phase.PLAY)):
        hand = playing(SERIES)
        hand.session.offer(Action.DRAW, Side.BLACK, hand.now_ms)
        hand.session.answer(agrees, hand.now_ms)
        assert hand.view.phase is phase
        assert hand.view.offer is None


def test_an_offer_outlasts_the_board() -> None:
    hand = playing(SERIES)
    hand.session.offer(Action.DRAW, Side.WHITE, hand.now_ms)
    hand.lift("c8")
    hand.wait(300)
    hand.session.board_lost()
    hand.now_ms += 60_000
    hand.wait(300)
    assert hand.view.offer is not None
    hand.show("c8", SquareState.BLACK)
    hand.wait(300)
    assert hand.view.outcome is None, "it was put back while nobody had seen the board stand"
    touch(hand, "c8")
    assert hand.view.phase is Phase.ENDED


def test_no_draw_is_offered_where_points_decide() -> None:
    hand = playing("kamisado-standard")
    (notice,) = hand.session.offer(Action.DRAW, Side.WHITE, hand.now_ms)
    assert notice.text == str(phrases.NO_DRAW)
    assert hand.view.offer is None


def test_there_must_be_an_offer_to_answer() -> None:
    hand = playing(SERIES)
    (notice,) = hand.session.answer(True, hand.now_ms)
    assert notice.text == str(phrases.NOTHING_OFFERED)
    assert hand.view.outcome is None


def test_a_takeback_ends_an_offer() -> None:
    hand = playing(SERIES)
    hand.session.offer(Action.DRAW, Side.WHITE, hand.now_ms)
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


def test_what_is_put_on_a_paused_board_is_told_and_nothing_goes_on() -> None:
    hand = playing()
    hand.session.pause(hand.now_ms)
    hand.wait(100)
    hand.show("g4", SquareState.WHITE)
    hand.wait(1000)
    assert hand.view.phase is Phase.PAUSED
    assert hand.view.correction is not None
    assert "piece too many on g4" in hand.view.correction.text


def test_a_pause_begins_and_ends_by_wish() -> None:
    hand = playing()
    assert hand.session.pause(hand.now_ms)[0].text == str(phrases.PAUSED)
    assert hand.view.phase is Phase.PAUSED
    assert hand.view.may == (Action.RESIGN,)
    hand.session.resume(hand.now_ms)
    assert hand.view.phase is Phase.PLAY
    assert hand.session.resume(hand.now_ms)[0].text == str(phrases.NOT_PAUSED)


def test_there_must_be_a_round_to_pause() -> None:
    hand = PictureHand()
    (notice,) = hand.session.pause(hand.now_ms)
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
    for _ in range(6):
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


# Making again


def test_a_move_taken_back_is_made_again() -> None:
    hand = playing()
    hand.move("a1c3")
    hand.session.take_back(hand.now_ms)
    hand.session.take_back(hand.now_ms)
    assert hand.view.can_redo
    hand.session.redo(hand.now_ms)
    hand.session.redo(hand.now_ms)
    assert hand.texts == ["d8d4", "a1c3"]
    assert not hand.view.can_redo
    (notice,) = hand.session.redo(hand.now_ms)
    assert notice.text == str(phrases.NO_REDO)


def test_a_board_is_guided_to_a_move_that_was_made_again() -> None:
    hand = playing()
    hand.move("d4d8")
    assert hand.texts == []
    hand.notices += hand.session.redo(hand.now_ms)
    assert hand.texts == ["d8d4"]
    hand.wait(3000)
    assert hand.texts == ["d8d4"], "that the tower is not there yet does not take it back again"
    assert hand.view.correction is not None
    hand.move("d8d4")
    assert hand.view.correction is None
    assert hand.texts == ["d8d4"]


@pytest.mark.parametrize("game", ["kamisado-single", "kamisado-standard"])
def test_the_move_that_ends_a_round_is_made_again_though_the_board_has_yet_to_follow(
    game: str,
) -> None:
    hand = PictureHand(ONE_FROM_HOME, game=game)
    hand.move("f7e8")
    hand.session.take_back(hand.now_ms)
    hand.move("e8f7", rest_ms=UNDO_END_MS + 1000)
    assert hand.texts == []
    phase = hand.view.phase
    hand.session.redo(hand.now_ms)
    hand.wait(UNDO_END_MS + 1000)
    assert hand.texts == ["f7e8"]
    assert hand.view.phase is not phase
    hand.move("f7e8", rest_ms=1000)
    assert hand.texts == ["f7e8"]
    hand.move("e8f7", rest_ms=UNDO_END_MS + 1000)
    assert hand.texts == [], "taken back by hand, now that it has stood there"


def test_another_move_ends_what_could_be_made_again() -> None:
    hand = playing()
    hand.move("a1c3")
    hand.move("c3a1")
    hand.move("d4d8")
    assert hand.view.can_redo
    hand.move("e8e5")
    assert hand.texts == ["e8e5"]
    assert not hand.view.can_redo, "neither of the two"


def test_making_the_same_move_by_hand_leaves_the_rest_to_be_made_again() -> None:
    hand = playing()
    hand.move("a1c3")
    hand.move("c3a1")
    hand.move("d4d8")
    assert hand.texts == []
    hand.move("d8d4")
    hand.session.redo(hand.now_ms)
    assert hand.texts == ["d8d4", "a1c3"]


def test_a_move_made_again_leaves_the_time_that_it_had_left() -> None:
    hand = playing(clock="5+3")
    hand.wait(4000)
    hand.move("a1c3")
    times = hand.session.times
    hand.move("c3a1")
    hand.wait(3000)
    hand.session.redo(hand.now_ms)
    assert hand.session.plies[-1].times == times


def test_a_choice_between_two_rounds_is_made_again() -> None:
    hand = PictureHand(ONE_FROM_HOME, game="kamisado-standard")
    hand.move("f7e8")
    hand.session.choose("fill left", hand.now_ms)
    hand.session.take_back(hand.now_ms)
    assert hand.texts == ["f7e8"]
    hand.session.redo(hand.now_ms)
    assert hand.texts == ["f7e8", "fill left"]
    assert hand.view.phase is Phase.SETUP


# The text


DRAWN = game_named(SERIES)
UNEVEN = game_named("hasami")
MORE = UNEVEN.parse_position("9/9/9/4ss3/9/9/9/9/SSS6 w 0")


@pytest.mark.parametrize(
    ("termination", "game", "position", "text"),
    [
        (resignation(Side.WHITE), DRAWN, DRAWN.start(), "white resigns"),
        (resignation(Side.BLACK), DRAWN, DRAWN.start(), "black resigns"),
        (agreement(DRAWN, DRAWN.start()), DRAWN, DRAWN.start(), "draw agreed"),
        (agreement(UNEVEN, MORE), UNEVEN, MORE, "end agreed"),
    ],
)
def test_the_text_of_a_settlement_is_read_again(
    termination: Termination, game: AnyGame, position: Hashable, text: str
) -> None:
    assert str(termination) == text
    assert parse_termination(text, game, position) == termination


def test_a_game_whose_points_decide_is_not_ended_by_agreement() -> None:
    game = game_named("kamisado-standard")
    with pytest.raises(ValueError, match="'kamisado-standard' is not ended by agreement"):
        parse_termination("draw agreed", game, game.start())


def test_no_other_text_is_a_settlement() -> None:
    with pytest.raises(ValueError, match="'green resigns' is no end of a game"):
        parse_termination("green resigns", DRAWN, DRAWN.start())


def test_a_settled_game_is_restored_as_it_was() -> None:
    hand = playing()
    again = PictureHand(game="kamisado-standard")
    again.session.restore(hand.session.plies, None, "white resigns")
    again.snapshot = hand.snapshot
    again.wait(1000)
    assert again.view.phase is Phase.ENDED
    assert again.view.outcome == resignation(Side.WHITE).outcome


def test_a_trace_begins_with_what_was_settled_and_whether_moves_stand() -> None:
    hand = playing(touch_move=True)
    hand.session.resign(Side.WHITE)
    lines: list[str] = []
    TraceRecorder(hand.session, lines.append)
    again = session_of(decode("".join(lines)).header)
    assert again.settings.touch_move
    assert again.termination == resignation(Side.WHITE)
    assert [ply.text for ply in again.plies] == ["d8d4"]
