"""The inrush of the LEDs' supply: what the page says, and larger capacitors or other switches."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from hardware.electronics.checks import inrush
from hardware.electronics.design import boards
from hardware.electronics.design.board import Board
from hardware.paths import HARDWARE

README = (HARDWARE / "README.md").read_text("utf-8")


def with_value(board: Board, ref: str, value: str) -> Board:
    """Return a board with another value of a part."""
    other = replace(board.part(ref), item=replace(board.part(ref).item, value=value))
    return replace(board, parts=tuple(other if p.ref == ref else p for p in board.parts))


def worst(controller: Board, strips: Sequence[Board]) -> list[str]:
    """Return the faults of the fastest switch at the worst port."""
    return inrush.faults(
        inrush.simulate(controller, strips, inrush.RISE_MS["fast"], inrush.PORT_OHM)
    )


@pytest.mark.usefixtures("spice", "kicad")
@pytest.mark.parametrize(("column", "squares"), [(0, 8), (1, 9)])
def test_the_page_has_what_is_simulated(column: int, squares: int) -> None:
    section = README.split("\n### Inrush\n", 1)[1].split("\n## ", 1)[0]
    rows = [row for row in section.splitlines() if row.startswith("|")][2:]
    usual = inrush.simulate_board(squares, "usual", 0.1)
    good, bad = (inrush.simulate_board(squares, "fast", ohm) for ohm in (0.1, inrush.PORT_OHM))
    assert [row.strip("|").split("|")[1 + column].strip() for row in rows] == [
        f"{usual.micro_farad:.0f}",
        f"{usual.peak_a:.2f}",
        f"{good.peak_a:.2f}",
        f"{good.dip_v:.2f}",
        f"{bad.dip_v:.2f}",
    ]
    assert good.peak_a < inrush.LIMIT_A
    assert f"The current limit of U3, {inrush.LIMIT_A:g} A, is not reached" in section
    assert inrush.faults(bad) == []


@pytest.mark.usefixtures("spice", "kicad")
def test_larger_capacitors_are_found() -> None:
    controller, strip = boards.load("controller"), boards.load("strip9")
    (fault,) = worst(controller, [with_value(strip, "C4", "22u")] * 9)
    told = re.search(r"pull USB down to ([\d.]+) V", fault)
    assert told is not None
    assert f"with 22 it would come to {told[1]} V" in README
    (fault,) = worst(with_value(controller, "C2", "330u"), [strip] * 9)
    assert "uF behind U3" in fault


@pytest.mark.usefixtures("spice", "kicad")
def test_a_faster_switch_and_a_worse_port_are_found() -> None:
    controller, strips = boards.load("controller"), [boards.load("strip9")] * 9
    assert inrush.faults(inrush.simulate(controller, strips, 0.25, inrush.PORT_OHM))
    assert inrush.faults(inrush.simulate(controller, strips, inrush.RISE_MS["fast"], 0.8))
