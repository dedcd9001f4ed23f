"""Moves that are told by the order in which pieces have landed."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import pytest

from host.engine.game import Side
from host.engine.registry import game_named
from host.engine.squares import parse_square
from host.recognition.landings import Landings
from host.recognition.matching import expect_from
from host.recognition.snapshot import Sight, SquareState
from host.recognition.times import CARRIED_MS, DWELL_MS, JUST_SO_MS, KNOCKED_MS
from tests.support.snapshots import SnapshotHand


def blitz(hand: SnapshotHand, *texts: str, pause_ms: int = 120) -> None:
    """Make moves, each tower lifted while the one before it is still in the air."""
    held = hand.lift(texts[0][:2])
    for text, following in zip(texts, (*texts[1:], None), strict=True):
        hand.wait(pause_ms)
        lifted = None if following is None else hand.lift(following[:2])
        hand.wait(40)
        hand.show(text[2:4], held)
        if lifted is not None:
            held = lifted


def legal(count: int) -> list[str]:
    """Return a game of so many moves from the first position, the first legal ones of a carried
    tower each that leave the board ambiguous for no other reason."""
    hand = SnapshotHand(game="kamisado-single")
    game, position = hand.game, hand.session.position
    texts: list[str] = []
    while len(texts) < count:
        moves = game.legal_moves(position)
        move = moves[len(moves) // 2]
        texts.append(game.move_text(position, move))
        position = game.play(position, move)
    return texts


@pytest.mark.parametrize("count", [2, 3, 5, 8])
def test_quick_moves_are_told_by_the_order_in_which_they_landed(count: int) -> None:
    hand, texts = SnapshotHand(game="kamisado-single"), legal(count)
    blitz(hand, *texts)
    hand.wait(DWELL_MS + 100)
    assert hand.texts == texts
    assert hand.view.correction is None


def test_what_is_put_back_and_what_only_passes_lands_between_them() -> None:
    hand, (first, second, third) = SnapshotHand(game="kamisado-single"), legal(3)
    hand.lift("a1")  # looked at from below meanwhile
    blitz(hand, first, second)
    hand.wait(100)
    hand.put("a1", Side.WHITE)
    hand.move(third, rest_ms=DWELL_MS + 100)
    assert hand.texts == [first, second, third]


def landings_of(texts: Sequence[str], step_ms: int) -> tuple[Landings, Hashable]:
    """Return the landings of moves that come with a time between any two changes, and the first
    position."""
    game, landings = game_named("kamisado-single"), Landings()
    first = position = game.start()
    shown = due = expect_from(game, first).snapshot
    now_ms = 0
    landings.see(shown, now_ms, due)
    for text in texts:
        expectation = expect_from(game, position)
        made = next(o for o in expectation.candidates if game.move_text(position, o.move) == text)
        assert made.origin is not None
        assert made.target is not None
        for square, state in ((made.origin, SquareState.EMPTY), (made.target, shown[made.origin])):
            now_ms += step_ms
            shown = (*shown[:square], state, *shown[square + 1 :])
            landings.see(shown, now_ms, due)
        position = made.position
    return landings, first


def test_pieces_that_came_at_once_have_no_order() -> None:
    game, texts = game_named("kamisado-single"), legal(4)
    landings, first = landings_of(texts, CARRIED_MS)
    assert len(landings.chains(game, first)) == 1
    landings, first = landings_of(texts, 0)
    assert not landings.chains(game, first)


def test_there_is_no_order_where_snapshots_were_missed() -> None:
    landings, first = landings_of(legal(4), CARRIED_MS)
    landings.lose()
    assert not landings.chains(game_named("kamisado-single"), first)


def test_a_move_to_a_square_whose_sensor_fails_is_told_by_the_reply() -> None:
    game, texts = game_named("kamisado-single"), legal(4)
    landings, first = landings_of(texts, CARRIED_MS)
    blind = [parse_square(texts[2][2:4], (8, 8))]
    (chain,) = landings.chains(game, first, blind=blind)
    assert len(chain) == 4
    last = [parse_square(texts[3][2:4], (8, 8))]
    assert not landings.chains(game, first, blind=last), "nobody saw it come"


def test_guessed_sides_are_not_compared() -> None:
    game, texts = game_named("kamisado-single"), legal(4)
    landings, first = landings_of(texts, CARRIED_MS)
    for sides in (True, False):
        assert len(landings.chains(game, first, by_sides=sides)) == 1


def test_two_towers_that_were_knocked_one_after_the_other_made_no_moves() -> None:
    hand = SnapshotHand()
    hand.show_at_once(d8=".", d7="b")
    hand.wait(KNOCKED_MS + 25)
    hand.show_at_once(b1=".", a2="w")
    hand.wait(JUST_SO_MS - 100)
    assert hand.texts == []


@pytest.mark.parametrize("held_ms", [3000, 500])
def test_moves_beside_a_piece_that_has_been_away_for_long_are_taken(held_ms: int) -> None:
    hand, (first, second) = SnapshotHand(game="kamisado-single"), legal(2)
    hand.move(first, rest_ms=1000)
    away = next(s for s in ("h1", "g1", "a1") if s != second[:2])
    hand.lift(away)
    hand.wait(held_ms)
    hand.move(second, rest_ms=1000)
    assert hand.texts == [first, second][: 2 if held_ms > 2000 else 1]


def test_a_search_that_takes_too_long_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    landings, first = landings_of(legal(3), 300)
    game = game_named("kamisado-single")
    assert len(landings.chains(game, first)) == 1
    monkeypatch.setattr("host.recognition.landings.MOST_POSITIONS", 3)
    assert landings.chains(game, first) == (), "another game may lead there"


def test_sight_compares_what_sensors_tell() -> None:
    white, black, empty = SquareState.WHITE, SquareState.BLACK, SquareState.EMPTY
    whole, seen = Sight(), (white, black, empty)
    assert whole.of(seen) == seen
    on_off = Sight(by_sides=False)
    assert on_off.of(seen) == on_off.of((black, white, empty)) != on_off.of((black, empty, empty))
    hidden = Sight(hidden=frozenset({1}))
    assert hidden.of(seen) == hidden.of((white, empty, empty)) != hidden.of((empty, black, empty))
