"""Takebacks across the end of a round."""

from __future__ import annotations

import pytest

from host.engine.game import Side
from host.engine.squares import square_name
from host.recognition.snapshot import SquareState
from host.recognition.times import CHECK_MS, DWELL_MS, REST_MS, SLIDE_MS, STOOD_MS, UNDO_END_MS
from host.session.view import Phase
from tests.support.snapshots import SnapshotHand
from tests.unit.session.rounds import (
    ONE_FROM_HOME,
    STANDARD,
    after_a_round,
    carries,
    carry,
    fill,
    here,
    standing,
)


def test_the_winning_move_is_taken_back_by_hand_with_its_tooth() -> None:
    hand = after_a_round()
    hand.lift("e8")
    hand.wait(200)
    hand.put("f7", Side.WHITE)
    hand.wait(UNDO_END_MS + 40)
    assert hand.texts == []
    assert hand.view.phase is Phase.PLAY
    assert standing(hand) == (1, 0, 0)


@pytest.mark.parametrize("is_on", [False, True])
def test_a_tooth_that_is_on_is_taken_off_with_the_move_that_won_it(is_on: bool) -> None:
    hand = after_a_round()
    if is_on:
        hand.session.confirm()
    told = " ".join(notice.text for notice in hand.session.take_back(hand.now_ms))
    assert ("Take the tooth off White's green" in told) is is_on
    assert hand.view.phase is Phase.PLAY
    assert hand.view.reward is None
    assert all(piece.teeth == 0 for piece in hand.view.expectation.pieces.values())
    hand.move("e8f7", rest_ms=1500)
    hand.move("f7e8", rest_ms=1500)
    assert hand.view.reward is not None, "it is won again"


@pytest.mark.parametrize(("stands_ms", "texts"), [(150, ["f7f8"]), (600, ["f7e8"])])
def test_no_winner_that_bounces_seems_to_get_its_tooth(stands_ms: int, texts: list[str]) -> None:
    hand = SnapshotHand(ONE_FROM_HOME, game="kamisado-standard")
    hand.move("f7e8", rest_ms=stands_ms)
    hand.move("e8e8", rest_ms=300)
    assert (hand.view.reward is None) is (stands_ms > STOOD_MS)
    hand.move("e8f8", rest_ms=2500)
    assert hand.texts == texts


def test_a_winner_that_bounces_as_it_is_put_back_has_got_its_tooth() -> None:
    hand = SnapshotHand(ONE_FROM_HOME, game="kamisado-standard")
    hand.move("f7e8")
    hand.move("e8e8", rest_ms=60)
    hand.move("e8e8")
    assert hand.view.reward is None


@pytest.mark.parametrize(
    ("slip", "texts"),
    [(SquareState.UNSURE, ["f7f8"]), (SquareState.EMPTY, ["f7f8"]), (None, ["f7e8"])],
    ids=["a sensor was unsure", "a tower was lifted and put back", "a tower is gone"],
)
def test_the_winning_move_is_put_right_unless_towers_are_being_collected(
    slip: SquareState | None, texts: list[str]
) -> None:
    hand = SnapshotHand(ONE_FROM_HOME, game="kamisado-standard")
    hand.move("f7e8")
    hand.show("b1", slip or SquareState.EMPTY)
    hand.wait(500)
    if slip is not None:
        hand.put("b1", Side.WHITE)
    hand.move("e8f8", rest_ms=2500)
    assert hand.texts == texts


def test_a_winning_move_that_was_put_right_is_not_believed_again_before_it_is_seen() -> None:
    # b7 is orange, and Black's orange tower on f4 is blocked: blue moves again.
    hand = SnapshotHand(
        "6k1/2y1Nr2/2B1b3/1KY5/5o2/p3GPg1/1R1n4/O7 w b standard 1 0:0 b", game=STANDARD
    )
    hand.move("c6a8")
    assert hand.view.phase is Phase.ROUND_BREAK
    hand.move("a8b7", rest_ms=SLIDE_MS + 500)
    assert hand.texts == ["c6b7", "pass"]
    hand.show_at_once(b7=".", e6=".")
    hand.wait(200)
    hand.put("a8", Side.WHITE)
    hand.wait(150)
    hand.put("e6", Side.BLACK)
    hand.wait(600)
    assert hand.texts == ["c6b7", "pass", "b7a8"]


def test_a_move_shown_in_passing_is_believed_where_its_piece_is_then_pushed_on() -> None:
    # Orange passes b2; whoever pushes it moves it on first, which looks like one long move.
    position = "y+ob+r+k3/7g+/2P+5/7p/2Y++5/3R+4/7n/1N+O1GKB1 b o marathon 10 6:4 b"
    hand = SnapshotHand(position, game="kamisado-marathon")
    hand.lift("b8")
    hand.wait(300)
    hand.put("b2", Side.BLACK)
    hand.wait(REST_MS - 20)
    hand.lift("b2")
    hand.wait(500)
    hand.put("b3", Side.BLACK)
    hand.wait(600)
    assert hand.texts == ["b8b3"]
    hand.lift("b1")
    hand.wait(300)
    hand.put("b2", Side.WHITE)
    hand.wait(600)
    assert hand.texts == ["b8b2", "b1b2+"]


