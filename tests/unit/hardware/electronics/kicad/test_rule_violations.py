"""KiCad's own rules, on copies with a fault; `.ci/checks` has them for the committed boards."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hardware.electronics.fabrication.files import BoardFiles
from hardware.electronics.kicad import kicad_cli
from tests.unit.hardware.electronics.edits import move, rewrite


def kinds(faults: list[str]) -> set[str]:
    """Return the names of the violated rules."""
    return {fault.split(": ")[1] for fault in faults}


@pytest.mark.usefixtures("kicad")
@pytest.mark.slow
def test_a_net_that_was_renamed_at_one_end_breaks_a_rule(copies: Path) -> None:
    made = BoardFiles("strip8", copies)
    rewrite(made.schematic, ('(label "REF"', '(label "RFE"'))
    assert kicad_cli.rule_violations("sch", made.schematic)
    assert "net_conflict" in kinds(
        kicad_cli.rule_violations("pcb", made.pcb)
    )  # parity with the board


@pytest.mark.usefixtures("kicad")
def test_a_pin_that_was_forgotten_breaks_a_rule(copies: Path) -> None:
    made = BoardFiles("controller", copies)
    text = made.schematic.read_text("utf-8")
    spoilt, count = re.subn(r"\t\(no_connect\n(?:\t\t.*\n)*?\t\)\n", "", text, count=1)
    assert count == 1
    made.schematic.write_text(spoilt, "utf-8")
    assert "pin_not_connected" in kinds(kicad_cli.rule_violations("sch", made.schematic))


@pytest.mark.usefixtures("kicad")
@pytest.mark.slow
def test_a_track_that_was_cut_and_a_part_that_was_moved_break_rules(copies: Path) -> None:
    made = BoardFiles("controller", copies)
    text = made.pcb.read_text("utf-8")
    net = re.search(r'\(net (\d+) "/SCL"\)', text)
    assert net
    tracks = rf"\t\(segment\n(?:\t\t.*\n)*?\t\t\(net {net[1]}\)\n(?:\t\t.*\n)*?\t\)\n"
    spoilt, count = re.subn(tracks, "", text)
    assert count
    made.pcb.write_text(spoilt, "utf-8")
    move(made.pcb, "R8", 1.9)
    assert {"unconnected_items", "shorting_items"} <= kinds(
        kicad_cli.rule_violations("pcb", made.pcb)
    )
