"""A match that was left on the board is gone on with, or a new one is set up, as players say."""

from __future__ import annotations

import pytest

from host.ai.players.opponent import opponent_named
from host.engine.game import Side
from host.engine.squares import square_name
from host.recognition.snapshot import SquareState
from host.recognition.times import UNDO_END_MS
from host.session.view import Phase
from tests.unit.session.left_match import MOVES, Morning, touch


def places(hand: Morning) -> tuple[str, str]:
    """Return the lit squares: for a new match, and to go on."""
    assert hand.is_asked
    (new,), (same,) = hand.marked("menu", "new"), hand.marked("choice", "corner")
    return new, same


@pytest.mark.parametrize("switches", [False, True])
def test_it_is_asked_whether_the_match_on_the_board_goes_on(switches: bool) -> None:
    hand = Morning(switches=switches)
    new, same = places(hand)
    assert f"match 7, which is not over. To continue it, lift the tower on {same}" in (
        hand.view.prompt
    )
    assert f"New game: do so on {new}." in hand.view.prompt
    assert hand.view.phase is Phase.SETUP
    assert not hand.marked("fill"), "nothing is led away from where it stands"
    assert [notice.text for notice in hand.notices] == [hand.view.prompt]
    hand.wait(120_000)
    assert len(hand.notices) == 1, "no sensor is blamed meanwhile"


@pytest.mark.parametrize("switches", [False, True])
def test_lifting_one_of_the_towers_goes_on_with_it(switches: bool) -> None:
    hand = Morning(switches=switches)
    touch(hand, places(hand)[1])
    assert hand.gone_on == [7]
    assert (hand.view.phase, hand.texts) == (Phase.PLAY, MOVES)
    assert len(hand.marked("fill", "rest")) == 16, "colours are checked as after resume"
    hand.wait(6000)
    hand.move("f1f4", 1500)
    assert hand.texts == [*MOVES, "f1f4"]


def test_lifting_the_other_sets_up_a_new_match_and_asks_no_more() -> None:
    hand = Morning()
    touch(hand, places(hand)[0])
    assert (hand.gone_on, hand.texts, hand.view.phase) == ([], [], Phase.SETUP)
    assert hand.marked("fill", "here")
    hand.wait(5000)
    assert not hand.is_asked
    hand.show_first_position()
    hand.wait(1000)
    assert hand.view.phase is Phase.PLAY


@pytest.mark.parametrize(("text", "gone_on"), [("new game", []), ("same game", [7])])
def test_a_display_answers_as_well(text: str, gone_on: list[int]) -> None:
    hand = Morning()
    hand.notices += hand.session.choose(text, hand.now_ms)
    hand.wait(1000)
    assert hand.gone_on == gone_on
    assert not hand.is_asked


def test_displays_show_what_stands_there() -> None:
    hand = Morning()
    shown = {square_name(square, 8) for square in hand.view.expectation.pieces}
    assert shown >= {"c3", "d3", "d4", "g4", "h3"}
    assert not hand.view.movable_squares


def test_no_tower_that_may_move_answers() -> None:
    hand = Morning()
    touch(hand, "f1")  # White is to move with it
    assert hand.is_asked
    assert hand.gone_on == []


@pytest.mark.parametrize("switches", [False, True])
def test_whoever_plays_on_goes_on_with_the_match(switches: bool) -> None:
    hand = Morning(switches=switches)
    hand.move("f1f4", 2000)
    assert hand.gone_on == [7]
    assert hand.texts == [*MOVES, "f1f4"]
    assert hand.view.phase is Phase.PLAY


def test_the_newest_match_that_stands_there_is_asked_about() -> None:
    hand = Morning({9: MOVES[:4], 8: MOVES, 7: MOVES}, standing={"c8": ".", "g4": "b"})
    touch(hand, places(hand)[1])
    assert hand.gone_on == [8]


