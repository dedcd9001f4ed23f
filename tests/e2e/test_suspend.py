"""A computer that sleeps, and the clock's wrap 65 s after power-on."""

from __future__ import annotations

from contextlib import closing

import pytest

from tests.e2e.simulator_support import START, cells, greeted, square_rgb
from tests.support.serial_cable import SerialCable
from tests.support.simulated_board import SimulatedBoard

pytestmark = pytest.mark.e2e

PERIOD_MS = 1 << 29
"""Of the clock that the firmware reads; the first ends 65.5 s after power-on."""


def test_while_the_computer_sleeps_the_board_is_dark_and_then_goes_on() -> None:
    with SimulatedBoard("--seed", "3") as board, greeted(board) as cable:
        cable.say("palette,{seq},102030")
        cable.say("frame,{seq},1," + cells({"d4": "1-"}))
        cable.step(100)
        board.ask("suspend")
        board.step(200)
        asleep = board.ask("state")
        assert asleep["ma"] == 0
        board.step(10_000)  # longer than the watchdog waits
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


def test_a_lift_across_the_wrap_of_the_clock_is_reported() -> None:
    with (
        SimulatedBoard("--seed", "3", "--doze", "20", "--uptime", "58") as board,
        closing(SerialCable(board)) as cable,
    ):
        cable.step(100)
        cable.greet()
        cable.say("look,{seq}")
        while not (told := cable.lines("snap")):
            cable.step(1)
        left_ms = PERIOD_MS - int(told[-1][3]) - 14  # the step that told it took up to 9 ms
        assert 0 < left_ms < 10_000
        while left_ms > 0:
            cable.say("beat,{seq}")  # a host that is alive
            cable.step(min(1000, left_ms))
            left_ms -= 1000
        cable.lines()
        board.ask("lift", square="a1", seconds=0)
        cable.step(60)
        (snap,) = cable.lines("snap")[-1:]
        assert snap[4] == "." + START[1:]
        assert int(snap[3]) < 100, "the clock has wrapped"
        cable.step(1100)
        assert cable.lines("snap")[-1][2] == snap[2], "nothing else has changed"
