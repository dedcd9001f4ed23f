"""The netlist of a drawing, compared with the intended connections."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.electronics.design import boards
from hardware.electronics.fabrication.files import BoardFiles
from hardware.electronics.kicad import netlist
from tests.unit.hardware.electronics.edits import rewrite


@pytest.mark.usefixtures("kicad")
def test_the_drawing_is_compared_with_what_it_should_connect(copies: Path) -> None:
    schematic = BoardFiles("strip8", copies).schematic
    wanted = boards.load("strip8").pin_nets()
    assert netlist.differences(schematic, wanted) == []
    rewrite(schematic, ('(label "GATE"', '(label "COM"'))
    assert any("Q1.1" in fault for fault in netlist.differences(schematic, wanted))
