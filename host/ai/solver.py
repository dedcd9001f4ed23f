"""Who wins a round from a position, and after each legal move: proven, or not known yet."""

from __future__ import annotations

from host.ai.effort import WINS, Effort, winner
from host.ai.search import Search, Stop
from host.ai.successor import ANY_BLACK, ANY_WHITE, Node, Successors, estimate
from host.ai.table import DEFAULT_MB, Table
from host.engine.game import Side
from host.engine.kamisado import movement
from host.engine.kamisado.board import TOWERS
from host.engine.kamisado.ending import outcome
from host.engine.kamisado.position import Move, Position


def never() -> bool:
    """The `Stop` of a search that goes on until it has its proof."""
    return False


class Solver:
    """Proofs, and the memory of the round that is played.

    What is proven is exact: pushes, the reach of sumo towers, 0-moves and deadlocks included.
    A search that is stopped leaves what it found out for the next one, and never a guess.

    Teeth are the same throughout a round, so the memory serves all positions with the same
    teeth; a position with other teeth begins a new one.

    Args:
        megabytes: how much memory the table may use.

    Raises:
        ValueError: the table cannot have that size.
    """

    def __init__(self, megabytes: int = DEFAULT_MB) -> None:
        self._megabytes = megabytes
        self._nodes_before = 0
        self._begin(bytes(TOWERS))

    def _begin(self, teeth: bytes) -> None:
        """Forget all, and be ready for positions with these teeth."""
        self._teeth = teeth
        self._successors = Successors(teeth)
        self._search = Search(self._successors, Table(self._megabytes))

    @property
    def nodes(self) -> int:
        """How many nodes were visited since the solver was made."""
        return self._nodes_before + self._search.nodes

    def winner(self, position: Position, stop: Stop = never) -> Side | None:
        """Who wins with the best play of both sides; None if `stop` came before the proof."""
        node = self._node(position)
        return winner(node if isinstance(node, int) else self._search.prove(node, stop))

    def winners(self, position: Position, stop: Stop = never) -> dict[Move, Side | None]:
        """Who wins after each legal move; empty if the round is over.

        The position itself is proven first, as that says most: if it is lost, so are all its
        moves.  Where `stop` comes before a proof, None is said of the moves that are not
        known by then.
        """
        self.winner(position, stop)
        return {
            move: self.winner(movement.after(position, move), stop)
            for move in movement.legal_moves(position)
        }

    def known(self, position: Position) -> Side | None:
        """Who wins, if that is known without any search."""
        node = self._node(position)
        return winner(node if isinstance(node, int) else self._search.known(node))

    def _node(self, position: Position) -> Node | Effort:
        """The node that is searched for a position, or the proof of who has won."""
        if position.teeth != self._teeth:
            self._nodes_before = self.nodes
            self._begin(position.teeth)
        ended = outcome(position)
        if ended is not None:
            return WINS[ended.winner is Side.BLACK]
        bound = position.required_tower
        if bound is None:
            any_tower = ANY_WHITE if position.turn is Side.WHITE else ANY_BLACK
            return position.squares, position.occupied, any_tower, estimate(any_tower, 1)
        last = 0 if position.last_mover is Side.WHITE else 8
        return self._successors.after(position.squares, position.occupied, bound, last)
