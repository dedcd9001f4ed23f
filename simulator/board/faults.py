"""Faults of the simulated board: sensors, strips, pixels, chip and serial line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

CHIP_FAULTS = ("adc_error", "hang")
CONSOLE_FAULT = "unread_console"
SUPPLY_FAULTS = ("overloaded_supply", "missing_supply")
LINE_FAULTS = ("lose_lines", "damage_bytes", "double_lines")
DIRECTIONS = ("in", "out")


@dataclass
class Faults:
    """The present faults.

    Attributes:
        sensors: square -> field in mT at which its sensor is stuck (0 for a dead one).
        gains: square -> share of the field that its sensor shows, if not 1.
        offsets: square -> reading of its sensor in mT without a field, if not 0.
        noises: square -> standard deviation of its sensor's noise in mT, instead of the board's.
        wires: square -> the square whose sensor is wired in its place.
        dead_pixels: squares whose LED stays dark.
        missing_strips: strips (0 first) that do not answer; of other builds their parts.
        overloaded_supply: True if the LEDs draw more than their switch allows: a short circuit.
        missing_supply: True if a wire of the LEDs' supply is broken.
        unread_console: True if a program has the console open and does not read it.
        chip: 0, or the number of a fault of CHIP_FAULTS, from 1.
        percent: (fault, direction) -> share of the lines that it hits, in per cent.
    """

    sensors: dict[int, float] = field(default_factory=dict)
    gains: dict[int, float] = field(default_factory=dict)
    offsets: dict[int, float] = field(default_factory=dict)
    noises: dict[int, float] = field(default_factory=dict)
    wires: dict[int, int] = field(default_factory=dict)
    dead_pixels: set[int] = field(default_factory=set)
    missing_strips: set[int] = field(default_factory=set)
    chip: int = 0
    unread_console: bool = False
    overloaded_supply: bool = False
    missing_supply: bool = False
    percent: dict[tuple[str, str], float] = field(default_factory=dict)

    def clear(self) -> None:
        """End all faults."""
        for broken in (self.sensors, self.gains, self.offsets, self.noises, self.wires):
            broken.clear()
        self.dead_pixels.clear()
        self.missing_strips.clear()
        self.chip = 0
        self.unread_console = False
        self.overloaded_supply = self.missing_supply = False
        self.percent.clear()

    def apply(self, fields_mt: Sequence[float], zeros_mt: Sequence[float]) -> list[float]:
        """Return the field that is read for each square, in mT.

        Args:
            fields_mt: fields at the sensors.
            zeros_mt: what the sensors read without a field.
        """
        if not (self.wires or self.sensors or self.gains or self.offsets):
            return [mt + zero_mt for mt, zero_mt in zip(fields_mt, zeros_mt, strict=True)]
        read = []
        for square in range(len(fields_mt)):
            sensor = self.wires.get(square, square)
            field_mt = fields_mt[sensor] * self.gains.get(sensor, 1.0) + zeros_mt[sensor]
            read.append(self.sensors.get(sensor, field_mt) + self.offsets.get(sensor, 0.0))
        return read

    def swap_wires(self, pairs: Iterable[tuple[int, int]]) -> None:
        """Exchange the wires of the sensors of these squares."""
        for one, other in pairs:
            at_one, at_other = self.wires.get(one, one), self.wires.get(other, other)
            self.wires[one], self.wires[other] = at_other, at_one
