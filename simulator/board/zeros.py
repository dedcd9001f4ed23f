"""Zeros of the sensors: what good ones read without a field, drawn once for each board."""

from __future__ import annotations

import random

from simulator.board.geometry import Geometry
from simulator.board.reference_build import REFERENCE_MT, ZERO_MT
from simulator.board.wiring import Wiring


def draw_zeros(geometry: Geometry, wiring: Wiring, seed: int) -> tuple[float, ...]:
    """Return the zero of each square's sensor in mT.

    All values within the limits of the data sheet are equally likely, which is harsher than real
    sensors are.  Strips add what their reference is off.  Switches have thresholds, and no zero.
    """
    chance = random.Random(f"zeros {seed}")
    own_mt = {"strips": ZERO_MT, "quarters": ZERO_MT}.get(wiring.build, 0.0)
    shared_mt = REFERENCE_MT if wiring.build == "strips" else 0.0
    zeros: list[float] = []
    for _ in range(geometry.ranks):
        rank_mt = chance.uniform(-shared_mt, shared_mt)
        zeros += (rank_mt + chance.uniform(-own_mt, own_mt) for _ in range(geometry.files))
    return tuple(zeros)
