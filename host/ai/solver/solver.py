"""Solver: proves the winner of a round from a position and after each legal move."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import cache
from typing import TypeVar

from host.ai.solver.compiled import IS_COMPILED, int_array, signed_bits
from host.ai.solver.dfpn import DfpnSearch, Node
from host.ai.solver.move_tables import build_move_tables
from host.ai.solver.proof_numbers import (
    INFINITY,
    NUMBER_BITS,
    WINS,
    ProofNumbers,
    estimate,
    white_lead,
    winner,
)
from host.ai.solver.successor import (
    ANY_BLACK,
    ANY_WHITE,
    BLACK_WON,
    MOVER_BITS,
    resolve_passes,
)
from host.ai.solver.transposition_table import FIRST_SLOTS, TranspositionTable
from host.ai.solver.win_threshold import ANY_WIN, WinThreshold
from host.ai.stop_condition import StopCondition, never_stop
from host.ai.transposition_table_size import DEFAULT_MB, MIN_MB
from host.engine.game import Side
from host.engine.kamisado.board import TOWERS
from host.engine.kamisado.position import Position, start
from host.engine.kamisado.rules import outcome
from host.engine.kamisado.scoring import rewarded_tower

KeyT = TypeVar("KeyT", bound=Hashable)

FIRST_ALLOWANCE = 250
"""Nodes for each of several positions in the first pass; each further pass allows more."""


class Solver:
    """Proves the winners of rounds, with a transposition table that is kept between searches.

    Proofs are exact, pushes, sumo towers, 0-moves and deadlocks included.  A stopped search keeps
    its results for the next one and never guesses.

    The table serves all positions with the same teeth, which do not change within a round; a
    position with other teeth starts an empty one.

    Args:
        megabytes: of the transposition table.
        threshold: points that a win must bring to count; None to count every win.

    Raises:
        ValueError: the number of megabytes is out of range.
    """

    def __init__(self, megabytes: int = DEFAULT_MB, threshold: WinThreshold | None = None) -> None:
        self._megabytes = megabytes
        self._threshold = threshold
        self._nodes_before = 0
        self._begin(bytes(TOWERS))

    def _begin(self, teeth: bytes) -> None:
        """Start an empty table for positions with these teeth."""
        self._teeth = teeth
        self._wins = ANY_WIN if self._threshold is None else self._threshold.wins(teeth)
        self._tables = build_move_tables(teeth, self._wins)
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
        on_progress: Callable[[Mapping[KeyT, Side | None]], None] | None = None,
    ) -> dict[KeyT, Side | None]:
        """Prove the winners of several positions, easy ones first.

        Every position is searched with a few nodes, then the unproven ones with more, and so on,
        so that a hard one does not delay the others.

        Args:
            positions: by keys of any kind.
            stop: ends the search.
            on_progress: called with all winners whenever one more is proven.

        Returns:
            The winner by key; None if it is not proven.
        """
        found = {key: self.known(position) for key, position in positions.items()}
        allowance = FIRST_ALLOWANCE
        while unknown := [key for key, known in found.items() if known is None]:
            for key in unknown:
                found[key] = self.winner(positions[key], self.node_limit(allowance, stop))
                if on_progress is not None and found[key] is not None:
                    on_progress(found)
            if stop():
                break
            allowance *= 4
        return found

    def node_limit(self, nodes: int, stop: StopCondition) -> StopCondition:
        """Return a stop condition that also stops after this many more nodes."""
        limit = self.nodes + nodes
        return lambda: self.nodes >= limit or stop()

    def learn(self, position: Position, side: Side) -> None:
        """Take over a proof that was made elsewhere: a side wins from a position."""
        node = self._node(position)
        if not isinstance(node, int):
            self._search.learn(node, WINS[side is Side.BLACK])

    def known(self, position: Position) -> Side | None:
        """Return the winner if it is known without a search, else None."""
        return winner(self._proof(position))

    def win_estimate(self, position: Position, side: Side) -> float:
        """Estimate by the proof numbers how near a side is to its win.

        Returns:
            1 if its win is proven, 0 if the opponent's is, a number between them otherwise.
        """
        proof = self._proof(position)
        white, black = proof & INFINITY, proof >> NUMBER_BITS
        own, other = (white, black) if side is Side.WHITE else (black, white)
        return other / (own + other)

    def _proof(self, position: Position) -> ProofNumbers:
        node = self._node(position)
        return node if isinstance(node, int) else self._search.known(node)

    def _node(self, position: Position) -> Node | ProofNumbers:
        """Return the node of a position, or the proof numbers of a round that is over."""
        if position.teeth != self._teeth:
            self._nodes_before = self.nodes
            self._begin(position.teeth)
        ended = outcome(position)
        if ended is not None:
            wins = self._wins[rewarded_tower(position, ended)]
            return WINS[(ended.winner is Side.BLACK) is wins]
        squares = int_array(position.squares)
        required = position.required_tower
        if required is None:
            any_tower = ANY_WHITE if position.turn is Side.WHITE else ANY_BLACK
            proof = estimate(self._tables, any_tower, 1, white_lead(squares))
            return Node(squares, position.occupied, any_tower, proof)
        last = 0 if position.last_mover is Side.WHITE else 8
        found = resolve_passes(
            self._tables, squares, signed_bits(position.occupied), required, last
        )
        if found < 0:
            return WINS[found == BLACK_WON]
        safe_moves, mover = divmod(found, 1 << MOVER_BITS)
        proof = estimate(self._tables, mover, safe_moves, white_lead(squares))
        return Node(squares, position.occupied, mover, proof)


@cache
def load_compiled() -> None:
    """Load the compiled functions, which else the first search does; compile them if need be.

    Nothing is to be loaded where numba is not installed.
    """
    if IS_COMPILED:
        solver = Solver(MIN_MB)
        # As many nodes as make the table grow once: no function is left out.
        solver.winner(start(), lambda: solver.nodes > FIRST_SLOTS)
