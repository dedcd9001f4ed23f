"""Pieces that are knocked to other squares at once, or one right after the other."""

from __future__ import annotations

import pytest

from host.engine.game import Side
from host.recognition.times import JUST_SO_MS
from tests.support.snapshots import SnapshotHand


def test_the_last_mover_replaces_its_move_once_all_others_that_were_bumped_are_home() -> None:
    hand = SnapshotHand()
    hand.move("d8d4", rest_ms=2000)
    # The pink tower and the orange one lie where no sensor sees them; a third follows.
    hand.show_at_once(d4=".", a1=".")
    hand.wait(1500)
    hand.show_at_once(e8=".", e7="b")
    hand.wait(1500)
    hand.move("e7e8", rest_ms=1500)
    hand.put("a1", Side.WHITE)
    hand.wait(2500)
    hand.put("d5", Side.BLACK)
    hand.wait(JUST_SO_MS - 100)
    assert hand.texts == ["d8d4"]
    hand.wait(200)
    assert hand.texts == ["d8d5"], "that is what the board shows"


@pytest.mark.parametrize("apart_ms", [150, 300])
def test_the_last_mover_that_is_bumped_before_others_does_not_replace_its_move(
    apart_ms: int,
) -> None:
    hand = SnapshotHand()
    hand.move("d8d3", rest_ms=2000)
    hand.show_at_once(d3=".", d2="b")  # from where it cannot slide on
    hand.wait(apart_ms)
    hand.show_at_once(b1=".", e8=".")
    hand.wait(100)
    hand.show_at_once(b2="w", e7="b")
    hand.wait(3000)
    hand.move("d2d3", rest_ms=1500)
    hand.move("e7e8", rest_ms=1500)
    hand.move("b2b1", rest_ms=1500)
    assert hand.texts == ["d8d3"]
    assert hand.view.correction is None
    hand.move("d3d2", rest_ms=1000)
    assert hand.texts == ["d8d2"], "now it was meant"


@pytest.mark.parametrize("apart_ms", [150, 300])
@pytest.mark.parametrize("alone_ms", [0, 50])
def test_the_last_mover_and_the_next_one_that_are_bumped_before_a_third_are_no_moves(
    alone_ms: int, apart_ms: int
) -> None:
    hand = SnapshotHand()
    hand.move("d8d4", rest_ms=2000)
    # What another move and its reply would look like.
    hand.show_at_once(d4=".", d3="b")
    hand.wait(alone_ms)
    hand.show_at_once(f1=".", f2="w")
    hand.wait(apart_ms)
    hand.show_at_once(e8=".", e7="b")
    hand.wait(3000)
    assert hand.texts == ["d8d4"]
    lead_home(hand, "e7e8", "f2f1", "d3d4")
    assert hand.texts == ["d8d4"]


def lead_home(hand: SnapshotHand, *moves: str) -> None:
    """Put pieces back, one after the other; then nothing is wrong any more."""
    for move in moves:
        hand.move(move, rest_ms=1500)
    assert hand.view.correction is None


def answer(hand: SnapshotHand, carried: bool) -> None:
    """Let the white tower on b1 come to a2, carried through the air or knocked there."""
    if carried:
        hand.show_at_once(b1=".")
        hand.wait(110)
    hand.show_at_once(b1=".", a2="w")
    hand.wait(3000)


@pytest.mark.parametrize("carried", [False, True])
def test_the_last_mover_and_the_next_one_that_are_knocked_at_once_have_not_moved(
    carried: bool,
) -> None:
    hand = SnapshotHand()
    hand.move("c8g4", rest_ms=750)
    # Green's square: the tower on b1 could have replied, but nobody does within 0.2 s.
    hand.show_at_once(g4=".", f5="b")
    hand.wait(187)
    answer(hand, carried)
    if carried:
        assert hand.texts == ["c8f5", "b1a2"]
        return
    lead_home(hand, "f5g4", "a2b1")
    assert hand.texts == ["c8g4"]


