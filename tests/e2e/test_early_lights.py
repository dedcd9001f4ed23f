"""Lights of lifts that have not settled, on the real firmware, with bouncing and noisy sensors."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest

from host.engine.squares import parse_square
from host.guidance.steady_lights import STEADY_MS
from host.link.wire import RGB
from tests.support.lockstep import LockstepRig, lockstep

pytestmark = pytest.mark.e2e

TOWER_MT = 35
D7 = parse_square("d7", (8, 8))


class Lights:
    """The frames that a host sends, as (time in ms, wire text of each cell)."""

    def __init__(self, rig: LockstepRig) -> None:
        self.frames = [(rig.now_ms, list(rig.controller.frame))]
        self._show = rig.link.show
        rig.link.show = self.show  # type: ignore[method-assign]

    def show(self, palette: Sequence[RGB], cells: str, now_ms: int) -> None:
        """Take note of a frame, and send it."""
        lights = [cells[at : at + 2] for at in range(0, len(cells), 2)]
        if self.frames[-1][1] != lights:
            self.frames.append((now_ms, lights))
        self._show(palette, cells, now_ms)

    def changes_ms(self, square: int) -> list[int]:
        """Return the times at which the light of a square has changed."""
        return [ms for (_, was), (ms, now) in pairwise(self.frames) if now[square] != was[square]]

    def check_steady(self) -> None:
        """Check that no square has changed twice within 80 ms."""
        for square in range(64):
            times = self.changes_ms(square)
            assert all(later - earlier >= STEADY_MS for earlier, later in pairwise(times))


@pytest.fixture
def rig() -> Iterator[LockstepRig]:
    with lockstep("--seed", "2") as rig:
        rig.run(8000)
        yield rig


@pytest.mark.parametrize("mt", [12, 20])
def test_noisy_sensors_make_no_move_and_no_light_flickers(rig: LockstepRig, mt: int) -> None:
    lights = Lights(rig)
    for square in ("d8", "f8", "b1"):
        rig.board.ask("fault", name="noisy_sensor", square=square, mt=mt)
    rig.run(20_000)
    lights.check_steady()
    assert rig.session.plies == ()
    assert len(lights.changes_ms(D7)) <= 2 * 3 * 20, "each sensor once a second, on and off"


@pytest.mark.parametrize("seed", range(4))
def test_a_lift_that_bounces_is_lit_once(rig: LockstepRig, seed: int) -> None:
    chance, lights = random.Random(seed), Lights(rig)
    rig.board.ask("lift", square="d8", seconds=0)
    for _ in range(3):
        rig.run(chance.uniform(2, 9))
        rig.board.ask("fault", name="stuck", square="d8", level_mt=TOWER_MT)
        rig.run(chance.uniform(2, 9))
        rig.board.ask("mend")
    rig.run(1000)
    assert len(lights.changes_ms(D7)) == 1
    assert rig.session.view().lifted == parse_square("d8", (8, 8))
    rig.board.ask("put", square="d5", seconds=0)
    rig.run(1500)
    assert [ply.text for ply in rig.session.plies] == ["d8d5"]
    lights.check_steady()


def test_a_dropout_of_one_scan_lights_a_square_for_a_moment_and_is_no_lift(
    rig: LockstepRig,
) -> None:
    lights = Lights(rig)
    rig.board.ask("fault", name="dead_sensor", square="d8")
    rig.run(9)
    rig.board.ask("mend")
    rig.run(3000)
    lit_ms, dark_ms = lights.changes_ms(D7)
    assert dark_ms - lit_ms == STEADY_MS
    assert rig.session.plies == ()
    assert rig.session.view().correction is None
