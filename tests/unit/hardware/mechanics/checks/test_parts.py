"""The printed parts: the committed files pass every check, and every check can fail."""

from __future__ import annotations

import importlib.util
import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hardware.mechanics.design import dimensions, printed_parts
from hardware.mechanics.design.dimensions import Dimensions
from hardware.mechanics.design.printed_parts import PARTS, Printed, printed
from tests.support.require import require

INSTALLED = all(importlib.util.find_spec(name) for name in ("manifold3d", "numpy"))
if INSTALLED or TYPE_CHECKING:
    import manifold3d as m3d

    from hardware.mechanics.checks import parts
    from hardware.mechanics.checks.parts import Meshes
    from hardware.mechanics.fabrication import parts_page
    from hardware.mechanics.mesh.mesh import Mesh, block, cylinder, of

SIZES = dimensions.load(8)
TOWER = SIZES.tower


@pytest.fixture(autouse=True)
def manifold() -> None:
    require(INSTALLED, "manifold3d is not installed: pip install 'manifold3d>=3.5' 'numpy>=2'")


@pytest.fixture(scope="module")
def meshes() -> Meshes:
    return parts.load_meshes(SIZES) if INSTALLED else {}


def part(name: str) -> Printed:
    """The catalogue's entry of a part."""
    return next(entry for entry in printed(SIZES) if entry.name == name)


def changed(meshes: Meshes, name: str, change: Callable[[m3d.Manifold], m3d.Manifold]) -> Meshes:
    """The meshes with one of them changed."""
    return {**meshes, name: of(change(meshes[name].solid()))}


def judged(name: str, mesh: Mesh, bed_mm: float = SIZES.bed) -> str:
    """What the check of a single part says."""
    cad_mm3 = parts.volumes()[part(name).path(SIZES, "stl").relative_to(PARTS).as_posix()]
    return " | ".join(parts.printable(part(name), mesh, bed_mm, cad_mm3))


@pytest.mark.slow
def test_the_committed_parts_pass_every_check() -> None:
    faults, checked = parts.check_all()
    assert faults == []
    assert checked > 50


def test_every_committed_file_is_a_part_of_the_catalogue_and_every_part_is_committed() -> None:
    wanted = {PARTS / "manifest.json"}
    for squares in printed_parts.SIZES:
        sizes = dimensions.load(squares)
        wanted |= {entry.path(sizes, kind) for entry in printed(sizes) for kind in ("stl", "step")}
        wanted |= {
            PARTS / f"{squares}x{squares}" / f"{name}.{kind}"
            for name in ("base", "diffuser")
            for kind in ("svg", "dxf")
        }
    wanted.add(PARTS / "8x8" / printed_parts.SURFACE)
    assert {path for path in PARTS.rglob("*") if path.is_file()} == wanted


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
    assert "2 bodies instead of one" in judged("tower_ring", of(both))


def test_a_blind_push_out_hole_is_found(meshes: Meshes) -> None:
    plugged = meshes["tower_base_white"].solid() + cylinder(3, 8, 10)
    assert "0 ways through instead of 1" in judged("tower_base_white", of(plugged))


def test_a_part_of_another_volume_than_the_cad_s_is_found(meshes: Meshes) -> None:
    grown = meshes["case"].solid().scale((1.01, 1, 1))
    assert "of which the CAD says" in judged("case", of(grown))


def test_a_part_that_hovers_or_is_too_large_for_the_printer_is_found(meshes: Meshes) -> None:
    tile = meshes["grid_tile"]
    assert judged("grid_tile", tile) == ""
    assert "lies 1.000 mm above" in judged("grid_tile", tile.moved(z=1))
    assert "larger than a bed of 150 mm" in judged("grid_tile", tile, bed_mm=150)


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
    meshes: Meshes, sizes: dimensions.TowerSizes, fault: str
) -> None:
    assert parts.magnet(SIZES, meshes) == []
    assert fault in " | ".join(parts.magnet(replace(SIZES, tower=sizes), meshes))


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
        ("magnet", "tower_base_black", _plug_pocket, "a magnet of 10 mm"),
        ("rings", "tower_ring", _cut_bead, "a second ring does not snap on tower_ring"),
        ("rings", "tower_ring", _fill_tooth_hollows, "a second ring does not seat on tower_ring"),
        ("rings", "tower_ring", _narrow_socket, "a ring does not seat on tower_base_white"),
        ("caps", "tower_cap_red", _narrow_socket, "tower_cap_red does not seat on tower_ring"),
        ("caps", "tower_ring", _cut_bead, "tower_cap_blue does not snap on tower_ring"),
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
    assert fault in " | ".join(getattr(parts, check)(SIZES, broken))


