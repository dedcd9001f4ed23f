"""Properties of every round, with any moves and any teeth."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.engine.game import IllegalMoveError, InvalidPositionError, Side
from host.engine.kamisado.board import HOME_ROWS
from host.engine.kamisado.position import Move, Position
from host.engine.kamisado.round import KamisadoRound
from host.engine.successors import perft
from tests.unit.engine.kamisado.oracle import PlainRound, leaves

GAME = KamisadoRound()
IN_ITS_OWN_TIME = settings(deadline=None)  # a busy machine is no reason to fail
LONGEST_ROUND = 1000  # plies; far above any seen, a round that gets there does not end

HARD_CASES = [
    GAME.parse_position(text)
    for text in (
        "ogrkpb2/8/8/yn6/KN6/8/8/1GRYPBO1 w g",  # one move can be a deadlock of two
        "8/8/8/8/pbnry1k1/PBNo3g/1RKGO1Y1/8 w o",  # of four, and a fifth before it
        "8/8/1g6/1ybnorkp/BRGPOKYN/8/8/8 b g b",  # of fourteen
        "8/8/8/8/n++b+++p++g++1o1r++/Y+++P++K++NB++Gk++y+++/R1O5/8 w y w",  # after a push
        "8/8/8/gybnorkp/BRGPOKYN/8/8/8 w k",
        "8/8/8/1opgy3/nGYPr1kb/NKO1R1B1/8/8 b g",
        "8/1n+++4y++1/7b++/8/3r1gk+Y+/1oP+++K+++O+pB+N/3G+4/R+7 w n",  # four passes
        "5g+1p+/2K2n1Y/8/b+2kN+3/G2o1r2/5Ry+1/3B+2O1/1P+6 b p",  # six pushes
    )
]

TEETH = st.lists(st.sampled_from([0, 0, 0, 1, 1, 2, 3]), min_size=16, max_size=16).map(bytes)


@st.composite
def openings(draw: st.DrawFn) -> Position:
    """The first position of a round of a match: any order on the home rows, any teeth."""
    white = draw(st.permutations(HOME_ROWS[Side.WHITE]))
    black = draw(st.permutations(HOME_ROWS[Side.BLACK]))
    return Position.of(bytes([*white, *black]), draw(TEETH), turn=draw(st.sampled_from(Side)))


@st.composite
def crowds(draw: st.DrawFn) -> Position:
    """Sixteen towers crammed into a few ranks, where many are blocked and can push."""
    first = draw(st.integers(1, 5))
    last = draw(st.integers(first + 1, 6))
    squares = draw(st.permutations(range(first * 8, last * 8 + 8)))[:16]
    return Position.of(
        bytes(squares),
        draw(TEETH),
        turn=draw(st.sampled_from(Side)),
        required=draw(st.integers(0, 7)),
        last_mover=draw(st.sampled_from(Side)),
    )


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A position some moves into a round, or after its end."""
    position = draw(st.one_of(openings(), crowds(), st.sampled_from(HARD_CASES)))
    for choice in draw(st.lists(st.integers(0, 10**6), max_size=25)):
        moves = GAME.legal_moves(position)
        if not moves:
            break
        position = GAME.play(position, moves[choice % len(moves)])
    return position


@IN_ITS_OWN_TIME
@given(positions())
def test_a_second_program_finds_the_same_moves_results_and_next_positions(
    position: Position,
) -> None:
    text = GAME.position_text(position)
    moves = {GAME.move_text(position, move): move for move in GAME.legal_moves(position)}
    plain = PlainRound.read(text)
    assert moves.keys() == plain.moves()
    outcome, result = GAME.outcome(position), plain.result()
    assert (outcome is None) == (result is None)
    if outcome is not None:
        assert outcome.winner is not None
        assert (outcome.winner.value, "deadlock" if outcome.stuck else "home") == result
    for move_text, move in moves.items():
        plain = PlainRound.read(text)
        plain.make(move_text)
        assert GAME.position_text(GAME.play(position, move)) == plain.write()


@settings(deadline=None, max_examples=20)
@given(positions())
def test_a_second_program_counts_the_same_leaves(position: Position) -> None:
    text = GAME.position_text(position)
    assert [perft(GAME, position, depth) for depth in (1, 2)] == [leaves(text, 1), leaves(text, 2)]


@IN_ITS_OWN_TIME
@given(positions())
def test_position_text_is_read_back_as_the_same_position(position: Position) -> None:
    text = GAME.position_text(position)
    again = GAME.parse_position(text)
    assert again == position
    assert hash(again) == hash(position)
    assert GAME.position_text(again) == text


@IN_ITS_OWN_TIME
@given(positions())
def test_move_text_is_unique_and_read_back_as_the_same_move(position: Position) -> None:
    moves = GAME.legal_moves(position)
    texts = [GAME.move_text(position, move) for move in moves]
    assert len(set(texts)) == len(moves)
    assert [GAME.parse_move(position, text) for text in texts] == list(moves)
    words = [str(GAME.describe_move(position, move)) for move in moves]
    assert all(words)


