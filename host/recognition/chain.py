"""Chains of legal moves that lead from a position to a snapshot, where nobody saw them made.

In Kamisado the square of each move tells the tower of the next, so that a few moves are mostly told
by their result alone.  A chain is only believed if there is no other that may have been made in the
time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from host.engine.game import AnyGame, OnlyAhead, Piece, Side, Square
from host.engine.successors import successors_of
from host.recognition.snapshot import STATE_OF_SIDE, Snapshot, SquareState

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


class SearchTooLongError(Exception):
    """A search has looked at MOST_SUCCESSORS positions."""


@dataclass(slots=True)
class _Search:
    """A search for chains.

    Attributes:
        pushed: number of pieces of the opponent that a move may push.
        goal: ranks that the pieces of each side are ahead, together; None if they may go back.
        left: number of positions that may still be looked at.
    """

    game: AnyGame
    seen: Snapshot
    pushed: int
    goal: Mapping[Side, int] | None
    left: int = MOST_SUCCESSORS

    def chains(
        self, position: Hashable, length: int, pushes: int = MOST_PUSHES
    ) -> Iterator[tuple[Hashable, ...]]:
        """Yield the chains of just this length; forced passes are left out and not counted."""
        successors = successors_of(self.game, position)
        self.left -= len(successors)
        if self.left <= 0:
            raise SearchTooLongError
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
                yield (move,)
            elif outcome is None:
                for rest in self.chains(following, length - 1, left):
                    yield (move, *rest)

    def _may_lead_on(self, pieces: Mapping[Square, Piece], moves: int, pushed: int) -> bool:
        """True unless just so many moves, which push so many pieces, cannot lead from these pieces
        to what is seen."""
        missing = sum(self.seen[s] is not STATE_OF_SIDE[p.side] for s, p in pieces.items())
        if missing > (moves and moves + pushed):
            return False
        if self.goal is None:
            return True
        ahead = _ranks_ahead(self.game, {square: piece.side for square, piece in pieces.items()})
        left = [self.goal[side] - ahead[side] for side in Side]
        return min(left) >= -pushed and sum(left) >= moves - pushed


def find_chain(
    game: AnyGame, position: Hashable, seen: Snapshot, most: int = MOST_MOVES
) -> tuple[Hashable, ...] | None:
    """Return the moves that lead to a snapshot, without forced passes; None unless just one chain
    does.

    Args:
        most: moves of the longest chain that there was time for.
    """
    found = _first_chains(game, position, seen, most)
    if found is None or len(found) != 1 or len(found[0]) < FEWEST_MOVES:
        return None
    return found[0]


def may_be_chain(
    game: AnyGame, position: Hashable, seen: Snapshot, most: int, *, with_reply: bool
) -> bool:
    """True unless it is certain that no chain leads to a snapshot that is explained otherwise.

    Args:
        most: moves of the longest chain that there was time for.
        with_reply: True if it is explained as a move with its reply, itself a chain of two.
    """
    found = _first_chains(game, position, seen, most)
    return found is None or len(found) > with_reply


@lru_cache(maxsize=16)
def _first_chains(
    game: AnyGame, position: Hashable, seen: Snapshot, most: int
) -> tuple[tuple[Hashable, ...], ...] | None:
    """Return the chains that lead to a snapshot, two at most, the shortest first; None if it tells
    none, or the search is too long."""
    pieces = game.pieces(position)
    standing = Counter(state for state in seen if state is not SquareState.EMPTY)
    if standing != Counter(STATE_OF_SIDE[piece.side] for piece in pieces.values()):
        return None  # one is in the air, or is not seen clearly
    sides = {state: side for side, state in STATE_OF_SIDE.items()}
    pushed = max((piece.teeth for piece in pieces.values()), default=0)
    goal = None
    if isinstance(game, OnlyAhead):
        goal = _ranks_ahead(game, {s: sides[e] for s, e in enumerate(seen) if e in sides})
    search = _Search(game, seen, pushed, goal)
    lengths = range(1, min(most, MOST_MOVES) + 1)
    chains = (chain for length in lengths for chain in search.chains(position, length))
    try:
        return tuple(islice(chains, 2))
    except SearchTooLongError:
        return None


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
