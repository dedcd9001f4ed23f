"""The check that components of a strip are clear of the grid's walls."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hardware.electronics.fabrication.files import BoardFiles
from hardware.mechanics.checks import component_clearance
from hardware.mechanics.design.dimensions import Dimensions, load


def parts_of(sizes: Dimensions) -> list[component_clearance.Component]:
    """Return the components of the committed strip of a board."""
    return component_clearance.read(BoardFiles(f"strip{sizes.squares}").pcb)


@pytest.mark.parametrize("squares", [8, 9])
def test_every_part_of_a_strip_is_clear_of_the_walls(squares: int) -> None:
    sizes = load(squares)
    parts = parts_of(sizes)
    assert {f"U{11 + square}" for square in range(squares)} < {part.ref for part in parts}
    assert component_clearance.faults(sizes, parts) == []


@pytest.mark.parametrize("squares", [8, 9])
def test_parts_are_read_where_the_squares_have_them(squares: int) -> None:
    sizes = load(squares)
    places = {part.ref: part for part in parts_of(sizes)}
    for square in range(squares):
        x = (square + 0.5) * sizes.pitch
        sensor, led = places[f"U{11 + square}"], places[f"D{1 + square}"]
        assert (sensor.west + sensor.east) / 2 == pytest.approx(x + sizes.sensor[0], abs=0.1)
        assert (led.west + led.east) / 2 == pytest.approx(x + sizes.led[0], abs=0.1)
        assert (led.south + led.north) / 2 == pytest.approx(12.0, abs=0.1)


@pytest.mark.parametrize(
    ("sizes", "fault"),
    [
        (replace(load(8), headers=(1.0, 2.0)), "J1 stands under the wall at x = 160"),
        (replace(load(8), power=(1.0, 2.0)), "J3 stands under the wall at x = 120"),
        (replace(load(8), strip_width=40.0), "U1 stands under the wall at x = 200"),
        (replace(load(8), wall=8.0), "R1 stands under the wall at x = 200"),
    ],
)
def test_a_part_under_a_wall_is_found(sizes: Dimensions, fault: str) -> None:
    parts = parts_of(load(8))
    assert fault in " | ".join(component_clearance.faults(sizes, parts))


def test_a_part_that_was_moved_in_kicad_is_found(tmp_path: Path) -> None:
    text = BoardFiles("strip8").pcb.read_text("utf-8")
    sizes = load(8)
    start = text.index('"Reference" "C31"')
    begin = text.rindex("(footprint", 0, start)
    at = text.index("(at ", begin)
    x, rest = text[at + 4 :].split(" ", 1)
    moved = tmp_path / "moved.kicad_pcb"
    # From beside the LED of file a, 15 mm from the square's left edge, to that edge of file b.
    moved.write_text(f"{text[:at]}(at {float(x) + 25:g} {rest}", encoding="utf-8")
    found = component_clearance.faults(sizes, component_clearance.read(moved))
    assert len(found) == 1
    assert found[0].startswith("C31 stands under the wall at x = 40")
