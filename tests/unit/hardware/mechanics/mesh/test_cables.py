"""The ribbons: on which face of them their sockets are, as the guide and its picture say."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.electronics.fabrication.files import BoardFiles
from hardware.electronics.kicad import pcb_file
from hardware.mechanics.design.dimensions import load
from hardware.mechanics.mesh import cables
from hardware.paths import HARDWARE

Vector = NDArray[np.float64]
EAST, NORTH, UP = np.eye(3)
"""Towards file h, towards Black, up."""


def pins(board: str, ref: str, place: tuple[Vector, Vector]) -> tuple[Vector, Vector]:
    """Return the directions from the middle of a header to pin 1 and to its key.

    Args:
        board: name of the circuit board.
        ref: reference of the header.
        place: directions in the board of x and y of the circuit board's file.
    """
    read = pcb_file.read(BoardFiles(board).pcb)
    part = next(part for part in read.footprints if part.reference == ref)
    pads = {pad.number: np.array(pad.place) for pad in part.pads}
    first, key = pads["1"] - pads["19"], pads["1"] - pads["2"]
    return tuple(  # type: ignore[return-value]
        np.round((way[0] * place[0] + way[1] * place[1]) / np.linalg.norm(way))
        for way in (first, key)
    )


STRIP = (EAST, -NORTH)
CONTROLLER = (NORTH, EAST)  # its lower edge is towards the strips: Dimensions.on_controller


def turned(vectors: list[Vector], axis: Vector, degrees: float) -> list[Vector]:
    """Return vectors turned about an axis by the right hand."""
    angle, unit = np.radians(degrees), axis / np.linalg.norm(axis)
    return [
        np.round(
            vector * np.cos(angle)
            + np.cross(unit, vector) * np.sin(angle)
            + unit * (unit @ vector) * (1 - np.cos(angle))
        )
        for vector in vectors
    ]


def test_the_long_ribbon_has_its_sockets_on_opposite_faces() -> None:
    """Follow the ribbon from the controller to strip 1 as step_cables.png shows it."""
    red, key = pins("controller", "J1", CONTROLLER)
    along, socket = EAST, -UP  # it leaves towards the strips, its first socket below it
    assert key @ along == 1  # the key is inwards
    ribbon = turned([along, socket, red], np.cross(EAST, -UP), 90)  # down beside the controller
    ribbon = turned(ribbon, np.cross(-UP, EAST), 90)  # along the base sheet
    ribbon = turned(ribbon, EAST - NORTH, 180)  # folded at 45 degrees, towards White
    assert ribbon[0] @ -NORTH == 1
    ribbon = turned(ribbon, np.cross(-NORTH, UP), 90)  # up at White's edge
    ribbon = turned(ribbon, np.cross(UP, NORTH), 90)  # and back to RIBBON IN
    along, socket, red = ribbon
    assert along @ NORTH == 1
    pin_1, key = pins("strip8", "J1", STRIP)
    assert red @ pin_1 == 1
    assert key @ along == -1  # inwards as well
    assert socket @ UP == -1  # the first socket's face is below; the second has to point up


def test_the_long_ribbon_goes_straight_from_a_controller_at_white_s_side() -> None:
    """As in the trial: the key of J1 towards the strip, no fold."""
    red, key = pins("controller", "J1", (-EAST, NORTH))
    assert key @ NORTH == 1
    pin_1, key = pins("strip8", "J1", STRIP)
    assert red @ pin_1 == 1
    assert key @ NORTH == -1  # inwards, as the guide has the socket pressed on
    guide = (HARDWARE / "GUIDE.md").read_text("utf-8")
    assert "the controller at White's side of the strip, the key of its J1 towards" in guide


def test_a_short_ribbon_has_its_sockets_on_the_same_face_and_keys_one_way() -> None:
    out, back = pins("strip8", "J2", STRIP), pins("strip8", "J1", STRIP)
    assert np.array_equal(out, back)
    assert out[0] @ EAST == 1  # the red edge is towards file h
    assert out[1] @ NORTH == -1  # both keys towards White


def test_the_guide_says_so() -> None:
    guide = (HARDWARE / "GUIDE.md").read_text("utf-8")
    assert "ribbon, cut to 50 mm, both sockets on the same face" in guide
    assert "ribbon, cut to 500 mm, sockets on opposite faces" in guide


@pytest.mark.parametrize("squares", [8, 9])
def test_the_ribbons_reach_a_strip_that_stands_on_its_edge(squares: int) -> None:
    sizes = load(squares)
    needed = cables.way_to_standing_strip(sizes)
    assert 40 < needed <= sizes.cable.ribbon[1]
