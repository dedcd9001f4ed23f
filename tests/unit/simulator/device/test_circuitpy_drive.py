"""CIRCUITPY drive: the firmware with two lines of its configuration changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulator.board.geometry import Geometry
from simulator.device.circuitpy_drive import CONFIG, configured

FIRMWARE = Path(__file__).parents[4] / "firmware"


def test_the_usual_board_runs_the_very_folder() -> None:
    with configured(FIRMWARE, Geometry(8, 8), "strips") as drive:
        assert drive == FIRMWARE


@pytest.mark.parametrize(
    ("geometry", "build"), [(Geometry(9, 9), "strips"), (Geometry(8, 8), "switches")]
)
def test_another_board_runs_a_copy_in_which_nothing_else_differs(
    geometry: Geometry, build: str
) -> None:
    before = {path: path.read_bytes() for path in FIRMWARE.rglob("*.py")}
    with configured(FIRMWARE, geometry, build) as drive:
        for path, data in before.items():
            copy = (drive / path.relative_to(FIRMWARE)).read_bytes()
            if path != FIRMWARE / CONFIG:
                assert copy == data
                continue
            changed = [
                line
                for line, old in zip(copy.splitlines(), data.splitlines(), strict=True)
                if line != old
            ]
            wanted = {f"FILES, RANKS = {geometry.files}, {geometry.ranks}", f'BUILD = "{build}"'}
            assert {line.decode() for line in changed} <= wanted
            assert len(changed) == 1
    assert not drive.exists()
    assert {path: path.read_bytes() for path in FIRMWARE.rglob("*.py")} == before
