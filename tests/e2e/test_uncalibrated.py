"""A board that was never calibrated, its sensors at the limits of their data sheet."""

from __future__ import annotations

import pytest

from tests.support.serial_cable import SerialCable

pytestmark = pytest.mark.e2e

ZERO_MT = 2.55
"""Largest zero of a good sensor on a strip; hardware/README.md."""
D4, H1 = 27, 7


@pytest.fixture
def crowded(cable: SerialCable) -> SerialCable:
    """A board with towers of White on h1 and all around d4, these pushed towards it."""
    around = [(file, rank) for file in range(3) for rank in range(3) if (file, rank) != (1, 1)]
    names = ["cde"[file] + "345"[rank] for file, rank in around]
    pieces = [{"id": name, "pole": "n", "square": name} for name in [*names, "h1"]]
    pieces.append({"id": "d4", "pole": "n", "square": None})
    cable.board.ask("setup", pieces=pieces)
    for name, (file, rank) in zip(names, around, strict=True):
        cable.board.ask("nudge", square=name, dx_mm=8 * (1 - file), dy_mm=8 * (1 - rank), seconds=0)
    cable.board.ask("zeros", percent=0)
    return cable


@pytest.mark.parametrize("zero_mt", [-ZERO_MT, ZERO_MT])
def test_an_empty_square_shows_no_tower_and_lets_one_go(
    crowded: SerialCable, zero_mt: float
) -> None:
    board = crowded.board
    board.ask("fault", name="offset_sensor", square="d4", mt=zero_mt)
    crowded.step(500)
    assert crowded.snapshot()[D4] == "."
    board.ask("put", square="d4", piece="d4", seconds=0)
    crowded.step(500)
    assert crowded.snapshot()[D4] == "n"
    board.ask("remove", piece="d4", seconds=0)
    crowded.step(500)
    assert crowded.snapshot()[D4] == "."


@pytest.mark.parametrize("zero_mt", [-ZERO_MT, ZERO_MT])
def test_a_tower_at_the_edge_of_its_square_is_seen(crowded: SerialCable, zero_mt: float) -> None:
    board = crowded.board
    board.ask("fault", name="offset_sensor", square="h1", mt=zero_mt)
    board.ask("remove", piece="h1", seconds=0)
    crowded.step(500)
    assert crowded.snapshot()[H1] == "."
    board.ask("put", square="h1", piece="h1", dx_mm=-8, dy_mm=0, seconds=0)
    crowded.step(500)
    assert crowded.snapshot()[H1] == "n"
