"""Time of a step, by the cost model of the simulator: figures of CircuitPython on an RP2040."""

from __future__ import annotations

import random
from contextlib import closing

import pytest

from tests.e2e.simulator_support import cells
from tests.support.lockstep import lockstep
from tests.support.serial_cable import SerialCable
from tests.support.simulated_board import SimulatedBoard

pytestmark = pytest.mark.e2e

STEP_US = {"8x8": 8000, "9x9": 9500}
HEAVIEST_MS = 20
LIFT_MS = 28
"""Goal of 30 ms from a lift to its light, less 2 for the host."""
SWEEPS = "ABCDEFGHIJKLMNOP"


@pytest.mark.parametrize("size", STEP_US)
def test_a_quiet_step_is_short_enough_for_three_scans_in_a_settle_time(size: str) -> None:
    with (
        SimulatedBoard("--seed", "3", "--size", size) as board,
        closing(SerialCable(board)) as cable,
    ):
        cable.step(100)
        cable.greet()
        cable.step(2500)
        cable.lines()
        cable.say("diag,{seq}")
        cable.step(50)
        fields = cable.lines("diag")[0]
    assert 6000 < int(fields[fields.index("scan_us") + 1]) <= STEP_US[size]


def test_the_heaviest_frame_is_on_the_lights_soon() -> None:
    """All squares in all sixteen waves."""
    with SimulatedBoard("--seed", "3") as board, closing(SerialCable(board)) as cable:
        cable.step(100)
        cable.greet()
        cable.say("palette,{seq},ffffff")
        cable.step(100)
        board.ask("watch", what=["frames"])
        names = [f"{file}{rank}" for rank in "12345678" for file in "abcdefgh"]
        lit = {name: "1" + SWEEPS[at % 16] for at, name in enumerate(names)}
        sent_ms = float(str(board.ask("state")["time_ms"]))
        cable.say("frame,{seq},1," + cells(lit))
        cable.step(200)
        frame = next(event for event in board.events if event["event"] == "frame")
    assert 8 < float(str(frame["time_us"])) / 1000 - sent_ms <= HEAVIEST_MS


def test_a_lift_is_on_the_lights_in_time_whenever_it_comes() -> None:
    """At random moments of a step; the host answers at once."""
    waits = []
    moments = random.Random(2)
    with lockstep("--seed", "2") as rig:
        rig.run(1500)
        for number in range(24):
            file = "abcdefgh"[number % 8]
            rig.run(900 + moments.randrange(24))  # slower than a sensor that flickers
            begin_ms = float(str(rig.board.ask("state")["time_ms"]))
            seen = len(rig.frames)
            rig.board.ask("lift", square=f"{file}8", seconds=0)
            rig.run(150)
            shown_us = next(us for us, lit in rig.frames[seen:] if f"{file}7" in lit)
            waits.append(shown_us / 1000 - begin_ms)
            rig.board.ask("put", square=f"{file}8", seconds=0)
            rig.run(200)
    assert max(waits) - min(waits) > 5, "they came at different moments of a step"
    assert max(waits) <= LIFT_MS
