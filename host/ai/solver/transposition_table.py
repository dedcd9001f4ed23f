"""Transposition table of the solver: proof numbers by node, with open addressing.

Linear probing begins at the slot of the node's hash.  The whole node is compared, so that a hash
collision never gives a wrong result.
"""

from __future__ import annotations

from typing import TypeAlias

from host.ai.solver.arrays import IntArray, zero_array
from host.ai.solver.proof_numbers import BLACK_WINS, WHITE_WINS
from host.ai.transposition_table_size import max_slots

FIRST_SLOTS = 1 << 12
MAX_LOAD = 0.7
"""Share of the slots that may be taken."""
KEPT_LOAD = 0.5
"""Share of the slots that may stay taken when the full table is cleaned."""
_SPREAD, _SCATTER = 0x1E3779B97F4A7C15, 0x2545F4914F6CDD1D
MOVER_SHIFT = 48


Slots: TypeAlias = IntArray
"""The slots of a table, their number a power of two, `SLOT_FIELDS` integers each: so a slot is
seldom in more than one line of the processor's cache.

- proof numbers of the node; 0 in a free slot
- squares of White's towers, and in the upper bits the mover
- squares of Black's towers
- where the node's children are kept (`child_lists.py`); 0: nowhere
"""
WHITES, BLACKS, LIST, SLOT_FIELDS = range(1, 5)


def find_slot(slots: Slots, white: int, black: int, mover: int) -> int:
    """Return the index of the slot of a node, or of the free slot for it: its proof numbers."""
    mask = len(slots) - SLOT_FIELDS
    slot = ((white ^ mover << 30) * _SPREAD ^ black * _SCATTER) >> 35 & mask
    white |= mover << MOVER_SHIFT
    while slots[slot] and not (slots[slot + WHITES] == white and slots[slot + BLACKS] == black):
        slot = slot + SLOT_FIELDS & mask
    return slot


def store_entry(slots: Slots, white: int, black: int, mover: int, proof: int, kept: int = 0) -> int:
    """Store the proof numbers of a node; return 1 if the node is new, else 0.

    Args:
        kept: where its children are kept; 0: nowhere.
    """
    slot = find_slot(slots, white, black, mover)
    is_new = 0 if slots[slot] else 1
    if is_new:
        slots[slot + WHITES] = white | mover << MOVER_SHIFT
        slots[slot + BLACKS] = black
    slots[slot] = proof
    slots[slot + LIST] = kept
    return is_new


def copy_entries(old: Slots, new: Slots, only_proofs: bool, skipped: int) -> int:
    """Copy entries to other slots; return their number.

    Args:
        only_proofs: leave out estimates.
        skipped: number of proofs left out of every four.
    """
    count = proofs = 0
    for slot in range(0, len(old), SLOT_FIELDS):
        proof = old[slot]
        if not proof:
            continue
        if only_proofs:
            if proof != WHITE_WINS and proof != BLACK_WINS:
                continue
            proofs += 1
            if proofs % 4 < skipped:
                continue
        white = old[slot + WHITES]
        mover = white >> MOVER_SHIFT
        white ^= mover << MOVER_SHIFT
        store_entry(new, white, old[slot + BLACKS], mover, proof, old[slot + LIST])
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
        """Count entries that were added to the slots."""
        self._count += count

    @property
    def _size(self) -> int:
        """Number of slots."""
        return len(self.slots) // SLOT_FIELDS

    @property
    def is_full(self) -> bool:
        """True if the table cannot grow and must drop entries."""
        return self._size >= self._max_slots and self._count >= int(self._size * MAX_LOAD)

    def make_room(self) -> int:
        """Grow or clean the table if it is full.

        Returns:
            The number of entries that may be stored before the next call, at least 1.
        """
        size = self._size
        if self._count >= int(size * MAX_LOAD):
            is_largest = size >= self._max_slots
            self._copy_to(size if is_largest else 2 * size, is_largest, 0)
            if self._count > int(size * KEPT_LOAD) and is_largest:
                self._copy_to(size, is_largest, 3)
        return int(self._size * MAX_LOAD) - self._count

    def _copy_to(self, size: int, only_proofs: bool, skipped: int) -> None:
        slots = _empty_slots(size)
        self._count = copy_entries(self.slots, slots, only_proofs, skipped)
        self.slots = slots


def _empty_slots(count: int) -> Slots:
    return zero_array(count * SLOT_FIELDS, many=True)
