"""The field margin: firmware, simulator and hardware agree, and too small a margin is found."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

from hardware import field_margin, firmware_config
from hardware.field_margin import (
    Thresholds,
    calibrated,
    calibrated_faults,
    neighbours_mt,
    table,
    uncalibrated,
    uncalibrated_faults,
)
from hardware.paths import HARDWARE
from simulator.board.geometry import Geometry
from simulator.board.magnetic_field import disc_mt, field_mt
from simulator.board.pieces import Location, Piece, PieceSet
from simulator.board.reference_build import PITCH_MM

README = HARDWARE / "README.md"
AS_COMPUTED = Thresholds(3.545, 2.730)
DEFAULTS = Thresholds(6.0, 5.6)


def test_the_firmware_s_thresholds_have_every_margin() -> None:
    for found, expected in ((calibrated(), AS_COMPUTED), (uncalibrated(), DEFAULTS)):
        assert found.on_mt == pytest.approx(expected.on_mt, abs=0.001)
        assert found.off_mt == pytest.approx(expected.off_mt, abs=0.001)
    assert calibrated_faults(calibrated()) == []
    assert uncalibrated_faults(uncalibrated()) == []


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
    found = calibrated_faults(at)
    assert [each for each in found if each.startswith(fault)], found


@pytest.mark.parametrize(
    ("at", "fault"),
    [
        (Thresholds(3.5, 2.7), "off at 2.70 mT is too near to the 5.50 mT of neighbours"),
        (Thresholds(6.0, 5.55), "off at 5.55 mT is too near to the 5.50 mT of neighbours"),
        (Thresholds(5.9, 5.6), "on and off are only 0.30 mT apart"),
        (Thresholds(6.3, 5.6), "a tower 8 mm off may read 6.13 mT only, on is at 6.30"),
    ],
)
def test_defaults_that_do_not_hold_for_every_good_part_are_found(
    at: Thresholds, fault: str
) -> None:
    found = uncalibrated_faults(at)
    assert [each for each in found if each.startswith(f"not calibrated: {fault}")], found


@pytest.mark.parametrize(
    ("tolerance", "value"),
    [
        ("ZERO_MT", 2.2),
        ("REFERENCE_MT", 0.75),
        ("SENSITIVITY_TOLERANCE", 0.1),
        ("REMANENCE_TOLERANCE", 0.1),
        ("HEIGHT_TOLERANCE_MM", 1.5),
    ],
)
def test_defaults_are_too_near_for_parts_that_differ_more(
    monkeypatch: pytest.MonkeyPatch, tolerance: str, value: float
) -> None:
    monkeypatch.setattr(field_margin, tolerance, value)
    assert uncalibrated_faults(DEFAULTS)


@pytest.mark.parametrize("pushed_mm", [0.0, 8.0])
def test_what_good_parts_may_read_is_the_worst_of_all_corners(pushed_mm: float) -> None:
    """Each corner of the tolerances is computed here, part by part."""
    corners = [
        (sensitivity * remanence, 8.15 + height_mm, own_mt + 3300 / 2 * divider / 30)
        for sensitivity in (0.95, 1.05)
        for remanence in (0.95, 1.05)
        for height_mm in (-0.5, 0.5)
        for own_mt in (-2.0, 2.0)
        for divider in (-0.01, 0.01)
    ]
    empty = [share * neighbours_mt(pushed_mm, mm) + zero_mt for share, mm, zero_mt in corners]
    assert max(empty) == pytest.approx(field_margin.empty_reading_mt(pushed_mm))
    tower = [share * field_mt(8.0, mm) + zero_mt for share, mm, zero_mt in corners]
    assert min(tower) == pytest.approx(field_margin.tower_reading_mt(8.0))


def test_a_magnet_so_near_that_the_sensor_clips_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(field_margin, "SENSOR_MM", 6.0)
    assert "82 mT under a tower clip: the sensor ends at 48" in calibrated_faults(AS_COMPUTED)


def test_a_tower_on_a_ridge_that_is_too_high_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(field_margin, "RIDGE_MM", 5.0)
    found = calibrated_faults(AS_COMPUTED)
    assert [fault for fault in found if fault.startswith("a tower on a ridge")]


def test_sensors_beside_the_middle_of_their_squares_are_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(field_margin, "SENSOR_OFF_MM", 3.0)
    found = " | ".join(calibrated_faults(AS_COMPUTED))
    assert "a tower is seen out to 10.7 mm only, it may stand 11 off" in found
    assert "too near to the 3.19 mT of neighbours" in found
    assert len(uncalibrated_faults(DEFAULTS)) == 2


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
    computed = table(calibrated(), uncalibrated())
    assert [what for what, _ in rows] == [what for what, _ in computed]
    for (what, documented), (_, millitesla) in zip(rows, computed, strict=True):
        digits = len(documented.partition(".")[2])
        assert documented == f"{millitesla:.{digits}f}", what


def test_towers_that_touch_may_slide_and_others_stay() -> None:
    low, high = field_margin.FRICTION_N
    touching, apart = field_margin.push_n(24), field_margin.push_n(PITCH_MM)
    assert low < touching < high
    assert apart < low / 4
    assert field_margin.push_n(30) < low, "the trial's distance"
    page = README.read_text("utf-8")
    assert f"force of {touching:.3f} N" in page
    assert f"it is {apart:.3f} N" in page
    assert f"felt, {low:g} to {high:g} N" in page
    assert f"({touching:.3f} N, computed" in (HARDWARE / "GUIDE.md").read_text("utf-8")


@pytest.mark.parametrize("mm", [24.0, 40.0])
def test_the_force_is_the_slope_of_the_energy_of_one_magnet_in_the_other_s_field(mm: float) -> None:
    """The field of one disc, from the simulator, at the middle of the other."""
    moment = 1.18 * math.pi * 0.005**2 * 0.003 / (4e-7 * math.pi)

    def energy_j(distance_mm: float) -> float:
        return moment * disc_mt(distance_mm, -1.5) / 1000

    slope = (energy_j(mm + 0.01) - energy_j(mm - 0.01)) / 0.02e-3
    assert field_margin.push_n(mm) == pytest.approx(slope, rel=0.1)


def test_a_firmware_for_another_sensor_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "config.py"
    text = firmware_config.SOURCE.read_text("utf-8")
    other.write_text(text.replace("SENSITIVITY_MV_PER_MT = 30", "SENSITIVITY_MV_PER_MT = 60"))
    with pytest.raises(ValueError, match=r"SENSITIVITY_MV_PER_MT = 60, .* 30"):
        uncalibrated(other)


def test_the_table_is_printed_and_says_that_nothing_is_wrong(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert field_margin.main() == 0
    shown = capsys.readouterr().out
    assert "       14 mm    0.26 mT" in shown
    assert shown.endswith("\n0 faults\n")