@pytest.mark.parametrize("carried", [False, True])
def test_a_tower_and_the_next_one_that_are_knocked_at_once_are_no_move_and_its_reply(
    carried: bool,
) -> None:
    hand = SnapshotHand()
    hand.show_at_once(d8=".", d7="b")
    hand.wait(150)
    answer(hand, carried)
    assert hand.texts == (["d8d7", "b1a2"] if carried else [])
    if not carried:
        lead_home(hand, "a2b1", "d7d8")
        assert hand.texts == []


@pytest.mark.parametrize("missed", [False, True])
def test_a_tower_and_the_next_one_that_come_in_one_snapshot_were_knocked_if_none_was_missed(
    missed: bool,
) -> None:
    hand = SnapshotHand()
    hand.move("d8d6", rest_ms=750)
    # Black's tower lies on d7, where it might have gone instead, and brown could have replied.
    hand.show_at_once(d6=".", d7="b", b1=".", a2="w", missed=missed)
    hand.wait(3000)
    assert hand.texts == (["d8d7", "b1a2"] if missed else ["d8d6"])
    if not missed:
        lead_home(hand, "a2b1", "d7d6")
        assert hand.texts == ["d8d6"]


def test_a_tower_that_came_before_another_had_left_is_no_reply_to_a_bumped_one() -> None:
    hand = SnapshotHand()
    hand.move("c8g4", rest_ms=750)
    # One lies where the tower on b1, which is bumped to a1 a moment later, would reply to c8f5.
    hand.show_at_once(g4=".", f5="b", a1=".", a2="w")
    hand.wait(126)
    hand.show_at_once(b1=".", a1="w")
    hand.wait(3000)
    assert hand.texts == ["c8g4"]


def test_the_last_mover_is_one_tower_though_it_is_seen_on_two_squares() -> None:
    hand = SnapshotHand()
    hand.move("d8d6", rest_ms=450)
    # Dragged on, it is seen on both; the line is lost that it has left one of them.
    hand.show_at_once(d6=".", d5="b", d4="b")
    hand.wait(1000)
    assert hand.view.correction is not None
    hand.show_at_once(d5=".")
    hand.wait(600)
    assert hand.texts == ["d8d4"]


def test_towers_that_are_knocked_at_once_may_be_between_squares_at_the_same_time() -> None:
    hand = SnapshotHand()
    hand.move("d8d6", rest_ms=750)
    hand.show_at_once(d6=".")
    hand.wait(20)
    hand.show_at_once(b1=".")
    hand.wait(20)
    hand.show_at_once(d7="b")
    hand.wait(20)
    hand.show_at_once(a2="w")
    hand.wait(3000)
    assert hand.texts == ["d8d6"]
    lead_home(hand, "a2b1", "d7d6")
    assert hand.texts == ["d8d6"]


def test_a_tower_that_slides_to_where_the_last_mover_stood_and_gets_a_quick_reply_has_moved() -> (
    None
):
    hand = SnapshotHand("1r1p2ng/2k1PGb1/oR6/8/6y1/8/2O3N1/3K1BY1 b k", game="kamisado-single")
    hand.move("c7d6", rest_ms=900)
    hand.show_at_once(b6=".")
    hand.wait(50)
    hand.show_at_once(c7="w")
    hand.wait(60)
    hand.move("d6f4", rest_ms=1000)
    assert hand.texts == ["c7d6", "b6c7", "d6f4"]


def test_a_push_begun_as_soon_as_the_last_mover_has_gone_on_is_no_bump_of_three() -> None:
    position = "oypk2rn/g7/8/2O+b++4/3B4/8/8/NGRYKP2 w o marathon 4 1:3 w"
    hand = SnapshotHand(position, game="kamisado-marathon")
    hand.move("c5d6", rest_ms=900)
    hand.show_at_once(d6=".")
    hand.wait(60)
    hand.show_at_once(e7="w")
    hand.wait(40)
    hand.show_at_once(d5=".")
    hand.wait(300)
    hand.show_at_once(d4=".")
    hand.wait(700)
    hand.show_at_once(d4="b")
    hand.wait(500)
    hand.show_at_once(d3="w")
    hand.wait(1500)
    assert hand.texts == ["c5e7", "d5d4+"]
