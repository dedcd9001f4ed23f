"""The player of the page's benchmark: one lift and one put for each ply, whatever comes between."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.page_player import PagePlayer

ORIGIN = {"square": "d8", "entry": "legal", "role": "origin"}
TARGET = {"square": "d4", "entry": "legal", "role": "squares"}


def state(moves: int = 0, **changes: object) -> dict[str, Any]:
    """A state in which the pink tower may be moved to d4."""
    return {
        "phase": "play",
        "turn": "black",
        "prompt": "Black to move",
        "movable": ["d8"],
        "lifted": None,
        "marks": [],
        "moves": [{"text": f"move {number}"} for number in range(moves)],
        "choices": [],
        "correction": None,
    } | changes


LIFT = {"t": "lift", "square": "d8"}
PUT = {"t": "put", "square": "d4"}


def test_states_in_between_lead_to_no_second_lift_or_put() -> None:
    player = PagePlayer(1)
    lifted = state(lifted="d8", marks=[ORIGIN, TARGET])
    states = [state(), state(lifting=lifted), state(), lifted, lifted, state(moves=1, turn="white")]
    assert [player.answer(each) for each in states] == [LIFT, None, None, PUT, None, None]
    assert player.plies == 1
    assert player.answer(state(moves=2)) == LIFT
    assert player.plies == 2


def test_a_move_that_replaces_the_last_one_lets_the_next_be_made() -> None:
    player = PagePlayer(1)
    lifted = state(moves=1, lifted="d8", marks=[ORIGIN, TARGET])
    replaced = state() | {"moves": [{"text": "e8e2"}]}
    states = [state(moves=1), lifted, replaced]
    assert [player.answer(each) for each in states] == [LIFT, PUT, LIFT]


def test_a_new_game_is_begun_once_and_its_moves_are_counted_as_well() -> None:
    player = PagePlayer(1)
    over = state(moves=9, phase="over")
    states = [state(moves=8), over, over, state(phase="setup"), state()]
    new = {"t": "new"}
    assert [player.answer(each) for each in states] == [LIFT, new, None, None, LIFT]
    assert player.plies == 1


def test_what_is_astray_is_put_right_and_the_move_begun_anew() -> None:
    player = PagePlayer(1)
    astray = state(correction={"text": "Put it back."})
    states = [state(), astray, astray, state(), astray]
    arrange = {"t": "arrange"}
    assert [player.answer(each) for each in states] == [LIFT, arrange, None, LIFT, arrange]


def test_an_offered_question_is_answered_once() -> None:
    player = PagePlayer(1)
    offered = state(choices=[{"text": "d8d4"}])
    states = [state(), offered, offered, state(moves=1, turn="white")]
    choose = {"t": "choose", "text": "d8d4"}
    assert [player.answer(each) for each in states] == [LIFT, choose, None, None]


def hand(*squares: str | None) -> dict[str, Any]:
    """Message of a hand with towers; one without a square is held."""
    return {"pieces": [{"where": "board" if square else "hand"} for square in squares]}


def test_what_nothing_comes_of_is_asked_again() -> None:
    player = PagePlayer(1)
    assert player.insist() is None
    assert [player.answer(state()), player.insist()] == [LIFT, LIFT]
    player.see_hand(hand("d8", None))
    player.answer(state(lifted="d8", marks=[ORIGIN, TARGET]))
    assert player.insist() == PUT


def test_a_tower_that_the_board_lost_from_sight_is_set_up_again() -> None:
    player = PagePlayer(1)
    lifted = state(lifted="d8", marks=[ORIGIN, TARGET])
    assert [player.answer(each) for each in (state(), lifted, state())] == [LIFT, PUT, None]
    player.see_hand(hand("e8", None))
    assert player.insist() == {"t": "arrange"}
    player.see_hand(hand("e8", "d8"))
    assert player.insist() == LIFT


def test_a_set_up_that_does_not_end_is_helped() -> None:
    player = PagePlayer(1)
    assert player.answer(state(phase="setup")) is None
    assert player.insist() == {"t": "arrange"}


@pytest.mark.parametrize("seed", range(3))
def test_the_seed_chooses_the_moves(seed: int) -> None:
    squares = [f"{file}8" for file in "abcdefgh"]
    chosen = [PagePlayer(seed).answer(state(movable=squares)) for _ in range(2)]
    assert chosen[0] == chosen[1]
    assert chosen[0] is not None
    assert chosen[0]["square"] in squares


def test_the_moves_do_not_hang_on_how_many_states_come_between() -> None:
    squares = [f"{file}8" for file in "abcdefgh"]
    moves = []
    for between in (0, 1, 5):
        player = PagePlayer(7)
        first = player.answer(state(movable=squares))
        for _ in range(between):
            assert player.answer(state(movable=squares)) is None
        moves.append((first, player.answer(state(moves=2, movable=squares))))
    assert moves[0] == moves[1] == moves[2]
