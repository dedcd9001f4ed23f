"""Pictures with more than one explanation, and what has gone wrong with them before."""

from __future__ import annotations

import random

import pytest

from host.engine.game import Side
from host.recognition.snapshot import SquareState
from host.recognition.times import (
    DOUBT_MS,
    DWELL_MS,
    REST_MS,
    SLIDE_MS,
    STOOD_MS,
    UNDO_END_MS,
    WRONG_MS,
)
from host.session.match_state import ACCEPTED_MS
from host.session.view import Phase
from soak.session_only import play_pure
from tests.support.snapshots import STEP_MS, SnapshotHand

# Black's yellow tower on h4 may step to h3, where White's green sumo tower on h2 pushes it back.
BEFORE_A_PUSH = "obpk1rgn/8/8/8/7y/8/7G+/N1RYKPBO b y"

# White's green tower on f7 must move, and both its moves reach Black's home row.
ONE_FROM_HOME = "1r1k2ng/4PGb1/o1p5/8/6y1/8/2O3N1/1R1K1BY1 w g"

# White's triple sumo tower on d3 pushes Black's three from d4, d5 and d6.
THREE_IN_A_ROW = "obp1g2n/8/3k4/3y4/3r4/3P+++4/8/NGRYK1BO w p"


def test_a_reply_that_pushes_a_tower_off_the_square_it_has_just_reached() -> None:
    hand = SnapshotHand(BEFORE_A_PUSH)
    hand.lift("h4")
    hand.wait(200)
    hand.put("h3", Side.BLACK)
    hand.wait(REST_MS - 2 * STEP_MS)  # not long enough to be made
    hand.lift("h3")
    hand.wait(300)
    hand.lift("h2")
    hand.wait(200)
    hand.put("h4", Side.BLACK)
    hand.wait(200)
    hand.put("h3", Side.WHITE)
    hand.wait(1000)
    assert hand.texts == ["h4h3", "h2h3+"]


def test_a_reply_that_pushes_while_the_move_was_never_seen_alone() -> None:
    hand = SnapshotHand(BEFORE_A_PUSH)
    hand.lift("h4")
    hand.lift("d1")  # both players at once
    hand.wait(200)
    hand.put("h3", Side.BLACK)
    hand.wait(WRONG_MS + 200)
    assert hand.marked("putback") == {"d1"}
    hand.show_at_once(d1="w", h2=".", h3="w", h4="b")
    hand.wait(1000)
    assert hand.texts == ["h4h3", "h2h3+"]


def test_who_moves_out_of_turn_has_not_replied_to_a_move_that_nobody_saw() -> None:
    hand = SnapshotHand(BEFORE_A_PUSH)
    hand.lift("h2")
    hand.wait(200)
    hand.put("h3", Side.WHITE)
    hand.wait(2000)
    assert hand.texts == []
    assert hand.view.correction is not None


@pytest.mark.parametrize(
    ("rest_ms", "texts"),
    [(0, ["h8f6", "a1b2"]), (SLIDE_MS, ["h8g7"])],
    ids=["soon", "late, which is not guessed"],
)
def test_a_slide_and_the_reply_to_it_that_are_seen_as_one(rest_ms: int, texts: list[str]) -> None:
    # g7 and f6 are both brown, and b2 is black's brown again: three moves look the same.
    hand = SnapshotHand()
    hand.move("h8g7")
    assert hand.texts == ["h8g7"]
    hand.wait(rest_ms)
    hand.show_at_once(g7=".", f6="b", a1=".", b2="w", missed=True)
    hand.wait(1000)
    assert hand.texts == texts
    assert (hand.view.correction is None) == (len(texts) > 1)


def test_a_reply_that_lands_where_the_moved_tower_came_from_is_taken_with_the_move() -> None:
    hand = SnapshotHand("1r1k2ng/4PGb1/o1p5/8/8/3y4/2O3N1/1R1K1BY1 b y")
    # Both at once: yellow leaves d3 for e2, a green square, and green goes home from f7.
    hand.lift("d3")
    hand.lift("f7")
    hand.wait(200)
    hand.put("e2", Side.BLACK)
    hand.put("e8", Side.WHITE)
    hand.wait(1000)
    assert hand.texts == ["d3e2", "f7e8"]
    assert hand.view.phase is Phase.ENDED


