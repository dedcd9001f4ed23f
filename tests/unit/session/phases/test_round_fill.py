"""The fill between two rounds: chosen, guided, and towers that go wrong in it."""

from __future__ import annotations

import random

import pytest

from host.engine.game import InvalidMoveError, Relocation, Side
from host.engine.squares import parse_square, square_name
from host.recognition.snapshot import SquareState
from host.recognition.times import CHECK_MS, DWELL_MS, REST_MS, WRONG_MS
from host.session.view import Phase, Severity
from tests.support.snapshots import SnapshotHand
from tests.unit.session.rounds import (
    DEADLOCK,
    ONE_FROM_HOME,
    STANDARD,
    after_a_round,
    carries,
    carry,
    fill,
    here,
    standing,
)


@pytest.mark.parametrize(("choice", "corner"), [("fill left", "a1"), ("fill right", "h1")])
def test_a_tower_put_on_a_corner_chooses_where_the_filling_begins(choice: str, corner: str) -> None:
    hand = after_a_round()
    first = carries(hand, choice)[0]
    assert square_name(first.target, 8) == corner
    carry(hand, first, rest_ms=DWELL_MS + 40)
    assert hand.texts == ["f7e8", choice]
    assert hand.view.phase is Phase.SETUP
    assert standing(hand) == (2, 1, 0)


@pytest.mark.parametrize("choice", ["fill left", "fill right"])
@pytest.mark.parametrize("position", [ONE_FROM_HOME, DEADLOCK])
def test_the_filling_is_guided_tower_by_tower_and_the_loser_begins(
    choice: str, position: str
) -> None:
    hand = SnapshotHand(position, game=STANDARD)
    hand.move("f7e8" if position == ONE_FROM_HOME else "b1c2")
    order = carries(hand, choice)
    winner = hand.view.turn
    hand.notices += hand.session.choose(choice, hand.now_ms)
    for number, step in enumerate(order):
        origin, target = square_name(step.origin, 8), square_name(step.target, 8)
        if origin == target:
            continue
        assert hand.view.phase is Phase.SETUP
        assert here(hand) == {target}, f"step {number + 1}: {hand.view.prompt}"
        assert f"from {origin} to {target}" in hand.view.prompt
        marks = {(mark.role, square_name(mark.square, 8)): mark for mark in hand.view.marks}
        assert marks["here", target].tint == step.piece.name
        assert ("from", origin) in marks
        hand.lift(origin)
        hand.wait(100)
        assert here(hand) == {target}
        assert f"{hand.game.describe_piece(step.piece)} belongs on {target}" in hand.view.prompt
        hand.put(target, step.piece.side)
        hand.wait(REST_MS + 40)
    assert hand.view.phase is Phase.PLAY
    assert hand.view.turn is winner.other, "F2: the loser begins"
    assert not [n for n in hand.notices if n.level is Severity.WARN and "stands" in n.text]


def test_the_filled_rows_are_lit_for_a_check_and_then_the_towers_that_may_move() -> None:
    hand = after_a_round()
    hand.session.choose("fill left", hand.now_ms)
    fill(hand)
    lit = {square_name(m.square, 8): m.tint for m in hand.view.marks if m.entry == "fill"}
    pieces = hand.view.expectation.pieces
    assert lit == {square_name(s, 8): piece.name for s, piece in pieces.items()}
    assert "check them all" in hand.notices[-1].text
    hand.wait(CHECK_MS)
    assert hand.marked("fill") == set()
    assert hand.marked("any") == {f"{file}8" for file in "abcdefgh"}


def test_a_lifted_tower_shows_its_own_place_whatever_the_order() -> None:
    hand = after_a_round()
    order = carries(hand, "fill left")
    hand.session.choose("fill left", hand.now_ms)
    moved = [step for step in order if step.origin != step.target]
    last_of_white = [step for step in moved if step.piece.side is Side.WHITE][-1]
    hand.lift(square_name(last_of_white.origin, 8))
    hand.wait(100)
    assert here(hand) == {square_name(last_of_white.target, 8)}


