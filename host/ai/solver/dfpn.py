"""Depth-first proof-number search (df-pn, Nagai 2002) with the 1+ε threshold.

The proof number of a node for the side that moves is the minimum of its children's, for the other
side their sum.  From a node the search enters the child with the smallest number for the mover and
stays below it until that number exceeds the second smallest by `EPSILON_DIVISOR`, or until a
threshold of the node itself is reached.  Results are stored in the transposition table.

Nodes never repeat (`successor.py`), so the search needs no detection of repetitions.
"""

from __future__ import annotations

from typing import NamedTuple

from host.ai.solver.compiled import IntArray, compiled, int_array, signed_bits, zero_array
from host.ai.solver.expansion import (
    LOST,
    MAX_MOVES,
    WON,
    ChildNodes,
    expand,
    make_move,
    next_mover,
    set_proof_numbers,
    unmake_move,
)
from host.ai.solver.move_tables import MoveTables
from host.ai.solver.proof_numbers import (
    EPSILON_DIVISOR,
    INFINITY,
    NUMBER_BITS,
    SLACK_DIVISOR,
    ProofNumbers,
)
from host.ai.solver.successor import pack_squares
from host.ai.solver.transposition_table import Slots, TranspositionTable, find_slot, store_entry
from host.ai.stop_condition import StopCondition

POLL_NODES = 64
"""Nodes between two polls of the `StopCondition`: about 2 ms in plain Python."""

MAX_DEPTH = 3000
"""Bound on the length of a path.  Towers are pushed back only by stronger ones.  With the numbers
of towers of each strength that make the path longest, the strongest advance 91 times, those of the
next strengths 280, 840 and 1,680 times."""
MAX_TOWER_MOVES = 22
"""Bound on the moves of a tower: three lines of seven squares, and a push."""

# Indices of the state of a search between two calls of `run_search`.
(
    DEPTH,
    OCCUPIED,
    WHITE,
    BLACK,
    MOVER,
    PLACE,
    OWN_THRESHOLD,
    OTHER_THRESHOLD,
    FREE_SLOTS,
    POLLS_LEFT,
) = range(10)
_FIELDS = 10


class Node(NamedTuple):
    """A node to be proven.

    Attributes:
        squares: of the towers, by number.
        occupied: the same as a bit set.
        mover: the tower that moves.
        proof: its first proof numbers, an estimate.
    """

    squares: IntArray
    occupied: int
    mover: int
    proof: ProofNumbers


class SearchPath(NamedTuple):
    """The nodes from the root to the current one: arrays indexed by depth.

    Attributes:
        whites, blacks, movers, occupied: the node.
        places, counts: index of the first child in `ChildNodes`, and number of children.
        bests: index of the child that was entered.
        own_thresholds, other_thresholds: the node is left when the proof number of the mover or of
            the opponent reaches its threshold.
    """

    whites: IntArray
    blacks: IntArray
    movers: IntArray
    occupied: IntArray
    places: IntArray
    counts: IntArray
    bests: IntArray
    own_thresholds: IntArray
    other_thresholds: IntArray


