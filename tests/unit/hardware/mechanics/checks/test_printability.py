"""The check that a part can be printed, with faults."""

from __future__ import annotations

from hardware.mechanics.checks import printability
from hardware.mechanics.design.printed_parts import PARTS
from hardware.mechanics.fabrication import manifest
from hardware.mechanics.mesh.mesh import Mesh
from hardware.mechanics.mesh.solids import block, cylinder
from hardware.mechanics.mesh.stl import Meshes
from tests.unit.hardware.mechanics.checks.edits import SIZES, part

TOWER = SIZES.tower


def judged(name: str, mesh: Mesh, bed_mm: float = SIZES.bed) -> str:
    """Return the faults of a part."""
    cad_mm3 = manifest.volumes()[part(name).path(SIZES, "stl").relative_to(PARTS).as_posix()]
    return " | ".join(printability.faults(part(name), mesh, bed_mm, cad_mm3))


def test_a_missing_triangle_is_a_leak(meshes: Meshes) -> None:
    whole = meshes["tower_ring"]
    assert "not watertight, 3 open edges" in judged(
        "tower_ring", Mesh(whole.points, whole.triangles[1:])
    )


def test_a_part_that_is_inside_out_is_found(meshes: Meshes) -> None:
    whole = meshes["tower_ring"]
    inverted = Mesh(whole.points, whole.triangles[:, ::-1])
    assert judged("tower_ring", inverted) == "tower_ring: inside out"


def test_a_second_body_is_found(meshes: Meshes) -> None:
    crumb = block((20, 20, 0), (21, 21, 1))
    both = meshes["tower_ring"].solid() + crumb
    assert "2 bodies instead of one" in judged("tower_ring", Mesh.from_solid(both))


def test_a_blind_push_out_hole_is_found(meshes: Meshes) -> None:
    plugged = meshes["tower_base_white"].solid() + cylinder(3, 8, 10)
    assert "0 ways through instead of 1" in judged("tower_base_white", Mesh.from_solid(plugged))


def test_a_part_of_another_volume_than_the_cad_s_is_found(meshes: Meshes) -> None:
    grown = meshes["case"].solid().scale((1.01, 1, 1))
    assert "of which the CAD says" in judged("case", Mesh.from_solid(grown))


def test_a_part_that_hovers_or_is_too_large_for_the_printer_is_found(meshes: Meshes) -> None:
    tile = meshes["grid_tile"]
    assert judged("grid_tile", tile) == ""
    assert "lies 1.000 mm above" in judged("grid_tile", tile.moved(z=1))
    assert "larger than a bed of 150 mm" in judged("grid_tile", tile, bed_mm=150)
