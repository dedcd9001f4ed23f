"""Times of a step, of frames and of lifts: by the cost model of the simulator, or on an image.

The goals are those of `kamisado bench --uf2`.
"""

from __future__ import annotations

import random
from contextlib import closing

import pytest

from tests.support.lockstep import lockstep
from tests.support.serial_cable import SerialCable
from tests.support.simulated_board import SimulatedBoard

pytestmark = pytest.mark.e2e

STEP_US = {"8x8": 7000, "9x9": 8100}
HEAVIEST_MS = 20
LIFT_MS = 28
"""Goal of 30 ms from a lift to its light, less 2 for the host."""
SWEEPS = "ABCDEFGHIJKLMNOP"
PATTERNS = "-bkdpshf12" + SWEEPS
COLOURS = "123456789abcdefghijklmnopqrstuv"


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
    assert 6500 < int(fields[fields.index("scan_us") + 1]) <= STEP_US[size]


@pytest.mark.parametrize("size", STEP_US)
def test_the_heaviest_frames_are_on_the_lights_soon(size: str) -> None:
    """All squares in all sixteen waves, and each square in another colour or pattern."""
    files, ranks = (int(number) for number in size.split("x"))
    with (
        SimulatedBoard("--seed", "3", "--size", size) as board,
        closing(SerialCable(board)) as cable,
    ):
        cable.step(100)
        cable.greet()
        cable.say("palette,{seq}," + ",".join(f"ff{8 * shade:02x}ff" for shade in range(31)))
        cable.step(100)
        board.ask("watch", what=["frames"])
        for number, (colours, patterns) in enumerate((("1", SWEEPS), (COLOURS, PATTERNS))):
            lit = "".join(
                colours[cell % len(colours)] + patterns[cell % len(patterns)]
                for cell in range(files * ranks)
            )
            cable.say(f"frame,{{seq}},{2 * number}," + "0-" * (files * ranks))
            cable.step(60)
            board.events.clear()
            sent_ms = float(str(board.ask("state")["time_ms"]))
            cable.say(f"frame,{{seq}},{2 * number + 1},{lit}")
            cable.step(60)
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
