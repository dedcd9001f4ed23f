"""Several pieces that stand wrong: bumped, exchanged, or swept off."""

from __future__ import annotations

import pytest

from host.engine.game import Side
from host.engine.squares import square_name
from host.recognition.snapshot import SquareState, inverted, snapshot_of
from host.recognition.times import JUST_SO_MS
from host.session.view import Phase
from tests.support.snapshots import SnapshotHand
from tests.unit.session.rounds import check_it_moves_once_it_is_home
from tests.unit.session.set_up_again import FROM_HOME, play_some, won_from_home


def test_of_towers_bumped_together_the_one_that_may_move_goes_home_first() -> None:
    hand = SnapshotHand()
    hand.move("d8d4")
    # The brown tower must move, and c3 is legal for it; the green one may not.
    hand.show_at_once(a1=".", c3="w", b1=".", b3="w")
    hand.wait(1500)
    assert hand.view.correction is not None
    assert "Put the brown tower back on a1." in hand.view.correction.text
    hand.move("c3a1", 1200)
    assert "Put the green tower back on b1." in hand.view.correction.text
    hand.move("b3b1", 1200)
    assert hand.texts == ["d8d4"]
    assert hand.view.correction is None


def test_a_bumped_tower_does_not_replace_the_last_move_when_the_others_are_home() -> None:
    hand = SnapshotHand()
    hand.move("d8d4")
    # The pink tower might have gone to d5 instead.
    hand.show_at_once(d4=".", d5="b", e8=".", e7="b", f8=".", f6="b")
    hand.wait(1500)
    for text in ("e7e8", "f6f8"):
        hand.move(text, rest_ms=2500)
        assert hand.texts == ["d8d4"]
    check_it_moves_once_it_is_home(hand)


def test_of_towers_of_both_sides_bumped_together_the_lights_show_the_colour() -> None:
    hand = SnapshotHand()
    # Either may lie beside the middle of its square, where its field is reversed.
    hand.show_at_once(f8=".", g7="b", f1=".", e2="w")
    hand.wait(1500)
    home = [mark for mark in hand.view.marks if mark.entry == "putback" and mark.role == "home"]
    assert [(square_name(mark.square, 8), mark.tint) for mark in home] == [("f8", "red")]


def test_a_wrong_piece_that_could_have_moved_asks_about_an_exchange() -> None:
    hand = SnapshotHand()
    hand.move("d8d4")
    hand.move("b1b3", 1000)
    assert hand.view.correction is not None
    assert hand.view.correction.text.endswith("Or have two towers been exchanged?")
    hand.move("b3b1", 1000)
    hand.move("b1c4", 1000)
    assert "exchanged" not in hand.view.correction.text, "no tower goes like that"


def test_clearing_the_board_is_no_lecture_on_the_rules() -> None:
    hand = SnapshotHand()
    play_some(hand, 5)
    for square, state in enumerate(hand.snapshot):
        if state is not SquareState.EMPTY:
            hand.lift(square_name(square, 8))
            hand.wait(100)
    hand.wait(2000)
    assert hand.view.correction is not None
    assert "set up the starting position for a new game" in hand.view.correction.text
    assert "(T2)" not in hand.view.correction.text
    assert len(hand.view.correction.marks) == 16


def test_a_magnet_that_is_the_wrong_way_up_is_thought_of() -> None:
    hand = SnapshotHand(standing={"a1": "b"})
    assert hand.view.phase is Phase.SETUP
    hand.lift("a1")
    hand.wait(500)
    hand.put("a1", Side.BLACK)
    hand.wait(1500)
    assert "Or is its magnet the wrong way up?" in hand.view.prompt


def test_exchanged_rows_after_a_game_are_told_and_lead_to_the_next() -> None:
    hand = won_from_home("kamisado-single")
    hand.snapshot = (SquareState.EMPTY,) * 64
    hand.wait(200)
    hand.snapshot = inverted(snapshot_of(hand.game.pieces(hand.game.start()), 64))
    hand.wait(1500)
    assert hand.view.phase is Phase.ENDED
    assert "exchange the two rows" in hand.notices[-1].text
    assert hand.marked("illegal") == {"a1"}
    hand.snapshot = (SquareState.EMPTY,) * 64
    hand.wait(200)
    hand.snapshot = snapshot_of(hand.game.pieces(hand.game.start()), 64)
    hand.wait(1500)
    assert (hand.session.game_number, hand.texts) == (2, [])


