"""Solver: proves the winner of a round from a position and after each legal move."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Protocol, TypeVar

from host.ai.kernel.kernel import Kernel, load_kernel
from host.ai.solver.dfpn import DfpnSearch
from host.ai.solver.move_tables import ODDS, build_move_tables
from host.ai.solver.proof_numbers import INFINITY, NUMBER_BITS, ProofNumbers, winner
from host.ai.solver.win_threshold import ANY_WIN, WinThreshold
from host.ai.stop_condition import StopCondition, never_stop
from host.ai.transposition_table_size import DEFAULT_MB, max_slots
from host.engine.game import Side
from host.engine.kamisado.board import TOWERS
from host.engine.kamisado.position import Position

KeyT = TypeVar("KeyT", bound=Hashable)

FIRST_ALLOWANCE = 250
"""Nodes for each of several positions in the first pass; each further pass allows more."""


class Search(Protocol):
    """Search of the positions of a round: the kernel, or the same in plain Python."""

    nodes: int

    def known(self, positions: Sequence[Position]) -> list[ProofNumbers]:
        """Return the stored proof numbers of positions, or estimates where there are none."""

    def prove(self, position: Position, stop: StopCondition) -> ProofNumbers:
        """Prove a position and return its proof numbers; if `stop` ends the search, an estimate."""

    def learn(self, position: Position, side: Side) -> None:
        """Store the proof of a position that was made elsewhere, unless the table is full."""


class Solver:
    """Proves the winners of rounds, with a transposition table that is kept between searches.

    Proofs are exact, pushes, sumo towers, 0-moves and deadlocks included.  A stopped search keeps
    its results for the next one and never guesses.

    The table serves all positions with the same teeth, which do not change within a round; a
    position with other teeth starts an empty one.

    Args:
        megabytes: of the transposition table.
        threshold: points that a win must bring to count; None to count every win.
        plain: search in plain Python although the kernel runs here.

    Raises:
        ValueError: the number of megabytes is out of range.
    """

    def __init__(
        self,
        megabytes: int = DEFAULT_MB,
        threshold: WinThreshold | None = None,
        *,
        plain: bool = False,
    ) -> None:
        self._megabytes = megabytes
        self._threshold = threshold
        self._kernel = None if plain else load_kernel(ODDS, max_slots(megabytes))
        self._nodes_before = 0
        self._begin(bytes(TOWERS))

    def _begin(self, teeth: bytes) -> None:
        """Start an empty table for positions with these teeth."""
        self._teeth = teeth
        wins = ANY_WIN if self._threshold is None else self._threshold.wins(teeth)
        self._search: Search
        if self._kernel is not None:
            with contextlib.suppress(MemoryError):
                self._kernel.begin(teeth, wins)
                self._search = self._kernel
                return
            self._kernel = None
        self._search = DfpnSearch(build_move_tables(teeth, wins), self._megabytes)

    def clear(self) -> None:
        """Empty the table, so that the next proof takes the same nodes whatever was proven."""
        search = self._search
        self._begin(self._teeth)
        if self._search is not search:
            self._nodes_before += search.nodes

    @property
    def nodes(self) -> int:
        """Number of nodes visited by all searches."""
        return self._nodes_before + self._search.nodes

    def kernel_for(self, position: Position) -> Kernel | None:
        """Return the kernel that has the proofs of a position; None where nothing runs one."""
        self._search_of(position)
        return self._kernel

    def winner(self, position: Position, stop: StopCondition = never_stop) -> Side | None:
        """Return the winner with best play; None if `stop` ends the proof."""
        if stop():
            return self.known(position)
        return winner(self._search_of(position).prove(position, stop))

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
        found = dict(zip(positions, self.known_winners(positions.values()), strict=True))
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
        self._search_of(position).learn(position, side)

    def known(self, position: Position) -> Side | None:
        """Return the winner if it is known without a search, else None."""
        return winner(self._proof(position))

    def known_winners(self, positions: Iterable[Position]) -> list[Side | None]:
        """Return the winner of each position if it is known without a search, else None.

        Those with other teeth than the first have no proofs beside its own.
        """
        together = list(positions)
        if not together:
            return []
        search = self._search_of(together[0])
        if all(position.teeth == self._teeth for position in together):
            return list(map(winner, search.known(together)))
        return [self.known(position) for position in together]

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
        (proof,) = self._search_of(position).known([position])
        return proof

    def _search_of(self, position: Position) -> Search:
        """Return the search that has the proofs of positions with these teeth, or an empty one."""
        if position.teeth != self._teeth:
            self._teeth = position.teeth
            self.clear()
        return self._search
