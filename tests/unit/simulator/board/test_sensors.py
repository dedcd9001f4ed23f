"""Sensors: conversion of a magnetic field to a reading."""

from __future__ import annotations

import pytest

from simulator.board.sensors import FULL_SCALE, MIDDLE, counts, level


def test_a_north_pole_that_faces_down_lowers_the_output_by_thirty_millivolts_a_millitesla() -> None:
    assert level(0) == MIDDLE
    assert level(10) == MIDDLE - round(300 / 3300 * FULL_SCALE)
    assert level(-10) == MIDDLE + round(300 / 3300 * FULL_SCALE)


def test_the_output_stops_short_of_the_rails() -> None:
    rail = round(200 / 3300 * FULL_SCALE)
    assert level(1000) == pytest.approx(rail, abs=1)
    assert level(-1000) == pytest.approx(FULL_SCALE - rail, abs=1)


def test_counts_are_the_slope_of_the_level() -> None:
    assert level(-20) - level(0) == pytest.approx(counts(20), abs=1)
