"""The check of the projects' own settings."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hardware.electronics.checks import project_rules
from hardware.electronics.design import boards
from hardware.electronics.fabrication.files import BoardFiles


@pytest.mark.parametrize("board", boards.NAMES)
def test_the_committed_projects_silence_no_rule(board: str) -> None:
    assert project_rules.faults(BoardFiles(board).project) == []


def _ignore_clearance(project: Any) -> None:
    project["board"]["design_settings"]["rule_severities"]["clearance"] = "ignore"


def _ignore_pins(project: Any) -> None:
    project["erc"]["rule_severities"]["pin_not_connected"] = "ignore"


def _exclude(project: Any) -> None:
    project["board"]["design_settings"]["drc_exclusions"] = ["clearance|1|2"]


def _loosen(project: Any) -> None:
    project["board"]["design_settings"]["rules"]["min_clearance"] = 0.05


def _join_outputs(project: Any) -> None:
    project["erc"]["pin_map"] = [
        [0 if (i, j) == (1, 8) else 2 for j in range(12)] for i in range(12)
    ]


@pytest.mark.parametrize(
    ("loosen", "fault"),
    [
        (_ignore_clearance, "layout rules are ignored: clearance"),
        (_ignore_pins, "electrical rules are ignored: pin_not_connected"),
        (_exclude, "1 violations are excluded by hand"),
        (_join_outputs, "pin_map lets output and power output be connected"),
        (_loosen, "min_clearance is 0.05 mm; board makers ask for 0.127"),
    ],
)
def test_a_project_that_silences_or_loosens_a_rule_is_found(
    copies: Path, loosen: Callable[[Any], None], fault: str
) -> None:
    file = BoardFiles("strip8", copies).project
    project = json.loads(file.read_text("utf-8"))
    loosen(project)
    file.write_text(json.dumps(project), "utf-8")
    assert project_rules.faults(file) == [f"strip8.kicad_pro: {fault}"]


def test_the_matrix_of_pins_that_kicad_writes_is_right(copies: Path) -> None:
    """KiCad adds it when it saves a project; the lines are its defaults, from one of its own."""
    rows = [
        "000000100002",
        "020100102222",
        "000000101012",
        "010000112112",
        "000000100002",
        "000000000002",
        "111110111112",
        "000100100002",
        "021200102222",
        "020100102002",
        "021100102002",
        "222222222222",
    ]
    file = BoardFiles("strip8", copies).project
    project = json.loads(file.read_text("utf-8"))
    project["erc"]["pin_map"] = [[int(level) for level in row] for row in rows]
    file.write_text(json.dumps(project), "utf-8")
    assert project_rules.faults(file) == []


def test_rules_of_ones_own_beside_a_project_are_found(copies: Path) -> None:
    file = BoardFiles("controller", copies).project
    rule = '(version 1)\n(rule "all" (severity ignore) (constraint clearance (min 0mm)))\n'
    file.with_suffix(".kicad_dru").write_text(rule, "utf-8")
    (fault,) = project_rules.faults(file)
    assert "controller.kicad_dru beside it can loosen every rule" in fault
