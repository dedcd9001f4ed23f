"""The check of what is felt, with faults."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import manifold3d as m3d
import pytest

from hardware.mechanics.checks import touch
from hardware.mechanics.design.dimensions import load
from hardware.mechanics.design.overlay_dimensions import OverlayDimensions
from hardware.mechanics.design.printed_parts import cap_name
from hardware.mechanics.design.symbols import OPEN_SYMBOLS, outlines
from hardware.mechanics.mesh import stl
from hardware.mechanics.mesh.mesh import Mesh
from hardware.mechanics.mesh.solids import block, cylinder
from hardware.mechanics.mesh.stl import Meshes
from tests.unit.hardware.mechanics.checks.edits import SIZES, changed

TOWER, OVERLAY = SIZES.tower, SIZES.overlay
HIGH = TOWER.cap_height
PINK = cap_name("white", "pink")


def _filled(colour: str, size: float, low: float, high: float) -> m3d.Manifold:
    """Return a symbol as the page draws it, solid."""
    drawn = m3d.CrossSection(outlines(colour, size), m3d.FillRule.EvenOdd)
    return m3d.Manifold.extrude(drawn, high - low).translate((0, 0, low))


@pytest.mark.slow
def test_heart_and_moon_are_too_alike_unless_the_heart_is_a_line(meshes: Meshes) -> None:
    solid = meshes
    for colour in OPEN_SYMBOLS:
        filled = _filled(colour, TOWER.symbol, HIGH, HIGH + TOWER.symbol_height)
        for side in ("white", "black"):
            name = cap_name(side, colour)
            solid = {**solid, name: Mesh.from_solid(meshes[name].solid() + filled)}
    found = touch.cap_faults(SIZES, solid)
    assert [fault.partition(" differ")[0] for fault in found] == [
        "pink and purple on caps",
    ]


def _lowered(cap: m3d.Manifold) -> m3d.Manifold:
    return cap.trim_by_plane((0, 0, -1), -HIGH - 0.8)


def _without_line(cap: m3d.Manifold) -> m3d.Manifold:
    return cap - (cylinder(30, HIGH, 20) - cylinder(19, 0, 20))


def _with_line(cap: m3d.Manifold) -> m3d.Manifold:
    return cap + (cylinder(22, HIGH, HIGH + 1.2) - cylinder(20, 0, 20))


def _with_near_line(cap: m3d.Manifold) -> m3d.Manifold:
    return cap + (cylinder(22, HIGH, HIGH + 1.2) - cylinder(18.5, 0, 20))


def _turned(cap: m3d.Manifold) -> m3d.Manifold:
    return cap.rotate((0, 0, 45))


def _with_thin_line(cap: m3d.Manifold) -> m3d.Manifold:
    return cap - (cylinder(22.6, HIGH, 20) - cylinder(19, 0, 20))


@pytest.mark.parametrize(
    ("name", "change", "fault"),
    [
        (PINK, _lowered, "tower_cap_white_pink: the sign stands out by 0.8 mm only"),
        (PINK, _with_line, "tower_cap_white_pink has a line as Black's caps have"),
        (PINK, _turned, "the caps of pink have different signs"),
        (cap_name("black", "red"), _without_line, "tower_cap_black_red has no line"),
        (cap_name("black", "green"), _with_near_line, "green: the line is too near to the sign"),
        (cap_name("black", "red"), _with_thin_line, "of what is raised is too thin to print"),
    ],
)
def test_a_cap_that_a_finger_does_not_read_is_found(
    monkeypatch: pytest.MonkeyPatch,
    meshes: Meshes,
    name: str,
    change: Callable[[m3d.Manifold], m3d.Manifold],
    fault: str,
) -> None:
    monkeypatch.setattr(touch, "ANY_TURN", (0,))
    assert fault in " | ".join(touch.cap_faults(SIZES, changed(meshes, name, change)))


@pytest.mark.slow
def test_a_tile_of_the_overlay_in_another_s_place_is_found(meshes: Meshes) -> None:
    swapped = {**meshes, "overlay_a1": meshes["overlay_e1"], "overlay_e1": meshes["overlay_a1"]}
    found = touch.overlay_faults(SIZES, swapped)
    assert "a1 has not the sign of brown" in found
    assert len([fault for fault in found if "has another sign than" in fault]) > 16


HALF = SIZES.tile / 2
"""From the corner of a tile towards a1 to the origin of its file."""


def _at(
    west: float, south: float, east: float, north: float, low: float = 0.0, high: float = 0.8
) -> m3d.Manifold:
    """Return a box over the overlay's tile a1, in the coordinates of its file."""
    return block((west - HALF, south - HALF, low), (east - HALF, north - HALF, high))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda tile: tile - _at(2, 2, 12, 12, 0.21, 2), "a1 has not the sign of brown"),
        (lambda tile: tile - _at(2, 2, 5, 12, 0.21, 2), "has another sign than the other squares"),
        (lambda tile: tile + _at(0.2, 2, 2.2, 12), "the sign of brown is too near to a ridge"),
        (lambda tile: tile - _at(39, 15, 41, 25, 0.4, 2), "the ridge behind square 1 is not whole"),
        (lambda tile: tile + _at(39, 15, 41, 16, 0, 1.1), "the overlay is 1.10 mm high"),
        (lambda tile: tile + _at(8, 18, 20, 22), "the overlay covers the LED of file 1, rank 1"),
        (lambda tile: tile + _at(58, 40, 62, 50), "a tower in the middle of its square stands on"),
    ],
)
@pytest.mark.slow
def test_an_overlay_with_a_fault_is_found(
    meshes: Meshes, change: Callable[[m3d.Manifold], m3d.Manifold], fault: str
) -> None:
    found = touch.overlay_faults(SIZES, changed(meshes, "overlay_a1", change))
    assert fault in " | ".join(found)


@pytest.mark.parametrize(
    ("overlay", "fault"),
    [
        (replace(OVERLAY, height=1.0), "it would catch"),
        (replace(OVERLAY, plate=0.4), "the signs of the squares stand out by 0.4 mm only"),
    ],
)
@pytest.mark.slow
def test_an_overlay_that_is_too_high_or_too_low_is_found(
    meshes: Meshes, overlay: OverlayDimensions, fault: str
) -> None:
    found = touch.overlay_faults(replace(SIZES, overlay=overlay), meshes)
    assert fault in " | ".join(found)


def test_signs_on_a_board_without_colours_are_found() -> None:
    sizes = load(9)
    meshes = stl.read_parts(sizes)
    sign = _filled("red", OVERLAY.sign, 0, OVERLAY.height)
    marked = Mesh.from_solid(meshes["overlay"].solid() + sign.translate((-53, -53, 0)))
    found = touch.overlay_faults(sizes, {**meshes, "overlay": marked})
    assert found == ["a board without colours has signs on its squares"]


@pytest.mark.slow
def test_a_tower_without_a_bevel_would_catch(meshes: Meshes) -> None:
    edge = cylinder(TOWER.across_flats, 0, 1.5) - cylinder(TOWER.felt, -1, 2)
    sharp = changed(meshes, "tower_base_black", lambda base: base + edge)
    found = touch.overlay_faults(SIZES, sharp)
    assert found == ["a tower that slides out of its square catches on the overlay"]
