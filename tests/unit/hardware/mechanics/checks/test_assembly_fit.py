"""The check of the whole board, with faults."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import manifold3d as m3d
import pytest

from hardware.mechanics.checks import assembly_fit
from hardware.mechanics.design.dimensions import Dimensions
from hardware.mechanics.mesh.mesh import Mesh
from hardware.mechanics.mesh.solids import block, cylinder
from hardware.mechanics.mesh.stl import Meshes
from tests.unit.hardware.mechanics.checks.edits import SIZES, changed

TOWER = SIZES.tower


def _block_multiplexer(tile: m3d.Manifold) -> m3d.Manifold:
    # In the file's coordinates: upside down, the middle of the tile at the origin.
    return tile + block((-41, -80, 0), (-39, 80, 5.5))


def _cut_tail(straight: m3d.Manifold) -> m3d.Manifold:
    box = straight.bounding_box()
    end = box[3] - SIZES.tail_length
    return straight - block((end, box[1], -1), (box[3] + 1, box[4], 30))


def _close_hollow_below(corner: m3d.Manifold) -> m3d.Manifold:
    box = corner.bounding_box()
    return corner + block((box[3] - 4.2, box[1] + 2, 0), (box[3] - 0.1, box[1] + 10, 5))


def _raise_peg(mount: m3d.Manifold) -> m3d.Manifold:
    return mount + cylinder(4.0, 13, 18.2, 0, SIZES.mount_hole)


def _raise_post(case: m3d.Manifold) -> m3d.Manifold:
    return case + block((-30, -30, 0), (-20, 30, 8))


def _mirror(case: m3d.Manifold) -> m3d.Manifold:
    return case.mirror((1, 0, 0))


def _close_slot(case: m3d.Manifold) -> m3d.Manifold:
    east = case.bounding_box()[3]
    return case + block((east - 2.4, -30, 0), (east, 30, 3))


def _close_supply_window(case: m3d.Manifold) -> m3d.Manifold:
    box = case.bounding_box()
    return case + block((box[0], box[4] - 2.4, 0), (box[3], box[4], box[5]))


def _close_frame_slot(frame: m3d.Manifold) -> m3d.Manifold:
    south = frame.bounding_box()[1]
    return frame + block((-20, south, 0), (20, south + 3, 5))


def _close_reset_hole(lid: m3d.Manifold) -> m3d.Manifold:
    box = lid.bounding_box()
    return lid + block((box[0], 5, 0), (-18, 15, 2))


def _close_tunnel(mount: m3d.Manifold) -> m3d.Manifold:
    return mount + block((-1, -14, 0), (1, 14, 5))


@pytest.mark.parametrize(
    ("name", "change", "fault"),
    [
        ("grid_tile", _block_multiplexer, "grid_tile and strip 1 are in each other's way"),
        ("mount_peg", _raise_peg, "mount_peg and strip 2 are in each other's way"),
        ("case", _raise_post, "case and controller are in each other's way"),
        ("case", _mirror, "case and the USB plug are in each other's way"),
        ("case", _close_slot, "case and the ribbon from the controller are in each other's way"),
        (
            "case",
            _close_supply_window,
            "case and the wires of an external supply",
        ),
        ("case_lid", _close_reset_hole, "case_lid and a pin to the reset button"),
        ("frame_cable", _close_frame_slot, "frame_cable and the wires from the controller"),
        ("mount_peg_tunnel", _close_tunnel, "mount_peg_tunnel and the ribbon from the controller"),
        ("frame_straight", _cut_tail, "a frame_straight is hooked to 1 of its neighbours"),
    ],
)
@pytest.mark.slow
def test_a_part_that_does_not_go_into_its_place_is_found(
    meshes: Meshes, name: str, change: Callable[[m3d.Manifold], m3d.Manifold], fault: str
) -> None:
    assert fault in " | ".join(sorted(assembly_fit.faults(SIZES, changed(meshes, name, change))))


@pytest.mark.slow
def test_a_corner_that_cannot_be_lowered_onto_the_tails_is_found(meshes: Meshes) -> None:
    # In its place it would fit: the tails leave the room that it takes.
    shorter = {
        name: Mesh.from_solid(meshes[name].solid() - block((-200, -200, -1), (200, 200, 5.2)))
        for name in ("frame_straight", "frame_cable")
    }
    closed = {**changed(meshes, "frame_corner", _close_hollow_below), **shorter}
    found = assembly_fit.faults(SIZES, closed)
    assert "a frame_corner is stopped 6 mm above its place" in found
    assert not [fault for fault in found if "in each other's way" in fault]


@pytest.mark.parametrize(
    ("sizes", "fault"),
    [
        (replace(SIZES, hole_across=(5.0, 19.0)), "mount_peg and strip"),
        (replace(SIZES, hole_along=(4.5, 120.0, 240.0, 315.5)), "mount_peg and strip"),
        (replace(SIZES, strip_width=26.0), "grid_tile and strip 8 are in each other's way"),
        (replace(SIZES, diffuser=3.0), "the diffuser is 1.00 mm above the frame"),
        (replace(SIZES, controller=(95.0, 62.0)), "case and controller"),
        (
            replace(SIZES, cable=replace(SIZES.cable, ribbon_plug=17.0)),
            "strip 1 and the ribbon from the controller are in each other's way",
        ),
        (
            replace(SIZES, cable=replace(SIZES.cable, ribbon=(350.0, 50.0))),
            "the ribbon from the controller needs 377 mm, is cut to 350",
        ),
        (
            replace(SIZES, cable=replace(SIZES.cable, ribbon=(500.0, 45.0))),
            "a ribbon of 45 mm does not reach a strip on its edge: 47 mm",
        ),
        (replace(SIZES, controller_ribbon=30.0), "case and the ribbon from the controller"),
    ],
)
@pytest.mark.slow
def test_boards_that_have_changed_since_the_parts_were_made_are_found(
    meshes: Meshes, sizes: Dimensions, fault: str
) -> None:
    assert fault in " | ".join(sorted(assembly_fit.faults(sizes, meshes)))
