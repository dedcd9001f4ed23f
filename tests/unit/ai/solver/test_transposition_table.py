"""The search's memory: how much it holds, and what it lets go."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from host.ai.limits import DEFAULT_MB, SLOT_BYTES, max_slots
from host.ai.solver.proof_numbers import BLACK_WINS, WHITE_WINS, ProofNumbers
from host.ai.solver.successor import estimate
from host.ai.solver.transposition_table import FIRST_SLOTS, FULL, TranspositionTable, put, slot_of

UNKNOWN = estimate(0, 3)


def key(number: int) -> tuple[int, int, int]:
    """White's squares, Black's, and the mover, of a node that is only a number."""
    return number * 0x5DEECE66D & (1 << 48) - 1, number, number % 32


def fill(
    table: TranspositionTable, count: int, efforts: Sequence[ProofNumbers], offset: int = 0
) -> None:
    """Enter efforts in turn."""
    for number in range(offset, offset + count):
        table.make_room()
        table.added(put(table.memory, *key(number), efforts[number % len(efforts)]))


def held(table: TranspositionTable, number: int) -> ProofNumbers:
    """What is known of a node; 0 if nothing is."""
    return int(table.memory.efforts[slot_of(table.memory, *key(number))])


def test_a_table_grows_and_keeps_all_that_is_entered_while_it_may() -> None:
    table = TranspositionTable(1)
    efforts = [WHITE_WINS, UNKNOWN, estimate(9, 2), BLACK_WINS]
    fill(table, table.capacity, efforts)
    assert len(table) == table.capacity > FIRST_SLOTS
    assert [held(table, n) for n in range(table.capacity)] == [
        efforts[n % 4] for n in range(table.capacity)
    ]
    assert held(table, table.capacity) == 0


def test_what_is_entered_again_takes_the_place_of_what_was_known() -> None:
    table = TranspositionTable(1)
    fill(table, 10, [UNKNOWN])
    fill(table, 10, [WHITE_WINS])
    assert len(table) == 10
    assert {held(table, number) for number in range(10)} == {WHITE_WINS}


def test_nodes_that_differ_in_nothing_but_the_mover_or_a_side_are_told_apart() -> None:
    table = TranspositionTable(1)
    keys = [(1, 2, 3), (1, 2, 4), (2, 1, 3), (1, 1 << 47, 3), (1 << 47, 2, 3), (1, 2, 31)]
    for number, each in enumerate(keys, 1):
        assert put(table.memory, *each, number) == 1
    slots = [slot_of(table.memory, *each) for each in keys]
    assert [table.memory.efforts[slot] for slot in slots] == [1, 2, 3, 4, 5, 6]


def test_it_never_uses_more_than_its_megabytes_while_it_is_carried_over() -> None:
    for megabytes in (1, 2, 3, 100, DEFAULT_MB):
        bytes_used = 2 * max_slots(megabytes) * SLOT_BYTES
        assert megabytes * 2**20 / 2 < bytes_used <= megabytes * 2**20


def test_a_full_table_keeps_proofs_and_lets_estimates_go() -> None:
    table = TranspositionTable(1)
    fill(table, table.capacity, [WHITE_WINS, UNKNOWN, estimate(9, 2), BLACK_WINS])
    room = table.make_room()
    assert room == table.capacity - len(table)
    assert len(table) == pytest.approx(table.capacity / 2, rel=0.01)
    found = [held(table, number) for number in range(0, table.capacity - 4, 4)]
    assert set(found) == {WHITE_WINS}
    assert held(table, 1) == held(table, 2) == 0


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
    assert max_slots(DEFAULT_MB) * FULL > 1_400_000
