"""Margin between the field of a tower and the field of its neighbours on an empty square.

Computed with the simulator's field model and the firmware's default thresholds, so that the three
cannot disagree.  `python -m hardware.field_margin` prints the table and ends non-zero if a margin
is too small.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from pathlib import Path

from hardware import firmware_config, geometry
from hardware.mechanics.design.overlay_dimensions import OverlayDimensions
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

OFFSETS_MM = range(0, 15, 2)
PUSHED_MM = (PITCH_MM - DIAMETER_MM) / 2
"""Largest displacement at which a tower still stands within its square."""
RIDGE_MM = OverlayDimensions().height
"""Height by which a tower is lifted at most that stands on a ridge of the overlay."""
SENSOR_OFF_MM = math.hypot(*geometry.load().sensor_from_middle)
"""Distance of a sensor from the middle of its square; a tower may be pushed to the other side."""
RAISED_RATIO = 2.0
"""Minimum ratio of the field of such a tower at the edge of its square to the threshold *on*."""
STRONG = 1.05
"""Magnets differ by 5 % (from memory): the strongest must not clip."""
CENTRED_RATIO = 2.0
"""Minimum ratio of the threshold *on* to the field of centred neighbours."""
NOISES = 2.0
"""Minimum distance of *off* from the worst field of neighbours, in standard deviations of noise."""
GAP_NOISES = 8.0
"""Minimum distance of *on* from *off*, in standard deviations of noise."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Fields above which a tower is detected and below which it is gone, in millitesla."""

    on_mt: float
    off_mt: float


def thresholds(config: Path = firmware_config.SOURCE) -> Thresholds:
    """Return the firmware's default thresholds, for boards that are not calibrated.

    Raises:
        ValueError: its sensors or supply are not those that the margin is computed for.
    """
    names = firmware_config.load(config)
    for name, wanted in (("SENSITIVITY_MV_PER_MT", MT_TO_MV), ("SUPPLY_MV", SUPPLY_MV)):
        if names[name] != wanted:
            raise ValueError(
                f"{config.name} says {name} = {names[name]!r}, hardware/geometry.toml {wanted:g}: "
                "they must be the same"
            )
    mt_per_count = SUPPLY_MV / MT_TO_MV / names["FULL_SCALE"]
    return Thresholds(names["ON_LEVEL"] * mt_per_count, names["OFF_LEVEL"] * mt_per_count)


def detection_range_mm(threshold_mt: float) -> float:
    """Return the displacement from the middle of a square at which a tower meets a threshold."""
    low, high = 0.0, PITCH_MM / 2
    while high - low > 1e-3:
        middle = (low + high) / 2
        if field_mt(middle, SENSOR_MM) > threshold_mt:
            low = middle
        else:
            high = middle
    return low


def neighbours_mt(pushed_mm: float) -> float:
    """Return the magnitude of the field of eight neighbours of one side in an empty square.

    Args:
        pushed_mm: displacement of each towards the empty square, along files and ranks.
    """
    side = PITCH_MM - pushed_mm
    beside, across = field_mt(side, SENSOR_MM), field_mt(math.hypot(side, side), SENSOR_MM)
    return abs(4 * beside + 4 * across)


def largest_mt() -> float:
    """Return the field at which a sensor's output clips."""
    return (SUPPLY_MV / 2 - RAIL_MV) / MT_TO_MV


def table(at: Thresholds) -> list[tuple[str, float]]:
    """Return the table of hardware/README.md: description and millitesla."""
    return [
        ("tower in the middle of its square", field_mt(0, SENSOR_MM)),
        ("tower 8 mm off-centre", field_mt(8, SENSOR_MM)),
        (
            f"tower {PUSHED_MM:g} mm off-centre, on a ridge of the overlay",
            field_mt(PUSHED_MM, SENSOR_MM + RIDGE_MM),
        ),
        (
            f"tower {detection_range_mm(at.on_mt):.1f} mm off-centre: the threshold *on*",
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
    """Return a sentence for each margin that is too small."""
    found = []
    centred, pushed = neighbours_mt(SENSOR_OFF_MM), neighbours_mt(PUSHED_MM + SENSOR_OFF_MM)
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
    farthest = PUSHED_MM + SENSOR_OFF_MM
    if (edge := detection_range_mm(at.on_mt)) < farthest:
        found.append(f"a tower is seen out to {edge:.1f} mm only, it may stand {farthest:g} off")
    if (raised := field_mt(farthest, SENSOR_MM + RIDGE_MM)) < RAISED_RATIO * at.on_mt:
        found.append(
            f"a tower on a ridge of the overlay makes {raised:.1f} mT, not {RAISED_RATIO:g} times "
            f"the {at.on_mt:.2f} mT of on"
        )
    if (strongest := field_mt(0, SENSOR_MM) * STRONG) > largest_mt():
        found.append(
            f"{strongest:.0f} mT under a tower clip: the sensor ends at {largest_mt():.0f}"
        )
    return found


def main() -> int:
    """Print the margins; return the exit status."""
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
