"""The search's memory: how much it holds, and what it lets go."""

from __future__ import annotations

import pytest

from host.ai.effort import BLACK_WINS, WHITE_WINS, Effort
from host.ai.memory import DEFAULT_MB, ENTRY_BYTES, entries
from host.ai.successor import estimate
from host.ai.table import Table


def fill(table: Table, count: int, efforts: list[Effort], offset: int = 0) -> None:
    """Enter efforts in turn, under keys that are numbers."""
    for number in range(offset, offset + count):
        table.efforts[number // 4 % 16][number.to_bytes(16)] = efforts[number % len(efforts)]


def test_there_is_room_for_as_many_entries_as_the_megabytes_hold() -> None:
    table = Table(1)
    assert table.make_room() == table.capacity == entries(1) == 2**20 // ENTRY_BYTES
    fill(table, 1000, [estimate(0, 3)])
    assert len(table) == 1000
    assert table.make_room() == table.capacity - 1000
    assert len(table) == 1000, "nothing goes before it is full"


def test_a_full_table_keeps_proofs_and_lets_estimates_go() -> None:
    table = Table(1)
    fill(table, table.capacity, [WHITE_WINS, estimate(0, 3), estimate(9, 2), BLACK_WINS])
    room = table.make_room()
    assert room == table.capacity - len(table)
    assert len(table) == pytest.approx(table.capacity / 2, rel=0.01)
    kept = {effort for efforts in table.efforts for effort in efforts.values()}
    assert kept == {WHITE_WINS, BLACK_WINS}


def test_among_too_many_proofs_the_older_half_goes() -> None:
    table = Table(1)
    fill(table, table.capacity, [WHITE_WINS])
    assert table.make_room() > 0
    assert len(table) <= table.capacity / 2 + 32
    numbers = {int.from_bytes(key) for efforts in table.efforts for key in efforts}
    assert min(numbers) >= table.capacity / 2 - 32


@pytest.mark.parametrize("megabytes", [0, -1, 65537])
def test_a_size_that_cannot_be_is_refused(megabytes: int) -> None:
    with pytest.raises(ValueError, match=f"1 to 65536 megabytes, not {megabytes}"):
        Table(megabytes)


def test_the_default_table_holds_more_than_any_first_move_asks_for() -> None:
    # Most nodes of an opening with all its moves, and they all fit (host/bench.py): 1.4 million.
    assert entries(DEFAULT_MB) > 1_400_000