@compiled
def run_search(
    tables: MoveTables,
    slots: Slots,
    path: SearchPath,
    children: ChildNodes,
    squares: IntArray,
    state: IntArray,
) -> int:
    """Continue a search until the root is proven.

    Args:
        squares, state: state of the search; changed in place.

    Returns:
        The proof numbers of the root; 0 if the search paused to poll the stop condition or because
        the table has no free slots.
    """
    depth, place = state[DEPTH], state[PLACE]
    occupied, white, black, mover = state[OCCUPIED], state[WHITE], state[BLACK], state[MOVER]
    own_threshold, other_threshold = state[OWN_THRESHOLD], state[OTHER_THRESHOLD]
    free_slots, polls_left = state[FREE_SLOTS], state[POLLS_LEFT]
    own_numbers, other_numbers = children.own_numbers, children.other_numbers
    while True:
        # Enter a node.
        if free_slots <= 0 or polls_left <= 0:
            state[DEPTH], state[PLACE] = depth, place
            state[OCCUPIED], state[MOVER] = occupied, mover
            state[WHITE], state[BLACK] = white, black
            state[OWN_THRESHOLD], state[OTHER_THRESHOLD] = own_threshold, other_threshold
            state[FREE_SLOTS], state[POLLS_LEFT] = free_slots, polls_left
            return 0
        polls_left -= 1
        count = expand(tables, slots, children, place, squares, occupied, white, black, mover)
        while True:
            # Compute the node's numbers from its children, after each visit to one of them.
            best = place
            own = second = INFINITY
            rest = 0
            if count == WON:
                own, rest = 0, INFINITY
            elif count != LOST:
                for child in range(place, place + count):
                    rest += other_numbers[child]
                    proof = own_numbers[child]
                    if proof < own:
                        second = own
                        own = proof
                        best = child
                    elif proof < second:
                        second = proof
                if not own:
                    rest = INFINITY
                elif rest >= INFINITY:
                    rest = INFINITY - 1
            if own < own_threshold and rest < other_threshold and own and rest:
                break
            # Leave the node.
            black_moves = mover >> 3 & 1
            proof = own << NUMBER_BITS | rest if black_moves else rest << NUMBER_BITS | own
            free_slots -= store_entry(slots, white, black, mover, proof)
            if not depth:
                state[FREE_SLOTS], state[POLLS_LEFT] = free_slots, polls_left
                return proof
            depth -= 1
            white, black, mover = path.whites[depth], path.blacks[depth], path.movers[depth]
            occupied, place = path.occupied[depth], path.places[depth]
            count, best = path.counts[depth], path.bests[depth]
            own_threshold, other_threshold = (
                path.own_thresholds[depth],
                path.other_thresholds[depth],
            )
            unmake_move(children, best, squares)
            set_proof_numbers(children, best, mover & 8, proof)
        path.whites[depth], path.blacks[depth], path.movers[depth] = white, black, mover
        path.occupied[depth], path.places[depth] = occupied, place
        path.counts[depth], path.bests[depth] = count, best
        path.own_thresholds[depth], path.other_thresholds[depth] = own_threshold, other_threshold
        depth += 1
        place += count
        side = mover & 8
        own_threshold = min(own_threshold, second + second // EPSILON_DIVISOR + 1)
        other_threshold = other_threshold - rest + other_numbers[best]
        other_threshold = min(other_threshold + other_threshold // SLACK_DIVISOR, INFINITY)
        white, black, mover = (
            children.whites[best],
            children.blacks[best],
            next_mover(children.moves[best]),
        )
        occupied ^= make_move(tables, children, best, squares)
        if mover & 8 != side:
            own_threshold, other_threshold = other_threshold, own_threshold


class DfpnSearch:
    """Searches of one round that share a transposition table.

    Attributes:
        nodes: number of nodes visited by all searches.
    """

    def __init__(self, tables: MoveTables, table: TranspositionTable) -> None:
        self.nodes = 0
        self._tables = tables
        self._table = table
        self._path = SearchPath(*(zero_array(MAX_DEPTH) for _ in SearchPath._fields))
        places = MAX_DEPTH * MAX_TOWER_MOVES + MAX_MOVES
        self._children = ChildNodes(*(zero_array(places) for _ in ChildNodes._fields))

    def known(self, node: Node) -> ProofNumbers:
        """Return the stored proof numbers of a node, or its estimate if there are none."""
        white, black = pack_squares(node.squares, 0), pack_squares(node.squares, 8)
        slot = find_slot(self._table.slots, white, black, node.mover)
        return int(self._table.slots.proofs[slot]) or node.proof

    def prove(self, root: Node, stop: StopCondition) -> ProofNumbers:
        """Prove a node and return its proof numbers; if `stop` ends the search, an estimate.

        The table keeps the results, so that the next call continues the search.
        """
        squares = int_array(root.squares)  # a copy, changed by the search
        state = int_array([0] * _FIELDS)
        state[OCCUPIED], state[MOVER] = signed_bits(root.occupied), root.mover
        state[WHITE], state[BLACK] = pack_squares(squares, 0), pack_squares(squares, 8)
        state[OWN_THRESHOLD] = state[OTHER_THRESHOLD] = INFINITY
        while True:
            free_slots = state[FREE_SLOTS] = self._table.make_room()
            state[POLLS_LEFT] = POLL_NODES
            proof = run_search(
                self._tables, self._table.slots, self._path, self._children, squares, state
            )
            self._table.count_added(free_slots - int(state[FREE_SLOTS]))
            self.nodes += POLL_NODES - int(state[POLLS_LEFT])
            if proof:
                return int(proof)
            if stop():
                return self.known(root)
