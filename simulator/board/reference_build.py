"""Dimensions of the reference build, from hardware/geometry.toml; lengths in mm, fields in mT."""

from __future__ import annotations

import tomllib

from simulator.resources import GEOMETRY

_BUILD = tomllib.loads(GEOMETRY.read_text(encoding="utf-8"))

PITCH_MM: float = _BUILD["square"]["pitch"]
SENSOR_MM: float = sum(_BUILD["stack"].values()) - _BUILD["strip"]["sensor_height"]
"""Distance from a standing tower's magnet to the Hall element: the stack on the circuit board,
less the height of the element itself."""
DIAMETER_MM: float = _BUILD["tower"]["across_flats"]
"""Width of a tower's base across flats: two towers cannot be nearer to each other."""

RADIUS_MM: float = _BUILD["magnet"]["diameter"] / 2
THICKNESS_MM: float = _BUILD["magnet"]["thickness"]
REMANENCE_MT: float = _BUILD["magnet"]["remanence_mt"]

MT_TO_MV: float = _BUILD["sensor"]["mv_per_mt"]
SUPPLY_MV: float = _BUILD["sensor"]["supply_mv"]
RAIL_MV: float = _BUILD["sensor"]["rail_mv"]
NOISE_MT: float = _BUILD["sensor"]["noise_mt"]
ZERO_MT: float = _BUILD["sensor"]["zero_mt"]
"""Most that a good sensor reads without a field."""

SENSITIVITY_TOLERANCE: float = _BUILD["tolerance"]["sensitivity"]
REMANENCE_TOLERANCE: float = _BUILD["tolerance"]["remanence"]
HEIGHT_TOLERANCE_MM: float = _BUILD["tolerance"]["height_mm"]
REFERENCE_MT: float = SUPPLY_MV / 2 * _BUILD["tolerance"]["divider"] / MT_TO_MV
"""Most by which a strip's reference differs from half the supply, to first order: it is the middle
of two resistors, and is furthest off where one is too large and the other too small."""
