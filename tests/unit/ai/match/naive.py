"""Winners of matches by trying everything, on the engine alone; and late positions to try."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from host.engine.game import Side
from host.engine.kamisado.match import KamisadoMatch
from host.engine.kamisado.match_format import Format
from host.engine.kamisado.match_position import MatchPosition, Phase
from host.engine.kamisado.position import Position
from host.engine.kamisado.scoring import points_of
from host.message import message
from tests.unit.ai.solver.brute import TooManyError, crowd, opening, round_from

FEW_TEETH = [0] * 12 + [1, 1, 1, 2]
MOST_POINTS = 15


def match_to(goal: int) -> KamisadoMatch:
    """Rules of a match to any number of points."""
    return KamisadoMatch(Format(f"to-{goal}", message("game.standard_match"), goal))


def match_position(position: Position) -> MatchPosition:
    """A position of a round as one of a match, whoever began the round."""
    number = sum(position.teeth) + 1
    return MatchPosition(position, number, points_of(position.teeth), Side.BLACK, Phase.PLAYING)


def late_rounds(chance: random.Random) -> Iterator[tuple[Position, int]]:
    """Positions of random rounds with few plies left, and points that win their match."""
    while True:
        begin = opening(chance) if chance.random() < 0.3 else crowd(chance)
        begin = begin._replace(teeth=bytes(chance.choices(FEW_TEETH, k=16)))
        goal = max(points_of(begin.teeth)) + chance.randint(1, 3)
        positions = round_from(begin, chance)
        if goal <= MOST_POINTS and len(positions) > 1:
            yield positions[max(0, len(positions) - chance.randint(2, 4))], goal


def naive_winner(
    position: Position, goal: int, winner_of_start: Callable[[Position], Side], limit: int
) -> Side:
    """Return the winner of a match; starts of further rounds have a given winner.

    Raises:
        TooManyError: there are more than `limit` positions.
    """
    game = match_to(goal)
    found: dict[MatchPosition, Side] = {}

    def winner(position: MatchPosition) -> Side:
        if position in found:
            return found[position]
        if len(found) >= limit:
            raise TooManyError
        ended = game.outcome(position)
        turn = game.turn(position)
        if ended is not None:
            assert ended.winner is not None
            found[position] = ended.winner
        else:
            wins = any(value is turn for value in values(position))
            found[position] = turn if wins else turn.other
        return found[position]

    def values(position: MatchPosition) -> Iterator[Side]:
        for move in game.legal_moves(position):
            after = game.play_unchecked(position, move)
            begun = position.phase is Phase.CHOOSING
            yield winner_of_start(after.round) if begun else winner(after)

    return winner(match_position(position))
