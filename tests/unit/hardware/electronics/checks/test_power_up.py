"""The power-up of a strip, with the firmware's delays and with shorter ones."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.electronics.checks import all_checks, power_up
from hardware.electronics.design import boards
from kamiboard import config
from tests.unit.hardware.electronics.edits import firmware_config_with


@pytest.mark.usefixtures("spice", "kicad")
@pytest.mark.parametrize("squares", [8, 9])
def test_the_firmware_waits_long_enough_for_the_last_strip(squares: int) -> None:
    result = power_up.simulate_strip(squares)
    assert power_up.faults(result) == []
    assert [margin.left > 0 for margin in power_up.margins(result)] == 4 * [True]


def usual(patch: pytest.MonkeyPatch) -> None:
    """Take what is usual instead of the worst."""
    patch.setattr(power_up, "CONTACT_OHM", 0.02)
    patch.setattr(power_up, "SENSOR_OHM", 3.3 / 0.006)
    patch.setattr(power_up, "MULTIPLEXER_OHM", 250)


@pytest.mark.usefixtures("spice", "kicad")
def test_the_page_has_what_is_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = all_checks.readme_table("The wait for the sensors")
    controller = boards.load("controller")
    for column, squares, worst in ((3, 9, True), (2, 8, True), (1, 8, False)):
        if not worst:
            usual(monkeypatch)
        circuit = power_up.deck(boards.load(f"strip{squares}"), controller, squares)
        result = power_up.simulate(circuit)
        assert [row[column] for row in rows] == [
            f"{power_up.ribbon(squares)[0]:.2f}",
            f"{result.supply_us:.0f}",
            f"{result.steady_v:.2f}",
            f"{result.dip_v:.2f}",
            f"{result.settle_us:.1f}",
        ]
    text = " ".join(row[4] for row in rows)
    limits = (config.SENSOR_WAIT_US, power_up.SENSOR_START_US, 3.15, config.CHANNEL_WAIT_US)
    assert [float(number) for number in re.findall(r"\b\d[\d.]*", text)] == list(limits)
    assert config.counts_from_mv(3150) == config.SUPPLY_MIN


@pytest.mark.usefixtures("spice", "kicad")
@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ("SENSOR_WAIT_US = 450", "SENSOR_WAIT_US = 415", "waits 415"),
        ("CHANNEL_WAIT_US = 13", "CHANNEL_WAIT_US = 12", "waits 12"),
        ("counts_from_mv(3150)", "counts_from_mv(3220)", "wants 3.220"),
    ],
)
def test_a_shorter_wait_or_a_higher_limit_of_the_firmware_is_found(
    tmp_path: Path, before: str, after: str, fault: str
) -> None:
    result = power_up.simulate_strip(9)
    (found,) = power_up.faults(result, firmware_config_with(tmp_path, before, after))
    assert fault in found


@pytest.mark.usefixtures("spice", "kicad")
def test_a_ribbon_of_bad_contacts_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(power_up, "CONTACT_OHM", 0.1)
    circuit = power_up.deck(boards.load("strip9"), boards.load("controller"), 9)
    found = power_up.faults(power_up.simulate(circuit))
    assert [fault for fault in found if fault.startswith("sensors have")], found
    first = power_up.deck(boards.load("strip9"), boards.load("controller"), 1)
    assert power_up.faults(power_up.simulate(first)) == [], "the ribbon is short before strip 1"


@pytest.mark.usefixtures("spice", "kicad")
@pytest.mark.parametrize(
    ("ref", "value", "fault"),
    [
        ("C3", "22n", "firmware waits 450"),  # slower
        ("R2", "47R", "go down to"),  # far faster: the inrush pulls the supply down
        ("R1", "1k", "AOUT"),
    ],
)
def test_another_part_on_the_strip_is_found(ref: str, value: str, fault: str) -> None:
    strip = boards.load("strip9")
    other = replace(strip.part(ref), item=replace(strip.part(ref).item, value=value))
    parts = tuple(other if part.ref == ref else part for part in strip.parts)
    deck = power_up.deck(replace(strip, parts=parts), boards.load("controller"), 9)
    assert any(fault in each for each in power_up.faults(power_up.simulate(deck)))


@pytest.mark.usefixtures("kicad")
@pytest.mark.parametrize("squares", [8, 9])
def test_a_strip_stays_off_while_the_controller_resets(squares: int) -> None:
    assert power_up.reset_faults(boards.load(f"strip{squares}")) == []


@pytest.mark.usefixtures("kicad")
@pytest.mark.parametrize(("ohms", "fault"), [("100k", "2.20 V at its gate"), ("10k", "0.55 V")])
def test_a_weaker_pull_up_of_the_row_line_is_found(ohms: str, fault: str) -> None:
    strip = boards.load("strip8")
    parts = [
        replace(part, item=replace(part.item, value=ohms)) if part.ref == "R3" else part
        for part in strip.parts
    ]
    (found,) = power_up.reset_faults(replace(strip, parts=tuple(parts)))
    assert fault in found
