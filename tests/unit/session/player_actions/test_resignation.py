"""Resignation: by the menu, by request, confirmed and taken back."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from host.ai.players.opponent import Opponent
from host.engine.game import Side
from host.engine.squares import square_name
from host.engine.termination import resignation
from host.guidance import phrases
from host.recognition.times import DWELL_MS, STOOD_MS, TOUCH_MS
from host.session.match_settings import MatchSettings
from host.session.player_actions.game_end import UNDO_MS
from host.session.player_actions.gestures import STEP_MS, STEPS
from host.session.player_actions.hand_negotiation import ANSWER_MS
from host.session.view import Action, Phase, Severity
from host.storage.autosave import Autosave
from host.storage.store import Store
from tests.support.snapshots import SnapshotHand
from tests.unit.session.player_actions.menu import (
    LEAVE_MS,
    ONE_FROM_HOME,
    SERIES,
    choose,
    open_menu,
    place_of,
    playing,
    tidy,
    touch,
)

CONFIRM_MS = STEPS * STEP_MS

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


def test_once_it_is_chosen_both_towers_are_asked_back_and_no_rule_is_cited() -> None:
    hand = playing()
    open_menu(hand)
    place = choose(hand, Action.RESIGN)
    hand.wait(1000)
    assert hand.view.correction is not None
    assert hand.view.correction.text == "Put the green tower back on b1."
    tidy(hand, place)
    assert hand.view.correction is None


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
        assert hand.notices[-2].text.startswith(str(phrases.GOES_ON))
        assert (hand.session.game_number, hand.texts) == (1, ["d8d4", "a1c3"])
        hand.lift(place)
        hand.wait(500)
        assert hand.view.correction is None
        assert not hand.marked("menu")
        hand.move(square_name(hand.view.movable_squares[0], 8) + "e5")
        assert save(hand.now_ms) == []
        assert [match.id for match in store.matches()] == [1], "it is the same match"


def test_the_piece_that_takes_an_end_back_makes_no_move_there() -> None:
    hand = playing()
    open_menu(hand, "b1", "c1")
    place = choose(hand, Action.RESIGN)
    tidy(hand, place)
    touch(hand, "g8")
    assert hand.view.phase is Phase.ENDED
    assert place == "a4", "where the tower of a1 might go"
    hand.move("a1a4", rest_ms=3000)
    assert hand.view.phase is Phase.PLAY
    assert hand.texts == ["d8d4"]
    hand.move("a4a1", rest_ms=1000)
    assert hand.view.correction is None
    assert hand.texts == ["d8d4"]


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


def resigning_against_the_computer() -> tuple[SnapshotHand, str]:
    """A board where White has chosen to resign, and the square where it was chosen."""
    hand = playing()
    hand.session.new_game(hand.now_ms, MatchSettings(hand.game, opponent=Opponent(Side.BLACK, 4)))
    hand.snapshot = hand.session.view().expectation.snapshot
    hand.wait(1000)
    hand.session.announce_move("d8d4", hand.now_ms)
    hand.move("d8d4")
    open_menu(hand)
    return hand, choose(hand, Action.RESIGN)


def test_against_the_computer_a_player_confirms_a_resignation_again() -> None:
    hand, place = resigning_against_the_computer()
    tidy(hand, place)
    assert hand.view.offer is not None
    assert hand.view.offer.asked is Side.WHITE
    assert hand.view.prompt == (
        "White is about to resign. To confirm, lift a tower, wait until the lights have circled "
        "its square, then put it back. After anything else, or 10 seconds, play continues."
    )
    touch(hand, "h1", CONFIRM_MS)
    assert hand.session.termination == resignation(Side.WHITE)


@pytest.mark.parametrize("ms", [TOUCH_MS + 50, 600, CONFIRM_MS - 50])
def test_against_the_computer_a_tower_that_is_straightened_confirms_nothing(ms: int) -> None:
    hand, place = resigning_against_the_computer()
    tidy(hand, place)
    hand.wait(3000)
    touch(hand, "h1", ms)
    assert hand.session.termination is None
    hand.wait(ANSWER_MS)
    assert hand.view.offer is None
    # Two of a side were lifted together for the menu, whose colours are checked then.
    said = [notice.text for notice in hand.notices if not notice.text.startswith("The towers from")]
    assert said[-1].startswith("Play continues."), "nobody has refused it"


def test_the_lights_go_round_the_square_of_a_tower_that_is_held_up_to_confirm() -> None:
    hand, place = resigning_against_the_computer()
    tidy(hand, place)
    assert len(hand.marked("offer", "piece")) == 8
    state = hand.lift("e1")
    hand.wait(STEP_MS + 50)
    assert hand.marked("offer", "piece") == {"e1"}
    assert hand.marked("menu", "progress") == {"e2"}
    hand.wait(2 * STEP_MS)
    assert hand.marked("menu", "progress") == {"e2", "f2", "f1"}
    hand.wait(STEP_MS)
    assert not hand.marked("menu")
    assert hand.marked("putback", "home") == {"e1"}
    assert hand.session.termination is None, "it is back on the board first"
    hand.show("e1", state)
    hand.wait(300)
    assert hand.session.termination == resignation(Side.WHITE)


@pytest.mark.parametrize("stands_ms", [20, 100, 300])
def test_a_tower_that_bounces_as_it_is_put_back_confirms_nothing(stands_ms: int) -> None:
    hand, place = resigning_against_the_computer()
    hand.lift(place)
    hand.put("b1", Side.WHITE)
    hand.wait(900)
    hand.put("c1", Side.WHITE)
    hand.wait(stands_ms)
    touch(hand, "c1", TOUCH_MS + 50)
    assert hand.session.termination is None
    assert hand.view.offer is not None
    hand.wait(STOOD_MS)
    touch(hand, "c1", CONFIRM_MS)
    assert hand.session.termination == resignation(Side.WHITE)


def test_a_resignation_is_taken_back_before_any_move() -> None:
    hand = playing()
    hand.session.act(Action.RESIGN, Side.WHITE, hand.now_ms)
    hand.session.take_back(hand.now_ms)
    assert hand.view.phase is Phase.PLAY
    assert hand.view.outcome is None
    assert hand.texts == ["d8d4"]
    hand.session.take_back(hand.now_ms)
    assert hand.texts == []


def test_under_touch_move_a_resignation_stands() -> None:
    hand = playing(touch_move=True)
    hand.session.act(Action.RESIGN, Side.WHITE, hand.now_ms)
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
    hand.session.act(Action.RESIGN, Side.WHITE, hand.now_ms)
    for square in ("b1", "c1", "e8"):
        hand.lift(square)
    hand.wait(1000)
    hand.session.take_back(hand.now_ms)
    assert hand.view.phase is Phase.SETUP
    assert hand.view.correction is not None


@pytest.mark.parametrize("when", ["before the first move", "after the end"])
def test_there_must_be_a_game_to_resign(when: str) -> None:
    hand = SnapshotHand(ONE_FROM_HOME)
    if when == "after the end":
        hand.move("f7e8")
        assert hand.view.phase is Phase.ENDED
    before = hand.view
    (notice,) = hand.session.act(Action.RESIGN, Side.WHITE, hand.now_ms)
    assert (notice.level, notice.text) == (Severity.WARN, str(phrases.NOTHING_TO_RESIGN))
    assert hand.view == before


def test_between_two_rounds_a_match_may_be_resigned_by_wish() -> None:
    hand = SnapshotHand(ONE_FROM_HOME, game="kamisado-standard")
    hand.move("f7e8")
    assert hand.view.phase is Phase.ROUND_BREAK
    assert hand.view.may == (Action.RESIGN,)
    hand.session.act(Action.RESIGN, Side.BLACK, hand.now_ms)
    assert hand.view.phase is Phase.ENDED
    assert hand.view.choices == ()
    assert hand.session.termination == resignation(Side.BLACK)
