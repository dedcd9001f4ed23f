"""The search's memory: the efforts of nodes, for all the nodes that a number of megabytes holds.

A node is looked for from the place that its hash tells, on to the next free one; all of it is
compared, so that nothing is ever taken for something else.
"""

from __future__ import annotations

from typing import NamedTuple

from host.ai.limits import max_slots
from host.ai.solver.compiled import Numbers, compiled, zeros
from host.ai.solver.proof_numbers import BLACK_WINS, WHITE_WINS

FIRST_SLOTS = 1 << 12
FULL = 0.7
"""Which part of the slots may be taken."""
KEPT = 0.5
"""Which part of them may stay taken when room is made."""
_SPREAD, _SCATTER = 0x1E3779B97F4A7C15, 0x2545F4914F6CDD1D
_MOVER_SHIFT = 48


class Memory(NamedTuple):
    """The slots, two to the power of something.

    Attributes:
        whites: where White's towers stand, and above them the tower that moves.
        blacks: where Black's towers stand.
        efforts: of that node; 0 in a free slot.
    """

    whites: Numbers
    blacks: Numbers
    efforts: Numbers


@compiled
def slot_of(memory: Memory, white: int, black: int, mover: int) -> int:
    """The slot of a node, or the free one where it belongs."""
    whites, blacks, efforts = memory.whites, memory.blacks, memory.efforts
    mask = len(efforts) - 1
    slot = ((white ^ mover << 30) * _SPREAD ^ black * _SCATTER) >> 37 & mask
    white |= mover << _MOVER_SHIFT
    while efforts[slot] and not (whites[slot] == white and blacks[slot] == black):
        slot = slot + 1 & mask
    return slot


@compiled
def put(memory: Memory, white: int, black: int, mover: int, effort: int) -> int:
    """Enter what is known of a node; 1 if nothing was known of it before, else 0."""
    slot = slot_of(memory, white, black, mover)
    is_new = 0 if memory.efforts[slot] else 1
    if is_new:
        memory.whites[slot] = white | mover << _MOVER_SHIFT
        memory.blacks[slot] = black
    memory.efforts[slot] = effort
    return is_new


@compiled
def carry_over(old: Memory, new: Memory, only_proofs: bool, skipped: int) -> int:
    """Enter the nodes of one memory into another; how many were entered.

    Args:
        only_proofs: leave out those that are not proven.
        skipped: of four proofs, so many are left out.
    """
    count = proofs = 0
    for slot in range(len(old.efforts)):
        effort = old.efforts[slot]
        if not effort:
            continue
        if only_proofs:
            if effort != WHITE_WINS and effort != BLACK_WINS:
                continue
            proofs += 1
            if proofs % 4 < skipped:
                continue
        white = old.whites[slot]
        mover = white >> _MOVER_SHIFT
        put(new, white ^ mover << _MOVER_SHIFT, old.blacks[slot], mover, effort)
        count += 1
    return count


class TranspositionTable:
    """A memory that grows, and forgets when it may not grow any more.

    When it is full, the estimates go and the proofs stay: proofs are what the nodes above were
    built on, estimates are soon made again.  Where that gives little room, three of four proofs go
    as well.

    Attributes:
        memory: the slots; `make_room` replaces them.
        capacity: how many entries there may be.

    Args:
        megabytes: how much memory the entries may use, also while they are carried over.

    Raises:
        ValueError: it cannot have that size.
    """

    def __init__(self, megabytes: int) -> None:
        self._most = max_slots(megabytes)
        self.capacity = int(self._most * FULL)
        self._count = 0
        self.memory = _slots(min(FIRST_SLOTS, self._most))

    def __len__(self) -> int:
        """Return the number of entries."""
        return self._count

    def added(self, count: int) -> None:
        """So many entries have been added."""
        self._count += count

    def make_room(self) -> int:
        """Return how many entries may be added before the next call; at least one."""
        slots = len(self.memory.efforts)
        if self._count >= int(slots * FULL):
            is_largest = slots >= self._most
            self._carry_over(slots if is_largest else 2 * slots, is_largest, 0)
            if self._count > int(slots * KEPT) and is_largest:
                self._carry_over(slots, is_largest, 3)
        return int(len(self.memory.efforts) * FULL) - self._count

    def _carry_over(self, slots: int, only_proofs: bool, skipped: int) -> None:
        memory = _slots(slots)
        self._count = carry_over(self.memory, memory, only_proofs, skipped)
        self.memory = memory


def _slots(count: int) -> Memory:
    return Memory(*(zeros(count, many=True) for _ in Memory._fields))
