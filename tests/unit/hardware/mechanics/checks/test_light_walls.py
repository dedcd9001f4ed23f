"""The check of the grid's walls, with faults."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hardware.mechanics.checks import light_walls
from hardware.mechanics.design.dimensions import Dimensions
from hardware.mechanics.mesh.solids import block
from hardware.mechanics.mesh.stl import Meshes
from tests.unit.hardware.mechanics.checks.edits import SIZES, changed

TOWER = SIZES.tower


@pytest.mark.parametrize(
    ("sizes", "fault"),
    [
        (replace(SIZES, sensor=(19.0, 0.0)), "above the sensor of file 1, rank 1"),
        (replace(SIZES, led=(-19.0, 0.0)), "above the LED of file 8, rank 8"),
    ],
)
def test_a_wall_above_a_sensor_or_an_led_is_found(
    meshes: Meshes, sizes: Dimensions, fault: str
) -> None:
    assert light_walls.faults(SIZES, meshes) == []
    assert fault in " | ".join(light_walls.faults(sizes, meshes))


def test_a_gap_in_a_wall_is_found(meshes: Meshes) -> None:
    holed = changed(meshes, "grid_tile", lambda tile: tile - block((-1, 5, 1), (1, 35, 2.2)))
    assert "light gets through the wall behind square 2" in light_walls.faults(SIZES, holed)


def test_a_wall_with_too_large_a_notch_over_a_strip_is_found(meshes: Meshes) -> None:
    notched = changed(meshes, "grid_tile", lambda tile: tile - block((-1, 9, 3), (1, 31, 6)))
    found = light_walls.faults(SIZES, notched)
    assert [fault for fault in found if fault.startswith("the wall behind square 2 is open by")]
