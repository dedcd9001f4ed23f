"""The power budget, with the firmware's constants and with worse ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.electronics.checks import all_checks, power_budget
from tests.unit.hardware.electronics.edits import firmware_config_with


@pytest.mark.parametrize("squares", [8, 9])
def test_a_board_stays_within_a_usb_port_and_the_page_says_so(squares: int) -> None:
    table = all_checks.readme_table("Power")
    documented = {row[0]: int(row[squares - 7]) for row in table}
    assert power_budget.faults(power_budget.budget(squares), documented) == []


def test_another_number_on_the_page_is_found() -> None:
    documented = {**dict(power_budget.budget(8).rows()), "controller": 36}
    (fault,) = power_budget.faults(power_budget.budget(8), documented)
    assert "README" in fault


@pytest.mark.parametrize(
    ("limit", "fault"), [(420, "500 of a USB port"), (60, "dark pixels"), (1600, "switch")]
)
def test_a_limit_that_does_not_fit_is_found(tmp_path: Path, limit: int, fault: str) -> None:
    before = 'CURRENT_LIMIT_MA = 150 if BUILD == "quarters" else 300'
    changed = firmware_config_with(tmp_path, before, f"CURRENT_LIMIT_MA = {limit}")
    assert any(fault in each for each in power_budget.faults(power_budget.budget(8, changed)))


@pytest.mark.parametrize(("limit", "fault"), [(1450, "switch, fuse"), (200, "lowers the limit")])
def test_an_external_limit_that_does_not_fit_is_found(
    tmp_path: Path, limit: int, fault: str
) -> None:
    changed = firmware_config_with(
        tmp_path, "EXTERNAL_LIMIT_MA = 1000", f"EXTERNAL_LIMIT_MA = {limit}"
    )
    assert any(fault in each for each in power_budget.faults(power_budget.budget(8, changed)))
