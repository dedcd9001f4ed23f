"""A board that is cleared and set up again: a new game, or the same one, but no takebacks."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from host.engine.squares import square_name
from host.recognition.snapshot import snapshot_of
from host.recognition.times import CHECK_MS, UNDO_END_MS
from host.session.view import Phase
from host.storage.autosave import Autosave
from host.storage.store import Store
from tests.support.snapshots import SnapshotHand
from tests.unit.session.set_up_again import (
    carry_home,
    clear_and_set_up,
    play_some,
    side_of,
    touch,
    won_from_home,
)


def test_a_win_from_the_home_row_stays_when_the_winner_is_put_home_first() -> None:
    hand = won_from_home("kamisado-single")
    assert hand.view.phase is Phase.ENDED
    hand.put("e1", side_of(hand, hand.lift("e8")))
    hand.wait(UNDO_END_MS + 500)
    assert hand.texts == ["e1e8"]
    assert hand.view.phase is Phase.ENDED


def test_a_start_after_the_end_is_seen_though_that_a_tower_was_lifted_was_lost() -> None:
    hand = won_from_home("kamisado-single")
    start = snapshot_of(hand.game.pieces(hand.game.start()), 64)
    letters = {"WHITE": "w", "BLACK": "b", "EMPTY": "."}
    # A black tower comes to e8 in the snapshot in which White's winner has left it.
    hand.show_at_once(**{square_name(s, 8): letters[state.name] for s, state in enumerate(start)})
    hand.wait(1500)
    assert hand.session.game_number == 2
    assert hand.view.phase is Phase.PLAY


def test_no_game_begins_with_what_the_board_was_used_for_after_the_end() -> None:
    hand = won_from_home("kamisado-single")
    start = snapshot_of(hand.game.pieces(hand.game.start()), 64)
    letters = {"WHITE": "w", "BLACK": "b", "EMPTY": "."}
    shown = {square_name(s, 8): letters[state.name] for s, state in enumerate(start)}
    hand.session.set_aside()  # as a record was shown, from its beginning
    hand.show_at_once(**shown)
    hand.wait(5000)
    assert (hand.session.game_number, hand.view.phase) == (1, Phase.ENDED)
    hand.put("e8", side_of(hand, hand.lift("e8")))
    hand.wait(1500)
    assert hand.session.game_number == 2, "whoever sets it up by hand begins"


def test_the_finished_match_stays_in_the_list_when_its_board_is_set_up_again(
    tmp_path: Path,
) -> None:
    hand = won_from_home("kamisado-single")
    with_store = Store(tmp_path / "matches.sqlite")
    save = Autosave(hand.session, with_store)
    assert save(hand.now_ms) == []
    hand.put("e1", side_of(hand, hand.lift("e8")))
    hand.wait(UNDO_END_MS + 500)
    assert save(hand.now_ms) == []
    carry_home(hand)
    assert save(hand.now_ms) == []
    assert hand.session.game_number == 2, "a new game has begun"
    assert hand.view.phase is Phase.PLAY
    kept = with_store.load(1)
    assert [ply.text for ply in kept.plies] == ["e1e8"]
    assert kept.outcome is not None
    assert "White" in str(kept.outcome)
    with_store.close()


def test_the_win_is_still_replaced_by_another_move_of_the_same_piece() -> None:
    hand = won_from_home("kamisado-single")
    hand.put("e1", side_of(hand, hand.lift("e8")))
    hand.wait(UNDO_END_MS + 500)
    hand.move("e1e7")
    assert hand.texts == ["e1e7"]
    assert hand.view.phase is Phase.PLAY


@pytest.mark.parametrize("cleared", [True, False])
@pytest.mark.parametrize("moves", [6, 8])
def test_a_board_set_up_anew_in_mid_round_is_asked_about_and_nothing_is_lost(
    cleared: bool, moves: int
) -> None:
    hand = SnapshotHand(game="kamisado-single")
    play_some(hand, moves)
    before = hand.texts
    (clear_and_set_up if cleared else carry_home)(hand)
    hand.wait(1000)
    assert hand.texts == before, "nothing is taken back"
    assert [choice.text for choice in hand.view.choices] == ["new game", "same game"]
    assert hand.marked("menu", "new") == {"a1"}
    assert hand.marked("choice", "corner") == {"h1"}
    touch(hand, "a1")
    assert hand.session.game_number == 2
    assert hand.texts == []
    assert hand.marked("fill", "rest"), "the colours are checked by eye"


def test_a_new_set_up_is_asked_about_though_a_sensor_told_the_other_side_for_a_moment() -> None:
    hand = SnapshotHand(game="kamisado-single")
    play_some(hand, 6)
    before = hand.texts
    clear_and_set_up(hand, slip="g1")
    assert hand.texts == before
    assert [choice.text for choice in hand.view.choices] == ["new game", "same game"]


def test_the_same_game_is_set_up_again_from_its_first_position() -> None:
    hand = SnapshotHand(game="kamisado-single")
    play_some(hand, 8)
    before, wanted = hand.texts, hand.session.view().expectation.snapshot
    clear_and_set_up(hand)
    touch(hand, "h1")
    assert (hand.session.game_number, hand.texts) == (1, before)
    assert hand.view.phase is Phase.SETUP
    hand.snapshot = wanted
    hand.wait(1000)
    assert hand.view.phase is Phase.PLAY
    assert hand.texts == before


def test_a_display_answers_as_well() -> None:
    hand = SnapshotHand(game="kamisado-single")
    play_some(hand, 8)
    clear_and_set_up(hand)
    hand.session.choose("new game", hand.now_ms)
    assert (hand.session.game_number, hand.texts) == (2, [])


def test_whoever_plays_on_has_begun_a_new_game() -> None:
    hand = SnapshotHand(game="kamisado-single")
    play_some(hand, 8)
    clear_and_set_up(hand)
    hand.move("d8d5", 1500)
    assert (hand.session.game_number, hand.texts) == (2, ["d8d5"])


def test_a_board_cleared_before_the_first_move_only_has_its_colours_checked() -> None:
    hand = SnapshotHand(game="kamisado-single")
    clear_and_set_up(hand)
    assert not hand.view.choices
    assert hand.marked("fill", "rest")


def test_the_colours_are_checked_at_the_first_start() -> None:
    hand = SnapshotHand(game="kamisado-single", settle_ms=1000)
    assert len(hand.marked("fill", "rest")) == 16
    hand.wait(CHECK_MS)
    assert not hand.marked("fill", "rest")


def test_moves_taken_back_by_setting_up_are_made_again() -> None:
    """Pieces go home in the very order in which they came: that looks like takebacks."""
    hand = SnapshotHand(game="kamisado-single")
    play_some(hand, 5, seed=3)
    before = hand.texts
    carry_home(hand, 1200, before[-1][2:4])
    hand.wait(1500)
    assert hand.texts == before
    assert len(hand.view.choices) == 2


def stones_set_up_anew() -> SnapshotHand:
    """A board of stones that was set up for the first move after some moves."""
    hand = SnapshotHand(game="hasami:first=black")
    chance = random.Random(3)
    for _ in range(6):
        candidates = [o for o in hand.view.expectation.candidates if o.origin and not o.captured]
        candidate = chance.choice(candidates)
        assert candidate.target is not None
        hand.move(square_name(candidate.origin or 0, 9) + square_name(candidate.target, 9), 2000)
    hand.snapshot = snapshot_of(hand.game.pieces(hand.game.start()), 81)
    hand.wait(2000)
    return hand


def test_a_session_of_stones_is_asked_about_too() -> None:
    hand = stones_set_up_anew()
    assert len(hand.texts) == 6
    assert len(hand.view.choices) == 2


def test_a_move_that_begins_as_soon_as_the_same_game_stands_again_is_made() -> None:
    hand = stones_set_up_anew()
    touch(hand, "i1")
    hand.wait(2000)
    expectation = hand.session.view().expectation
    candidate = next(o for o in expectation.candidates if o.origin and not o.captured)
    assert candidate.target is not None
    hand.snapshot = expectation.snapshot
    hand.session.see(hand.snapshot, hand.now_ms)
    assert hand.view.phase is Phase.PLAY
    origin, target = (square_name(s or 0, 9) for s in (candidate.origin, candidate.target))
    other = next(o for o in expectation.candidates if o.origin != candidate.origin)
    lifted, side = square_name(other.origin or 0, 9), expectation.turn
    hand.show_at_once(**dict.fromkeys([origin, lifted], "."))
    hand.wait(1000)
    hand.put(lifted, side)
    hand.wait(200)
    hand.put(target, side)
    hand.wait(2000)
    assert len(hand.texts) == 7
    assert hand.view.correction is None


def test_unanswered_it_goes_away_with_the_board_that_asked() -> None:
    hand = SnapshotHand(game="kamisado-single")
    play_some(hand, 8)
    wanted = hand.session.view().expectation.snapshot
    before = hand.texts
    clear_and_set_up(hand)
    hand.snapshot = wanted
    hand.wait(6000)
    assert not hand.view.choices
    assert hand.view.correction is None
    assert hand.texts == before


def test_pieces_that_are_exchanged_by_hand_answer_nothing() -> None:
    hand = SnapshotHand()
    play_some(hand, 8)
    clear_and_set_up(hand)
    first, second = hand.lift("d1"), hand.lift("h1")
    hand.wait(500)
    hand.put("d1", side_of(hand, second))
    hand.wait(700)
    hand.put("h1", side_of(hand, first))
    hand.wait(1500)
    assert len(hand.view.choices) == 2


def test_a_game_is_kept_whose_last_piece_on_its_way_home_stands_on_an_earlier_move() -> None:
    hand = SnapshotHand()
    hand.move("g8b3")
    hand.move("b3e6")  # Black goes to e6 after all
    for text in ("f1a6", "e6b3", "d1h5", "e8e3"):
        hand.move(text)
    played = hand.texts
    assert played == ["g8e6", "f1a6", "e6b3", "d1h5", "e8e3"]
    hand.move("e3e8")
    hand.move("h5d1", rest_ms=100)
    hand.move("a6f1", rest_ms=2000)
    hand.move("b3g8", rest_ms=1500)
    assert hand.texts == played
    assert [choice.text for choice in hand.view.choices] == ["new game", "same game"]


def test_a_piece_that_was_exchanged_and_bounces_answers_nothing_but_one_that_was_touched() -> None:
    hand = SnapshotHand(game="kamisado-single")
    play_some(hand, 8)
    clear_and_set_up(hand)
    g1, h1 = hand.lift("g1"), hand.lift("h1")
    hand.wait(300)
    hand.put("g1", side_of(hand, h1))
    hand.wait(300)
    hand.put("h1", side_of(hand, g1))
    bounce(hand, "h1", 230)
    assert [choice.text for choice in hand.view.choices] == ["new game", "same game"]
    tower = hand.lift("a1")
    hand.wait(300)
    hand.put("a1", side_of(hand, tower))
    bounce(hand, "a1", 60)
    assert (hand.session.game_number, hand.texts) == (2, [])


@pytest.mark.parametrize("missed", [False, True])
def test_a_piece_that_may_have_bounced_unseen_and_bounces_again_answers_nothing(
    missed: bool,
) -> None:
    hand = SnapshotHand(game="kamisado-single")
    play_some(hand, 8)
    clear_and_set_up(hand, settle_ms=0)
    tower = hand.lift("a1")
    hand.wait(300)
    hand.put("a1", side_of(hand, tower))
    hand.wait(260)
    hand.show_at_once(missed=missed)
    bounce(hand, "a1", 300)
    expected = ["new game", "same game"] if missed else []
    assert [choice.text for choice in hand.view.choices] == expected


def test_a_sensor_that_wavers_below_a_tower_answers_nothing() -> None:
    hand = SnapshotHand(game="kamisado-single")
    play_some(hand, 8)
    clear_and_set_up(hand)
    hand.show_at_once(h1="?")
    hand.wait(1800)
    hand.show_at_once(h1="w")
    hand.wait(1000)
    assert [choice.text for choice in hand.view.choices] == ["new game", "same game"]
    touch(hand, "h1")
    assert hand.view.choices == ()


def bounce(hand: SnapshotHand, square: str, stood_ms: int) -> None:
    """Let a piece bounce so long after it was put on its square."""
    hand.wait(stood_ms)
    tower = hand.lift(square)
    hand.wait(140)
    hand.put(square, side_of(hand, tower))
    hand.wait(1000)
