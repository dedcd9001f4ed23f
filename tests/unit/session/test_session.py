"""The course of a game: what a clumsy but honest hand does, and what is made of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from host.ai.players.opponent import Opponent
from host.cli.play.demonstration import recorded_moves
from host.engine.game import Side
from host.guidance.marks import Help
from host.recognition.snapshot import SquareState, inverted
from host.recognition.times import (
    CARRIED_MS,
    DWELL_MS,
    REST_MS,
    SET_DOWN_MS,
    SLIDE_MS,
    UNDO_END_MS,
    WRONG_MS,
)
from host.session.match_settings import MatchSettings
from host.session.match_state import ACCEPTED_MS
from host.session.view import Phase, Severity
from tests.support.snapshots import STEP_MS, SnapshotHand

RECORDED = recorded_moves()

# White's green tower on f7 must move, and both its moves reach Black's home row.
ONE_FROM_HOME = "1r1k2ng/4PGb1/o1p5/8/6y1/8/2O3N1/1R1K1BY1 w g"


def test_a_complete_start_begins_the_round() -> None:
    hand = SnapshotHand()
    assert hand.view.phase is Phase.PLAY
    assert hand.view.prompt == "Black to move: any tower."
    assert hand.marked("any") == {f"{file}8" for file in "abcdefgh"}


def test_the_recorded_round_is_played_by_hand_and_white_wins_with_blue() -> None:
    hand = SnapshotHand()
    for text in RECORDED:
        hand.move(text)
    assert hand.texts == RECORDED
    assert hand.view.phase is Phase.ENDED
    assert hand.view.outcome is not None
    assert hand.view.outcome.winner is Side.WHITE
    assert hand.marked("round") == {f"{file}8" for file in "abcdefgh"}
    assert hand.notices[-1].level is Severity.GOOD


def test_lifting_a_tower_lights_where_it_may_go() -> None:
    hand = SnapshotHand()
    hand.lift("d8")
    assert hand.marked("legal") == {
        *("d8", "d7", "d6", "d5", "d4", "d3", "d2"),
        *("c7", "b6", "a5", "e7", "f6", "g5", "h4"),
    }
    assert hand.view.lifted == 59


def test_a_square_that_wins_at_once_is_lit_differently() -> None:
    hand = SnapshotHand(ONE_FROM_HOME)
    hand.lift("f7")
    assert hand.marked("winning") == {"e8", "f8"}


def test_the_required_tower_is_lit_after_a_move() -> None:
    hand = SnapshotHand()
    hand.move("d8d4")
    assert hand.marked("required") == {"a1"}, "d4 is brown (T2)"
    assert hand.view.prompt == "White to move: the brown tower on a1."


def test_a_made_move_is_acknowledged_and_then_shown_as_the_last() -> None:
    hand = SnapshotHand()
    hand.move("d8d4", rest_ms=DWELL_MS)
    assert hand.marked("accepted") == {"d4"}
    hand.wait(ACCEPTED_MS)
    assert hand.marked("accepted") == set()
    assert hand.marked("last") == {"d8", "d4"}


def test_a_move_that_nothing_could_extend_is_made_after_a_short_rest() -> None:
    hand = SnapshotHand()
    hand.move("d8d2", rest_ms=REST_MS)
    assert hand.texts == ["d8d2"]


def test_a_move_that_could_be_a_slide_waits_longer() -> None:
    hand = SnapshotHand()
    hand.lift("d8")
    hand.wait(CARRIED_MS - STEP_MS)
    hand.put("d4", Side.BLACK)
    hand.wait(DWELL_MS - 40)
    assert hand.texts == []
    hand.wait(60)
    assert hand.texts == ["d8d4"]


def test_a_piece_that_was_carried_through_the_air_hardly_slides_on() -> None:
    hand = SnapshotHand()
    hand.lift("d8")
    hand.wait(CARRIED_MS)
    hand.put("d4", Side.BLACK)
    hand.wait(SET_DOWN_MS - STEP_MS)
    assert hand.texts == []
    hand.wait(STEP_MS)
    assert hand.texts == ["d8d4"]


def test_a_slide_over_legal_squares_is_one_move() -> None:
    hand = SnapshotHand()
    hand.lift("d8")
    for square in ("d7", "d6", "d5"):
        hand.put(square, Side.BLACK)
        hand.wait(120)
        hand.lift(square)
        hand.wait(40)
    hand.put("d4", Side.BLACK)
    hand.wait(600)
    assert hand.texts == ["d8d4"]
    assert [n for n in hand.notices if n.level is Severity.WARN] == []


def test_going_on_to_another_square_replaces_a_provisional_move() -> None:
    hand = SnapshotHand()
    hand.move("d8d5")
    assert hand.texts == ["d8d5"]
    hand.lift("d5")
    hand.wait(200)
    assert "d4" in hand.marked("legal"), "the tower may still be put elsewhere"
    hand.put("d4", Side.BLACK)
    hand.wait(600)
    assert hand.texts == ["d8d4"]


def test_a_move_is_final_once_the_opponent_has_touched_a_tower() -> None:
    hand = SnapshotHand()
    hand.move("d8d4")
    hand.lift("a1")
    hand.put("a1", Side.WHITE)
    hand.wait(300)
    hand.move("d4d3", rest_ms=1000)
    assert hand.texts == ["d8d4"]
    assert hand.view.correction is not None
    assert hand.marked("putback") == {"d4"}


def test_putting_the_last_tower_back_takes_the_move_back() -> None:
    hand = SnapshotHand()
    hand.move("d8d4")
    hand.move("a1c3")
    hand.move("c3a1")
    assert hand.texts == ["d8d4"]
    hand.move("d4d8")
    assert hand.texts == []
    assert hand.view.prompt == "Black to move: any tower."


def test_a_takeback_by_wish_guides_the_tower_back_and_does_not_make_the_move_again() -> None:
    hand = SnapshotHand()
    hand.move("d8d4")
    hand.notices += hand.session.take_back(hand.now_ms)
    hand.wait(2000)
    assert hand.texts == []
    assert hand.marked("putback") == {"d8"}
    hand.move("d4d8")
    assert hand.view.correction is None
    hand.move("d8d4")
    assert hand.texts == ["d8d4"], "playing it again is possible"


def test_pieces_of_moves_that_were_taken_back_by_wish_are_told_of_no_rule() -> None:
    hand = SnapshotHand()
    hand.notices += hand.session.new_game(
        hand.now_ms, MatchSettings(hand.game, opponent=Opponent(Side.WHITE, 4))
    )
    hand.wait(1000)
    hand.move("d8d4")
    hand.session.announce_move("a1c3", hand.now_ms)
    hand.move("a1c3")
    assert hand.texts == ["d8d4", "a1c3"]
    hand.notices = hand.session.take_back(hand.now_ms)
    hand.wait(1000)
    assert hand.texts == []
    assert hand.notices[-1].text == "Put White's brown tower back on a1."
    hand.move("c3a1", rest_ms=1000)
    assert hand.notices[-1].text == "Put the pink tower back on d8."
    hand.move("d4e5", rest_ms=2000)
    assert hand.notices[-1].text == "Put the pink tower back on d8.", "still on its way"
    hand.move("e5d8", rest_ms=1000)
    assert hand.view.correction is None
    hand.move("d8e6", rest_ms=WRONG_MS + 100)
    assert hand.notices[-1].text.startswith("e6 is not straight or diagonally ahead of d8 (M1).")


def test_after_a_pass_the_computer_thinks_before_it_says_what_it_moves() -> None:
    hand = SnapshotHand()
    hand.notices += hand.session.new_game(
        hand.now_ms, MatchSettings(hand.game, opponent=Opponent(Side.WHITE, 4))
    )
    hand.wait(1000)
    hand.move("h8h3")
    hand.session.announce_move("b1b2", hand.now_ms)
    hand.move("b1b2")
    hand.move("h3h2")
    hand.session.announce_move("c1c3", hand.now_ms)
    hand.notices = []
    hand.move("c1c3")
    assert hand.texts == ["h8h3", "b1b2", "h3h2", "c1c3", "pass"]
    passes = "Black's brown tower on h2 is blocked and passes. The computer is thinking."
    assert hand.notices[-1].text == passes


def test_nothing_to_take_back_is_said() -> None:
    hand = SnapshotHand()
    notices = hand.session.take_back(hand.now_ms)
    assert [n.text for n in notices] == ["There is no move to take back."]


def test_a_quick_reply_is_taken_together_with_the_move() -> None:
    hand = SnapshotHand()
    hand.lift("d8")
    hand.put("d4", Side.BLACK)
    hand.wait(60)
    hand.lift("a1")
    hand.wait(60)
    hand.put("c3", Side.WHITE)
    hand.wait(600)
    assert hand.texts == ["d8d4", "a1c3"]


def test_a_reply_lifted_before_the_dwell_is_over_makes_the_move() -> None:
    hand = SnapshotHand()
    hand.lift("d8")
    hand.put("d4", Side.BLACK)
    hand.wait(60)
    hand.lift("a1")
    hand.wait(REST_MS + 40)
    assert hand.texts == ["d8d4"]
    assert "c3" in hand.marked("legal")


@pytest.mark.parametrize("order", ["pusher first", "pushed first"])
def test_a_push_by_hand_in_any_order_is_recognised(order: str) -> None:
    # A white sumo on c3 (brown) in front of a black plain tower on c4.
    hand = SnapshotHand("obpky1gn/8/8/8/2r5/2N+5/8/1GRYKPBO w n")
    hand.lift("c3")
    assert hand.marked("push") == {"c4", "c5"}
    if order == "pusher first":
        hand.wait(200)
        hand.lift("c4")
        hand.put("c4", Side.WHITE)
        hand.wait(300)
        hand.put("c5", Side.BLACK)
    else:
        hand.put("c3", Side.WHITE)
        hand.wait(200)
        hand.lift("c4")
        hand.wait(200)
        hand.put("c5", Side.BLACK)
        hand.wait(300)
        hand.lift("c3")
        hand.put("c4", Side.WHITE)
    hand.wait(600)
    assert hand.texts == ["c3c4+"]


def test_a_blocked_tower_passes_by_itself_and_is_shown() -> None:
    # Black's move lands on e5 (brown); White's brown tower on a1 is boxed in by its own row.
    hand = SnapshotHand("obp1yrgn/4k3/8/8/8/8/GR6/N2YKPBO b k")
    hand.move("e7e5")
    assert hand.texts[:2] == ["e7e5", "pass"]
    assert "a1" in hand.marked("blocked")
    assert any("is blocked and passes" in notice.text for notice in hand.notices)


@pytest.mark.parametrize(
    ("rest_ms", "texts"),
    [(300, ["c1c5"]), (SLIDE_MS, ["c1c3", "pass", "c3c5"])],
    ids=["slid on", "moved twice"],
)
def test_a_tower_that_may_move_again_has_slid_on_unless_there_was_time_to_see_the_pass(
    rest_ms: int, texts: list[str]
) -> None:
    # c3 is brown, Black's brown tower is blocked on h2, and h2 is red: red moves again.
    hand = SnapshotHand()
    hand.move("h8h2")
    hand.move("c1c3")
    assert hand.texts == ["h8h2", "c1c3", "pass"]
    hand.wait(rest_ms)
    hand.move("c3c5")
    assert hand.texts == ["h8h2", *texts]
    assert [n for n in hand.notices if n.level is Severity.WARN and "blocked" not in n.text] == []


def test_pieces_collected_after_the_round_are_no_trouble_and_a_full_start_begins_anew() -> None:
    hand = SnapshotHand()
    for text in RECORDED:
        hand.move(text)
    fresh = SnapshotHand()
    hand.lift("e8")
    hand.wait(2000)
    assert hand.view.correction is None
    hand.snapshot = fresh.snapshot
    hand.wait(1000)
    assert hand.texts == []
    assert hand.view.phase is Phase.PLAY


def test_the_winning_move_can_be_taken_back_by_hand() -> None:
    hand = SnapshotHand()
    for text in RECORDED:
        hand.move(text)
    hand.move("e8e6", rest_ms=UNDO_END_MS - 200)
    assert hand.texts == RECORDED, "perhaps the next round is being set up"
    hand.wait(300)
    assert hand.view.phase is Phase.PLAY
    assert hand.texts == RECORDED[:-1]


def test_towers_that_are_bumped_as_a_round_begins_have_not_moved_while_it_was_set_up() -> None:
    hand = SnapshotHand()
    hand.lift("a1")
    hand.session.new_game(hand.now_ms)
    hand.wait(4000)
    hand.snapshot = hand.snapshot_with(a1="w")
    hand.session.see(hand.snapshot, hand.now_ms)
    assert hand.view.phase is Phase.PLAY
    # Three moves in turn could have led there, in the time that the set-up took.
    bumped = {"a8": ".", "b7": "b", "h1": ".", "h2": "w", "f8": ".", "f7": "b"}
    hand.snapshot = hand.snapshot_with(**bumped)
    hand.wait(3000)
    assert hand.texts == []
    assert hand.view.correction is not None


def test_setting_up_is_guided_tower_by_tower() -> None:
    hand = SnapshotHand()
    hand.lift("a1")
    hand.lift("c8")
    hand.session.new_game(hand.now_ms)
    hand.wait(100)
    assert hand.view.phase is Phase.SETUP
    assert hand.marked("fill") == {"a1", "c8"}
    assert "White's brown tower belongs on a1" in hand.view.prompt
    hand.put("a1", Side.WHITE)
    hand.wait(100)
    assert "Black's purple tower belongs on c8" in hand.view.prompt
    hand.put("c8", Side.BLACK)
    hand.wait(REST_MS + 40)
    assert hand.view.phase is Phase.PLAY


@pytest.mark.parametrize(
    ("level", "waiting", "lifted"),
    [
        (Help.OFF, set(), set()),
        (Help.REQUIRED, {"required"}, {"legal"}),
        (Help.LEGAL, {"required"}, {"legal", "winning"}),
    ],
)
def test_help_levels(level: Help, waiting: set[str], lifted: set[str]) -> None:
    hand = SnapshotHand(ONE_FROM_HOME, help_level=level)
    assert {mark.entry for mark in hand.view.marks} == waiting
    hand.lift("f7")
    assert {mark.entry for mark in hand.view.marks} == lifted


def test_the_demo_plays_the_round_that_the_engine_is_tested_with() -> None:
    record = Path("tests/data/games/kamisado_recorded_round.txt").read_text(encoding="utf-8")
    lines = [line for line in record.splitlines() if line.startswith("moves:")]
    assert [word for line in lines for word in line.split()[1:]] == RECORDED


def test_rows_that_are_exchanged_are_recognised() -> None:
    hand = SnapshotHand()
    start = hand.snapshot
    hand.snapshot = (SquareState.EMPTY,) * 64
    hand.wait(20)
    hand.snapshot = inverted(start)
    hand.wait(20)
    hand.session.new_game(hand.now_ms)
    hand.wait(300)
    assert hand.view.phase is Phase.SETUP
    assert "exchange the two rows" in hand.view.prompt
    assert "If all magnets are the other way up" in hand.view.prompt
    hand.snapshot = (SquareState.EMPTY,) * 64
    hand.wait(20)
    hand.snapshot = start
    hand.wait(300)
    assert hand.view.phase is Phase.PLAY
