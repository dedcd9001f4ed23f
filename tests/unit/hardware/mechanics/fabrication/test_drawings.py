"""What is drawn without a CAD library: symbols, cut sheets and wiring pictures."""

from __future__ import annotations

import math
import re
import tomllib
from pathlib import Path

import pytest

from hardware import wiring_diagrams
from hardware.mechanics.design import symbols
from hardware.mechanics.design.dimensions import Place, load
from hardware.mechanics.fabrication import cut_sheets, film
from host.engine.kamisado.board import COLOURS

SIZES = load(8)


def area(outline: list[Place]) -> float:
    """What a polygon encloses."""
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
    text = symbols.SOURCE.read_text("utf-8")
    source.write_text(text.replace("M4 4H20V20H4Z", "M4 4Q20 4 20 20Z"), encoding="utf-8")
    with pytest.raises(ValueError, match=r"'M4 4Q20 4 20 20Z' has a command 'Q'"):
        symbols.outlines("brown", 15.0, source)
    with pytest.raises(ValueError, match="there is no symbol for 'grey'"):
        symbols.outlines("grey", 15.0)


def circles(svg: str) -> set[tuple[float, float, float]]:
    """Middle and radius of every circle."""
    return {
        (float(x), float(y), float(r))
        for x, y, r in re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"', svg)
    }


@pytest.mark.parametrize("squares", [8, 9])
def test_the_base_sheet_has_a_hole_below_every_mount_and_the_controller(squares: int) -> None:
    sizes = load(squares)
    drawing = cut_sheets.base(sizes)
    holes = {place for place, _ in drawing.circles}
    assert len(holes) == 4 * (squares + 1) + 16 + 4 + 4
    assert {(x, rank * 40.0) for x in sizes.hole_along for rank in range(1, squares)} <= holes
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
    told = [tuple(map(float, found)) for found in re.findall(pattern, dxf)]
    moved = {(round(x - west, 3), round(north - y, 3), r) for x, y, r in told}
    assert moved == {tuple(round(v, 3) for v in circle) for circle in circles(svg)}
    assert len(told) == len(drawing.circles)
    assert dxf.count("\nVERTEX\n") == len(drawing.outlines[0])


def test_the_film_has_kamisado_s_colours_in_the_middle_of_each_square(tmp_path: Path) -> None:
    drawn = film.svg(SIZES)
    tints = film.tints()
    fields = re.findall(r'translate\(([\d.]+) ([\d.]+)\)"><rect [^>]*fill="(#\w+)"', drawn)
    assert len(fields) == 64
    told = {(float(x), float(y)): paint for x, y, paint in fields}
    assert told[20.0, 300.0] == tints["brown"][0]  # a1, lower left
    assert told[140.0, 300.0] == tints["yellow"][0]  # d1
    assert told[300.0, 20.0] == tints["brown"][0]  # h8
    assert len(set(tints.values())) == 8
    plain = tmp_path / "board.css"
    plain.write_text(film.STYLE.read_text("utf-8").replace(".c-pink {", ".c-rose {"))
    with pytest.raises(ValueError, match=r"board\.css has no tint and sign for 'pink'"):
        film.tints(plain)
    with pytest.raises(ValueError, match="8 squares on a side, not 9"):
        film.svg(load(9))


def test_the_wiring_pictures_show_every_wire_of_the_pin_map() -> None:
    for name, plan in (
        ("cables", wiring_diagrams.cables()),
        ("prototype", wiring_diagrams.prototype()),
    ):
        shown = (wiring_diagrams.PICTURES / f"{name}.svg").read_text("utf-8")
        assert len(plan.wires) > 20
        for _, begin, end, _ in plan.wires:
            for part, pin in (begin, end):
                label = plan.pins[part][pin]
                ends = {f">{part}:{pin}:{label}<", f">{part}:{label}<"}
                assert any(text in shown for text in ends), (name, ends)


def test_another_pin_map_is_not_what_the_picture_shows(tmp_path: Path) -> None:
    source = tmp_path / "pinmap.toml"
    text = wiring_diagrams.PINMAP.read_text("utf-8")
    swapped = text.replace("SEL0 = 2 ", "SEL0 = 3 ").replace("SEL1 = 3\n", "SEL1 = 2\n")
    source.write_text(swapped, encoding="utf-8")
    plan = wiring_diagrams.prototype(source)
    assert ("select", ("Pico", 5), ("Multiplexer", "S0"), "YE") in plan.wires
    shown = (wiring_diagrams.PICTURES / "prototype.svg").read_text("utf-8")
    assert f">Pico:5:{plan.pins['Pico'][5]}<" not in shown


def test_strips_find_their_own_row_line_on_the_same_pin() -> None:
    told = tomllib.loads(wiring_diagrams.PINMAP.read_text("utf-8"))
    plan = wiring_diagrams.cables()
    own = told["ribbon"]["own_row_pin"]
    assert [plan.pins[f"Strip {strip} J1"][own] for strip in (1, 2)] == ["ROW1", "ROW2"]


def test_a_wire_to_a_pin_that_is_not_there_is_refused() -> None:
    plan = wiring_diagrams.prototype()
    with pytest.raises(ValueError, match="'Pico' has no pin 99"):
        plan.wire("any", ("Pico", 99), ("Sensors", 1))
