"""The outlines of the colours' symbols."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from hardware.geometry import Point
from hardware.mechanics.design import symbols
from hardware.paths import SYMBOLS
from host.engine.kamisado.board import COLOURS


def area(outline: list[Point]) -> float:
    """Return the area of a polygon."""
    following = [*outline[1:], outline[0]]
    return (
        abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(outline, following, strict=True)))
        / 2
    )


def test_every_colour_of_the_game_has_a_symbol_of_the_page() -> None:
    assert sorted(symbols.colours()) == sorted(COLOURS)


@pytest.mark.parametrize(
    ("colour", "areas"),
    [
        ("brown", [256.0]),  # a square of 16
        ("green", [175.0]),  # a triangle of 20 by 17.5
        ("red", [2 * 19 * 6.8 - 6.8**2]),  # a cross of two bars
        ("orange", [math.pi * 9.2**2, math.pi * 3.8**2]),  # a ring
    ],
)
def test_outlines_have_the_area_of_the_shapes(colour: str, areas: list[float]) -> None:
    drawn = [area(outline) for outline in symbols.outlines(colour, symbols.BOX)]
    assert drawn == pytest.approx(areas, rel=0.03)


@pytest.mark.parametrize("colour", COLOURS)
def test_a_symbol_stays_within_its_box_and_is_the_right_way_up(colour: str) -> None:
    points = [point for outline in symbols.outlines(colour, 15.0) for point in outline]
    assert all(abs(x) <= 7.5 and abs(y) <= 7.5 for x, y in points)
    if colour in {"green", "blue", "yellow"}:  # a triangle, a drop and a star point upwards
        assert max(points, key=lambda point: point[1])[0] == pytest.approx(0, abs=0.01)


def test_a_shape_that_is_not_understood_is_quoted(tmp_path: Path) -> None:
    source = tmp_path / "symbols.js"
    text = SYMBOLS.read_text("utf-8")
    source.write_text(text.replace("M4 4H20V20H4Z", "M4 4Q20 4 20 20Z"), encoding="utf-8")
    with pytest.raises(ValueError, match=r"'M4 4Q20 4 20 20Z' has a command 'Q'"):
        symbols.outlines("brown", 15.0, source)
    with pytest.raises(ValueError, match="there is no symbol for 'grey'"):
        symbols.outlines("grey", 15.0)