def test_a_takeback_that_may_be_a_push_half_done_waits_a_little_longer() -> None:
    hand = SnapshotHand(BEFORE_A_PUSH)
    hand.move("h4h3")
    hand.move("h3h4", rest_ms=DWELL_MS + 100)
    assert hand.texts == ["h4h3"], "White may be pushing it back"
    hand.wait(DOUBT_MS)
    assert hand.texts == []


def test_a_move_that_a_bump_has_changed_may_be_made_again_at_any_time() -> None:
    hand = SnapshotHand()
    hand.move("d8d4")
    hand.move("d4d3")  # a bump, before anybody has touched a piece of White
    hand.lift("a1")
    hand.wait(200)
    hand.put("a1", Side.WHITE)
    hand.move("d3d4", rest_ms=DOUBT_MS + 100)
    assert hand.texts == ["d8d4"]
    assert hand.view.correction is None


def test_every_piece_that_a_push_carries_may_be_lifted_first() -> None:
    for first in ("d3", "d4", "d5", "d6"):
        hand = SnapshotHand(THREE_IN_A_ROW)
        hand.lift(first)
        hand.wait(WRONG_MS + 500)
        assert hand.view.correction is None, f"{first} in the air is a push half done"


@pytest.mark.parametrize("seed", range(4))
def test_a_push_of_three_is_recognised_in_any_order_of_the_hands(seed: int) -> None:
    chance = random.Random(seed)
    hand = SnapshotHand(THREE_IN_A_ROW)
    ways = {"d3": "d4", "d4": "d5", "d5": "d6", "d6": "d7"}
    states = {}
    for origin in chance.sample(sorted(ways), 4):
        states[origin] = hand.lift(origin)
        hand.wait(150)
    for origin in chance.sample(sorted(ways), 4):
        hand.show(ways[origin], states[origin])
        hand.wait(150)
    hand.wait(600)
    assert hand.texts == ["d3d4+"]


def test_the_winner_carried_home_in_passing_does_not_undo_the_end_of_the_round() -> None:
    hand = SnapshotHand(ONE_FROM_HOME, game="kamisado-series-3")
    hand.move("f7e8")
    hand.move("e8f7", rest_ms=UNDO_END_MS - 500)
    assert hand.texts == ["f7e8"]
    hand.lift("a6")
    hand.wait(1000)
    assert hand.texts == ["f7e8", "set up"]


def test_who_is_in_the_air_in_the_end_is_not_a_fill_begun() -> None:
    hand = SnapshotHand(ONE_FROM_HOME, game="kamisado-standard")
    hand.lift("a6")
    hand.move("f7e8", rest_ms=600)
    assert hand.texts == [], "nobody has seen that the round has ended: a piece is missing"
    assert hand.marked("putback") == {"a6"}
    hand.put("a6", Side.BLACK)
    hand.wait(600)
    assert hand.texts == ["f7e8"]


def test_a_choice_is_told_again_right_after_it_was_taken_back() -> None:
    hand = SnapshotHand("1r1k2ng/4PGb1/o1p5/8/6y1/8/2O3N1/R2K1BY1 w g", game="kamisado-standard")
    hand.move("f7e8")
    hand.wait(ACCEPTED_MS)
    for square, texts in (("a1", ["f7e8", "fill left"]), ("a1", ["f7e8"])):
        hand.lift(square)
        hand.wait(200)
        hand.put(square, Side.WHITE)
        while hand.texts != texts:
            hand.wait(STEP_MS)
            assert hand.now_ms < 10_000, hand.texts
    # No snapshot of the board at rest comes in between; what has just been put might bounce.
    hand.wait(STOOD_MS)
    hand.lift("a1")
    hand.wait(200)
    hand.put("a1", Side.WHITE)
    hand.wait(1000)
    assert hand.texts == ["f7e8", "fill left"]


