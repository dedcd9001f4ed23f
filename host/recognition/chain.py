"""Chains of legal moves that lead from a position to a snapshot, where nobody saw them made.

In Kamisado the square of each move tells the tower of the next, so that a few moves are mostly told
by their result alone.  A chain is only believed if there is no other that may have been made in the
time, and if every placement that the host has seen rest meanwhile lies on its way.

To look for them takes up to a quarter of a second, so a search goes on in parts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
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
MOST_SUCCESSORS = 15_000
"""Number of positions that a search may look at."""
MOST_PUSHES = 1
"""Number of moves of a chain that may carry pieces of the opponent."""
MOST_CHAINS = 6
"""Number of chains that players choose from; of more, none is told."""


@dataclass(frozen=True, slots=True)
class _Way:
    """The part of chains that ends with one placement.

    Attributes:
        sides: the sides of which a piece may be seen on each square; none on an empty one.
        goal: ranks that White's and Black's pieces are ahead; None if they may go back, or if sides
            are not seen.
    """

    sides: tuple[Collection[Side], ...]
    goal: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class _Node:
    """The beginning of chains, and where they may go on.

    Attributes:
        made: the moves so far.
        position: where they lead.
        way: number of the placement that is looked for.
        moves: number of moves that lead there.
        later: number of moves after these, to the placements that follow.
        pushes: number of moves to this placement that may still push.
    """

    made: Chain
    position: Hashable
    way: int
    moves: int
    later: int
    pushes: int = MOST_PUSHES


class ChainSearch:
    """A search for the chains that lead to a snapshot.

    Args:
        most: moves of the longest chain that there was time for.
        waypoints: complete placements that the board showed meanwhile, in their order.
        by_sides: False where sides are a guess, as sensors only tell that a piece is there.

    Attributes:
        has_ended: True once it has ended.
        chains: once it has ended, the chains, the shortest first, and one more than MOST_CHAINS at
            most; None if the snapshot tells none, or the search is too long.
    """

    def __init__(
        self,
        game: AnyGame,
        position: Hashable,
        seen: Snapshot,
        most: int = MOST_MOVES,
        waypoints: Sequence[Snapshot] = (),
        by_sides: bool = True,
    ) -> None:
        self._game = game
        self._by_sides = by_sides
        self._ahead_only = game if isinstance(game, OnlyAhead) else None
        self._looked_at = 0
        self._found: list[Chain] = []
        self.chains: Sequence[Chain] | None = None
        places = waypoints if waypoints and waypoints[-1] == seen else (*waypoints, seen)
        self._ways = [self._way_to(place) for place in places]
        self._pushed = max((piece.teeth for piece in game.pieces(position).values()), default=0)
        self._nodes: list[_Node] = []
        # With a piece in the air, or one that is not seen clearly, there is nothing to look for.
        self.has_ended = not is_complete(game, position, seen, by_sides)
        if not self.has_ended:
            lengths = range(len(self._ways), min(most, MOST_MOVES) + 1)
            first = [node for length in lengths for node in self._ahead((), position, 0, length)]
            self._nodes = first[::-1]

    def go_on(self, positions: int = MOST_SUCCESSORS) -> bool:
        """Look at this number of positions, or somewhat more; return True once it has ended."""
        until = self._looked_at + positions
        while not self.has_ended and self._looked_at < until:
            if not self._nodes or len(self._found) > MOST_CHAINS:
                self.has_ended, self.chains = True, tuple(self._found[: MOST_CHAINS + 1])
            else:
                self._follow(self._nodes.pop())
                self.has_ended = self._looked_at >= MOST_SUCCESSORS
        return self.has_ended

    @property
    def told(self) -> Sequence[Chain]:
        """The chains, the shortest first; none if there are more than MOST_CHAINS."""
        return () if self.chains is None or len(self.chains) > MOST_CHAINS else self.chains

    def _way_to(self, place: Snapshot) -> _Way:
        seen_as: dict[SquareState, tuple[Side, ...]]
        seen_as = {state: (side,) for side, state in STATE_OF_SIDE.items()}
        if not self._by_sides:
            seen_as = dict.fromkeys(SquareState, tuple(Side)) | {SquareState.EMPTY: ()}
        sides = tuple(seen_as.get(state, ()) for state in place)
        if self._ahead_only is None or not self._by_sides:
            return _Way(sides, None)
        standing = ((square, side) for square, seen in enumerate(sides) for side in seen)
        return _Way(sides, _ranks_ahead(self._ahead_only, standing))

    def _ahead(self, made: Chain, position: Hashable, way: int, length: int) -> list[_Node]:
        """Return where chains of `length` moves more may go on to a placement."""
        others = len(self._ways) - 1 - way
        first = range(1, length - others + 1) if others else (length,)
        return [_Node(made, position, way, moves, length - moves) for moves in first]

    def _follow(self, node: _Node) -> None:
        """Take the next move of a node; forced passes are left out and not counted."""
        successors = successors_of(self._game, node.position)
        self._looked_at += len(successors)
        before = self._game.pieces(node.position)
        if len(successors) == 1 and successors[0].pieces == before:
            self._nodes.append(replace(node, position=successors[0].position))
            return
        turn = self._game.turn(node.position)
        is_last = node.way == len(self._ways) - 1
        following: list[_Node] = []
        for move, position, pieces, outcome in successors:
            pushes = node.pushes - (self._pushed > 0 and _carries_others(turn, before, pieces))
            left = node.moves - 1
            if pushes < 0 or not self._may_lead_on(node.way, pieces, left, pushes * self._pushed):
                continue
            made = (*node.made, move)
            if left:
                if outcome is None:
                    following.append(_Node(made, position, node.way, left, node.later, pushes))
            elif is_last:
                self._found.append(made)
            elif outcome is None:
                following += self._ahead(made, position, node.way + 1, node.later)
        self._nodes += following[::-1]

    def _may_lead_on(
        self, way: int, pieces: Mapping[Square, Piece], moves: int, pushed: int
    ) -> bool:
        """Return False if exactly `moves` moves, which push `pushed` pieces together, certainly
        cannot lead from these pieces to a placement."""
        sides, goal = self._ways[way].sides, self._ways[way].goal
        if len(pieces) != len(sides) - sides.count(()):
            return False  # captured: what is seen shows all pieces
        missing = sum([piece.side not in sides[square] for square, piece in pieces.items()])
        if missing > (moves and moves + pushed):
            return False
        if goal is None or self._ahead_only is None:
            return True
        white, black = _ranks_ahead(self._ahead_only, ((s, p.side) for s, p in pieces.items()))
        left = goal[0] - white, goal[1] - black
        return min(left) >= -pushed and sum(left) >= moves - pushed


def is_complete(game: AnyGame, position: Hashable, seen: Snapshot, by_sides: bool = True) -> bool:
    """Return True if a snapshot shows all pieces of a position, wherever they stand."""
    if not by_sides:
        return len(seen) - seen.count(SquareState.EMPTY) == len(game.pieces(position))
    standing = Counter(state for state in seen if state is not SquareState.EMPTY)
    return standing == Counter(STATE_OF_SIDE[p.side] for p in game.pieces(position).values())


def _carries_others(
    turn: Side, before: Mapping[Square, Piece], after: Mapping[Square, Piece]
) -> bool:
    """Return True if pieces of the opponent stand elsewhere after a move."""
    return any(s not in after for s, piece in before.items() if piece.side is not turn) or any(
        s not in before or before[s].side is turn
        for s, piece in after.items()
        if piece.side is not turn
    )


def _ranks_ahead(game: OnlyAhead, standing: Iterable[tuple[Square, Side]]) -> tuple[int, int]:
    """Return how many ranks White's and Black's pieces are ahead, together."""
    ahead = [0, 0]
    for square, side in standing:
        ahead[side is Side.BLACK] += game.ranks_ahead(side, square)
    return ahead[0], ahead[1]