@settings(deadline=None, max_examples=15)
@given(positions())
@pytest.mark.slow
def test_every_legal_move_is_accepted_and_everything_else_refused(position: Position) -> None:
    legal = set(GAME.legal_moves(position))
    for origin in range(64):
        for target in range(64):
            for push in (False, True):
                move = Move(origin, target, push)
                try:
                    after = GAME.play(position, move)
                except IllegalMoveError:
                    assert move not in legal
                else:
                    assert move in legal
                    assert after == GAME.play_unchecked(position, move)


@IN_ITS_OWN_TIME
@given(positions())
def test_no_tower_is_lost_and_none_changes_its_teeth(position: Position) -> None:
    for move in GAME.legal_moves(position):
        after = GAME.play(position, move)
        assert len(GAME.pieces(after)) == 16
        assert after.teeth == position.teeth
        assert after.occupied == sum(1 << square for square in after.squares)
        moved = sum(a != b for a, b in zip(position.squares, after.squares, strict=True))
        assert moved >= 2 if move.push else moved == (0 if move.is_pass else 1)


@pytest.mark.slow
@IN_ITS_OWN_TIME
@given(positions())
def test_why_not_is_silent_exactly_for_the_targets_of_legal_moves(position: Position) -> None:
    legal = {(move.origin, move.target) for move in GAME.legal_moves(position)}
    movable = {move.origin for move in GAME.legal_moves(position) if not move.is_pass}
    for origin in position.squares:
        for target in range(64):
            assert (GAME.explain_illegal(position, origin, target) is None) == (
                (origin, target) in legal
            )
        assert (GAME.explain_illegal(position, origin, None) is None) == (origin in movable)
    for empty in set(range(64)) - set(position.squares):
        assert GAME.explain_illegal(position, empty, None) is None
        assert GAME.explain_illegal(position, empty, 0) is None


@IN_ITS_OWN_TIME
@given(positions())
@pytest.mark.slow
def test_every_refusal_quotes_a_rule(position: Position) -> None:
    for origin in position.squares:
        for target in (None, *range(64)):
            refusal = GAME.explain_illegal(position, origin, target)
            assert refusal is None or str(refusal).endswith(")")


@IN_ITS_OWN_TIME
@given(positions())
def test_there_is_an_outcome_exactly_when_there_is_no_legal_move(position: Position) -> None:
    over = GAME.outcome(position) is not None
    assert over == (GAME.legal_moves(position) == ())
    assert over == (GAME.movable_squares(position) == ())
    assert {move.origin for move in GAME.legal_moves(position)} <= set(
        GAME.movable_squares(position)
    )


@pytest.mark.slow
@IN_ITS_OWN_TIME
@given(positions())
def test_a_deadlock_names_blocked_towers_of_both_sides_in_turn(position: Position) -> None:
    outcome = GAME.outcome(position)
    if outcome is None or not outcome.stuck:
        return
    pieces = GAME.pieces(position)
    sides = [pieces[square].side for square in outcome.stuck]
    assert len(set(outcome.stuck)) == len(outcome.stuck) >= 2
    assert all(a is b.other for a, b in zip(sides, sides[1:] + sides[:1], strict=True))
    assert outcome.winner is position.last_mover.other
    (rewarded,) = outcome.squares
    assert pieces[rewarded].side is outcome.winner


@settings(deadline=None, max_examples=200)
@given(openings(), st.integers(0, 2**32 - 1))
def test_every_round_comes_to_an_end(position: Position, seed: int) -> None:
    chance = random.Random(seed)  # Hypothesis prints the seed of a failure
    for _ in range(LONGEST_ROUND):
        moves = GAME.legal_moves(position)
        if not moves:
            break
        position = GAME.play(position, chance.choice(moves))
    assert GAME.outcome(position) is not None


def read(text: str) -> tuple[Position | None, str]:
    """The position of a text, or None and the message of the refusal."""
    try:
        return GAME.parse_position(text), ""
    except InvalidPositionError as error:
        return None, str(error)


@IN_ITS_OWN_TIME
@given(st.text(alphabet="obpkyrgnOBPKYRGN12345678/+ wb-", max_size=60))
def test_no_text_breaks_the_position_parser(text: str) -> None:
    position, refusal = read(text)
    if position is None:
        assert repr(text) in refusal
    else:
        assert GAME.parse_position(GAME.position_text(position)) == position


@IN_ITS_OWN_TIME
@given(positions(), st.integers(0, 80), st.sampled_from("obpkNGR18/+ wb-x"))
def test_a_position_text_with_one_character_replaced_is_refused_or_consistent(
    position: Position, place: int, char: str
) -> None:
    text = GAME.position_text(position)
    damaged = text[:place] + char + text[place + 1 :]
    again, refusal = read(damaged)
    if again is None:
        assert repr(damaged) in refusal
    else:
        fields = damaged.split(" ")
        redundant = len(fields) == 4 and fields[3] != fields[1]
        assert GAME.position_text(again) == (" ".join(fields[:3]) if redundant else damaged)
