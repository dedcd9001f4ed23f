"""Magnetic field of a magnet, compared with hardware/README.md and with an integral."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.board.magnetic_field import dipole_mt, disc_mt, field_mt
from simulator.board.reference_build import RADIUS_MM, REMANENCE_MT, THICKNESS_MM

# hardware/README.md and the calculation behind it: height -> {offset: field}.
CALCULATED = {
    5.0: {0: 83.1, 4: 53.8, 6: 27.6, 8: 9.4, 10: 1.0, 12: -1.9, 40: -0.311},
    8.0: {0: 36.8, 4: 26.8, 6: 17.9, 8: 10.1, 10: 4.8, 12: 1.7, 40: -0.270},
    8.15: {0: 35.4, 4: 26.0, 6: 17.5, 8: 10.0, 10: 4.8, 12: 1.8, 14: 0.3, 20: -0.8},
    12.0: {0: 15.1, 4: 12.4, 6: 9.7, 8: 6.9, 10: 4.6, 12: 2.8, 40: -0.204},
}


@pytest.mark.parametrize("height", CALCULATED)
def test_the_field_is_that_of_the_hardware_calculations(height: float) -> None:
    for offset, calculated in CALCULATED[height].items():
        digits = 0.0005 if offset == 40 else 0.0501
        assert field_mt(offset, height) == pytest.approx(calculated, abs=digits)


@given(height=st.floats(1, 80))
def test_on_the_axis_it_is_the_textbook_formula(height: float) -> None:
    def end(z: float) -> float:
        return z / math.hypot(z, RADIUS_MM)

    textbook = REMANENCE_MT / 2 * (end(height + THICKNESS_MM) - end(height))
    assert field_mt(0, height) == pytest.approx(textbook, rel=1e-6)


@given(offset=st.floats(0, 59.9), height=st.floats(4, 70))
def test_off_the_axis_it_is_the_law_of_biot_and_savart(offset: float, height: float) -> None:
    # Summed over the current around the rim, without a single elliptic integral.
    turns, pieces = 30, 120
    total = 0.0
    for turn in range(turns):
        z = height + (turn + 0.5) * THICKNESS_MM / turns
        for piece in range(pieces):
            angle = (piece + 0.5) * 2 * math.pi / pieces
            x, y = RADIUS_MM * math.cos(angle), RADIUS_MM * math.sin(angle)
            distance = math.sqrt((offset - x) ** 2 + y * y + z * z)
            total += (RADIUS_MM**2 - offset * x) / distance**3
    summed = REMANENCE_MT / (4 * math.pi) * total * THICKNESS_MM / turns * 2 * math.pi / pieces
    assert field_mt(offset, height) == pytest.approx(summed, rel=0.01, abs=0.02)


def test_far_away_the_dipole_takes_over_without_a_jump() -> None:
    for height in (8.15, 20.0, 68.0):
        assert dipole_mt(60, height) == pytest.approx(disc_mt(60, height), rel=0.02)


def test_the_edge_of_the_magnet_is_no_gap() -> None:
    beside = (disc_mt(RADIUS_MM - 1e-6, 8.15) + disc_mt(RADIUS_MM + 1e-6, 8.15)) / 2
    assert disc_mt(RADIUS_MM, 8.15) == pytest.approx(beside, rel=1e-5)
