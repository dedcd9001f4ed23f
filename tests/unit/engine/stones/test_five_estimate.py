"""Evaluation of five, compared with a plain count of its lines."""

from __future__ import annotations

import random

import pytest

from host.engine.game import Side
from host.engine.stones.five import FIVE_NEXT, THREAT, TWO_THREATS, Position
from tests.unit.engine.stones.five import GAME, position

WORTH = (0, 1, 4, 14, 40)
"""A line of five squares without an enemy, by the stones on it."""


def scattered(seed: int) -> Position:
    """A position with a dozen stones of each side anywhere."""
    chance = random.Random(seed)
    squares = chance.sample(range(81), chance.randint(8, 30))
    white, black = (sum(1 << square for square in squares[part::2]) for part in (0, 1))
    out = [chance.random() < 0.5 for _ in Side]
    return Position(white, black, chance.choice(list(Side)), 0, *out)


def plain_lines(at: Position, side: Side) -> list[int]:
    """Of every line of five squares that a side may still fill, how many of its stones it holds."""
    pieces = {divmod(square, 9): piece.side for square, piece in GAME.pieces(at).items()}
    is_out = at.white_out if side is Side.WHITE else at.black_out
    home = () if is_out else (0, 1) if side is Side.WHITE else (7, 8)
    counts = []
    for rank, file in ((rank, file) for rank in range(9) for file in range(9)):
        for up, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            cells = [(rank + up * step, file + right * step) for step in range(5)]
            if all(0 <= r < 9 and 0 <= f < 9 and r not in home for r, f in cells):
                sides = [pieces.get(cell) for cell in cells]
                if side.other not in sides:
                    counts.append(sides.count(side))
    return counts


def plain_estimate(at: Position) -> int:
    """The worth of the stones and of the lines, where no line can be completed."""
    own, enemy = plain_lines(at, at.turn), plain_lines(at, at.turn.other)
    stones = [piece.side for piece in GAME.pieces(at).values()]
    more = stones.count(at.turn) - stones.count(at.turn.other)
    return 100 * more + sum(WORTH[count] for count in own) - sum(WORTH[count] for count in enemy)


def test_the_estimate_counts_stones_and_the_lines_that_may_still_become_five() -> None:
    checked = 0
    for seed in range(300):
        at = scattered(seed)
        if max((*plain_lines(at, Side.WHITE), *plain_lines(at, Side.BLACK))) > 3:
            continue
        assert GAME.evaluate(at) == plain_estimate(at), seed
        checked += 1
    assert checked > 200


@pytest.mark.parametrize("turn", ["w", "b"])
def test_a_line_that_lacks_a_stone_is_worth_something_if_none_can_come_there_next(
    turn: str,
) -> None:
    # White lacks a4 and f4, and neither h7 nor i6 comes there.
    at = position("b4 c4 d4 e4 h7 i6", "h1 i9", turn)
    assert plain_lines(at, Side.WHITE).count(4) == 2
    assert GAME.evaluate(at) == plain_estimate(at)


@pytest.mark.parametrize(
    ("white", "black", "worth"),
    [
        ("b4 c4 d4 e4 f9", "a1 i9", FIVE_NEXT),  # f9 slides to f4
        ("b4 c4 e4 f4 d5", "a1 i9", FIVE_NEXT),  # d5 steps between them
        ("b4 c4 d4 e4 f6", "a1 a4 f5", FIVE_NEXT),  # f6 jumps over f5
    ],
)
def test_who_is_to_move_and_may_complete_a_line_has_as_good_as_won(
    white: str, black: str, worth: int
) -> None:
    at = position(white, black)
    assert GAME.evaluate(at) == worth
    ends = [GAME.outcome(GAME.play(at, move)) for move in GAME.legal_moves(at)]
    assert any(end is not None and end.winner is Side.WHITE for end in ends)


def test_a_line_that_is_said_to_be_completed_next_can_be() -> None:
    found = 0
    for seed in range(4000):
        at = scattered(seed)
        if GAME.outcome(at) is None and GAME.evaluate(at) == FIVE_NEXT:
            ends = [GAME.outcome(GAME.play_unchecked(at, move)) for move in GAME.legal_moves(at)]
            assert any(end is not None and end.winner is at.turn for end in ends), seed
            found += 1
    assert found > 10


def test_a_line_that_the_opponent_may_complete_is_to_be_stopped() -> None:
    # White lacks a4 and f4; the fifth stone comes down one file, along both, or not at all.
    nowhere, one, two = (
        GAME.evaluate(position(f"b4 c4 d4 e4 {more}", "h1 i9", "b"))
        for more in ("h7 i6", "f8 i6", "f8 a8")
    )
    assert nowhere - 3 * THREAT < one < nowhere - THREAT // 2
    assert two < one - (TWO_THREATS - THREAT) // 2
