"""The cut sheets as SVG and DXF."""

from __future__ import annotations

import math
import re

import pytest

from hardware.mechanics.design.dimensions import load
from hardware.mechanics.fabrication import cut_sheets

SIZES = load(8)


def circles(svg: str) -> set[tuple[float, float, float]]:
    """Return middle and radius of every circle."""
    return {
        (float(x), float(y), float(r))
        for x, y, r in re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"', svg)
    }


@pytest.mark.parametrize("squares", [8, 9])
def test_the_base_sheet_has_a_hole_below_every_mount_and_the_controller(squares: int) -> None:
    sizes = load(squares)
    drawing = cut_sheets.base(sizes)
    holes = {place for place, _ in drawing.circles}
    assert len(holes) == 4 * (squares + 1) + 2 + 16 + 4 + 4
    tunnels = {(4.5, 160.0), (80.0, 160.0)}
    mounts = {(x, rank * 40.0) for x in sizes.hole_along for rank in range(1, squares)}
    assert mounts - tunnels <= holes
    assert {(x, y + way * 17.1) for x, y in tunnels for way in (-1, 1)} <= holes
    west, south, east, north = drawing.box()
    assert all(west + 2 < x < east - 2 and south + 2 < y < north - 2 for x, y in holes)
    controller = sizes.controller_screws()
    assert max(math.dist(one, other) for one in controller for other in controller) == (
        pytest.approx(math.hypot(82, 54))
    )


def test_svg_and_dxf_say_the_same_in_millimetres() -> None:
    drawing = cut_sheets.base(SIZES)
    west, south, east, north = drawing.box()
    svg, dxf = drawing.svg(), drawing.dxf()
    assert f'width="{east - west:g}mm" height="{north - south:g}mm"' in svg
    pattern = r"\nCIRCLE\n8\ncut\n10\n([-\d.]+)\n20\n([-\d.]+)\n40\n([\d.]+)\n"
    drilled = [tuple(map(float, found)) for found in re.findall(pattern, dxf)]
    moved = {(round(x - west, 3), round(north - y, 3), r) for x, y, r in drilled}
    assert moved == {tuple(round(v, 3) for v in circle) for circle in circles(svg)}
    assert len(drilled) == len(drawing.circles)
    assert dxf.count("\nVERTEX\n") == len(drawing.outlines[0])
