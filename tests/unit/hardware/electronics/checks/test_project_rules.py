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


@pytest.mark.parametrize(
    ("loosen", "fault"),
    [
        (_ignore_clearance, "layout rules are ignored: clearance"),
        (_ignore_pins, "electrical rules are ignored: pin_not_connected"),
        (_exclude, "1 violations are excluded by hand"),
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
