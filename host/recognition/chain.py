"""Chains of legal moves that lead from a position to a snapshot, where nobody saw them made.

In Kamisado the square of each move tells the tower of the next, so that a few moves are mostly told
by their result alone.  A chain is only believed if there is no other that may have been made in the
time, and if every placement that the host has seen rest meanwhile lies on its way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import TypeAlias

from host.engine.game import AnyGame, OnlyAhead, Piece, Side, Square
from host.engine.successors import successors_of
from host.recognition.snapshot import STATE_OF_SIDE, Snapshot, SquareState

Chain: TypeAlias = tuple[Hashable, ...]
"""Legal moves in their order, without forced passes."""

FEWEST_MOVES = 3
"""Number of moves of the shortest chain: one or two are recognised by the way they are made."""
MOST_MOVES = 8
"""Number of moves of the longest."""
MOVE_MS = 900
"""Time that a move takes two quick players at least, on the average."""
MOST_SUCCESSORS = 15_000
"""Number of positions that a search may look at: some 0.1 s."""
MOST_PUSHES = 1
"""Number of moves of a chain that may carry pieces of the opponent."""


MOST_CHAINS = 6
"""Number of chains that players choose from; of more, none is told."""


class SearchTooLongError(Exception):
    """A search has looked at MOST_SUCCESSORS positions."""


@dataclass(slots=True)
class _Budget:
    """The number of positions that may still be looked at."""

    left: int = MOST_SUCCESSORS

    def spend(self, positions: int) -> None:
        self.left -= positions
        if self.left <= 0:
            raise SearchTooLongError


@dataclass(frozen=True, slots=True)
class _Search:
    """A search for chains that lead to one placement.

    Attributes:
        pushed: number of pieces of the opponent that a move may push.
        goal: ranks that the pieces of each side are ahead, together; None if they may go back.
    """

    game: AnyGame
    seen: Snapshot
    pushed: int
    goal: Mapping[Side, int] | None
    budget: _Budget

    def chains(
        self, position: Hashable, length: int, pushes: int = MOST_PUSHES
    ) -> Iterator[tuple[Chain, Hashable | None]]:
        """Yield the chains of just this length, each with the position that it leads to, or None if
        that ends the round; forced passes are left out and not counted."""
        successors = successors_of(self.game, position)
        self.budget.spend(len(successors))
        before = self.game.pieces(position)
        if len(successors) == 1 and successors[0].pieces == before:
            yield from self.chains(successors[0].position, length, pushes)
            return
        turn = self.game.turn(position)
        for move, following, pieces, outcome in successors:
            left = pushes - (self.pushed > 0 and _carries_others(turn, before, pieces))
            if left < 0 or not self._may_lead_on(pieces, length - 1, left * self.pushed):
                continue
            if length == 1:
                yield (move,), following if outcome is None else None
            elif outcome is None:
                for rest, last in self.chains(following, length - 1, left):
                    yield (move, *rest), last

    def _may_lead_on(self, pieces: Mapping[Square, Piece], moves: int, pushed: int) -> bool:
        """Return False if exactly `moves` moves, which push `pushed` pieces together, certainly
        cannot lead from these pieces to the snapshot."""
        if len(pieces) != len(self.seen) - self.seen.count(SquareState.EMPTY):
            return False  # captured: what is seen shows all pieces
        missing = sum(self.seen[s] is not STATE_OF_SIDE[p.side] for s, p in pieces.items())
        if missing > (moves and moves + pushed):
            return False
        if self.goal is None:
            return True
        ahead = _ranks_ahead(self.game, {square: piece.side for square, piece in pieces.items()})
        left = [self.goal[side] - ahead[side] for side in Side]
        return min(left) >= -pushed and sum(left) >= moves - pushed


def find_chains(
    game: AnyGame,
    position: Hashable,
    seen: Snapshot,
    most: int = MOST_MOVES,
    waypoints: Sequence[Snapshot] = (),
) -> tuple[Chain, ...]:
    """Return the chains that lead to a snapshot, the shortest first; none if there are more than
    MOST_CHAINS, or if the search is too long.

    Args:
        most: moves of the longest chain that there was time for.
        waypoints: complete placements that the board showed meanwhile, in their order.
    """
    found = _first_chains(game, position, seen, most, tuple(waypoints))
    return () if found is None or len(found) > MOST_CHAINS else found


def may_be_chain(
    game: AnyGame,
    position: Hashable,
    seen: Snapshot,
    most: int,
    waypoints: Sequence[Snapshot] = (),
    *,
    with_reply: bool,
) -> bool:
    """Return False if certainly no chain leads to a snapshot that has another explanation.

    Args:
        most, waypoints: as for `find_chains`.
        with_reply: True if that explanation is a move with its reply, itself a chain of two.
    """
    found = _first_chains(game, position, seen, most, tuple(waypoints))
    return found is None or len(found) > with_reply


def is_complete(game: AnyGame, position: Hashable, seen: Snapshot) -> bool:
    """Return True if a snapshot shows all pieces of a position, wherever they stand."""
    standing = Counter(state for state in seen if state is not SquareState.EMPTY)
    return standing == Counter(STATE_OF_SIDE[p.side] for p in game.pieces(position).values())


@lru_cache(maxsize=16)
def _first_chains(
    game: AnyGame, position: Hashable, seen: Snapshot, most: int, waypoints: tuple[Snapshot, ...]
) -> tuple[Chain, ...] | None:
    """Return the chains that lead to a snapshot, the shortest first, and one more than MOST_CHAINS
    at most; None if it tells none, or the search is too long."""
    if not is_complete(game, position, seen):
        return None  # a piece is in the air, or is not seen clearly
    ways = waypoints if waypoints and waypoints[-1] == seen else (*waypoints, seen)
    budget = _Budget()
    lengths = range(len(ways), min(most, MOST_MOVES) + 1)
    chains = (c for length in lengths for c in _through(game, position, ways, length, budget))
    try:
        return tuple(islice(chains, MOST_CHAINS + 1))
    except SearchTooLongError:
        return None


def _through(
    game: AnyGame, position: Hashable, ways: tuple[Snapshot, ...], length: int, budget: _Budget
) -> Iterator[Chain]:
    """Yield the chains of just this length that show these placements, one after another."""
    seen, *others = ways
    pieces = game.pieces(position)
    sides = {state: side for side, state in STATE_OF_SIDE.items()}
    pushed = max((piece.teeth for piece in pieces.values()), default=0)
    goal = None
    if isinstance(game, OnlyAhead):
        goal = _ranks_ahead(game, {s: sides[e] for s, e in enumerate(seen) if e in sides})
    search = _Search(game, seen, pushed, goal, budget)
    for first in range(1, length - len(others) + 1) if others else (length,):
        for chain, following in search.chains(position, first):
            if not others:
                yield chain
            elif following is not None:
                for rest in _through(game, following, tuple(others), length - first, budget):
                    yield (*chain, *rest)


def _carries_others(
    turn: Side, before: Mapping[Square, Piece], after: Mapping[Square, Piece]
) -> bool:
    """Return True if pieces of the opponent stand elsewhere after a move."""
    return any(s not in after for s, piece in before.items() if piece.side is not turn) or any(
        s not in before or before[s].side is turn
        for s, piece in after.items()
        if piece.side is not turn
    )


def _ranks_ahead(game: AnyGame, sides: Mapping[Square, Side]) -> dict[Side, int]:
    """Return how many ranks the pieces of each side are ahead, together."""
    assert isinstance(game, OnlyAhead), "asked of such games only"
    ahead = dict.fromkeys(Side, 0)
    for square, side in sides.items():
        ahead[side] += game.ranks_ahead(side, square)
    return ahead
