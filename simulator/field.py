"""The field of a disc magnet at a sensor, and what the sensor makes of it.

The numbers are those of the reference build (hardware/README.md, field and cross-talk): a 10 x 3 mm
N35 disc, magnetised along its axis, 8.2 mm above the Hall element of a DRV5055A2 at 3.3 V, squares
of 40 mm.  Near the axis the field is that of the current around the rim, integrated over the
disc's height with complete elliptic integrals; far off, that of a dipole.
"""

from __future__ import annotations

import math
from functools import lru_cache

PITCH_MM = 40.0
SENSOR_MM = 8.2
"""From the face of a magnet that lies on the board to the Hall element."""
RADIUS_MM = 5.0
THICKNESS_MM = 3.0
REMANENCE_T = 1.18
MT_TO_MV = 30.0
SUPPLY_MV = 3300.0
FULL_SCALE = 65535
MIDDLE = 32768
RANGE_MT = 44.0
NOISE_MT = 0.05
"""Standard deviation of one reading: sensor and converter together, an estimate."""

_MU0 = 4e-7 * math.pi
_FAR_MM = 25.0
_NODES = 12
_MOMENT = REMANENCE_T / _MU0 * math.pi * (RADIUS_MM / 1e3) ** 2 * (THICKNESS_MM / 1e3)


def field_mt(offset_mm: float, height_mm: float) -> float:
    """Axial field, mT, of a magnet whose face is `height_mm` above a point `offset_mm` off its axis.

    Positive in the middle; it turns round outside the magnet's edge.
    """
    if offset_mm > _FAR_MM or height_mm > 2 * _FAR_MM:
        return _dipole_mt(offset_mm, height_mm + THICKNESS_MM / 2)
    return _disc_mt(round(offset_mm, 1), round(height_mm, 1))


def _dipole_mt(offset_mm: float, height_mm: float) -> float:
    distance = math.hypot(offset_mm, height_mm)
    shape = 3 * height_mm**2 / distance**2 - 1
    return 1e3 * 1e-7 * _MOMENT * shape / (distance / 1e3) ** 3


@lru_cache(maxsize=65536)
def _disc_mt(offset_mm: float, height_mm: float) -> float:
    """The integral over the rim current, by the midpoint rule in the disc's height."""
    current = REMANENCE_T / _MU0 * (THICKNESS_MM / 1e3) / _NODES
    step = THICKNESS_MM / _NODES
    return 1e3 * sum(
        current * _loop_t_per_a(offset_mm / 1e3, (height_mm + (node + 0.5) * step) / 1e3)
        for node in range(_NODES)
    )


def _loop_t_per_a(offset: float, height: float) -> float:
    """Axial field of a circular loop of the magnet's radius carrying 1 A, in T; lengths in m."""
    a = RADIUS_MM / 1e3
    outer = (a + offset) ** 2 + height**2
    first, second = _elliptic(4 * a * offset / outer)
    ratio = (a * a - offset * offset - height * height) / ((a - offset) ** 2 + height**2)
    return _MU0 / (2 * math.pi * math.sqrt(outer)) * (first + ratio * second)


def _elliptic(m: float) -> tuple[float, float]:
    """Complete elliptic integrals K(m) and E(m), by the arithmetic-geometric mean."""
    a, b, c = 1.0, math.sqrt(1 - m), math.sqrt(m)
    total, power = 0.0, 0.5
    while abs(c) > 1e-12:
        total += power * c * c
        a, b, c = (a + b) / 2, math.sqrt(a * b), (a - b) / 2
        power *= 2
    first = math.pi / (2 * a)
    return first, first * (1 - total)


def level(field: float) -> int:
    """What the 16-bit input reads for a field in mT: ratiometric, clipped at the sensor's range.

    A north pole that faces down is a positive field here, and lowers the output.
    """
    clipped = max(-RANGE_MT, min(RANGE_MT, field))
    return round(MIDDLE - clipped * MT_TO_MV * FULL_SCALE / SUPPLY_MV)


def counts(field: float) -> float:
    """So many counts of the 16-bit input are a field in mT."""
    return field * MT_TO_MV * FULL_SCALE / SUPPLY_MV
