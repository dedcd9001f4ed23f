"""The scenes of the trial and of the ribbon's U-turn, against the boards' files and the guide."""

from __future__ import annotations

import importlib.util
import re
from typing import TYPE_CHECKING

import numpy as np
import pytest

from hardware.electronics.fabrication.files import BoardFiles
from hardware.electronics.kicad import pcb_file
from hardware.mechanics.design.dimensions import load
from hardware.mechanics.mesh import connectors, stl
from hardware.mechanics.rendering.colours import BOARD, GREY, PLUG, WHITE, WIRE, WOOD
from hardware.paths import HARDWARE
from tests.support.require import require

if TYPE_CHECKING:
    from hardware.mechanics.rendering.renderer import Body, Scene

GUIDE = (HARDWARE / "GUIDE.md").read_text("utf-8")


def scene(name: str, squares: int) -> Scene:
    """Return a scene by name."""
    require(importlib.util.find_spec("PIL") is not None, "Pillow is missing: pip install pillow")
    from hardware.mechanics.rendering import ribbon_turn, trial

    sizes = load(squares)
    if name == "ribbon_turn":
        return ribbon_turn.ribbon_turn(sizes)
    return trial.trial(sizes, stl.read_parts(sizes))


def of(drawn: Scene, colour: tuple[float, float, float]) -> list[Body]:
    """Return the bodies of a colour."""
    return [body for body in drawn.bodies if body.colour == colour]


@pytest.mark.parametrize("squares", [8, 9])
def test_the_ribbon_ends_as_ribbon_in_wants_it(squares: int) -> None:
    """Its red edge and arrow are at pin 1 of the board, its key on the side of the odd pins."""
    drawn, sizes = scene("ribbon_turn", squares), load(squares)
    read = pcb_file.read(BoardFiles(f"strip{squares}").pcb)
    part = next(part for part in read.footprints if part.reference == "J1")
    pads = {pad.number: np.array(pad.place) for pad in part.pads}
    first, last, even = pads["1"], pads["19"], pads["2"]
    x, y = connectors.on_strip(sizes, 0)["J1"].middle
    assert first[0] > last[0]  # pin 1 is towards file h
    (red,) = (body.mesh for body in of(drawn, WIRE))
    near_white = red.points[red.points[:, 1] < y]
    assert np.all(np.abs(near_white[:, 0] - first[0]) < 1.5)
    assert first[1] > even[1]  # the odd pins are towards White: y of the file points down
    (key,), (arrow,) = of(drawn, GREY), of(drawn, WHITE)
    assert key.mesh.low[1] < y - 3
    assert arrow.mesh.low[1] < y - 3
    assert arrow.mesh.low[0] > x + 9


@pytest.mark.parametrize("squares", [8, 9])
def test_the_ribbon_turns_between_base_sheet_and_plug(squares: int) -> None:
    drawn, sizes = scene("ribbon_turn", squares), load(squares)
    (red,), (socket,), (base,) = of(drawn, WIRE), of(drawn, PLUG), of(drawn, WOOD)
    assert red.mesh.low[2] == pytest.approx(base.mesh.high[2])
    assert red.mesh.high[2] == pytest.approx(sizes.mount_top - sizes.cable.ribbon_leaves, abs=0.01)
    assert sizes.floor < socket.mesh.low[2]
    assert red.mesh.high[2] < socket.mesh.high[2] < sizes.mount_top
    assert red.mesh.open_edges() == 0


@pytest.mark.parametrize("squares", [8, 9])
def test_the_trial_stands_as_the_guide_says(squares: int) -> None:
    require(importlib.util.find_spec("PIL") is not None, "Pillow is missing: pip install pillow")
    from hardware.mechanics.rendering.trial import ACRYLIC, BLOCK_INSET, BLOCKS_HIGH, BLOCKS_LONG

    sizes = load(squares)
    apart = f"{sizes.side - 2 * BLOCK_INSET:g}"
    assert f"{apart} mm apart" in GUIDE if squares == 8 else f"(9x9: {apart})" in GUIDE
    assert f"at least {BLOCKS_HIGH:g} mm high" in GUIDE
    assert f"at least {BLOCKS_LONG:g} mm long" in GUIDE
    ordering = (HARDWARE / "ORDERING.md").read_text("utf-8")
    assert f"{ACRYLIC:g} x {ACRYLIC:g} mm" in ordering
    assert sizes.tile <= ACRYLIC
    for plug in connectors.on_strip(sizes, 0).values():
        assert plug.height < BLOCKS_HIGH
        assert plug.box[0] > BLOCK_INSET
        assert plug.box[2] < sizes.side - BLOCK_INSET


@pytest.mark.parametrize("squares", [8, 9])
def test_the_trial_has_a_board_below_every_rank_of_the_tile(squares: int) -> None:
    drawn, sizes = scene("trial", squares), load(squares)
    tested, bare = of(drawn, BOARD)
    (wood,) = of(drawn, WOOD)
    tile = max(of(drawn, WHITE), key=lambda body: float(body.mesh.high[1] - body.mesh.low[1]))
    assert tested.mesh.high[1] < bare.mesh.low[1]
    for boards in (tested, bare):
        assert boards.mesh.low[2] == pytest.approx(sizes.mount_top)
        assert wood.mesh.low[1] <= boards.mesh.low[1]
        assert boards.mesh.high[1] <= wood.mesh.high[1]
    assert wood.mesh.high[2] == pytest.approx(sizes.mount_top)
    assert bare.mesh.high[1] < tile.mesh.high[1] < bare.mesh.high[1] + sizes.pitch / 2
    told = re.search(r"behind it (\w+) \(9x9: (\w+)\) of the bare boards", GUIDE)
    assert told is not None
    names = {"two": 2, "three": 3}
    assert names[told[1 if squares == 8 else 2]] == sizes.tile_squares - 1
