"""A computer that sleeps, and the clock's wrap 65 s after power-on."""

from __future__ import annotations

from contextlib import closing

import pytest

from tests.e2e.simulator_support import START, cells, greeted, square_rgb
from tests.support.serial_cable import SerialCable
from tests.support.simulated_board import SimulatedBoard

pytestmark = pytest.mark.e2e

WRAP_MS = 65_536
"""From power-on, which is half a second before the program starts."""


def test_while_the_computer_sleeps_the_board_is_dark_and_then_goes_on() -> None:
    with SimulatedBoard("--seed", "3") as board, greeted(board) as cable:
        cable.say("palette,{seq},102030")
        cable.say("frame,{seq},1," + cells({"d4": "1-"}))
        cable.step(100)
        board.ask("suspend")
        board.step(200)
        asleep = board.ask("state")
        assert asleep["ma"] == 0
        board.step(20_000)
        assert board.ask("state")["scans"] == asleep["scans"]
        board.ask("lift", square="a1", seconds=0)
        board.ask("resume")
        cable.say("beat,{seq}")
        cable.step(200)
        assert square_rgb(board.ask("state")["rgb"], "d4") == "102030"
        cable.lines()
        assert cable.snapshot() == "." + START[1:]
        cable.say("hello,{seq},1.5,0.1.0")
        cable.step(100)
        assert cable.lines("crash") == []


@pytest.mark.slow
def test_a_lift_across_the_wrap_of_the_clock_is_reported() -> None:
    with (
        SimulatedBoard("--seed", "3", "--doze", "20") as board,
        closing(SerialCable(board)) as cable,
    ):
        cable.step(100)
        cable.greet()
        for _ in range(64):  # a host that is alive
            cable.say("beat,{seq}")
            cable.step(1000)
        left_ms = WRAP_MS - 500 - float(str(board.ask("state")["time_ms"]))
        cable.step(left_ms - 8)
        cable.lines()
        board.ask("lift", square="a1", seconds=0)
        cable.step(60)
        (snap,) = cable.lines("snap")[-1:]
        assert snap[4] == "." + START[1:]
        assert int(snap[3]) < 100, "the clock has wrapped"
        cable.step(1100)
        assert cable.lines("snap")[-1][2] == snap[2], "nothing else has changed"