@pytest.mark.parametrize("seed", range(6))
def test_both_players_may_fill_at_once_in_any_order_that_finds_its_places_free(seed: int) -> None:
    chance = random.Random(seed)
    hand = after_a_round()
    waiting = list(carries(hand, "fill right"))
    hand.session.choose("fill right", hand.now_ms)
    while waiting:
        standing = {
            square for square, state in enumerate(hand.snapshot) if state is not SquareState.EMPTY
        }
        free = [s for s in waiting if s.target not in standing or s.target == s.origin]
        step = chance.choice(free)
        waiting.remove(step)
        carry(hand, step, rest_ms=40)
        assert not any(n.level is Severity.WARN for n in hand.notices), hand.notices[-1].text
    hand.wait(REST_MS + 40)
    assert hand.view.phase is Phase.PLAY


@pytest.mark.parametrize("seed", range(4))
def test_towers_swept_into_the_hands_are_asked_for_one_by_one(seed: int) -> None:
    chance = random.Random(seed)
    hand = after_a_round()
    hand.session.choose("fill left", hand.now_ms)
    places = list(hand.view.expectation.pieces)
    standing = [s for s, state in enumerate(hand.snapshot) if state is not SquareState.EMPTY]
    chance.shuffle(standing)
    for square in standing:
        hand.lift(square_name(square, 8))
        hand.wait(40)
    for _ in places:
        (asked,) = here(hand)
        hand.put(asked, hand.view.expectation.pieces[parse_square(asked, (8, 8))].side)
        hand.wait(60)
    hand.wait(REST_MS + 40)
    assert hand.view.phase is Phase.PLAY


def test_a_wrong_tower_on_a_square_is_told_by_name_and_where_it_goes() -> None:
    hand = after_a_round()
    order = carries(hand, "fill left")
    hand.session.choose("fill left", hand.now_ms)
    white = [step for step in order if step.piece.side is Side.WHITE]
    first = next(step for step in white if step.origin != step.target)
    other = white[-1]
    hand.lift(square_name(other.origin, 8))
    hand.wait(100)
    hand.put(square_name(first.target, 8), Side.WHITE)
    hand.wait(WRONG_MS + 40)
    told = hand.notices[-1]
    assert told.level is Severity.WARN
    assert f"White's {other.piece.name} " in told.text.split(" stands on ")[0]
    assert f"White's {first.piece.name} tower belongs there" in told.text
    assert hand.marked("illegal") == {square_name(first.target, 8)}
    assert here(hand) == {square_name(other.target, 8)}
    carry(hand, Relocation(other.piece, first.target, other.target))
    assert hand.marked("illegal") == set()


def test_two_exchanged_towers_do_not_start_the_round() -> None:
    hand = after_a_round()
    order = carries(hand, "fill left")
    hand.session.choose("fill left", hand.now_ms)
    black = [step for step in order if step.piece.side is Side.BLACK and step.origin != step.target]
    one, two = black[-2:]
    for step in order:
        if step not in (one, two):
            carry(hand, step)
    for step, target in ((one, two.target), (two, one.target)):
        carry(hand, Relocation(step.piece, step.origin, target))
    hand.wait(WRONG_MS + 1000)
    assert hand.snapshot == hand.view.expectation.snapshot, "the sensors see nothing wrong"
    assert hand.view.phase is Phase.SETUP
    assert f"Black's {two.piece.name} tower" in hand.view.prompt
    hand.lift(square_name(two.target, 8))
    hand.lift(square_name(one.target, 8))
    hand.wait(100)
    hand.put(square_name(one.target, 8), Side.BLACK)
    hand.put(square_name(two.target, 8), Side.BLACK)
    hand.wait(REST_MS + 40)
    assert hand.view.phase is Phase.PLAY


