"""The power budget: what a board draws from USB, with the limit that the firmware keeps."""

from __future__ import annotations

import runpy
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hardware.electronics.checks.connectivity import FIRMWARE

USB_MA = 500  # USB 2.0, after enumeration
REGULATOR_MA = 300  # what a Pico's 3.3 V may give to others; its data sheet, from memory
CONTROLLER_MA = 35  # a Pico under CircuitPython with USB at work; estimate
REGULATOR_EFFICIENCY = 0.85  # of the Pico's converter from 5 V to 3.3 V; estimate
SENSOR_MA, SENSOR_MOST_MA = 6, 10  # DRV5055: typical, most; data sheet, from memory
REFERENCE_MA = 3.3 / 9.4  # through R4 and R6 of the strip that is on
SWITCH_MA = 1500  # TPS2069C; data sheet, from memory
CONNECTOR_MA = 3000  # JST XH with AWG 22; data sheet, from memory


@dataclass(frozen=True, slots=True)
class Budget:
    """Milliamperes at 5 V, of a board of so many squares.

    Attributes:
        sensors: one row's, typical; the others are off.
        sensors_most: one row's, by the worst data.
        sensors_always: what all rows would draw without a switch, typical.
        dark: what the pixels draw that show nothing; within the light.
        light: the firmware's limit for all pixels.
        white: all pixels full on, if nobody limited them.
    """

    squares: int
    sensors: float
    sensors_most: float
    sensors_always: float
    dark: int
    light: int
    white: int

    @property
    def most(self) -> float:
        """The most that the board draws."""
        return CONTROLLER_MA + self.sensors_most + self.light

    def rows(self) -> tuple[tuple[str, int], ...]:
        """The lines of the table in hardware/README.md."""
        return (
            ("controller", CONTROLLER_MA),
            ("sensors of one row, typical", round(self.sensors)),
            ("sensors of one row, at most", round(self.sensors_most)),
            ("pixels: the firmware's limit", self.light),
            ("of that, pixels that are dark", self.dark),
            ("all of it, at most", round(self.most)),
            ("what USB gives", USB_MA),
            ("all sensors, if they were not switched", round(self.sensors_always)),
            ("all pixels white, if nothing limited them", self.white),
        )


def budget(squares: int, config: Path = FIRMWARE) -> Budget:
    """The budget with the firmware's own constants."""
    told = runpy.run_path(str(config))
    pixels, idle, channel = squares**2, told["LED_IDLE_MA"], told["CHANNEL_MA"]
    return Budget(
        squares=squares,
        sensors=_at_5_volts(squares * SENSOR_MA + REFERENCE_MA),
        sensors_most=_at_5_volts(squares * SENSOR_MOST_MA + REFERENCE_MA),
        sensors_always=_at_5_volts(pixels * SENSOR_MA),
        dark=pixels * idle,
        light=told["CURRENT_LIMIT_MA"],
        white=pixels * (idle + 3 * channel),
    )


def _at_5_volts(milliamperes: float) -> float:
    return milliamperes * 3.3 / 5 / REGULATOR_EFFICIENCY


def faults(told: Budget, table: Mapping[str, int] | None = None) -> list[str]:
    """What is too much.

    Args:
        told: the budget of a board.
        table: what hardware/README.md says, by its first column; None leaves it out.
    """
    name = f"{told.squares}x{told.squares}"
    found = []
    if told.most > USB_MA:
        found.append(f"{name}: {told.most:.0f} mA are more than the {USB_MA} of a USB port")
    if told.light > min(SWITCH_MA, CONNECTOR_MA):
        found.append(f"{name}: {told.light} mA for pixels are more than their switch lets through")
    if told.dark >= told.light:
        found.append(f"{name}: dark pixels alone draw {told.dark} mA of {told.light}")
    row = told.squares * SENSOR_MOST_MA
    if row > REGULATOR_MA:
        found.append(f"{name}: a row's sensors draw {row} mA at 3.3 V, more than {REGULATOR_MA}")
    if table is not None and table != dict(told.rows()):
        found.append(f"{name}: the README says {table}, computed is {dict(told.rows())}")
    return found
