"""Depth-first proof-number search (df-pn, Nagai 2002) with the 1+ε threshold.

The proof number of a node for the side that moves is the minimum of its children's, for the other
side their sum.  From a node the search enters the child with the smallest number for the mover and
stays below it until that number exceeds the second smallest by `EPSILON_DIVISOR`, or until a
threshold of the node itself is reached.  Results are stored in the transposition table, and the
children of a node that is left unproven are kept for the next visit (`child_lists.py`).

Nodes never repeat (`successor.py`), so the search needs no detection of repetitions.

This is the readable form of the search in `kernel/search.h`, which visits the same nodes, and what
runs where the kernel cannot.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from host.ai.solver.arrays import IntArray, zero_array
from host.ai.solver.child_lists import (
    MAX_DEPTH,
    ChildLists,
    count_of,
    packed_place,
    place_of,
)
from host.ai.solver.expansion import (
    LOST,
    NEXT_SHIFT,
    ORIGIN_SHIFT,
    PUSHED,
    TARGET_SHIFT,
    WON,
    ChildNodes,
    expand,
    make_push,
    unmake_push,
)
from host.ai.solver.move_tables import MoveTables
from host.ai.solver.proof_numbers import (
    BLACK_WINS,
    EPSILON_DIVISOR,
    INFINITY,
    NUMBER_BITS,
    SLACK_DIVISOR,
    WHITE_WINS,
    WINS,
    ProofNumbers,
    estimate,
    white_lead,
)
from host.ai.solver.successor import (
    ANY_BLACK,
    ANY_WHITE,
    BLACK_WON,
    MOVER_BITS,
    pack_squares,
    resolve_passes,
)
from host.ai.solver.transposition_table import (
    BLACKS,
    LIST,
    MOVER_SHIFT,
    SLOT_FIELDS,
    WHITES,
    Slots,
    TranspositionTable,
    find_slot,
    store_entry,
)
from host.ai.stop_condition import POLL_NODES, StopCondition
from host.engine.game import Side
from host.engine.kamisado.position import Position
from host.engine.kamisado.rules import outcome
from host.engine.kamisado.scoring import rewarded_tower

# Indices of the state of a search between two calls of `run_search`.
(
    DEPTH,
    OCCUPIED,
    WHITE,
    BLACK,
    MOVER,
    OWN_THRESHOLD,
    OTHER_THRESHOLD,
    FREE_SLOTS,
    POLLS_LEFT,
    FIRST_PLACE,
    TAKEN,
) = range(11)
_FIELDS = 11


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
        slots: index of the node's slot in the table.
        places, counts: row of the first child in `ChildNodes`, and number of children.
        bests: number of the child that was entered, in its list.
        own_thresholds, other_thresholds: the node is left when the proof number of the mover or of
            the opponent reaches its threshold.
    """

    whites: IntArray
    blacks: IntArray
    movers: IntArray
    occupied: IntArray
    slots: IntArray
    places: IntArray
    counts: IntArray
    bests: IntArray
    own_thresholds: IntArray
    other_thresholds: IntArray