@pytest.mark.parametrize("switches", [False, True])
def test_a_tower_that_is_missing_is_asked_for_once_the_match_goes_on(switches: bool) -> None:
    hand = Morning(standing={"c3": "."}, switches=switches)
    touch(hand, places(hand)[1])
    assert hand.gone_on == [7]
    assert hand.view.phase is Phase.SETUP
    assert hand.marked("fill", "here") == {"c3"}
    hand.show("c3", SquareState.OCCUPIED if switches else SquareState.WHITE)
    hand.wait(1000)
    assert (hand.view.phase, hand.texts) == (Phase.PLAY, MOVES)


def test_a_tower_in_a_hand_at_the_start_may_be_put_back_first() -> None:
    hand = Morning(standing={"c3": "."})
    hand.show("c3", SquareState.WHITE)
    hand.wait(1000)
    touch(hand, places(hand)[1])
    assert (hand.view.phase, hand.texts) == (Phase.PLAY, MOVES)


@pytest.mark.parametrize("switches", [False, True])
def test_a_board_one_move_further_is_known_and_the_move_is_made(switches: bool) -> None:
    hand = Morning(standing={"f1": ".", "f4": "o" if switches else "w"}, switches=switches)
    touch(hand, places(hand)[1], 3000)
    assert hand.gone_on == [7]
    assert (hand.view.phase, hand.texts) == (Phase.PLAY, [*MOVES, "f1f4"])


def test_a_bump_leaves_the_question_until_the_match_stands_again() -> None:
    hand = Morning()
    hand.show_at_once(c3=".", c2="w", d3=".", d2="w")
    hand.wait(UNDO_END_MS + 500)
    assert not hand.is_asked
    assert hand.marked("fill", "here"), "of the new match"
    hand.show_at_once(c3="w", c2=".", d3="w", d2=".")
    hand.wait(1000)
    assert hand.is_asked


@pytest.mark.parametrize("moves", [[], ["d8d5"]])
def test_a_board_that_is_set_up_for_a_new_match_asks_nothing(moves: list[str]) -> None:
    hand = Morning({7: moves}, standing={"d8": "b", "d5": ".", "c1": "."})
    assert not hand.is_asked
    hand.show("c1", SquareState.WHITE)
    hand.wait(1000)
    assert hand.view.phase is Phase.PLAY
    assert hand.session.game_number == 1


def test_a_position_that_comes_about_while_the_board_is_set_up_asks_nothing() -> None:
    hand = Morning({7: MOVES}, standing={"c3": ".", "h3": ".", "d3": "."})
    hand.show_at_once(c3="w", h3="b", d3="w")
    hand.wait(1000)
    assert not hand.is_asked


def test_a_virtual_board_asks_nothing() -> None:
    assert not Morning(virtual_hand=True).is_asked


def test_a_match_of_another_format_with_a_clock_goes_on_as_after_resume() -> None:
    hand = Morning(left="kamisado-long", clock="10+5")
    touch(hand, places(hand)[1])
    assert hand.session.game.name == "kamisado-long"
    assert hand.view.phase is Phase.PAUSED
    assert hand.view.clock is not None


def test_a_match_against_the_computer_goes_on_against_it() -> None:
    hand = Morning(opponent=opponent_named("4", Side.WHITE, 7))
    touch(hand, places(hand)[1])
    assert hand.view.thinking
    assert hand.view.opponent is not None


@pytest.mark.parametrize(
    ("game", "moves"),
    [
        ("hasami", ["b1b3", "f9f5", "c1c2"]),
        ("five", ["i1i3", "h8h6", "i3h3"]),
        ("seega", ["e1", "a5", "c1", "a3"]),
    ],
)
def test_games_of_stones_are_known_again(game: str, moves: list[str]) -> None:
    hand = Morning({3: moves}, game=game)
    touch(hand, places(hand)[1])
    assert (hand.gone_on, hand.texts) == ([3], moves)
    assert hand.view.phase is Phase.PLAY


def test_one_stone_alone_asks_nothing() -> None:
    assert not Morning({3: ["e1"]}, game="seega").is_asked
