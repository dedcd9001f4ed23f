"""The search's memory: how much it holds, and what it lets go."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from host.ai.solver.proof_numbers import BLACK_WINS, NUMBER_BITS, WHITE_WINS, ProofNumbers
from host.ai.solver.transposition_table import (
    FIRST_SLOTS,
    MAX_LOAD,
    TranspositionTable,
    find_slot,
    store_entry,
)
from host.ai.transposition_table_size import DEFAULT_MB, SLOT_BYTES, max_slots

UNKNOWN = 1 | 3 << NUMBER_BITS


def key(number: int) -> tuple[int, int, int]:
    """White's squares, Black's, and the mover, of a node that is only a number."""
    return number * 0x5DEECE66D & (1 << 48) - 1, number, number % 32


def fill(
    table: TranspositionTable, count: int, proofs: Sequence[ProofNumbers], offset: int = 0
) -> None:
    """Enter proofs in turn."""
    for number in range(offset, offset + count):
        table.make_room()
        table.count_added(store_entry(table.slots, *key(number), proofs[number % len(proofs)]))


def stored(table: TranspositionTable, number: int) -> ProofNumbers:
    """Return the stored proof numbers of a node; 0 if there are none."""
    return int(table.slots[find_slot(table.slots, *key(number))])


def test_a_table_grows_and_keeps_all_that_is_entered_while_it_may() -> None:
    table = TranspositionTable(1)
    proofs = [WHITE_WINS, UNKNOWN, 2 | 1 << NUMBER_BITS, BLACK_WINS]
    fill(table, table.capacity, proofs)
    assert len(table) == table.capacity > FIRST_SLOTS
    assert [stored(table, n) for n in range(table.capacity)] == [
        proofs[n % 4] for n in range(table.capacity)
    ]
    assert stored(table, table.capacity) == 0


def test_what_is_entered_again_takes_the_place_of_what_was_known() -> None:
    table = TranspositionTable(1)
    fill(table, 10, [UNKNOWN])
    fill(table, 10, [WHITE_WINS])
    assert len(table) == 10
    assert {stored(table, number) for number in range(10)} == {WHITE_WINS}


def test_nodes_that_differ_in_nothing_but_the_mover_or_a_side_are_told_apart() -> None:
    table = TranspositionTable(1)
    keys = [(1, 2, 3), (1, 2, 4), (2, 1, 3), (1, 1 << 47, 3), (1 << 47, 2, 3), (1, 2, 31)]
    for number, each in enumerate(keys, 1):
        assert store_entry(table.slots, *each, number) == 1
    slots = [find_slot(table.slots, *each) for each in keys]
    assert [table.slots[slot] for slot in slots] == [1, 2, 3, 4, 5, 6]


def test_it_never_uses_more_than_its_megabytes_while_it_is_carried_over() -> None:
    for megabytes in (1, 2, 3, 100, DEFAULT_MB):
        bytes_used = 2 * max_slots(megabytes) * SLOT_BYTES
        assert megabytes * 2**20 / 2 < bytes_used <= megabytes * 2**20


def test_a_full_table_keeps_proofs_and_lets_estimates_go() -> None:
    table = TranspositionTable(1)
    fill(table, table.capacity, [WHITE_WINS, UNKNOWN, 2 | 1 << NUMBER_BITS, BLACK_WINS])
    free_slots = table.make_room()
    assert free_slots == table.capacity - len(table)
    assert len(table) == pytest.approx(table.capacity / 2, rel=0.01)
    found = [stored(table, number) for number in range(0, table.capacity - 4, 4)]
    assert set(found) == {WHITE_WINS}
    assert stored(table, 1) == stored(table, 2) == 0


def test_where_there_are_too_many_proofs_most_of_them_go_as_well() -> None:
    table = TranspositionTable(1)
    fill(table, table.capacity, [WHITE_WINS])
    assert table.make_room() > table.capacity / 2
    assert len(table) == pytest.approx(table.capacity / 4, rel=0.01)


@pytest.mark.parametrize("megabytes", [0, -1, 65537])
def test_a_size_that_cannot_be_is_refused(megabytes: int) -> None:
    with pytest.raises(ValueError, match=f"1 to 65536 megabytes, not {megabytes}"):
        TranspositionTable(megabytes)


def test_the_default_table_holds_more_than_any_first_move_asks_for() -> None:
    # Most nodes of an opening with all its moves, and they all fit (benchmarks/latency.py): 1.4
    # million.
    assert max_slots(DEFAULT_MB) * MAX_LOAD > 1_400_000