def test_a_choice_stands_though_a_sensor_shows_a_piece_for_a_moment() -> None:
    hand = SnapshotHand("1r1k2ng/4PGb1/o1p5/8/6y1/8/2O3N1/R2K1BY1 w g", game="kamisado-standard")
    hand.move("f7e8")
    hand.wait(ACCEPTED_MS)
    hand.lift("a1")
    hand.wait(200)
    hand.put("a1", Side.WHITE)
    hand.wait(1000)
    assert hand.texts == ["f7e8", "fill left"]
    hand.put("a3", Side.WHITE)
    hand.wait(500)
    hand.lift("a3")
    hand.wait(1000)
    assert hand.texts == ["f7e8", "fill left"]


def test_a_piece_lifted_before_the_round_ended_chooses_nothing_when_it_is_put_back() -> None:
    hand = SnapshotHand("1r1k2ng/4PGb1/o1p5/8/6y1/8/2O3N1/R2K1BY1 w g", game="kamisado-standard")
    hand.move("f7e8", rest_ms=2 * STEP_MS)
    hand.lift("a1")
    hand.wait(200)
    assert hand.view.phase is Phase.ROUND_BREAK
    hand.put("a1", Side.WHITE)
    hand.wait(2000)
    assert hand.texts == ["f7e8"]
    hand.lift("a1")
    hand.wait(200)
    hand.put("a1", Side.WHITE)
    hand.wait(1000)
    assert hand.texts == ["f7e8", "fill left"]


def test_under_touch_move_nothing_is_taken_back_nor_replaced() -> None:
    hand = SnapshotHand(touch_move=True)
    hand.move("d8d4")
    hand.move("d4d3", rest_ms=1500)
    assert hand.texts == ["d8d4"]
    assert hand.marked("putback") == {"d4"}
    hand.move("d3d8", rest_ms=1500)
    assert hand.texts == ["d8d4"]
    hand.notices.clear()
    hand.notices += hand.session.take_back(hand.now_ms)
    assert "moves cannot be taken back" in hand.notices[0].text
    assert not hand.view.can_take_back


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["3/57", "4/133", "6/131", "7/117", "997230/33"])
def test_matches_that_were_misread_once(seed: str) -> None:
    play_pure(seed)


def test_a_tower_that_moves_while_the_one_that_moved_last_is_held_is_not_taken_for_that() -> None:
    # White's brown tower on a7 is blocked; Black's red tower on b4 must move, perhaps to b2.
    hand = SnapshotHand("obp1y1g1/N1R3B1/5n2/8/1r6/8/3k4/1G1YKP1O b n")
    hand.move("f6c3")
    hand.wait(2000)
    hand.lift("c3")
    hand.wait(50)
    hand.lift("b4")
    hand.wait(250)
    hand.put("b2", Side.BLACK)
    hand.wait(1000)
    assert hand.texts == ["f6c3", "pass"]
    assert hand.view.correction is not None
    hand.put("c3", Side.BLACK)
    hand.wait(1000)
    assert hand.texts[:3] == ["f6c3", "pass", "b4b2"]


def test_a_wrong_side_is_never_believed_where_a_piece_has_not_left() -> None:
    hand = SnapshotHand()
    hand.show("d8", SquareState.WHITE)
    hand.wait(2000)
    assert hand.texts == []
    assert hand.marked("putback") == {"d8"}
    hand.show("d8", SquareState.BLACK)
    hand.wait(200)
    assert hand.view.correction is None


def test_a_tower_that_is_shoved_off_its_square_by_the_pusher_never_leaves_it_empty() -> None:
    hand = SnapshotHand("obpk1rgn/8/8/8/8/7y/7G+/N1RYKPBO w g")
    hand.lift("h2")
    hand.show("h3", SquareState.WHITE)
    hand.wait(100)
    hand.put("h4", Side.BLACK)
    hand.wait(800)
    assert hand.texts == ["h2h3+"]
    hand.lift("h4")
    hand.show("h3", SquareState.BLACK)
    hand.put("h2", Side.WHITE)
    hand.wait(1000)
    assert hand.texts == []


def test_a_piece_off_its_middle_is_not_taken_for_a_push() -> None:
    hand = SnapshotHand("obpk1rgn/8/8/8/8/7y/7G+/N1RYKPBO w g")
    hand.show("h3", SquareState.WHITE)
    hand.wait(2000)
    assert hand.marked("putback") == {"h3"}
