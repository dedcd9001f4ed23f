"""The field margin: firmware, simulator and hardware agree, and too small a margin is found."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hardware import field_margin, firmware_config
from hardware.field_margin import Thresholds, faults, neighbours_mt, table, thresholds
from hardware.paths import HARDWARE
from simulator.board.geometry import Geometry
from simulator.board.pieces import Location, Piece, PieceSet
from simulator.board.reference_build import PITCH_MM

README = HARDWARE / "README.md"
DEFAULTS = Thresholds(3.5, 2.7)


def test_the_firmware_s_default_thresholds_have_every_margin() -> None:
    at = thresholds()
    assert at.on_mt == pytest.approx(DEFAULTS.on_mt, abs=0.001)
    assert at.off_mt == pytest.approx(DEFAULTS.off_mt, abs=0.001)
    assert faults(at) == []


@pytest.mark.parametrize(
    ("at", "fault"),
    [
        (Thresholds(2.9, 2.4), "on at 2.90 mT is not 2 times the 1.50 mT of centred neighbours"),
        (Thresholds(3.5, 2.6), "off at 2.60 mT is too near to the 2.57 mT"),
        (Thresholds(3.0, 2.7), "on and off are only 0.30 mT apart"),
        (Thresholds(10.5, 2.7), "a tower is seen out to 7.8 mm only"),
    ],
)
def test_thresholds_with_too_small_a_margin_are_found(at: Thresholds, fault: str) -> None:
    assert [found for found in faults(at) if found.startswith(fault)], faults(at)


def test_a_magnet_so_near_that_the_sensor_clips_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(field_margin, "SENSOR_MM", 6.0)
    assert "66 mT under a tower clip: the sensor ends at 48" in faults(DEFAULTS)


def test_a_tower_on_a_ridge_that_is_too_high_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(field_margin, "RIDGE_MM", 5.0)
    assert [fault for fault in faults(DEFAULTS) if fault.startswith("a tower on a ridge")]


def test_sensors_beside_the_middle_of_their_squares_are_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(field_margin, "SENSOR_OFF_MM", 3.0)
    found = " | ".join(faults(DEFAULTS))
    assert "a tower is seen out to 10.7 mm only, it may stand 11 off" in found
    assert "too near to the 3.19 mT of neighbours" in found


@pytest.mark.parametrize("pushed_mm", [0.0, 8.0])
def test_neighbours_make_on_the_simulated_board_what_the_margin_says(pushed_mm: float) -> None:
    geometry = Geometry(8, 8)
    board = PieceSet(geometry)
    empty = geometry.square("d4")
    x, y = geometry.middle(empty)
    reach = PITCH_MM - pushed_mm
    board.set_up(
        Piece(f"{dx} {dy}", "n", Location.BOARD, x + dx * reach, y + dy * reach)
        for dx in (-1, 0, 1)
        for dy in (-1, 0, 1)
        if dx or dy
    )
    assert board.fields_mt[empty] == pytest.approx(-neighbours_mt(pushed_mm), rel=1e-9)


def test_neighbours_that_are_pushed_less_or_away_make_less() -> None:
    worst = neighbours_mt(field_margin.PUSHED_MM)
    assert all(neighbours_mt(pushed) < worst for pushed in range(-8, 8))


def test_the_page_s_numbers_are_the_computed_ones() -> None:
    section = README.read_text("utf-8").split("## Numbers behind the firmware's thresholds\n", 1)[1]
    rows = re.findall(r"^\| (.+?) \| ([\d.]+) \|$", section.split("\n## ", 1)[0], re.MULTILINE)
    computed = table(thresholds())
    assert [what for what, _ in rows] == [what for what, _ in computed]
    for (what, documented), (_, millitesla) in zip(rows, computed, strict=True):
        digits = len(documented.partition(".")[2])
        assert documented == f"{millitesla:.{digits}f}", what


def test_a_firmware_for_another_sensor_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "config.py"
    text = firmware_config.SOURCE.read_text("utf-8")
    other.write_text(text.replace("SENSITIVITY_MV_PER_MT = 30", "SENSITIVITY_MV_PER_MT = 60"))
    with pytest.raises(ValueError, match=r"SENSITIVITY_MV_PER_MT = 60, .* 30"):
        thresholds(other)


def test_the_table_is_printed_and_says_that_nothing_is_wrong(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert field_margin.main() == 0
    shown = capsys.readouterr().out
    assert "       14 mm    0.26 mT" in shown
    assert shown.endswith("\n0 faults\n")