def run_search(  # noqa: PLR0912 (an inner loop, compiled as one)
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
        The proof numbers of the root, which are a proof unless `prove` ended the search; 0 if it
        paused to poll the stop condition or because the table has no free slots.
    """
    depth, first_place, taken = state[DEPTH], state[FIRST_PLACE], state[TAKEN]
    occupied, white, black, mover = state[OCCUPIED], state[WHITE], state[BLACK], state[MOVER]
    own_threshold, other_threshold = state[OWN_THRESHOLD], state[OTHER_THRESHOLD]
    free_slots, polls_left = state[FREE_SLOTS], state[POLLS_LEFT]
    moves, own_numbers, other_numbers = children
    whites, blacks, movers, occupied_before, path_slots, places, counts, bests, owns, others = path
    square_bits, slot_mask = tables.square_bits, len(slots) - SLOT_FIELDS
    while True:
        # Enter a node.
        if free_slots <= 0 or polls_left <= 0:
            state[DEPTH], state[TAKEN] = depth, taken
            state[OCCUPIED], state[MOVER] = occupied, mover
            state[WHITE], state[BLACK] = white, black
            state[OWN_THRESHOLD], state[OTHER_THRESHOLD] = own_threshold, other_threshold
            state[FREE_SLOTS], state[POLLS_LEFT] = free_slots, polls_left
            return 0
        polls_left -= 1
        slot = find_slot(slots, white, black, mover)
        proof, place, count = slots[slot], -1, 0
        if proof:
            kept = slots[slot + LIST]
            place, count = place_of(kept) - first_place, count_of(kept)
            if proof in (WHITE_WINS, BLACK_WINS):
                place, count = 0, WON if (proof == BLACK_WINS) == (mover & 8 != 0) else LOST
        if place < 0:
            place = taken
            count = expand(tables, children, place, squares, occupied, mover)
            if count > 0:
                taken += count
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
                    if proof <= own:
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
            # Leave the node; others may have taken its slot.
            side = mover & 8
            white |= mover << MOVER_SHIFT
            while slots[slot] and (slots[slot + WHITES] != white or slots[slot + BLACKS] != black):
                slot = slot + SLOT_FIELDS & slot_mask
            if not slots[slot]:
                slots[slot + WHITES], slots[slot + BLACKS] = white, black
                free_slots -= 1
            slots[slot] = own << NUMBER_BITS | rest if side else rest << NUMBER_BITS | own
            slots[slot + LIST] = packed_place(first_place + place, count) if own and rest else 0
            if not depth:
                state[FREE_SLOTS], state[POLLS_LEFT] = free_slots, polls_left
                state[TAKEN] = taken
                return slots[slot]
            depth -= 1
            white, black, mover = whites[depth], blacks[depth], movers[depth]
            occupied, slot = occupied_before[depth], path_slots[depth]
            place, count = places[depth], counts[depth]
            own_threshold, other_threshold = owns[depth], others[depth]
            best = place + bests[depth]
            move = moves[best]
            if move & PUSHED:
                unmake_push(move, squares)
            else:
                squares[move & 15] = move >> ORIGIN_SHIFT & 63
            if mover & 8 != side:
                own, rest = rest, own
            own_numbers[best], other_numbers[best] = own, rest
            if own == INFINITY:  # refuted: not looked at again
                count -= 1
                for child in range(best, place + count):
                    moves[child] = moves[child + 1]
                    own_numbers[child] = own_numbers[child + 1]
                    other_numbers[child] = other_numbers[child + 1]
        whites[depth], blacks[depth], movers[depth] = white, black, mover
        occupied_before[depth], path_slots[depth] = occupied, slot
        places[depth], counts[depth], bests[depth] = place, count, best - place
        owns[depth], others[depth] = own_threshold, other_threshold
        depth += 1
        second += second // EPSILON_DIVISOR + 1
        if second < own_threshold:
            own_threshold = second
        other_threshold += other_numbers[best] - rest
        other_threshold += other_threshold // SLACK_DIVISOR
        if other_threshold > INFINITY:
            other_threshold = INFINITY
        move, side = moves[best], mover & 8
        mover = move >> NEXT_SHIFT
        if move & PUSHED:
            occupied ^= make_push(tables, move, squares)
            white, black = pack_squares(squares, 0), pack_squares(squares, 8)
        else:
            origin, target = move >> ORIGIN_SHIFT & 63, move >> TARGET_SHIFT & 63
            squares[move & 15] = target
            occupied ^= square_bits[origin] | square_bits[target]
            change = target - origin << 6 * (move & 7)
            if side:
                black += change
            else:
                white += change
        if mover & 8 != side:
            own_threshold, other_threshold = other_threshold, own_threshold


class DfpnSearch:
    """Searches of one round that share a transposition table.

    Args:
        tables: of the round's towers.
        megabytes: of the transposition table.

    Attributes:
        nodes: number of nodes visited by all searches.

    Raises:
        ValueError: the number of megabytes is out of range.
    """

    def __init__(self, tables: MoveTables, megabytes: int) -> None:
        self.nodes = 0
        self._tables = tables
        self._table = table = TranspositionTable(megabytes)
        self._path = SearchPath(*(zero_array(MAX_DEPTH) for _ in SearchPath._fields))
        self._lists = ChildLists(table.capacity // 2, POLL_NODES)

    def known(self, positions: Sequence[Position]) -> list[ProofNumbers]:
        """Return the stored proof numbers of positions, or estimates where there are none."""
        return [self._known(position) for position in positions]

    def _known(self, position: Position) -> ProofNumbers:
        node = self._node(position)
        if isinstance(node, ProofNumbers):
            return node
        white, black = pack_squares(node.squares, 0), pack_squares(node.squares, 8)
        slot = find_slot(self._table.slots, white, black, node.mover)
        return self._table.slots[slot] or node.proof

    def learn(self, position: Position, side: Side) -> None:
        """Store the proof of a position that was made elsewhere, unless the table is full."""
        node = self._node(position)
        if isinstance(node, ProofNumbers) or self._table.is_full:  # cleaning it takes memory
            return
        white, black = pack_squares(node.squares, 0), pack_squares(node.squares, 8)
        self._table.make_room()
        proof = WINS[side is Side.BLACK]
        self._table.count_added(store_entry(self._table.slots, white, black, node.mover, proof))

    def prove(self, position: Position, stop: StopCondition) -> ProofNumbers:
        """Prove a position and return its proof numbers; if `stop` ends the search, an estimate.

        The table keeps the results, so that the next call continues the search.
        """
        known, root = self._known(position), self._node(position)
        if isinstance(root, ProofNumbers) or known in WINS:
            return known
        squares = list(root.squares)  # a copy, changed by the search
        state = [0] * _FIELDS
        state[OCCUPIED], state[MOVER] = root.occupied, root.mover
        state[WHITE], state[BLACK] = pack_squares(squares, 0), pack_squares(squares, 8)
        state[OWN_THRESHOLD] = state[OTHER_THRESHOLD] = INFINITY
        path, table, lists = self._path, self._table, self._lists
        while True:
            depth = state[DEPTH]
            if table.is_full:  # while it is cleaned, the memory has no room for both
                lists.drop(path.places, path.counts, depth)
            lists.make_room(path.places, path.counts, depth)
            before = table.slots
            free_slots = state[FREE_SLOTS] = table.make_room()
            if table.slots is not before:
                self._find_slots(depth)
            state[POLLS_LEFT] = POLL_NODES
            state[FIRST_PLACE], state[TAKEN] = lists.first, lists.taken
            proof = run_search(self._tables, table.slots, path, lists.children, squares, state)
            lists.take(state[TAKEN])
            table.count_added(free_slots - state[FREE_SLOTS])
            self.nodes += POLL_NODES - state[POLLS_LEFT]
            if proof:
                return proof
            if stop():  # leave all nodes, so that their numbers and children are kept
                state[OWN_THRESHOLD] = 0
                for level in range(state[DEPTH]):
                    path.own_thresholds[level] = 0

    def _node(self, position: Position) -> Node | ProofNumbers:
        """Return the node of a position, or the proof numbers of a round that is decided."""
        ended = outcome(position)
        if ended is not None:
            wins = self._tables.wins[rewarded_tower(position, ended)]
            return WINS[(ended.winner is Side.BLACK) == wins]
        squares = list(position.squares)
        required = position.required_tower
        if required is None:
            mover, safe_moves = ANY_WHITE if position.turn is Side.WHITE else ANY_BLACK, 1
        else:
            last = 0 if position.last_mover is Side.WHITE else 8
            found = resolve_passes(self._tables, squares, position.occupied, required, last)
            if found < 0:
                return WINS[found == BLACK_WON]
            safe_moves, mover = divmod(found, 1 << MOVER_BITS)
        proof = estimate(self._tables, mover, safe_moves, white_lead(squares))
        return Node(squares, position.occupied, mover, proof)

    def _find_slots(self, depth: int) -> None:
        """Set the slots of the nodes on the path in a new table."""
        path, slots = self._path, self._table.slots
        for level in range(depth):
            node = path.whites[level], path.blacks[level], path.movers[level]
            path.slots[level] = find_slot(slots, *node)
