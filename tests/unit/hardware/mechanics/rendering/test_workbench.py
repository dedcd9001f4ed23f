"""The pictures of work by hand, against the boards' files, the parts and the guide."""

from __future__ import annotations

import importlib.util

import numpy as np
import pytest

from hardware.electronics.fabrication.files import BoardFiles
from hardware.electronics.kicad import pcb_file
from hardware.mechanics.design.dimensions import load
from hardware.mechanics.fabrication import fasteners
from hardware.mechanics.mesh.stl import Meshes
from hardware.mechanics.rendering.colours import BRASS, RIBBON, STEEL, WIRE
from tests.support.require import require

SIZES = load(8)


def test_the_button_is_beside_the_usb_socket_on_the_side_of_pin_1() -> None:
    require(importlib.util.find_spec("PIL") is not None, "Pillow is missing: pip install pillow")
    from hardware.mechanics.rendering import workbench

    read = pcb_file.read(BoardFiles("controller").pcb)
    part = next(part for part in read.footprints if part.reference == "U1")
    first, last, opposite = (
        np.array(SIZES.on_controller(*pad.place))
        for number in ("1", "20", "40")
        for pad in part.pads
        if pad.number == number
    )
    button = np.array(workbench.button(SIZES))
    along = (last - first) / np.linalg.norm(last - first)
    across = (opposite - first) / np.linalg.norm(opposite - first)
    assert 8 < (button - first) @ along < 14
    assert 2 < (button - first) @ across < np.linalg.norm(opposite - first) / 2


def test_the_insert_that_is_drawn_is_the_one_to_buy(meshes: Meshes) -> None:
    require(importlib.util.find_spec("PIL") is not None, "Pillow is missing: pip install pillow")
    from hardware.mechanics.rendering import workbench

    across, long = workbench.INSERT
    (bought,) = (what for what in fasteners.to_buy(SIZES) if what.startswith("brass insert"))
    assert f"M3 x {long:g} for a hole of {SIZES.insert:.1f}" in bought
    assert SIZES.insert < across < SIZES.insert + 1
    assert long < SIZES.insert_depth
    drawn = workbench.inserts(SIZES, meshes)
    lows = [float(body.mesh.high[2]) for body in drawn.bodies if body.colour == BRASS]
    top = SIZES.mount_top - SIZES.floor
    assert lows[0] > lows[1] > lows[2] == pytest.approx(top)


def test_the_folded_ribbon_runs_to_white_with_its_red_edge_towards_file_h() -> None:
    require(importlib.util.find_spec("PIL") is not None, "Pillow is missing: pip install pillow")
    from hardware.mechanics.rendering import ribbon_work

    drawn = ribbon_work.ribbon_fold(SIZES)
    red = [body.mesh for body in drawn.bodies if body.colour == WIRE]
    grey = [body.mesh for body in drawn.bodies if body.colour == RIBBON]
    straight, before, after = red
    assert straight.high[1] < grey[0].high[1]  # towards White
    assert before.high[1] < grey[1].high[1]
    assert after.low[1] < 0  # it runs to White
    assert after.low[0] > grey[2].high[0] - 1e-6  # towards file h
    assert after.low[2] == pytest.approx(before.high[2])  # on top


def test_the_jaws_close_on_socket_and_bar() -> None:
    require(importlib.util.find_spec("PIL") is not None, "Pillow is missing: pip install pillow")
    from hardware.mechanics.rendering import ribbon_work

    jaws = [body.mesh for body in ribbon_work.ribbon_press(SIZES).bodies if body.colour == STEEL]
    gaps = [float(jaws[n].low[2] - jaws[n + 1].high[2]) for n in (0, 2)]
    assert gaps[0] > gaps[1] == pytest.approx(SIZES.cable.ribbon_thickness + 7 + 3.5)