def test_a_piece_that_is_not_seen_clearly_after_a_game_is_told_before_the_next() -> None:
    hand = won_from_home("kamisado-single")
    hand.snapshot = (SquareState.EMPTY,) * 64
    hand.wait(200)
    hand.snapshot = snapshot_of(hand.game.pieces(hand.game.start()), 64)
    hand.show("c8", SquareState.UNSURE)
    hand.wait(1500)
    assert hand.view.phase is Phase.ENDED
    assert hand.marked("putback", "now") == {"c8"}
    assert "c8" in hand.notices[-1].text
    hand.lift("c8")
    hand.wait(300)
    assert hand.view.correction is None
    hand.put("c8", Side.BLACK)
    hand.wait(1500)
    assert (hand.session.game_number, hand.texts) == (2, [])


@pytest.mark.parametrize("lost", [False, True])
def test_exchanged_rows_in_mid_round_are_told(lost: bool) -> None:
    hand = SnapshotHand()
    play_some(hand, 5)
    before, h8 = hand.texts, hand.snapshot[-1]
    # That the black tower on h8 was taken off is lost on the line, or is not.
    hand.snapshot = (*(SquareState.EMPTY,) * 63, h8 if lost else SquareState.EMPTY)
    assert h8 is SquareState.BLACK
    hand.wait(200)
    hand.snapshot = inverted(snapshot_of(hand.game.pieces(hand.game.start()), 64))
    hand.wait(1500)
    assert "exchange the two rows" in hand.notices[-1].text
    assert hand.texts == before


def test_a_tower_that_was_swept_to_where_it_would_win_ends_no_round_before_it_was_home() -> None:
    hand = SnapshotHand(FROM_HOME, game="kamisado-single")
    hand.show_at_once(a1=".", b1=".", c1=".", e1=".", e8="w")
    hand.wait(1000)
    for square in ("a1", "b1", "c1"):
        hand.put(square, Side.WHITE)
        hand.wait(2000)
    assert hand.texts == []
    assert hand.view.correction is not None
    assert "Put the yellow tower back on e1." in hand.view.correction.text
    hand.move("e8e1", 1000)
    assert hand.texts == []
    assert hand.view.correction is None
    hand.move("e1e8", 1000)
    assert hand.texts == ["e1e8"]


def test_a_bumped_stone_that_is_straightened_where_it_lies_ends_no_game() -> None:
    hand = SnapshotHand("9/9/2s1s4/9/5s3/s8/S2s4S/9/S1S1S4 b 9 b", game="five:limit=5")
    assert hand.texts == []
    # The stone of c7 lies between squares, where no sensor sees it; three more are bumped as well.
    hand.show_at_once(c7=".", e7=".", d3=".", f5=".")
    hand.wait(1000)
    for square in ("e7", "d3", "f5"):
        hand.put(square, Side.BLACK)
        hand.wait(200)
    hand.put("c5", Side.BLACK)
    hand.wait(1000)
    assert hand.texts == []
    assert hand.view.correction is not None
    hand.move("c5c7", rest_ms=1000)
    assert hand.view.correction is None
    hand.move("c7c5", rest_ms=1000)
    assert hand.texts == ["c7c5"], "now it was meant, and the game is over"


def test_a_round_is_won_while_the_opponent_holds_a_tower() -> None:
    hand = SnapshotHand(FROM_HOME, game="kamisado-single")
    hand.lift("c6")
    hand.move("e1e8", JUST_SO_MS - 300)
    assert hand.view.correction is not None
    hand.wait(400)
    assert hand.texts == ["e1e8"]
    hand.put("c6", Side.BLACK)
    hand.wait(1000)
    assert hand.texts == ["e1e8"]
    assert hand.view.phase is Phase.ENDED


