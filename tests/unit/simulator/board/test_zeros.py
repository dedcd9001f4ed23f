"""Zeros of the sensors: within the data sheet, of each board its own, and none of switches."""

from __future__ import annotations

import statistics

import pytest

from simulator.board.geometry import Geometry
from simulator.board.reference_build import REFERENCE_MT, ZERO_MT
from simulator.board.wiring import Wiring
from simulator.board.zeros import draw_zeros

BOARD = Geometry(8, 8)
SEEDS = range(200)


def zeros(build: str, seed: int) -> tuple[float, ...]:
    """Return the zeros of a board."""
    return draw_zeros(BOARD, Wiring.load(build), seed)


@pytest.mark.parametrize(("build", "limit_mt"), [("strips", 2.55), ("quarters", 2.0)])
def test_all_boards_together_use_the_whole_data_sheet_and_no_more(
    build: str, limit_mt: float
) -> None:
    drawn = [mt for seed in SEEDS for mt in zeros(build, seed)]
    assert limit_mt == ZERO_MT + (REFERENCE_MT if build == "strips" else 0)
    assert 0.97 * limit_mt < max(drawn) <= limit_mt
    assert 0.97 * limit_mt < -min(drawn) <= limit_mt
    assert statistics.fmean(drawn) == pytest.approx(0, abs=0.05)


def test_every_seed_is_another_board_and_the_same_one_again() -> None:
    assert len({zeros("strips", seed) for seed in SEEDS}) == len(SEEDS)
    assert zeros("strips", 7) == zeros("strips", 7)
    assert len(set(zeros("strips", 7))) == BOARD.cells


def test_the_sensors_of_a_strip_share_what_their_reference_is_off() -> None:
    ranks = [
        statistics.fmean(zeros("strips", seed)[first : first + 8])
        for seed in SEEDS
        for first in range(0, BOARD.cells, 8)
    ]
    alone = ZERO_MT / 24**0.5
    """Standard deviation of the mean of eight sensors that share nothing."""
    shared = REFERENCE_MT / 3**0.5
    assert statistics.pstdev(ranks) == pytest.approx((alone**2 + shared**2) ** 0.5, rel=0.05)


def test_a_switch_has_a_threshold_and_no_zero() -> None:
    assert set(zeros("switches", 1)) == {0.0}
