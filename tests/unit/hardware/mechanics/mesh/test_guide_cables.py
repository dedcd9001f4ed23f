"""The guide's way of the long cables, against the cables that are computed."""

from __future__ import annotations

import pytest

from hardware.mechanics.design.dimensions import load
from hardware.mechanics.mesh import cables, connectors
from hardware.paths import HARDWARE

GUIDE = (HARDWARE / "GUIDE.md").read_text("utf-8")


@pytest.mark.parametrize("squares", [8, 9])
def test_the_guide_lays_the_long_cables_as_they_are_computed(squares: int) -> None:
    sizes = load(squares)
    ribbon, wires = list(cables.cables(sizes))[:2]
    needed = [round(cable.way + cables.FOLD_MM) for cable in (ribbon, wires)]
    assert f"need {needed[0]} and {needed[1]} mm" in GUIDE
    assert max(needed) <= 400
    assert "cut both to 400 mm" in GUIDE
    plug = connectors.on_strip(sizes, 0)["J1"]
    assert f"{plug.middle[0] + sizes.frame_gap:.0f} mm from the inner face" in GUIDE
    assert f"{plug.box[1] - 3:.0f} mm from the edge of rank 1" in GUIDE
    layers = 3 * sizes.cable.ribbon_thickness
    below = sizes.under_boards - sizes.cable.ribbon_plug
    assert layers < below
    assert f"{layers:.1f} mm, and there are {below:g} below the plugs" in GUIDE
