"""Values of late positions by trying everything, on the engine alone; and where to get such."""

from __future__ import annotations

import random
from collections.abc import Iterator

from host.engine.game import Side
from host.engine.kamisado import rules
from host.engine.kamisado.board import HOME_ROWS, SQUARES
from host.engine.kamisado.position import Position
from host.engine.kamisado.rules import outcome

TEETH = [0, 0, 0, 0, 1, 1, 2, 3]


class TooManyError(Exception):
    """There is more to be tried than was allowed."""


def winners(position: Position, limit: int) -> dict[Position, Side]:
    """Return the winner of a position and of all positions reachable from it, passes included.

    Raises:
        TooManyError: these are more than `limit`.
    """
    found: dict[Position, Side] = {}

    def winner(position: Position) -> Side:
        if position in found:
            return found[position]
        if len(found) >= limit:
            raise TooManyError
        moves = rules.legal_moves(position)
        if not moves:
            ended = outcome(position)
            assert ended is not None
            assert ended.winner is not None
            found[position] = ended.winner
            return ended.winner
        values = [winner(rules.play_unchecked(position, move)) for move in moves]
        best = position.turn if position.turn in values else position.turn.other
        found[position] = best
        return best

    winner(position)
    return found


def opening(chance: random.Random, teeth: list[int] = TEETH) -> Position:
    """The first position of a round: any order on the home rows, any teeth of a list."""
    white, black = list(HOME_ROWS[Side.WHITE]), list(HOME_ROWS[Side.BLACK])
    chance.shuffle(white)
    chance.shuffle(black)
    return Position.of(
        bytes(white + black),
        bytes(chance.choices(teeth, k=16)),
        turn=chance.choice(list(Side)),
    )


def crowd(chance: random.Random) -> Position:
    """Sixteen towers in a few ranks, where many are blocked and can push."""
    first = chance.randint(1, 4)
    last = chance.randint(first + 1, min(first + 3, 6))
    return Position.of(
        bytes(chance.sample(range(first * 8, last * 8 + 8), 16)),
        bytes(chance.choices(TEETH, k=16)),
        turn=chance.choice(list(Side)),
        required=chance.randrange(8),
        last_mover=chance.choice(list(Side)),
    )


def round_from(position: Position, chance: random.Random) -> list[Position]:
    """All positions of a round that is played by chance, to its end."""
    positions = [position]
    while moves := rules.legal_moves(positions[-1]):
        positions.append(rules.play_unchecked(positions[-1], chance.choice(moves)))
    return positions


def late_positions(chance: random.Random) -> Iterator[Position]:
    """Positions of random rounds, each with few plies left in the round as it was played."""
    while True:
        begin = opening(chance) if chance.random() < 0.3 else crowd(chance)
        positions = round_from(begin, chance)
        assert len(positions) < SQUARES * 16, "rounds end"
        yield positions[max(0, len(positions) - chance.randint(2, 9))]