def test_a_tower_that_slides_over_another_place_is_not_scolded() -> None:
    hand = after_a_round()
    order = carries(hand, "fill left")
    hand.session.choose("fill left", hand.now_ms)
    white = [step for step in order if step.piece.side is Side.WHITE and step.origin != step.target]
    first, other = white[0], white[1]
    hand.lift(square_name(other.origin, 8))
    hand.wait(60)
    hand.put(square_name(first.target, 8), Side.WHITE)
    hand.wait(WRONG_MS // 2)
    hand.lift(square_name(first.target, 8))
    hand.wait(60)
    hand.put(square_name(other.target, 8), Side.WHITE)
    hand.wait(200)
    assert not any("belongs there" in notice.text for notice in hand.notices)


def test_rows_that_are_filled_before_anybody_has_chosen_ask_which_way() -> None:
    hand = after_a_round()
    after = hand.view.expectation.candidates[0].after
    hand.session.board_lost()
    hand.snapshot = after
    hand.wait(1000)
    assert hand.view.phase is Phase.ROUND_BREAK
    assert "which way?" in hand.view.prompt
    hand.lift("a1")
    hand.wait(100)
    hand.put("a1", Side.WHITE)
    hand.wait(DWELL_MS + 40)
    assert hand.texts[-1] == "fill left"


def test_what_cannot_be_chosen_is_quoted_with_the_rule() -> None:
    hand = after_a_round()
    with pytest.raises(InvalidMoveError, match=r"'fill middle'.*F1"):
        hand.session.choose("fill middle", hand.now_ms)
    playing = SnapshotHand(game=STANDARD)
    with pytest.raises(InvalidMoveError, match="'d8d4'"):
        playing.session.choose("d8d4", playing.now_ms)
    with pytest.raises(InvalidMoveError, match="'fill left'"):
        playing.session.choose("fill left", playing.now_ms)


def clear(hand: SnapshotHand, squares: list[str]) -> None:
    """Take towers off, one after the other."""
    for square in squares:
        hand.lift(square)
        hand.wait(150)


def follow_lights(hand: SnapshotHand) -> None:
    """Put each tower where one is asked for, until none is."""
    for _ in range(16):
        places = here(hand)
        if not places:
            return
        (place,) = places
        marks = {square_name(mark.square, 8): mark for mark in hand.view.marks}
        side = marks[place].side
        assert side is not None
        hand.put(place, side)
        hand.wait(700)


@pytest.mark.parametrize("pause_ms", [0, 100, 2000])
@pytest.mark.parametrize(("corner", "choice"), [("a1", "fill left"), ("h1", "fill right")])
def test_who_clears_the_board_chooses_and_follows_the_lights_sets_up_the_next_round(
    corner: str, choice: str, pause_ms: int
) -> None:
    hand = after_a_round()
    clear(hand, [square_name(s, 8) for s, state in enumerate(hand.snapshot) if state.value != "."])
    hand.wait(pause_ms)
    hand.put(corner, Side.WHITE)
    hand.wait(700)
    follow_lights(hand)
    assert not hand.view.choices, "nothing is asked"
    assert hand.view.phase is Phase.PLAY
    assert hand.texts == ["f7e8", choice]
    assert standing(hand) == (2, 1, 0)
    assert hand.marked("fill", "rest"), "the colours are checked by eye"
    hand.move(f"{corner}{corner}", rest_ms=1000)
    assert standing(hand) == (2, 1, 0), "a tower that is straightened begins no match"


def test_a_loser_who_tidies_the_own_row_first_sets_up_the_next_round_too() -> None:
    hand = after_a_round()
    black = [square_name(s, 8) for s, state in enumerate(hand.snapshot) if state.value == "b"]
    clear(hand, black)
    for file in "abcdefgh":
        if hand.snapshot[parse_square(f"{file}8", (8, 8))] is SquareState.EMPTY:
            hand.put(f"{file}8", Side.BLACK)
            hand.wait(400)
    white = [square_name(s, 8) for s, state in enumerate(hand.snapshot) if state.value == "w"]
    clear(hand, white)
    hand.put("a1", Side.WHITE)
    hand.wait(700)
    follow_lights(hand)
    assert not hand.view.choices
    assert hand.texts == ["f7e8", "fill left"]
    assert standing(hand) == (2, 1, 0)
