"""The field of a disc magnet at a sensor, and what the sensor makes of it.

A disc that is magnetised along its axis has the field of a current around its rim.  Its part along
the axis is known in closed form with the complete elliptic integral `cel` (R. Bulirsch, Numerical
calculation of elliptic integrals and elliptic functions III, 1969; N. Derby and S. Olbert,
Cylindrical magnets and ideal solenoids, 2010).  Far away the disc is a dipole.

Lengths are in mm, fields in mT.  A north pole that faces down makes a positive field here.
"""

from __future__ import annotations

import math
import tomllib
from functools import lru_cache
from pathlib import Path


def _geometry() -> dict[str, dict[str, float]]:
    """The reference build: the file that its boards and printed parts are made from as well."""
    path = Path(__file__).resolve().parents[2] / "hardware" / "geometry.toml"
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    return {name: table for name, table in tables.items() if isinstance(table, dict)}


_BUILD = _geometry()
PITCH_MM = _BUILD["square"]["pitch"]
SENSOR_MM = sum(_BUILD["stack"].values()) - _BUILD["strip"]["sensor_height"]
"""From the face of a standing tower's magnet to the Hall element: the stack on the circuit board,
less the height of the element itself."""
RADIUS_MM = _BUILD["magnet"]["diameter"] / 2
THICKNESS_MM = _BUILD["magnet"]["thickness"]
REMANENCE_MT = _BUILD["magnet"]["remanence_mt"]
DIAMETER_MM = _BUILD["tower"]["across_flats"]
"""Of a tower's base, across flats: two towers cannot be nearer to each other."""
_FAR_MM = 60.0
"""From here on the dipole is within 1 % of the disc."""

MT_TO_MV = _BUILD["sensor"]["mv_per_mt"]
SUPPLY_MV = _BUILD["sensor"]["supply_mv"]
RAIL_MV = _BUILD["sensor"]["rail_mv"]
NOISE_MT = _BUILD["sensor"]["noise_mt"]
SWITCH_ON_MT, SWITCH_OFF_MT = 3.5, 2.0
"""An on/off sensor for either pole (DRV5033FA, typical values from memory)."""
FULL_SCALE = 65535
MIDDLE = 32768
"""`AnalogIn.value` at the supply voltage and at half of it."""


def field_mt(offset_mm: float, height_mm: float) -> float:
    """Axial field of a magnet; positive in the middle, it turns round outside the magnet's edge.

    Args:
        offset_mm: distance of the magnet's axis from the sensor, sideways.
        height_mm: of the magnet's lower face above the sensor; above 0.
    """
    if offset_mm >= _FAR_MM:
        return dipole_mt(offset_mm, height_mm)
    return disc_mt(offset_mm, height_mm)


def disc_mt(offset_mm: float, height_mm: float) -> float:
    """The same, exact at any distance; takes 3 us."""
    if offset_mm == RADIUS_MM:
        offset_mm += 1e-9  # below, gamma would be 0, where `cel` has no value
    outer = RADIUS_MM + offset_mm
    inner = RADIUS_MM - offset_mm
    gamma = inner / outer
    total = 0.0
    for z, sign in ((height_mm + THICKNESS_MM, 1.0), (height_mm, -1.0)):
        reach = math.hypot(z, outer)
        total += sign * z / reach * _cel(math.hypot(z, inner) / reach, gamma * gamma, 1.0, gamma)
    return REMANENCE_MT / math.pi * RADIUS_MM / outer * total


def dipole_mt(offset_mm: float, height_mm: float) -> float:
    """The same, of a dipole in the middle of the disc."""
    z = height_mm + THICKNESS_MM / 2
    distance = math.hypot(offset_mm, z)
    volume = math.pi * RADIUS_MM**2 * THICKNESS_MM
    return REMANENCE_MT * volume / (4 * math.pi) * (3 * (z / distance) ** 2 - 1) / distance**3


@lru_cache(maxsize=1024)  # most squares feel what they felt a moment ago
def level(field: float) -> int:
    """What the 16-bit input reads for a field: a north pole that faces down lowers the output."""
    swing_mv = SUPPLY_MV / 2 - RAIL_MV
    millivolts = max(-swing_mv, min(swing_mv, field * MT_TO_MV))
    return round(MIDDLE - millivolts * FULL_SCALE / SUPPLY_MV)


def counts(field: float) -> float:
    """So many counts of the 16-bit input are a field."""
    return field * MT_TO_MV * FULL_SCALE / SUPPLY_MV


def _cel(kc: float, p: float, c: float, s: float) -> float:
    """Bulirsch's complete elliptic integral, for kc and p above 0.

    The integral, from 0 to pi/2, of
    (c cos^2 + s sin^2) / ((cos^2 + p sin^2) sqrt(cos^2 + kc^2 sin^2)).
    """
    root = math.sqrt(p)
    s /= root
    mean = 1.0
    step = kc
    weight = kc
    while True:
        previous_c = c
        c += s / root
        growth = step / root
        s = 2 * (s + previous_c * growth)
        root += growth
        previous_mean = mean
        mean += weight
        if abs(previous_mean - weight) <= previous_mean * 1e-9:
            return math.pi / 2 * (s + c * mean) / (mean * (mean + root))
        weight = 2 * math.sqrt(step)
        step = weight * mean
