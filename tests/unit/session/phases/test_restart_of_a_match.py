"""A board that is cleared between two rounds of a match, or before the first move of one."""

from __future__ import annotations

import pytest

from host.engine.game import Side
from host.recognition.snapshot import SquareState, snapshot_of
from host.recognition.times import UNDO_END_MS
from host.session.view import Phase
from tests.unit.session.set_up_again import (
    clear_and_set_up,
    first_pieces,
    play_some,
    put_up,
    second_round,
    side_of,
    touch,
    won_from_home,
)


def test_a_round_won_from_the_home_row_stays_won() -> None:
    hand = won_from_home("kamisado-standard")
    assert hand.view.phase is Phase.ROUND_BREAK
    hand.put("e1", side_of(hand, hand.lift("e8")))
    hand.wait(UNDO_END_MS + 500)
    assert hand.texts == ["e1e8"]
    assert hand.view.phase is Phase.ROUND_BREAK


def test_a_new_match_set_up_in_round_2_is_asked_about() -> None:
    hand = second_round()
    play_some(hand, 5)
    before = hand.texts
    clear_and_set_up(hand)
    assert hand.texts == before
    touch(hand, "a1")
    assert (hand.session.game_number, hand.texts) == (2, [])


def test_a_board_cleared_before_the_first_move_of_round_2_is_asked_about() -> None:
    hand = second_round()
    clear_and_set_up(hand)
    assert [choice.text for choice in hand.view.choices] == ["new game", "same game"]
    touch(hand, "h1")
    assert hand.session.game_number == 1
    assert hand.view.phase is Phase.PLAY
    assert hand.marked("fill", "rest"), "the colours of round 2 are checked by eye"


def test_a_board_whose_last_tower_bounces_as_it_is_set_up_is_asked_about() -> None:
    hand = second_round()
    clear_and_set_up(hand, settle_ms=0)
    last, side = list(first_pieces(hand).items())[-1]
    hand.lift(last)
    hand.wait(100)
    hand.put(last, side)
    hand.wait(1000)
    assert [choice.text for choice in hand.view.choices] == ["new game", "same game"]


def test_a_row_swept_off_before_the_first_move_of_round_2_is_no_other_game() -> None:
    hand = second_round()
    row = [f"{file}8" for file in "abcdefgh"]
    for square in row:
        hand.lift(square)
        hand.wait(30)
    for square in row:
        hand.put(square, Side.BLACK)
        hand.wait(300)
    hand.wait(1000)
    assert not hand.view.choices
    assert hand.marked("fill", "rest"), "the colours of round 2 are checked by eye"
    assert hand.session.game_number == 1


@pytest.mark.parametrize("order", range(3))
@pytest.mark.parametrize("game", ["kamisado-standard", "kamisado-series-3"])
def test_a_new_match_set_up_between_two_rounds_is_asked_about(game: str, order: int) -> None:
    hand = won_from_home(game)
    put_up(hand, order)
    assert [choice.text for choice in hand.view.choices] == ["new game", "same game"]
    assert hand.texts[0] == "e1e8"
    touch(hand, "a1")
    assert (hand.session.game_number, hand.texts) == (2, [])
    assert hand.marked("fill", "rest"), "the colours of the first order are checked by eye"


def test_a_new_match_is_asked_about_though_a_sensor_told_the_other_side_for_a_moment() -> None:
    hand = won_from_home("kamisado-standard")
    clear_and_set_up(hand, slip="b1")
    assert [choice.text for choice in hand.view.choices] == ["new game", "same game"]


@pytest.mark.parametrize("game", ["kamisado-standard", "kamisado-series-3"])
def test_the_next_round_may_be_set_up_on_a_cleared_board_too(game: str) -> None:
    hand = won_from_home(game)
    put_up(hand, 1)
    touch(hand, "h1")
    assert hand.session.game_number == 1
    assert hand.view.phase is Phase.PLAY
    assert hand.view.standing is not None
    assert hand.view.standing.round == 2
    assert hand.marked("fill", "rest"), "the colours of round 2 are checked by eye"


def test_whoever_plays_on_without_an_answer_plays_the_next_round() -> None:
    hand = won_from_home("kamisado-series-3")
    put_up(hand, 1)
    assert len(hand.view.choices) == 2
    played = len(hand.texts)
    origin = next(o for o in hand.view.expectation.candidates if not o.wins)
    text = hand.game.move_text(hand.session.position, origin.move)
    hand.move(text, 1500)
    assert hand.session.game_number == 1
    assert hand.texts[played:] == [text]


def test_rows_set_up_before_the_fill_is_told_are_asked_about() -> None:
    """Both corners are filled at the same moment, so that neither is told."""
    hand = won_from_home("kamisado-standard")
    hand.snapshot = (SquareState.EMPTY,) * 64
    hand.wait(1000)
    hand.snapshot = snapshot_of(hand.game.pieces(hand.game.start()), 64)
    hand.wait(1000)
    assert [choice.text for choice in hand.view.choices] == ["new game", "same game"]
    touch(hand, "h1")
    assert hand.session.game_number == 1
    assert [choice.text for choice in hand.view.choices] == ["fill left", "fill right"]
    touch(hand, "a1")
    assert hand.texts == ["e1e8", "fill left"]
    assert hand.view.phase is Phase.PLAY


def test_a_fill_that_was_told_first_is_not_asked_about() -> None:
    hand = won_from_home("kamisado-standard")
    touch(hand, "a1")
    assert hand.texts == ["e1e8", "fill left"]
    put_up(hand, 2)
    assert not hand.view.choices
    assert hand.texts == ["e1e8", "fill left"]
    assert hand.view.phase is Phase.PLAY


def test_a_tower_off_its_middle_is_told_after_a_sweep_at_the_beginning_of_a_round() -> None:
    hand = second_round()
    clear_and_set_up(hand)
    assert len(hand.view.choices) == 2
    hand.lift("a1")
    hand.wait(300)
    hand.put("a4", Side.BLACK)  # its field is reversed beside the middle
    hand.wait(1500)
    hand.show("a4", SquareState.WHITE)
    hand.wait(900)
    assert not hand.view.choices
    assert hand.view.correction is not None
    assert "a4" in hand.view.correction.text


def test_a_sensor_that_fails_during_the_answer_leaves_the_question() -> None:
    hand = won_from_home("kamisado-standard")
    put_up(hand, 1)
    tower = hand.lift("a1")
    hand.wait(1000)
    hand.put("c4", Side.BLACK)  # nothing stands there
    hand.wait(1000)
    hand.lift("c4")
    hand.wait(1000)
    hand.put("a1", side_of(hand, tower))
    hand.wait(1000)
    assert [choice.text for choice in hand.view.choices] == ["new game", "same game"]
    touch(hand, "a1")
    assert (hand.session.game_number, hand.texts) == (2, [])


def test_whoever_only_looks_at_a_tower_is_asked_again_and_not_once_a_move_is_made() -> None:
    hand = won_from_home("kamisado-standard")
    put_up(hand, 1)
    tower = hand.lift("e8")
    hand.wait(2000)
    assert not hand.view.choices
    hand.put("e8", side_of(hand, tower))
    hand.wait(1000)
    assert [choice.text for choice in hand.view.choices] == ["new game", "same game"]
    played = len(hand.texts)
    hand.move("e8e5", 1500)
    assert hand.texts[played:] == ["e8e5"]
    assert not hand.view.choices
