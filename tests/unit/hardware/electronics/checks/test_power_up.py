"""The power-up of a strip, with the firmware's delays and with shorter ones."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hardware.electronics.checks import power_up
from hardware.electronics.design import boards
from tests.unit.hardware.electronics.edits import firmware_config_with


@pytest.mark.usefixtures("spice", "kicad")
@pytest.mark.parametrize("squares", [8, 9])
def test_the_firmware_waits_long_enough_for_a_strip(squares: int) -> None:
    result = power_up.simulate_strip(squares)
    assert power_up.faults(result) == []
    assert result.supply_us == pytest.approx(85, abs=2)  # as the firmware and the page say
    assert result.settle_us == pytest.approx(11, abs=0.5)


@pytest.mark.usefixtures("spice", "kicad")
def test_shorter_waits_of_the_firmware_are_found(tmp_path: Path) -> None:
    result = power_up.simulate_strip(8)
    for before, after in (
        ("SENSOR_WAIT_US = 450", "SENSOR_WAIT_US = 400"),
        ("CHANNEL_WAIT_US = 12", "CHANNEL_WAIT_US = 10"),
    ):
        (fault,) = power_up.faults(result, firmware_config_with(tmp_path, before, after))
        assert after.rsplit(maxsplit=1)[1] in fault


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
    deck = power_up.deck(replace(strip, parts=parts), boards.load("controller"))
    assert any(fault in each for each in power_up.faults(power_up.simulate(deck)))


@pytest.mark.parametrize(
    ("text", "value"), [("4k7", 4700), ("100R", 100), ("10n", 1e-8), ("22u", 2.2e-5), ("1k", 1e3)]
)
def test_values_are_read_as_people_write_them(text: str, value: float) -> None:
    assert power_up.value_of(text) == pytest.approx(value)


def test_a_value_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="'WS2812B'"):
        power_up.value_of("WS2812B")


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
