"""Magnetic field of a tower's magnet, a disc magnetised along its axis.

Such a disc has the field of a current around its rim.  The axial component is known in closed form
with the complete elliptic integral `cel` (R. Bulirsch, Numerical calculation of elliptic integrals
and elliptic functions III, 1969; N. Derby and S. Olbert, Cylindrical magnets and ideal solenoids,
2010).  Far away the disc is a dipole.

Lengths are in mm, fields in mT.  A north pole that faces down makes a positive field here.
"""

from __future__ import annotations

import math

from simulator.board.reference_build import RADIUS_MM, REMANENCE_MT, THICKNESS_MM

_FAR_MM = 60.0
"""Distance from which on the field of a dipole is within 1 % of the disc's."""


def field_mt(offset_mm: float, height_mm: float) -> float:
    """Return the axial field of a magnet; it is positive on the axis and reverses beyond the edge.

    Args:
        offset_mm: lateral distance of the magnet's axis from the sensor.
        height_mm: of the magnet's lower face above the sensor; above 0.
    """
    if offset_mm >= _FAR_MM:
        return dipole_mt(offset_mm, height_mm)
    return disc_mt(offset_mm, height_mm)


def disc_mt(offset_mm: float, height_mm: float) -> float:
    """Return the field of the disc, exact at any distance; takes 3 us."""
    if offset_mm == RADIUS_MM:
        offset_mm += 1e-9  # otherwise gamma is 0, for which `cel` is not defined
    outer = RADIUS_MM + offset_mm
    inner = RADIUS_MM - offset_mm
    gamma = inner / outer
    total = 0.0
    for z, sign in ((height_mm + THICKNESS_MM, 1.0), (height_mm, -1.0)):
        reach = math.hypot(z, outer)
        total += sign * z / reach * _cel(math.hypot(z, inner) / reach, gamma * gamma, 1.0, gamma)
    return REMANENCE_MT / math.pi * RADIUS_MM / outer * total


def dipole_mt(offset_mm: float, height_mm: float) -> float:
    """Return the field of a dipole in the middle of the disc."""
    z = height_mm + THICKNESS_MM / 2
    distance = math.hypot(offset_mm, z)
    volume = math.pi * RADIUS_MM**2 * THICKNESS_MM
    return REMANENCE_MT * volume / (4 * math.pi) * (3 * (z / distance) ** 2 - 1) / distance**3


def _cel(kc: float, p: float, c: float, s: float) -> float:
    """Return Bulirsch's complete elliptic integral, for kc and p above 0.

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
