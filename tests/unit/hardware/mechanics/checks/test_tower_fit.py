"""The check of the towers' parts, with faults."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import manifold3d as m3d
import pytest

from hardware.mechanics.checks import tower_fit
from hardware.mechanics.design.tower_dimensions import TowerDimensions
from hardware.mechanics.mesh.solids import cylinder
from hardware.mechanics.mesh.stl import Meshes
from tests.unit.hardware.mechanics.checks.edits import SIZES, changed

TOWER = SIZES.tower


@pytest.mark.parametrize(
    ("sizes", "fault"),
    [
        (replace(TOWER, magnet=10.6), "a magnet of 10.6 mm does not go in"),
        (replace(TOWER, magnet=9.0), "the pocket is so wide"),
        (replace(TOWER, magnet_thickness=3.2), "does not go in"),
        (replace(TOWER, magnet_thickness=2.5), "the pocket is so deep"),
        (replace(TOWER, felt=22.0), "the felt does not go into its recess"),
        (replace(TOWER, across_flats=25.0), "24.00 mm wide instead of 25"),
    ],
)
def test_another_magnet_felt_or_width_than_the_base_was_made_for_is_found(
    meshes: Meshes, sizes: TowerDimensions, fault: str
) -> None:
    assert tower_fit.magnet_faults(SIZES, meshes) == []
    assert fault in " | ".join(tower_fit.magnet_faults(replace(SIZES, tower=sizes), meshes))


def test_the_letters_of_the_poles_are_those_of_the_guide(meshes: Meshes) -> None:
    assert tower_fit.pole_faults(SIZES, meshes) == []
    white, black = meshes["tower_base_white"], meshes["tower_base_black"]
    exchanged = {**meshes, "tower_base_white": black, "tower_base_black": white}
    assert tower_fit.pole_faults(SIZES, exchanged) == [
        "tower_base_white: the letter beside its magnet is not N",
        "tower_base_black: the letter beside its magnet is not S",
    ]


@pytest.mark.parametrize("name", ["tower_base_white", "tower_base_black"])
def test_a_letter_that_is_mirrored_is_found(meshes: Meshes, name: str) -> None:
    mirrored = changed(meshes, name, lambda base: base.mirror((1, 0, 0)))
    (fault,) = tower_fit.pole_faults(SIZES, mirrored)
    assert fault.startswith(name)


def _plug_pocket(base: m3d.Manifold) -> m3d.Manifold:
    return base + (cylinder(14, 0.3, 0.45) - cylinder(9, 0, 1))


def _cut_bead(ring: m3d.Manifold) -> m3d.Manifold:
    high = TOWER.ring_height
    return ring - (cylinder(20, high + 0.1, high + 9) - cylinder(TOWER.spigot, high, high + 9))


def _fill_tooth_hollows(ring: m3d.Manifold) -> m3d.Manifold:
    wide = TOWER.ring_across_flats
    return ring + (cylinder(wide, 0, TOWER.ring_height) - cylinder(wide - 3, -1, 9))


def _narrow_socket(ring: m3d.Manifold) -> m3d.Manifold:
    return ring + (cylinder(20, 1, 3) - cylinder(TOWER.spigot - 0.4, 0, 4))


@pytest.mark.parametrize(
    ("check", "name", "change", "fault"),
    [
        ("magnet_faults", "tower_base_black", _plug_pocket, "a magnet of 10 mm"),
        ("ring_faults", "tower_ring", _cut_bead, "a second ring does not snap on tower_ring"),
        (
            "ring_faults",
            "tower_ring",
            _fill_tooth_hollows,
            "a second ring does not seat on tower_ring",
        ),
        ("ring_faults", "tower_ring", _narrow_socket, "a ring does not seat on tower_base_white"),
        (
            "cap_faults",
            "tower_cap_black_red",
            _narrow_socket,
            "tower_cap_black_red does not seat on tower_ring",
        ),
        ("cap_faults", "tower_ring", _cut_bead, "tower_cap_white_blue does not snap on tower_ring"),
    ],
)
@pytest.mark.slow
def test_a_tower_s_part_that_does_not_fit_is_found(
    meshes: Meshes,
    check: str,
    name: str,
    change: Callable[[m3d.Manifold], m3d.Manifold],
    fault: str,
) -> None:
    broken = changed(meshes, name, change)
    assert fault in " | ".join(getattr(tower_fit, check)(SIZES, broken))
