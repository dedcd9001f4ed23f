"""Power cuts while the board writes its memory, with the real firmware in the simulator.

Every step of a write is cut in tests/micropython/nvm/test_record_log.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from kamiboard.nvm.calibration import DAMAGED, OLDER
from tests.support.serial_cable import SerialCable
from tests.support.simulated_board import SimulatedBoard

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

SQUARES = [f"{file}{rank}" for rank in "12345678" for file in "abcdefgh"]


class Bench:
    """A board that is switched on and off; the bytes are counted over all connections."""

    def __init__(self, board: SimulatedBoard) -> None:
        self.board = board
        self._written = 0

    @contextmanager
    def connected(self) -> Iterator[SerialCable]:
        """Open the port of the running board."""
        sent = int(str(self.board.step(3000)["sent"]))
        with closing(SerialCable(self.board)) as cable:
            cable.missed, cable.written = sent, self._written
            yield cable
            self._written = cable.written

    def calibrate(self, cut: int | None = None) -> None:
        """Calibrate the board; `cut`: the power is cut after so many steps of the last write."""
        with self.connected() as cable:
            cable.greet()
            self.board.ask("setup", pieces=[])
            cable.step(100)
            cable.say("calibrate,{seq},start")
            cable.step(4000)
            for name in SQUARES:
                self.board.ask("setup", pieces=[{"id": "x", "pole": "n", "square": name}])
                cable.step(30)
            self.board.ask("setup", pieces=[])
            cable.step(100)
            assert cable.lines("calib")[-1][2] == "home"
            if cut is not None:
                self.board.ask("fault", name="cut_memory_write", steps=cut)
            cable.say("calibrate,{seq},next")
            self.board.step(300, received=cable.written)

    def replug(self) -> tuple[str, list[list[str]]]:
        """Plug the board in anew; return the id of the calibration in force, and its warnings."""
        if {"event": "board", "state": "unplugged"} not in self.board.events:
            self.board.ask("unplug")
        self.board.events.clear()
        self.board.ask("plug")
        with self.connected() as cable:
            cable.say("hello,{seq},1.5,0.1.0")
            cable.step(200)
            lines = cable.lines()
        hello = next(line for line in lines if line[0] == "hello")
        return hello[9], [line[2:] for line in lines if line[0] == "warn"]


@pytest.fixture
def bench() -> Iterator[Bench]:
    """Start a stopped simulator."""
    with SimulatedBoard("--seed", "3") as board:
        board.ask("watch", what=["done"])
        yield Bench(board)


@pytest.mark.parametrize("steps", [2, 390])
def test_of_a_calibration_cut_short_the_one_before_is_in_force(bench: Bench, steps: int) -> None:
    bench.calibrate()
    before, warnings = bench.replug()
    assert (len(before), warnings) == (4, [])
    bench.calibrate(steps)
    assert {"event": "board", "state": "unplugged"} in bench.board.events
    assert bench.replug() == (before, [["calibration", OLDER]])
    bench.calibrate()
    after, warnings = bench.replug()
    assert (len(after), warnings) == (4, [])
    assert after != before


def test_a_first_calibration_cut_short_is_damaged_and_not_missing(bench: Bench) -> None:
    assert bench.replug() == ("-", [])
    bench.calibrate(200)
    assert bench.replug() == ("-", [["calibration", DAMAGED]])
