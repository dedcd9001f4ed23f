"""Search of one round with matches as leaves: depth-first proof-number search (df-pn).

The nodes are positions of the round, by the rules of the engine.  An end that does not decide the
match is a node of the round's winner, who chooses between the starts after both fills (F1); these
are the leaves.  Positions of a round never repeat (`host.ai.solver.successor`), so neither do
nodes.

A leaf costs a proof of its own, the search itself little: it looks for a proof with few different
leaves.  What helps is the proof of the round alone, which takes a millisecond (`host.ai.solver`):

- If one side wins the match with any win of this round, a position in which it wins the round is
  proven.  So of the opponent's moves only those that keep his win of the round are searched.
- Otherwise the winner of the round tells who is likely to win the match.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from host.ai.match.node import INFINITY, Node, index_of
from host.ai.match.score import after_round, deciders, usual_winner
from host.ai.match.symmetry import unmirrored
from host.ai.solver.solver import Solver
from host.ai.stop_condition import StopCondition
from host.engine.game import Side
from host.engine.kamisado import rules
from host.engine.kamisado.position import Position
from host.engine.kamisado.scoring import points_of

KnownStart: TypeAlias = Callable[[Position], Side | None]
"""Returns the winner of the match from the start of a later round if it is known, else None."""
ProveStart: TypeAlias = Callable[[Position, StopCondition], Side | None]
"""Returns the winner of the match from the start of a later round; None if stopped."""

UNUSUAL = 30
"""First proof number of the side that is not expected to win; that of the other side is 1."""
FEW_LEAVES = 4
"""Factor of the first proof number of a side that moves: there are leaves below all its moves.
With it proofs of 0 : 1 in a match to two points need a third of the starts that they need without.
"""
EPSILON_DIVISOR = 8
"""1/ε, see `host.ai.solver.proof_numbers`; it stays near the best child, with few leaves."""


class RoundSearch:
    """Searches positions of one round, and keeps what it has found.

    Args:
        goal: points that win the match.
        teeth: of the towers in this round.
        solver: of rounds; proves who wins this one.
        known_start: knows starts of later rounds that are proven.
        prove_start: proves the others, asked once for each.

    Attributes:
        nodes: by position, those of this round.
        starts: by normal position, the leaves.
        made: number of positions for which a node was made.
    """

    def __init__(
        self,
        goal: int,
        teeth: bytes,
        solver: Solver,
        known_start: KnownStart,
        prove_start: ProveStart,
    ) -> None:
        self.teeth = teeth
        self.nodes: dict[Position, Node] = {}
        self.starts: dict[Position, Node] = {}
        self.made = 0
        self._goal = goal
        self._solver = solver
        self._known_start = known_start
        self._prove_start = prove_start
        self._points = points_of(teeth)
        self._deciders = deciders(teeth, goal)

    def forget(self) -> None:
        """Forget all that was found."""
        self.nodes.clear()
        self.starts.clear()

    def node(self, position: Position, stop: StopCondition) -> Node | None:
        """Return the node of a position of this round; None if stopped while it is made."""
        found = self.nodes.get(position)
        return self._make(position, None, stop) if found is None else found

    def prove(self, root: Node, stop: StopCondition) -> Side | None:
        """Return the winner of the match from a node; None if `stop` ends the search."""
        path: list[Node] = []
        limits: list[list[int]] = []
        node, limit = root, [INFINITY, INFINITY]
        while True:
            if not self._open(node, stop):
                return None
            while True:
                if node.children is not None:
                    node.update()
                white, black = node.numbers
                if white and black and white < limit[0] and black < limit[1]:
                    break
                if not path:
                    return node.winner
                node, limit = path.pop(), limits.pop()
            path.append(node)
            limits.append(limit)
            node, limit = self._best(node, limit)

    def _best(self, node: Node, limit: list[int]) -> tuple[Node, list[int]]:
        """Return the child to be searched next, and the numbers at which it is left."""
        own, other = node.chooser, 1 - node.chooser
        assert node.children is not None
        least = second = INFINITY
        best = node.children[0]
        for child in node.children:
            number = child.numbers[own]
            if number < least:
                least, second, best = number, least, child
            elif number < second:
                second = number
        within = [0, 0]
        within[own] = min(limit[own], second + second // EPSILON_DIVISOR + 1)
        within[other] = min(INFINITY, limit[other] - node.numbers[other] + best.numbers[other])
        return best, within

    def _open(self, node: Node, stop: StopCondition) -> bool:
        """Prove a leaf, or find the children of another node; return False if stopped."""
        if node.children is not None or node.winner is not None:
            return True
        if stop():
            return False
        position = node.position
        if position.teeth != self.teeth:
            winner = self._prove_start(position, stop)
            if winner is not None:
                node.won_by(winner)
            return winner is not None
        children: list[Node] = []
        moves = rules.legal_moves(position)
        same = len(moves) == 1 or node.round_winner is not position.turn
        for move in moves:
            after = rules.play_unchecked(position, move)
            round_winner = node.round_winner if same else None
            child = self.nodes.get(after) or self._make(after, round_winner, stop)
            if child is None:
                return False
            children.append(child)
        node.expand(children)
        return True

    def _make(
        self, position: Position, round_winner: Side | None, stop: StopCondition
    ) -> Node | None:
        """Make the node of a position; return None if stopped.

        Args:
            round_winner: if it is known.
        """
        ended = rules.outcome(position)
        if ended is not None:
            node = self._make_end(position, ended.winner)
        else:
            if round_winner is None:
                round_winner = self._solver.winner(position, stop)
                if round_winner is None:
                    return None
            node = Node(position, index_of(position.turn), round_winner)
            if round_winner in self._deciders:
                node.decided_by(round_winner)
            else:
                points = self._points.plus(round_winner, 1)
                expected = usual_winner(points, self._goal, round_winner.other)
                self._expect(node, expected, FEW_LEAVES, len(rules.legal_moves(position)))
        self.nodes[position] = node
        self.made += 1
        return node

    def _make_end(self, position: Position, winner: Side | None) -> Node:
        assert winner is not None, "a round of Kamisado is never drawn"
        node = Node(position, index_of(winner))
        following = after_round(position, self._goal)
        if isinstance(following, Side):
            node.won_by(following)
        else:
            node.expand([self._start(start) for start in following.values()])
            node.update()
        return node

    def _start(self, position: Position) -> Node:
        """Return the leaf of a start of the next round."""
        equal = unmirrored(position)
        node = self.starts.get(equal)
        if node is None:
            challenger = position.turn
            node = self.starts[equal] = Node(equal, index_of(challenger))
            points = points_of(position.teeth)
            self._expect(node, usual_winner(points, self._goal, challenger), 1, 1)
            winner = self._known_start(equal)
            if winner is not None:
                node.won_by(winner)
        return node

    def _expect(self, node: Node, winner: Side, own: int, other: int) -> None:
        """Set the first proof numbers of a node.

        Args:
            winner: who is expected to win the match.
            own, other: first numbers of who chooses and of the opponent, if expected to win.
        """
        for side in Side:
            number = own if index_of(side) == node.chooser else other
            node.numbers[index_of(side)] = number if side is winner else UNUSUAL * number
