"""A few plies thought through as people do it: what is seen is followed, what is not is forgotten.

"I go there, so green must move; from there it can only go here or here, and then..." - the chain
of colours is followed for so many plies.  What comes after that is judged by a glance: how many
towers of each side have a free way home.
"""

from __future__ import annotations

from host.ai.players.eyes import Eyes
from host.ai.players.seeded_random import random_unit, seed_of
from host.ai.solver.home_lines import home_lines
from host.engine.game import Side
from host.engine.kamisado import rules
from host.engine.kamisado.board import HOME_ROWS
from host.engine.kamisado.position import Move, Position, arrival

HOME = 1000.0
"""The worth of a round that is won now; each ply until then takes 1 away."""
OPEN_WAY = 10.0
"""The worth of one more tower with a free way home."""
FREE_PLIES = 3
"""How many plies are thought through at most where any tower may move: there is too much to see."""


class Reckoning:
    """How one player thinks in one game.

    Args:
        plies: how far the chain of colours is followed, 1 for the own move alone.
        blindness: see `Eyes`.
        seed: of what is overlooked, and of what is liked among what looks equally good.
    """

    def __init__(self, plies: int, blindness: float, seed: int) -> None:
        self._plies = plies
        self._eyes = Eyes(blindness, seed)
        self._seed = seed

    def choose(self, position: Position) -> Move:
        """The move that looks best; the round must not be over."""
        return self._best(position)[1]

    def promise(self, position: Position) -> float:
        """How good a position looks to the side to move; the round must not be over."""
        return self._best(position)[0]

    def _best(self, position: Position) -> tuple[float, Move]:
        plies = self._plies if position.required is not None else min(self._plies, FREE_PLIES)
        seed = seed_of(self._seed, position)
        moves = self._eyes.seen(position, 0)
        # By taste: the first of those that look equally good is played.
        moves = tuple(
            sorted(moves, key=lambda move: random_unit(seed, 64 * move.origin + move.target))
        )
        best, chosen = -2 * HOME, moves[0]
        for move in moves:
            worth = self._worth_of(position, move, plies - 1, 1, best, 2 * HOME)
            if worth > best:
                best, chosen = worth, move
        return best, chosen

    def _worth_of(
        self, position: Position, move: Move, plies: int, ply: int, low: float, high: float
    ) -> float:
        """What a move seems to be worth to the side that makes it, by a search with alpha-beta.

        Args:
            plies: how many more are thought through.
            ply: how many have been, this one included.
            low, high: only between them the worth has to be exact.
        """
        if move.target in HOME_ROWS[position.turn.other]:
            return HOME - ply
        after = rules.play_unchecked(position, move)
        if after.turn is position.turn:
            return self._worth(after, plies, ply, low, high)
        return -self._worth(after, plies, ply, -high, -low)

    def _worth(self, position: Position, plies: int, ply: int, low: float, high: float) -> float:
        """What a position seems to be worth to the side to move; the other arguments as above."""
        if plies <= 0:
            return _glance(position)
        moves = self._eyes.seen(position, ply)
        if not moves:
            assert arrival(position) is None, "a move onto the home row is not followed"
            lost = position.last_mover is position.turn  # a deadlock (M8)
            return -HOME + ply if lost else HOME - ply
        best = -2 * HOME
        # Far moves first: most of what wins or loses at once is far.
        for move in sorted(moves, key=_ranks, reverse=True):
            worth = self._worth_of(position, move, plies - 1, ply + 1, max(best, low), high)
            if worth > best:
                best = worth
                if best >= high:
                    break
        return best


def _ranks(move: Move) -> int:
    return abs(move.target - move.origin)


def _glance(position: Position) -> float:
    """How good a position looks for the side to move, without a thought of whose tower is bound."""
    occupied = position.occupied
    ways = [0, 0]
    for tower, lines in enumerate(home_lines(position.teeth)):
        if any(not line & occupied for line in lines[position.squares[tower]]):
            ways[tower >> 3] += 1
    white = OPEN_WAY * (ways[0] - ways[1])
    return white if position.turn is Side.WHITE else -white
