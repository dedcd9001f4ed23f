"""Power budget: current drawn from USB, with the firmware's limit for the pixels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hardware import firmware_config

USB_MA = 500  # USB 2.0, after enumeration
REGULATOR_MA = 300  # limit of a Pico's 3.3 V output; its data sheet, from memory
CONTROLLER_MA = 35  # a Pico under CircuitPython with USB at work; estimate
REGULATOR_EFFICIENCY = 0.85  # of the Pico's converter from 5 V to 3.3 V; estimate
SENSOR_MA, SENSOR_MAX_MA = 6, 10  # DRV5055: typical, maximum; data sheet, from memory
REFERENCE_MA = 3.3 / 9.4  # through R4 and R6 of the selected strip
ROW_MA = 3.3 / 4.7  # through R3 of the selected strip
SWITCH_MA = 1500  # TPS2069C; data sheet, from memory
FUSE_MA = 1400  # held by the 2 A fuse F1 in a case at 60 degrees; data sheet, from memory
CONNECTOR_MA = 3000  # JST XH with AWG 22; data sheet, from memory
_EXTERNAL_MAX_MA = min(SWITCH_MA, FUSE_MA, CONNECTOR_MA)


@dataclass(frozen=True, slots=True)
class Budget:
    """Currents of a board in milliamperes at 5 V.

    Attributes:
        squares: squares on a side.
        sensors: of one row, typical; the others are off.
        sensors_max: of one row, maximum.
        sensors_always: of all rows if they were not switched, typical.
        dark: of the pixels if all are dark; part of `light`.
        light: the firmware's limit for all pixels.
        external: the same with external 5 V.
        white: of the pixels if all were white without a limit.
    """

    squares: int
    sensors: float
    sensors_max: float
    sensors_always: float
    dark: int
    light: int
    external: int
    white: int

    @property
    def total_max(self) -> float:
        """Maximum current of the board."""
        return CONTROLLER_MA + self.sensors_max + self.light

    def rows(self) -> tuple[tuple[str, int], ...]:
        """Return the rows of the table in hardware/README.md."""
        return (
            ("controller", CONTROLLER_MA),
            ("sensors of one row, typical", round(self.sensors)),
            ("sensors of one row, at most", round(self.sensors_max)),
            ("pixels: the firmware's limit", self.light),
            ("of that, pixels that are dark", self.dark),
            ("all of it, at most", round(self.total_max)),
            ("what USB gives", USB_MA),
            ("pixels: the firmware's limit with 5 V from outside", self.external),
            ("what switch, fuse and wires let through then", _EXTERNAL_MAX_MA),
            ("all sensors, if they were not switched", round(self.sensors_always)),
            ("all pixels white, if nothing limited them", self.white),
        )


def budget(squares: int, config: Path = firmware_config.SOURCE) -> Budget:
    """Return the budget of a board, with the firmware's constants."""
    constants = firmware_config.load(config)
    pixels, idle, channel = squares**2, constants["LED_IDLE_MA"], constants["CHANNEL_MA"]
    return Budget(
        squares=squares,
        sensors=_at_5_volts(squares * SENSOR_MA + REFERENCE_MA + ROW_MA),
        sensors_max=_at_5_volts(squares * SENSOR_MAX_MA + REFERENCE_MA + ROW_MA),
        sensors_always=_at_5_volts(pixels * SENSOR_MA),
        dark=pixels * idle,
        light=constants["CURRENT_LIMIT_MA"],
        external=constants["EXTERNAL_LIMIT_MA"],
        white=pixels * (idle + 3 * channel),
    )


def _at_5_volts(milliamperes: float) -> float:
    return milliamperes * 3.3 / 5 / REGULATOR_EFFICIENCY


def faults(of: Budget, table: Mapping[str, int] | None = None) -> list[str]:
    """Return the limits that a budget exceeds.

    Args:
        of: the budget of a board.
        table: its column of the table in hardware/README.md, by the first column; None to skip it.
    """
    name = f"{of.squares}x{of.squares}"
    found = []
    if of.total_max > USB_MA:
        found.append(f"{name}: {of.total_max:.0f} mA are more than the {USB_MA} of a USB port")
    if of.light > min(SWITCH_MA, CONNECTOR_MA):
        found.append(f"{name}: {of.light} mA for pixels are more than their switch lets through")
    if of.external > _EXTERNAL_MAX_MA:
        found.append(
            f"{name}: {of.external} mA for pixels from outside are more than the "
            f"{_EXTERNAL_MAX_MA} of switch, fuse and wires"
        )
    if of.external < of.light:
        found.append(f"{name}: external 5 V lowers the limit to {of.external} mA")
    if of.dark >= of.light:
        found.append(f"{name}: dark pixels alone draw {of.dark} mA of {of.light}")
    row = of.squares * SENSOR_MAX_MA + REFERENCE_MA + ROW_MA
    if row > REGULATOR_MA:
        found.append(
            f"{name}: a row's sensors draw {row:.0f} mA at 3.3 V, more than {REGULATOR_MA}"
        )
    if table is not None and table != dict(of.rows()):
        found.append(f"{name}: the README says {table}, computed is {dict(of.rows())}")
    return found
