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
