"""Who wins a round from a position, and after each legal move: proven, or not known yet."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TypeVar

from host.ai.limits import DEFAULT_MB, StopCondition, never_stop
from host.ai.solver.compiled import bits, numbers
from host.ai.solver.dfpn import DfpnSearch, Node
from host.ai.solver.move_tables import build_move_tables
from host.ai.solver.proof_numbers import BITS, NEVER, WINS, ProofNumbers, winner
from host.ai.solver.successor import ANY_BLACK, ANY_WHITE, BLACK_WON, MOVER_BITS, estimate, follow
from host.ai.solver.transposition_table import TranspositionTable
from host.ai.solver.win_threshold import ANY_WIN, WinThreshold
from host.engine.game import Side
from host.engine.kamisado.board import TOWERS
from host.engine.kamisado.position import Position
from host.engine.kamisado.rules import outcome
from host.engine.kamisado.scoring import rewarded_tower

KeyT = TypeVar("KeyT", bound=Hashable)

FIRST_ALLOWANCE = 250
"""Nodes for each of several positions before those are tried again that are not proven."""


class Solver:
    """Proofs, and the memory of the round that is played.

    What is proven is exact: pushes, the reach of sumo towers, 0-moves and deadlocks included.
    A search that is stopped leaves what it found out for the next one, and never a guess.

    Teeth are the same throughout a round, so the memory serves all positions with the same
    teeth; a position with other teeth begins a new one.

    Args:
        megabytes: how much memory the table may use.
        stake: what a side's win must bring; one that brings less counts as its opponent's.  None
            if nothing is asked but who wins.

    Raises:
        ValueError: the table cannot have that size.
    """

    def __init__(self, megabytes: int = DEFAULT_MB, stake: WinThreshold | None = None) -> None:
        self._megabytes = megabytes
        self._stake = stake
        self._nodes_before = 0
        self._begin(bytes(TOWERS))

    def _begin(self, teeth: bytes) -> None:
        """Forget all, and be ready for positions with these teeth."""
        self._teeth = teeth
        self._enough = ANY_WIN if self._stake is None else self._stake.enough(teeth)
        self._tables = build_move_tables(teeth, self._enough)
        self._search = DfpnSearch(self._tables, TranspositionTable(self._megabytes))

    @property
    def nodes(self) -> int:
        """Number of nodes visited by all searches."""
        return self._nodes_before + self._search.nodes

    def winner(self, position: Position, stop: StopCondition = never_stop) -> Side | None:
        """Return the winner with best play; None if `stop` ends the proof."""
        node = self._node(position)
        if isinstance(node, int):
            return winner(node)
        known = winner(self._search.known(node))
        if known is not None or stop():
            return known
        return winner(self._search.prove(node, stop))

    def winners(
        self,
        positions: Mapping[KeyT, Position],
        stop: StopCondition = never_stop,
        tell: Callable[[Mapping[KeyT, Side | None]], None] | None = None,
    ) -> dict[KeyT, Side | None]:
        """Who wins from each of several positions, the easy ones first.

        Every position is given a few nodes, then all that are not proven some more, and so on:
        so a hard one does not keep the others waiting.

        Args:
            positions: by whatever they shall be told apart.
            stop: ends it; what is not proven by then is None.
            tell: hears all that is known, each time that there is more.
        """
        found = {key: self.known(position) for key, position in positions.items()}
        allowance = FIRST_ALLOWANCE
        while unknown := [key for key, known in found.items() if known is None]:
            for key in unknown:
                found[key] = self.winner(positions[key], self._after(allowance, stop))
                if tell is not None and found[key] is not None:
                    tell(found)
            if stop():
                break
            allowance *= 4
        return found

    def _after(self, nodes: int, stop: StopCondition) -> StopCondition:
        """A `StopCondition` when so many more nodes were visited, or earlier if another says so."""
        limit = self.nodes + nodes
        return lambda: self.nodes >= limit or stop()

    def known(self, position: Position) -> Side | None:
        """Return the winner, if it is known without a search."""
        return winner(self._effort(position))

    def win_estimate(self, position: Position, side: Side) -> float:
        """How near a side seems to its win: 1 if it is proven, 0 if the opponent's is.

        Between them it is an estimate by what is left to be shown, and proves nothing.
        """
        effort = self._effort(position)
        white, black = effort & NEVER, effort >> BITS
        own, other = (white, black) if side is Side.WHITE else (black, white)
        return other / (own + other)

    def _effort(self, position: Position) -> ProofNumbers:
        node = self._node(position)
        return node if isinstance(node, int) else self._search.known(node)

    def _node(self, position: Position) -> Node | ProofNumbers:
        """The node that is searched for a position, or the proof of who has won."""
        if position.teeth != self._teeth:
            self._nodes_before = self.nodes
            self._begin(position.teeth)
        ended = outcome(position)
        if ended is not None:
            enough = self._enough[rewarded_tower(position, ended)]
            return WINS[(ended.winner is Side.BLACK) is enough]
        squares = numbers(position.squares)
        bound = position.required_tower
        if bound is None:
            any_tower = ANY_WHITE if position.turn is Side.WHITE else ANY_BLACK
            effort = estimate(any_tower, 1)
            return Node(squares, position.occupied, any_tower, effort)
        last = 0 if position.last_mover is Side.WHITE else 8
        found = follow(self._tables, squares, bits(position.occupied), bound, last)
        if found < 0:
            return WINS[found == BLACK_WON]
        replies, mover = divmod(found, 1 << MOVER_BITS)
        return Node(squares, position.occupied, mover, estimate(mover, replies))
