"""Margin between the field of a tower and the field of its neighbours on an empty square.

Computed with the simulator's field model and the firmware's thresholds, so that the three cannot
disagree, once for a calibrated board and once for one that was never calibrated: there nobody knows
how sensors, magnets and heights differ from those that the build was computed for.
`python -m hardware.field_margin` prints the table and ends non-zero if a margin is too small.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hardware import firmware_config, geometry
from hardware.mechanics.design.overlay_dimensions import OverlayDimensions
from simulator.board.magnetic_field import field_mt
from simulator.board.reference_build import (
    DIAMETER_MM,
    HEIGHT_TOLERANCE_MM,
    MT_TO_MV,
    NOISE_MT,
    PITCH_MM,
    RADIUS_MM,
    RAIL_MV,
    REFERENCE_MT,
    REMANENCE_MT,
    REMANENCE_TOLERANCE,
    SENSITIVITY_TOLERANCE,
    SENSOR_MM,
    SUPPLY_MV,
    THICKNESS_MM,
    ZERO_MT,
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
CENTRED_RATIO = 2.0
"""Minimum ratio of the threshold *on* to the field of centred neighbours."""
NOISES = 2.0
"""Minimum distance of *off* from the worst field of neighbours, in standard deviations of noise."""
GAP_NOISES = 8.0
"""Minimum distance of *on* from *off*, in standard deviations of noise."""


FRICTION_N = (0.03, 0.055)
"""Of a tower of 14 g on its felt, 0.2 to 0.4 of its weight; estimates."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Fields above which a tower is detected and below which it is gone, in millitesla."""

    on_mt: float
    off_mt: float


def uncalibrated(config: Path = firmware_config.SOURCE) -> Thresholds:
    """Return the firmware's thresholds of a board that was never calibrated.

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


def calibrated(config: Path = firmware_config.SOURCE) -> Thresholds:
    """Return the thresholds that a calibration gives a square whose parts are as computed."""
    names = firmware_config.load(config)
    on_mt = field_mt(0, SENSOR_MM) * names["ON_SHARE"] / 1000
    return Thresholds(on_mt, on_mt * names["OFF_SHARE"] / 1000)


def detection_range_mm(threshold_mt: float) -> float:
    """Return the displacement from the middle of a square at which a tower meets a threshold."""
    return _range_mm(lambda offset_mm: field_mt(offset_mm, SENSOR_MM), threshold_mt)


def _range_mm(reading_mt: Callable[[float], float], threshold_mt: float) -> float:
    low, high = 0.0, PITCH_MM / 2
    while high - low > 1e-3:
        middle = (low + high) / 2
        if reading_mt(middle) > threshold_mt:
            low = middle
        else:
            high = middle
    return low


def neighbours_mt(pushed_mm: float, height_mm: float = SENSOR_MM) -> float:
    """Return the magnitude of the field of eight neighbours of one side in an empty square.

    Args:
        pushed_mm: displacement of each towards the empty square, along files and ranks.
        height_mm: of their magnets above the sensor.
    """
    side = PITCH_MM - pushed_mm
    beside, across = field_mt(side, height_mm), field_mt(math.hypot(side, side), height_mm)
    return abs(4 * beside + 4 * across)


# --- Readings of good parts that differ from those computed, before a calibration ----------------


def largest_zero_mt() -> float:
    """Return the most that a good sensor reads without a field."""
    return ZERO_MT + REFERENCE_MT


def strongest_mt(field: Callable[[float], float]) -> float:
    """Return the highest reading of good parts in a field.

    Args:
        field: as a function of the height of the magnets, for parts as computed.
    """
    share = (1 + SENSITIVITY_TOLERANCE) * (1 + REMANENCE_TOLERANCE)
    return max(map(field, _heights_mm())) * share + largest_zero_mt()


def weakest_mt(field: Callable[[float], float]) -> float:
    """Return the lowest reading of good parts in a field; as `strongest_mt`."""
    share = (1 - SENSITIVITY_TOLERANCE) * (1 - REMANENCE_TOLERANCE)
    return min(map(field, _heights_mm())) * share - largest_zero_mt()


def _heights_mm() -> tuple[float, float]:
    return SENSOR_MM - HEIGHT_TOLERANCE_MM, SENSOR_MM + HEIGHT_TOLERANCE_MM


def tower_reading_mt(offset_mm: float, neighbours: bool = False) -> float:
    """Return the lowest reading of a tower off the middle of its square.

    Args:
        neighbours: True if eight towers of its side stand around it, whose fields oppose its own.
    """

    def field(height_mm: float) -> float:
        own = field_mt(offset_mm, height_mm)
        return own - neighbours_mt(0, height_mm) if neighbours else own

    return weakest_mt(field)


def empty_reading_mt(pushed_mm: float) -> float:
    """Return the highest reading of an empty square; as `neighbours_mt`."""
    return strongest_mt(lambda height_mm: neighbours_mt(pushed_mm, height_mm))


def push_n(distance_mm: float) -> float:
    """Return the force in newtons between the magnets of two standing towers, dipoles side by side.

    Towers of one side push each other away, others attract each other.
    """
    volume_m3 = math.pi * RADIUS_MM**2 * THICKNESS_MM * 1e-9
    vacuum = 4e-7 * math.pi
    moment = REMANENCE_MT / 1000 * volume_m3 / vacuum
    return 3 * vacuum / (4 * math.pi) * moment**2 / (distance_mm / 1000) ** 4


def largest_mt() -> float:
    """Return the field at which a sensor's output clips."""
    return (SUPPLY_MV / 2 - RAIL_MV) / MT_TO_MV


