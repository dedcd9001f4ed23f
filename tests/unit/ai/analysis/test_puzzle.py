"""The puzzles of the file: each has one winning move, and all that is told of it is true."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from host.ai.analysis.puzzle import (
    FILE,
    GRADES,
    LIMITS,
    Puzzle,
    as_text,
    puzzles,
)
from host.ai.analysis.puzzle_making import make
from host.ai.solver.solver import Solver
from host.engine.kamisado import rules
from host.engine.kamisado.notation import move_text, parse_move, parse_position
from host.engine.kamisado.position import Position
from host.engine.kamisado.rules import outcome
from tests.unit.ai.analysis.explanation_reader import Reader

EACH = 12
QUICK = 20
"""A puzzle whose proof takes no more nodes is made anew in no time."""


def test_there_are_twelve_of_each_grade_and_they_get_harder() -> None:
    found = puzzles()
    assert Counter(puzzle.grade for puzzle in found) == dict.fromkeys(GRADES, EACH)
    difficulties = [puzzle.difficulty for puzzle in found]
    assert difficulties == sorted(difficulties)
    assert difficulties[0] < LIMITS[0] < LIMITS[-1] < difficulties[-1]
    assert len({puzzle.position for puzzle in found}) == len(found)


@pytest.mark.parametrize("puzzle", puzzles(), ids=lambda puzzle: puzzle.position)
def test_of_each_puzzle_one_move_wins_and_the_others_lose(puzzle: Puzzle) -> None:
    solver = Solver(32)
    position = parse_position(puzzle.position)
    moves = {move_text(move): move for move in rules.legal_moves(position)}
    assert set(moves) == {puzzle.solution, *puzzle.wrong}
    winners = {t: solver.winner(rules.play_unchecked(position, move)) for t, move in moves.items()}
    assert [t for t, winner in winners.items() if winner is position.turn] == [puzzle.solution]
    assert outcome(rules.play_unchecked(position, moves[puzzle.solution])) is None, (
        "not yet the end"
    )
    for text, wrong in puzzle.wrong.items():
        after = rules.play_unchecked(position, moves[text])
        Reader(str(wrong.reason), after, position.turn.other, solver).check()
        if wrong.reply:
            after = settled(after)
            assert after.turn is position.turn.other
            reply = parse_move(after, wrong.reply)
            assert solver.winner(rules.play_unchecked(after, reply)) is position.turn.other
        else:
            assert outcome(after) is not None or settled(after).turn is position.turn
    after = rules.play_unchecked(position, moves[puzzle.solution])
    Reader(str(puzzle.reason), after, position.turn, solver).check()


def settled(position: Position) -> Position:
    """The position once what is blocked has passed."""
    moves = rules.legal_moves(position)
    while len(moves) == 1 and moves[0].is_pass:
        position = rules.play_unchecked(position, moves[0])
        moves = rules.legal_moves(position)
    return position


def test_a_puzzle_that_is_made_again_is_the_same() -> None:
    """The search that found it may have taken more nodes, and its number is kept with matches."""
    quick = [puzzle for puzzle in puzzles() if puzzle.nodes <= QUICK]
    assert len(quick) > 10
    for puzzle in quick:
        made = make(parse_position(puzzle.position))
        assert made is not None
        assert made.nodes <= 2 * QUICK
        assert replace(made, nodes=puzzle.nodes) == puzzle


@pytest.mark.parametrize(
    ("position", "why"),
    [
        ("obpkyrgn/8/8/8/8/8/8/NGRYKPBO b -", "any tower may move"),
        ("1r1k2ng/4PGb1/o1p5/8/6y1/8/2O3N1/1R1K1BY1 w g", "it goes straight to the far row"),
        ("ob3r2/3py3/5n2/NP1g1G2/7O/2K5/3k1B2/2RY4 w b", "three moves win"),
        ("obp1yrgn/8/8/8/8/3k4/8/NGRYKPBO w p", "no move wins"),
    ],
)
def test_what_is_no_puzzle_is_none(position: str, why: str) -> None:
    assert make(parse_position(position)) is None, why


def test_a_puzzle_of_another_grade_is_not_wanted() -> None:
    first = puzzles()[0]
    assert make(parse_position(first.position), {first.grade}) == first
    assert make(parse_position(first.position), set(GRADES) - {first.grade}) is None


def test_the_file_is_what_is_written() -> None:
    with open(f"host/{FILE}", encoding="utf-8") as file:
        assert file.read() == as_text(puzzles())
