"""The committed parts pass every check."""

from __future__ import annotations

import pytest

from hardware.mechanics.checks import all_checks
from hardware.mechanics.design import printed_parts
from hardware.mechanics.design.dimensions import load
from hardware.mechanics.design.printed_parts import PARTS, printed
from tests.unit.hardware.mechanics.checks.edits import SIZES

TOWER = SIZES.tower


@pytest.mark.slow
def test_the_committed_parts_pass_every_check() -> None:
    faults, checked = all_checks.check_all()
    assert faults == []
    assert checked > 50


def test_every_committed_file_is_a_part_of_the_catalogue_and_every_part_is_committed() -> None:
    wanted = {PARTS / "manifest.json"}
    for squares in printed_parts.SIZES:
        sizes = load(squares)
        wanted |= {entry.path(sizes, kind) for entry in printed(sizes) for kind in ("stl", "step")}
        wanted |= {
            PARTS / f"{squares}x{squares}" / f"{name}.{kind}"
            for name in ("base", "diffuser")
            for kind in ("svg", "dxf")
        }
    wanted.add(PARTS / "8x8" / printed_parts.SURFACE)
    assert {path for path in PARTS.rglob("*") if path.is_file()} == wanted
