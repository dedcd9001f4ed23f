"""Chains of moves that nobody saw being made."""

from __future__ import annotations

import random

import pytest

from host.engine.kamisado.match import KamisadoMatch
from host.engine.kamisado.match_format import STANDARD
from host.recognition.chain import MOST_MOVES, MOVE_MS, find_chain
from host.recognition.snapshot import SquareState, snapshot_of
from tests.support.snapshots import PictureHand

EMPTY = SquareState.EMPTY
GAME = KamisadoMatch(STANDARD)
WITH_TEETH = "pgbkoy1n/6r1/8/8/8/8/8/GRPBNKOY+ w n standard 2 1:0 b"
OF_TWO_OR_FOUR = "1o2gnkr+/1b+6/5yB1/1Op5/8/K7/8/P2GRY1N w n long 3 0:2 w"
"""h1g2 b8e5 g2c6 e5h2 leads to the same board as h1c6 b8h2."""
FIRST_UNIQUE = {3: 0, 5: 3}
"""Seeds of chains of so many moves to which there is no other of up to eight."""


def played(seed: int, moves: int) -> tuple[object, list[object]]:
    """Play by chance; the position and the moves without forced passes."""
    chance = random.Random(seed)
    position, made = GAME.start(), list[object]()
    while len(made) < moves:
        move = chance.choice(GAME.legal_moves(position))
        following = GAME.play(position, move)
        if GAME.round_outcome(following) is not None:
            return played(seed + 1000, moves)
        if GAME.pieces(following) != GAME.pieces(position):
            made.append(move)
        position = following
    return position, made


@pytest.mark.parametrize("moves", range(3, MOST_MOVES + 1))
def test_a_chain_is_found_or_not_believed_but_never_another(moves: int) -> None:
    found = 0
    for seed in range(12):
        position, made = played(seed, moves)
        chain = find_chain(GAME, GAME.start(), snapshot_of(GAME.pieces(position), 64), moves)
        assert chain in (None, tuple(made)), seed
        found += chain is not None
    assert found >= 6, "most are unique"


def bound(seed: int, moves: int) -> tuple[object, object, list[object]]:
    """Play on from where a certain tower must move; the positions before and after, the moves."""
    position, made = played(seed, moves + 1)
    first = GAME.play(GAME.start(), made[0])
    return first, position, made[1:]


def test_a_chain_is_found_where_towers_might_push() -> None:
    position = GAME.parse_position(WITH_TEETH)
    made, later = list[object](), position
    for text in ("e1f2", "d8c7", "f1d3"):
        made.append(GAME.parse_move(later, text))
        later = GAME.play(later, GAME.parse_move(later, text))
    assert find_chain(GAME, position, snapshot_of(GAME.pieces(later), 64), 5) == tuple(made)


def test_with_a_piece_in_the_air_nothing_is_looked_for() -> None:
    first, last, made = bound(0, 3)
    seen = list(snapshot_of(GAME.pieces(last), 64))
    assert find_chain(GAME, first, tuple(seen), 4) == tuple(made)
    seen[next(s for s, state in enumerate(seen) if state is SquareState.WHITE)] = SquareState.EMPTY
    assert find_chain(GAME, first, tuple(seen), 4) is None


@pytest.mark.parametrize("moves", [3, 5])
def test_a_board_on_which_play_went_on_unseen_is_understood(moves: int) -> None:
    first, last, made = bound(FIRST_UNIQUE[moves], moves)
    hand = PictureHand(GAME.position_text(first), game=GAME.name)
    hand.session.board_lost()
    hand.now_ms += 20_000
    hand.snapshot = snapshot_of(GAME.pieces(last), 64)
    hand.wait(2000)
    assert [ply.move for ply in hand.session.plies if not ply.forced] == made


def test_moves_for_which_there_was_no_time_are_an_accident() -> None:
    first, last, _ = bound(FIRST_UNIQUE[5], 5)
    hand = PictureHand(GAME.position_text(first), game=GAME.name)
    hand.snapshot = snapshot_of(GAME.pieces(last), 64)
    hand.wait(3000)
    assert hand.texts == []
    assert hand.view.correction is not None


@pytest.mark.parametrize("first_seen", [True, False])
def test_two_moves_are_not_believed_if_four_may_have_been_made(first_seen: bool) -> None:
    hand = PictureHand(OF_TWO_OR_FOUR, game="kamisado-long")
    ways = {"h1": EMPTY, "b8": EMPTY, "c6": SquareState.WHITE, "h2": SquareState.BLACK}
    if first_seen:
        hand.move("h1g2", rest_ms=300)
        ways["g2"] = EMPTY
    hand.now_ms += 4 * MOVE_MS
    hand.show_at_once(**ways)
    hand.wait(3000)
    assert hand.texts == ["h1g2"] * first_seen
    assert hand.view.correction is not None


def test_two_moves_are_believed_if_there_was_no_time_for_four() -> None:
    hand = PictureHand(OF_TWO_OR_FOUR, game="kamisado-long")
    hand.now_ms += 2 * MOVE_MS
    ways = {"h1": EMPTY, "b8": EMPTY, "c6": SquareState.WHITE, "h2": SquareState.BLACK}
    hand.show_at_once(**ways)
    hand.wait(3000)
    assert hand.texts == ["h1c6", "b8h2"]


def test_two_moves_are_believed_after_any_time_if_no_others_lead_there() -> None:
    hand = PictureHand(game="kamisado-long")
    hand.now_ms += 20 * MOVE_MS
    hand.show_at_once(d8=EMPTY, d4=SquareState.BLACK, a1=EMPTY, c3=SquareState.WHITE)
    hand.wait(3000)
    assert hand.texts == ["d8d4", "a1c3"]