# --- Table and faults ----------------------------------------------------------------------------


def table(at: Thresholds, before: Thresholds) -> list[tuple[str, float]]:
    """Return the table of hardware/README.md: description and millitesla.

    Args:
        at: of a calibrated board.
        before: of a board that was never calibrated.
    """
    reach = _range_mm(tower_reading_mt, before.on_mt)
    among = _range_mm(lambda offset_mm: tower_reading_mt(offset_mm, True), before.on_mt)
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
        ("largest zero of a sensor, with its strip's reference", largest_zero_mt()),
        ("not calibrated: worst empty square, as it may read", empty_reading_mt(PUSHED_MM)),
        ("not calibrated: threshold *off*", before.off_mt),
        (
            f"not calibrated: threshold *on*, met {reach:.1f} mm off-centre at worst, "
            f"{among:.1f} among eight towers of its side",
            before.on_mt,
        ),
    ]


def calibrated_faults(at: Thresholds) -> list[str]:
    """Return a sentence for each margin of a calibrated board that is too small."""
    found = []
    centred, pushed = neighbours_mt(SENSOR_OFF_MM), neighbours_mt(PUSHED_MM + SENSOR_OFF_MM)
    if at.on_mt <= CENTRED_RATIO * centred:
        found.append(
            f"on at {at.on_mt:.2f} mT is not {CENTRED_RATIO:g} times the {centred:.2f} mT of "
            "centred neighbours"
        )
    found += _order_faults(at, pushed)
    farthest = PUSHED_MM + SENSOR_OFF_MM
    if (edge := detection_range_mm(at.on_mt)) < farthest:
        found.append(f"a tower is seen out to {edge:.1f} mm only, it may stand {farthest:g} off")
    if (raised := field_mt(farthest, SENSOR_MM + RIDGE_MM)) < RAISED_RATIO * at.on_mt:
        found.append(
            f"a tower on a ridge of the overlay makes {raised:.1f} mT, not {RAISED_RATIO:g} times "
            f"the {at.on_mt:.2f} mT of on"
        )
    if (strongest := strongest_mt(lambda height_mm: field_mt(0, height_mm))) > largest_mt():
        found.append(
            f"{strongest:.0f} mT under a tower clip: the sensor ends at {largest_mt():.0f}"
        )
    return found


def uncalibrated_faults(before: Thresholds) -> list[str]:
    """Return a sentence for each margin that is too small without a calibration."""
    farthest = PUSHED_MM + SENSOR_OFF_MM
    found = _order_faults(before, empty_reading_mt(farthest))
    if (weakest := tower_reading_mt(farthest)) < before.on_mt:
        found.append(
            f"a tower {farthest:g} mm off may read {weakest:.2f} mT only, on is at "
            f"{before.on_mt:.2f}"
        )
    return [f"not calibrated: {fault}" for fault in found]


def _order_faults(at: Thresholds, empty_mt: float) -> list[str]:
    """Check that *off* is above the worst empty square, and *on* above *off*."""
    found = []
    if at.off_mt - empty_mt < NOISES * NOISE_MT:
        found.append(
            f"off at {at.off_mt:.2f} mT is too near to the {empty_mt:.2f} mT of neighbours that "
            "are pushed towards an empty square"
        )
    if at.on_mt - at.off_mt < GAP_NOISES * NOISE_MT - 1e-3:  # the firmware counts in steps
        found.append(f"on and off are only {at.on_mt - at.off_mt:.2f} mT apart")
    return found


def main() -> int:
    """Print the margins; return the exit status."""
    at, before = calibrated(), uncalibrated()
    out = sys.stdout.write
    out(f"magnet {SENSOR_MM:g} mm above the sensor, squares of {PITCH_MM:g} mm\n\n")
    out("off-centre by   field\n")
    for offset in OFFSETS_MM:
        out(f"{offset:9d} mm {field_mt(offset, SENSOR_MM):7.2f} mT\n")
    out("\n")
    for what, millitesla in table(at, before):
        out(f"{millitesla:6.2f} mT  {what}\n")
    low, high = FRICTION_N
    for what, apart_mm in (("that touch", DIAMETER_MM), ("on neighbouring squares", PITCH_MM)):
        out(f"{push_n(apart_mm):6.3f} N   between towers {what}; friction {low:g} to {high:g}\n")
    found = calibrated_faults(at) + uncalibrated_faults(before)
    out("\n" + "".join(f"{fault}\n" for fault in found) + f"{len(found)} faults\n")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