def test_a_capture_that_wins_is_made_though_another_stone_was_lifted_meanwhile() -> None:
    hand = SnapshotHand("SS2s/5/5/5/Ss1S1 w 0 0 -", game="seega")
    hand.lift("b1")
    hand.wait(200)
    hand.show_at_once(d1=".", a5=".")
    hand.wait(300)
    hand.put("c1", Side.WHITE)
    hand.wait(1000)
    assert hand.view.correction is not None
    hand.put("a5", Side.WHITE)
    hand.wait(1500)
    assert hand.texts == ["d1c1"]
    assert hand.view.phase is Phase.ENDED


@pytest.mark.parametrize("goes_on", [True, False])
def test_pieces_led_home_take_moves_back_only_if_they_stay_as_they_were_before(
    goes_on: bool,
) -> None:
    hand = SnapshotHand()
    hand.move("d8d4", rest_ms=2000)
    hand.move("a1a3", rest_ms=2000)
    # The two that moved last lie where they came from, and a third is astray as well.
    hand.show_at_once(d4=".", d8="b", a3=".", a1="w", e8=".", e7="b")
    hand.wait(1500)
    hand.move("e7e8", rest_ms=700)
    assert hand.texts == ["d8d4", "a1a3"]
    if not goes_on:
        hand.wait(200)
        assert hand.texts == []
        return
    for text in ("a1a3", "d8d4"):
        hand.move(text, rest_ms=1000)
    assert hand.texts == ["d8d4", "a1a3"]
    assert hand.view.correction is None


def test_towers_of_both_sides_that_were_bumped_have_not_moved_and_replied() -> None:
    hand = SnapshotHand()
    hand.move("d8d4", rest_ms=2000)
    # Black's could have replied with b8b5 to White's a1a3, but was there first.
    hand.show_at_once(b8=".", b5="b")
    hand.wait(200)
    hand.show_at_once(a1=".", a3="w")
    hand.wait(3000)
    assert hand.texts == ["d8d4"]
    assert hand.view.correction is not None
    hand.move("b5b8", rest_ms=600)
    assert hand.texts == ["d8d4", "a1a3"], "of that one alone nothing tells that it was bumped"


def test_a_reply_comes_after_a_move_also_where_both_were_lost_on_the_line() -> None:
    hand = SnapshotHand()
    hand.move("d8d4", rest_ms=2000)
    hand.show_at_once(a1=".", a3="w", b8=".", b5="b")
    hand.wait(1000)
    assert hand.texts == ["d8d4", "a1a3", "b8b5"]


def test_a_last_mover_put_right_where_it_was_bumped_has_no_reply_that_lay_there_before() -> None:
    hand = SnapshotHand()
    hand.move("d8d4", rest_ms=2000)
    hand.move("a1a2", rest_ms=2000)
    # The brown tower might have gone to a3 instead, and b8 replied to that.
    hand.show_at_once(a2=".", a3="?", b8=".", b5="b")
    hand.wait(2000)
    hand.show_at_once(a3=".")
    hand.wait(600)
    hand.show_at_once(a3="w")
    hand.wait(2500)
    assert hand.texts == ["d8d4", "a1a2"]
    hand.move("b5b8", rest_ms=1000)
    hand.move("a3a2", rest_ms=1000)
    assert hand.texts == ["d8d4", "a1a2"]
    assert hand.view.correction is None


def test_no_stone_is_asked_for_that_a_bumped_one_seems_to_capture() -> None:
    hand = SnapshotHand("Ss2s/1Ss2/s1s2/5/s1sss w 2 0 -", game="seega")
    hand.move("a5a4")
    # On a5 the stone would capture both that White has left, and win.
    hand.show_at_once(a1=".", b1="b", c1=".", c2="b", b5=".", a5="b")
    hand.wait(1500)
    for text in ("b1a1", "c2c1"):
        hand.move(text, rest_ms=1500)
    assert hand.marked("capture", "piece") == set()
    assert hand.marked("putback", "home") == {"b5"}
    hand.move("a5b5", rest_ms=1000)
    assert hand.view.correction is None
    assert hand.texts == ["a5a4"]