def test_two_caps_with_one_symbol_are_found(meshes: Meshes) -> None:
    same = {**meshes, "tower_cap_pink": meshes["tower_cap_blue"]}
    found = parts.caps(SIZES, same)
    assert found == [
        "tower_cap_pink and tower_cap_blue have symbols that a finger cannot tell apart"
    ]


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
    return mount + cylinder(4.0, 10, 15.2, 0, SIZES.mount_hole)


def _raise_post(case: m3d.Manifold) -> m3d.Manifold:
    return case + block((-30, -30, 0), (-20, 30, 8))


@pytest.mark.parametrize(
    ("name", "change", "fault"),
    [
        ("grid_tile", _block_multiplexer, "grid_tile and strip 1 are in each other's way"),
        ("mount_peg", _raise_peg, "mount_peg and strip 2 are in each other's way"),
        ("case", _raise_post, "case and controller are in each other's way"),
        ("frame_straight", _cut_tail, "a frame_straight is hooked to 1 of its neighbours"),
    ],
)
@pytest.mark.slow
def test_a_part_that_does_not_go_into_its_place_is_found(
    meshes: Meshes, name: str, change: Callable[[m3d.Manifold], m3d.Manifold], fault: str
) -> None:
    assert fault in " | ".join(sorted(parts.board(SIZES, changed(meshes, name, change))))


@pytest.mark.slow
def test_a_corner_that_cannot_be_lowered_onto_the_tails_is_found(meshes: Meshes) -> None:
    # In its place it would fit: the tails leave the room that it takes.
    shorter = {
        name: of(meshes[name].solid() - block((-200, -200, -1), (200, 200, 5.2)))
        for name in ("frame_straight", "frame_cable")
    }
    closed = {**changed(meshes, "frame_corner", _close_hollow_below), **shorter}
    found = parts.board(SIZES, closed)
    assert "a frame_corner is stopped 6 mm above its place" in found
    assert not [fault for fault in found if "in each other's way" in fault]


@pytest.mark.parametrize(
    ("sizes", "fault"),
    [
        (replace(SIZES, hole_across=(5.0, 19.0)), "mount_peg and strip"),
        (replace(SIZES, hole_along=(3.5, 120.0, 240.0, 316.5)), "mount_peg and strip"),
        (replace(SIZES, strip_width=26.0), "grid_tile and strip 8 are in each other's way"),
        (replace(SIZES, diffuser=3.0), "the diffuser is 1.00 mm above the frame"),
        (replace(SIZES, controller=(95.0, 62.0)), "case and controller"),
        (replace(SIZES, headers=(75.0, 90.0)), "mount_peg and strip"),
    ],
)
@pytest.mark.slow
def test_boards_that_have_changed_since_the_parts_were_made_are_found(
    meshes: Meshes, sizes: Dimensions, fault: str
) -> None:
    assert fault in " | ".join(sorted(parts.board(sizes, meshes)))


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
    assert parts.walls(SIZES, meshes) == []
    assert fault in " | ".join(parts.walls(sizes, meshes))


def test_a_gap_in_a_wall_is_found(meshes: Meshes) -> None:
    holed = changed(meshes, "grid_tile", lambda tile: tile - block((-1, 5, 1), (1, 35, 2.2)))
    assert "light gets through the wall behind square 2" in parts.walls(SIZES, holed)


def test_stale_files_are_found(tmp_path: Path) -> None:
    copy = tmp_path / "parts"
    shutil.copytree(PARTS, copy)
    assert parts.fresh(copy) == []
    manifest = json.loads((copy / "manifest.json").read_text("utf-8"))
    manifest["sources"] = "0" * 16
    (copy / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    assert "run `python -m hardware.mechanics make`" in parts.fresh(copy)[0]

    (copy / "8x8" / "base.dxf").write_text("other", encoding="utf-8")
    assert parts.cut_files(SIZES, copy) == ["8x8/base.dxf is not what the dimensions say"]
    (copy / "8x8" / printed_parts.SURFACE).unlink()
    assert "8x8/surface.svg is not what the dimensions say" in parts.cut_files(SIZES, copy)


def test_a_file_that_was_cut_off_is_no_stl_file(tmp_path: Path) -> None:
    short = tmp_path / "short.stl"
    short.write_bytes(part("tower_ring").path(SIZES, "stl").read_bytes()[:-1])
    with pytest.raises(ValueError, match=r"short\.stl is no binary STL file of \d+ triangles"):
        parts.read(short)


def test_the_page_of_parts_is_that_of_the_files(monkeypatch: pytest.MonkeyPatch) -> None:
    assert parts_page.stale() == []
    monkeypatch.setattr(parts_page, "DENSITY_G_CM3", 1.27)
    assert parts_page.stale() == [
        "PARTS.md is not what the parts are: run `python -m hardware.mechanics make`"
    ]
