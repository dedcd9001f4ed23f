"""The renderer: where labels point, and the light from below."""

from __future__ import annotations

import importlib.util

import numpy as np
from numpy.typing import NDArray

from hardware.mechanics.mesh.mesh import Mesh
from hardware.mechanics.mesh.solids import block
from tests.support.require import require

GREY = (0.6, 0.6, 0.6)
CUBE = block((0, 0, 0), (10, 10, 10))


def picture(
    above: float, *labels: tuple[str, tuple[float, float, float], tuple[float, float]]
) -> NDArray[np.uint8]:
    """Return the pixels of a cube that is seen from White's side, 100 wide."""
    require(importlib.util.find_spec("PIL") is not None, "Pillow is missing: pip install pillow")
    from hardware.mechanics.rendering.renderer import Body, Canvas, Label, View

    canvas = Canvas([Body(Mesh.from_solid(CUBE), GREY)], View(0, above), 100)
    return np.asarray(canvas.image([Label(*label) for label in labels]))


def red(pixels: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the rows and columns of the pixels of labels."""
    wide = pixels.astype(int)
    found: NDArray[np.int64] = np.argwhere((wide[..., 0] > 150) & (wide[..., 1] < 60))
    return found


def test_a_label_points_to_its_place_and_stands_away_from_it() -> None:
    pixels = picture(90, ("x", (10.0, 10.0, 10.0), (-40, 40)))
    # From above the cube fills 94 of 100 pixels: its corner is at the upper right.
    rows, columns = red(pixels).T
    assert abs(columns.max() - 97 - 4) <= 2
    assert abs(rows.min() - 3 + 4) <= 4
    assert rows.max() > 40


def test_a_label_outside_makes_the_picture_larger() -> None:
    plain = picture(90)
    left = picture(90, ("far away", (0.0, 5.0, 10.0), (-80, 0)))
    low = picture(90, ("far away", (5.0, 0.0, 10.0), (0, 60)))
    assert left.shape[1] > plain.shape[1] + 80
    assert left.shape[0] == plain.shape[0]
    assert low.shape[0] > plain.shape[0] + 50
    assert len(red(plain)) == 0


def test_what_is_seen_from_below_is_lit_from_below() -> None:
    middle = picture(-90).shape[0] // 2
    below, above = picture(-90)[middle, 50], picture(90)[middle, 50]
    assert below.mean() > 0.9 * above.mean()
