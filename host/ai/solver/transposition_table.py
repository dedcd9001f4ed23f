"""Transposition table of the solver: proof numbers by node, with open addressing.

Linear probing begins at the slot of the node's hash.  The whole node is compared, so that a hash
collision never gives a wrong result.
"""

from __future__ import annotations

from typing import NamedTuple

from host.ai.solver.compiled import IntArray, compiled, zero_array
from host.ai.solver.proof_numbers import BLACK_WINS, WHITE_WINS
from host.ai.transposition_table_size import max_slots

FIRST_SLOTS = 1 << 12
MAX_LOAD = 0.7
"""Share of the slots that may be taken."""
KEPT_LOAD = 0.5
"""Share of the slots that may stay taken when the full table is cleaned."""
_SPREAD, _SCATTER = 0x1E3779B97F4A7C15, 0x2545F4914F6CDD1D
_MOVER_SHIFT = 48


class Slots(NamedTuple):
    """The slots of a table, their number a power of two.

    Attributes:
        whites: squares of White's towers, and in the upper bits the mover.
        blacks: squares of Black's towers.
        proofs: proof numbers of the node; 0 in a free slot.
    """

    whites: IntArray
    blacks: IntArray
    proofs: IntArray


@compiled
def find_slot(slots: Slots, white: int, black: int, mover: int) -> int:
    """Return the slot of a node, or the free slot for it."""
    whites, blacks, proofs = slots.whites, slots.blacks, slots.proofs
    mask = len(proofs) - 1
    slot = ((white ^ mover << 30) * _SPREAD ^ black * _SCATTER) >> 37 & mask
    white |= mover << _MOVER_SHIFT
    while proofs[slot] and not (whites[slot] == white and blacks[slot] == black):
        slot = slot + 1 & mask
    return slot


@compiled
def store_entry(slots: Slots, white: int, black: int, mover: int, proof: int) -> int:
    """Store the proof numbers of a node; return 1 if the node is new, else 0."""
    slot = find_slot(slots, white, black, mover)
    is_new = 0 if slots.proofs[slot] else 1
    if is_new:
        slots.whites[slot] = white | mover << _MOVER_SHIFT
        slots.blacks[slot] = black
    slots.proofs[slot] = proof
    return is_new


@compiled
def copy_entries(old: Slots, new: Slots, only_proofs: bool, skipped: int) -> int:
    """Copy entries to other slots; return their number.

    Args:
        only_proofs: leave out estimates.
        skipped: number of proofs left out of every four.
    """
    count = proofs = 0
    for slot in range(len(old.proofs)):
        proof = old.proofs[slot]
        if not proof:
            continue
        if only_proofs:
            if proof != WHITE_WINS and proof != BLACK_WINS:
                continue
            proofs += 1
            if proofs % 4 < skipped:
                continue
        white = old.whites[slot]
        mover = white >> _MOVER_SHIFT
        store_entry(new, white ^ mover << _MOVER_SHIFT, old.blacks[slot], mover, proof)
        count += 1
    return count


class TranspositionTable:
    """A transposition table that grows up to a limit and then drops entries.

    When the largest table is full, estimates are dropped first: they are soon computed again.  If
    this frees too little, three of every four proofs are dropped as well.

    Attributes:
        slots: replaced by `make_room`.
        capacity: largest number of entries.

    Args:
        megabytes: limit of the memory, also while entries are copied.

    Raises:
        ValueError: the number of megabytes is out of range.
    """

    def __init__(self, megabytes: int) -> None:
        self._max_slots = max_slots(megabytes)
        self.capacity = int(self._max_slots * MAX_LOAD)
        self._count = 0
        self.slots = _empty_slots(min(FIRST_SLOTS, self._max_slots))

    def __len__(self) -> int:
        """Return the number of entries."""
        return self._count

    def count_added(self, count: int) -> None:
        """Count entries that were stored with `store_entry`."""
        self._count += count

    def make_room(self) -> int:
        """Grow or clean the table if it is full.

        Returns:
            The number of entries that may be stored before the next call, at least 1.
        """
        size = len(self.slots.proofs)
        if self._count >= int(size * MAX_LOAD):
            is_largest = size >= self._max_slots
            self._copy_to(size if is_largest else 2 * size, is_largest, 0)
            if self._count > int(size * KEPT_LOAD) and is_largest:
                self._copy_to(size, is_largest, 3)
        return int(len(self.slots.proofs) * MAX_LOAD) - self._count

    def _copy_to(self, size: int, only_proofs: bool, skipped: int) -> None:
        slots = _empty_slots(size)
        self._count = copy_entries(self.slots, slots, only_proofs, skipped)
        self.slots = slots


def _empty_slots(count: int) -> Slots:
    return Slots(*(zero_array(count, many=True) for _ in Slots._fields))
