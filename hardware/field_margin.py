"""Margin between the field of a tower and the field of its neighbours on an empty square.

Computed with the simulator's field model and the firmware's default thresholds, so that the three
cannot disagree.  `python -m hardware.field_margin` prints the table and ends non-zero if a margin
is too small.
"""

from __future__ import annotations

import math
import runpy
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hardware.paths import ROOT
from simulator.board.magnetic_field import field_mt
from simulator.board.reference_build import (
    DIAMETER_MM,
    MT_TO_MV,
    NOISE_MT,
    PITCH_MM,
    RAIL_MV,
    SENSOR_MM,
    SUPPLY_MV,
)

CONFIG = ROOT / "firmware" / "kamiboard" / "config.py"
OFFSETS_MM = range(0, 15, 2)
PUSHED_MM = (PITCH_MM - DIAMETER_MM) / 2
"""A tower pushed so far still stands within its square."""
STRONG = 1.05
"""Magnets differ by 5 % (from memory): the strongest must not clip."""
CENTRED_RATIO = 2.0
"""The threshold *on* is more than this many times what centred neighbours make."""
NOISES = 2.0
"""*Off* keeps so many standard deviations of the noise from the worst that neighbours make."""
GAP_NOISES = 8.0
"""And *on* and *off* keep so many from each other."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """From which field on a tower is seen, and below which it is gone; in millitesla."""

    on_mt: float
    off_mt: float


def thresholds(config: Path = CONFIG) -> Thresholds:
    """The firmware's defaults for boards that are not calibrated.

    Args:
        config: the firmware's configuration, which imports nothing and is run as it is.

    Raises:
        ValueError: its sensors or supply are not those that the margin is computed for.
    """
    names = runpy.run_path(str(config))
    for name, wanted in (("SENSITIVITY_MV_PER_MT", MT_TO_MV), ("SUPPLY_MV", SUPPLY_MV)):
        if names[name] != wanted:
            raise ValueError(
                f"{config.name} says {name} = {names[name]!r}, hardware/geometry.toml {wanted:g}: "
                "they must be the same"
            )
    return Thresholds(*(_millitesla(names, level) for level in ("ON_LEVEL", "OFF_LEVEL")))


def _millitesla(names: Mapping[str, object], level: str) -> float:
    counts, full_scale = names[level], names["FULL_SCALE"]
    assert isinstance(counts, int)
    assert isinstance(full_scale, int)
    return counts / full_scale * SUPPLY_MV / MT_TO_MV


def seen_out_to_mm(threshold_mt: float) -> float:
    """How far from the middle of a square a tower may stand to be above a threshold."""
    low, high = 0.0, PITCH_MM / 2
    while high - low > 1e-3:
        middle = (low + high) / 2
        if field_mt(middle, SENSOR_MM) > threshold_mt:
            low = middle
        else:
            high = middle
    return low


def neighbours_mt(pushed_mm: float) -> float:
    """What eight towers of one side around an empty square make in its middle, as a magnitude.

    Args:
        pushed_mm: how far each was pushed towards the empty square, along files and ranks.
    """
    side = PITCH_MM - pushed_mm
    beside, across = field_mt(side, SENSOR_MM), field_mt(math.hypot(side, side), SENSOR_MM)
    return abs(4 * beside + 4 * across)


def largest_mt() -> float:
    """The field that a sensor can tell before its output stops."""
    return (SUPPLY_MV / 2 - RAIL_MV) / MT_TO_MV


def table(at: Thresholds) -> list[tuple[str, float]]:
    """What hardware/README.md says in a table: what it is, and millitesla."""
    return [
        ("tower in the middle of its square", field_mt(0, SENSOR_MM)),
        ("tower 8 mm off-centre", field_mt(8, SENSOR_MM)),
        (
            f"tower {seen_out_to_mm(at.on_mt):.1f} mm off-centre: the threshold *on*",
            at.on_mt,
        ),
        ("threshold *off*", at.off_mt),
        (
            "worst empty square: eight neighbours of one side, all pushed towards it",
            neighbours_mt(PUSHED_MM),
        ),
        ("eight neighbours of one side, centred", neighbours_mt(0)),
    ]


def faults(at: Thresholds) -> list[str]:
    """Margins that are too small, as sentences."""
    found = []
    centred, pushed = neighbours_mt(0), neighbours_mt(PUSHED_MM)
    if at.on_mt <= CENTRED_RATIO * centred:
        found.append(
            f"on at {at.on_mt:.2f} mT is not {CENTRED_RATIO:g} times the {centred:.2f} mT of "
            "centred neighbours"
        )
    if at.off_mt - pushed < NOISES * NOISE_MT:
        found.append(
            f"off at {at.off_mt:.2f} mT is too near to the {pushed:.2f} mT of neighbours that are "
            "pushed towards an empty square"
        )
    if at.on_mt - at.off_mt < GAP_NOISES * NOISE_MT:
        found.append(f"on and off are only {at.on_mt - at.off_mt:.2f} mT apart")
    if (edge := seen_out_to_mm(at.on_mt)) < PUSHED_MM:
        found.append(f"a tower is seen out to {edge:.1f} mm only, it may stand {PUSHED_MM:g} off")
    if (strongest := field_mt(0, SENSOR_MM) * STRONG) > largest_mt():
        found.append(
            f"{strongest:.0f} mT under a tower clip: the sensor ends at {largest_mt():.0f}"
        )
    return found


def main() -> int:
    """Print margins; the exit status."""
    at = thresholds()
    out = sys.stdout.write
    out(f"magnet {SENSOR_MM:g} mm above the sensor, squares of {PITCH_MM:g} mm\n\n")
    out("off-centre by   field\n")
    for offset in OFFSETS_MM:
        out(f"{offset:9d} mm {field_mt(offset, SENSOR_MM):7.2f} mT\n")
    out("\n")
    for what, millitesla in table(at):
        out(f"{millitesla:6.2f} mT  {what}\n")
    found = faults(at)
    out("\n" + "".join(f"{fault}\n" for fault in found) + f"{len(found)} faults\n")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