@pytest.mark.parametrize("stands_ms", [20, 150, 400])
def test_a_tower_that_bounces_on_a_corner_chooses_nothing(stands_ms: int) -> None:
    position = "g1p2no1/G6y/4k3/N6O/4rR2/P1b5/5Y2/3B2K1 b b standard 1 0:0 b"
    hand = SnapshotHand(position, game=STANDARD)
    hand.lift("a8")  # to look underneath, while the other hand wins
    hand.move("c3c1", rest_ms=300)
    hand.put("a8", Side.BLACK)
    hand.wait(stands_ms)
    hand.lift("a8")
    hand.wait(30)
    hand.put("a8", Side.BLACK)
    hand.wait(2000)
    assert hand.texts == ["c3c1"]
    hand.move("a8a8", rest_ms=1000)
    assert hand.texts == ["c3c1", "fill right"]


def test_a_bump_that_won_the_round_and_chose_is_undone_by_putting_the_pieces_back() -> None:
    position = "g1p2no1/G6y/4k3/N6O/4rR2/P1b5/5Y2/3B2K1 b b standard 1 0:0 b"
    hand = SnapshotHand(position, game=STANDARD)
    hand.move("c3b2")
    assert hand.texts == ["c3b2"]
    hand.show_at_once(b2=".", c1="b")
    hand.wait(DWELL_MS + 50)
    hand.lift("a8")
    hand.wait(1500)
    hand.put("a8", Side.BLACK)
    hand.wait(1000)
    assert hand.texts == ["c3c1", "fill right"]
    hand.lift("c1")
    hand.wait(300)
    hand.put("b2", Side.BLACK)
    hand.wait(1000)
    assert hand.texts == ["c3b2"]
    assert hand.view.phase is Phase.PLAY


def test_a_tower_carried_home_to_where_it_came_from_takes_nothing_back() -> None:
    hand = SnapshotHand("obpkyrgn/8/8/8/3O4/8/8/NGRYKPB1 b n standard 1 0:0 b", game=STANDARD)
    hand.move("h8h1")
    hand.lift("a8")
    hand.wait(300)
    hand.put("a8", Side.BLACK)
    hand.wait(1000)
    chosen = hand.texts
    assert len(chosen) == 2
    hand.lift("h1")
    hand.wait(300)
    hand.put("h8", Side.BLACK)
    hand.wait(3000)
    assert hand.texts == chosen


def test_a_choice_is_taken_back_and_the_other_one_made_by_touching_its_corner() -> None:
    hand = after_a_round()
    carry(hand, carries(hand, "fill left")[0], rest_ms=DWELL_MS + 40)
    hand.notices += hand.session.take_back(hand.now_ms)
    hand.wait(1000)
    assert hand.texts == ["f7e8"], "the tower in the corner does not choose again of itself"
    assert hand.view.phase is Phase.ROUND_BREAK
    hand.lift("a1")
    hand.wait(100)
    hand.put("h1", Side.WHITE)
    hand.wait(DWELL_MS + 40)
    assert hand.texts == ["f7e8", "fill right"]


def test_carrying_everything_back_after_a_choice_was_taken_back_chooses_nothing() -> None:
    hand = SnapshotHand(ONE_FROM_HOME.replace("1R1K", "RN1K").replace("O3N1", "O5"), game=STANDARD)
    hand.move("f7e8")
    order = [step for step in carries(hand, "fill left") if step.origin != step.target]
    hand.notices += hand.session.choose("fill left", hand.now_ms)
    for step in order:
        carry(hand, step, rest_ms=40)
    hand.wait(CHECK_MS)
    hand.notices += hand.session.take_back(hand.now_ms)
    hand.lift("a1")
    hand.wait(100)
    for step in reversed(order):
        hand.show(square_name(step.target, 8), SquareState.EMPTY)
        hand.wait(100)
        hand.put(square_name(step.origin, 8), step.piece.side)
        hand.wait(100)
    hand.put("a1", Side.WHITE)
    hand.wait(2000)
    assert hand.texts == ["f7e8"]
    hand.lift("a1")
    hand.wait(200)
    hand.put("a1", Side.WHITE)
    hand.wait(DWELL_MS + 40)
    assert hand.texts == ["f7e8", "fill left"], "lifted and put back: that is a choice"


def test_taking_back_across_the_rounds_brings_every_tower_back() -> None:
    hand = after_a_round()
    before = hand.snapshot
    hand.session.choose("fill left", hand.now_ms)
    fill(hand)
    hand.wait(CHECK_MS)
    assert hand.view.phase is Phase.PLAY
    hand.session.take_back(hand.now_ms)
    hand.session.take_back(hand.now_ms)
    hand.wait(200)
    assert hand.texts == []
    assert hand.view.phase is Phase.SETUP
    for _ in range(40):
        asked = here(hand)
        if not asked:
            break
        (target,) = asked
        origins = [square_name(m.square, 8) for m in hand.view.marks if m.role == "from"]
        state = hand.lift(origins[0])
        hand.wait(60)
        hand.show(target, state)
        hand.wait(REST_MS + 40)
    assert hand.view.phase is Phase.PLAY
    assert hand.snapshot == hand.view.expectation.snapshot
    assert hand.snapshot != before
