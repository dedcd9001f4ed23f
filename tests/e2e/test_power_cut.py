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
CUTS = (1, 97, 318)
"""Steps of the record of a calibration, which has some 350: in its head, in its second page of the
flash, and near its end."""
SLOTS, RECORD = 128, 13
"""Slots of the memory, and of the record of a calibration."""
WRITTEN_MS = 1000
"""By then a calibration is begun or kept: what it needs is loaded at first, which takes 0.4 s."""


class Bench:
    """A board that is switched on and off; the bytes are counted over all connections."""

    def __init__(self, board: SimulatedBoard) -> None:
        self.board = board
        self._written = 0

    @contextmanager
    def connected(self) -> Iterator[SerialCable]:
        """Open the port of the running board."""
        sent = int(str(self.board.step(10)["sent"]))
        with closing(SerialCable(self.board)) as cable:
            cable.missed, cable.written = sent, self._written
            yield cable
            self._written = cable.written

    def fill(self, used: int) -> None:
        """Fill the memory, of which so many slots are used, with records of one slot each, so that
        one calibration has room and the next does not."""
        with self.connected() as cable:
            cable.greet()
            for _ in range(SLOTS - 2 * RECORD + 1 - used):
                cable.say("calibrate,{seq},forget")
                assert self._answer(cable) == "calib"

    def _answer(self, cable: SerialCable) -> str:
        """Return the kind of the line that answers; a chip takes its time to write its flash."""
        for _ in range(50):
            cable.step(20)
            for line in cable.lines():
                if line[0] in ("calib", "nak"):
                    return line[0]
        raise AssertionError("no answer came within a second")

    def calibrate(self, cut: int | None = None) -> None:
        """Calibrate the board; `cut`: the power is cut after so many steps of the last write."""
        with self.connected() as cable:
            cable.greet()
            self.board.ask("setup", pieces=[])
            cable.step(100)
            cable.say("calibrate,{seq},start")
            while not any(line[2] == "sweep" for line in cable.lines("calib")):
                cable.step(100)
            for name in SQUARES:
                self.board.ask("setup", pieces=[{"id": "x", "pole": "n", "square": name}])
                cable.step(60)
            self.board.ask("setup", pieces=[])
            cable.step(100)
            assert cable.lines("calib")[-1][2] == "home"
            self._say(cable, "calibrate,{seq},next", cut)

    def start_calibration(self, cut: int) -> None:
        """Begin to calibrate, where the board makes room in its memory, with a power cut."""
        with self.connected() as cable:
            cable.greet()
            self._say(cable, "calibrate,{seq},start", cut)

    def _say(self, cable: SerialCable, text: str, cut: int | None) -> None:
        if cut is not None:
            self.board.ask("fault", name="cut_memory_write", steps=cut)
        cable.say(text)
        self.board.step(WRITTEN_MS, received=cable.written)
        assert ({"event": "board", "state": "unplugged"} in self.board.events) is (cut is not None)

    def replug(self) -> tuple[str, list[list[str]]]:
        """Plug the board in anew; return the id of the calibration in force, and its warnings."""
        if {"event": "board", "state": "unplugged"} not in self.board.events:
            self.board.ask("unplug")
        self.board.ask("plug")
        self.board.step(600 + self.board.import_ms)
        self.board.events.clear()
        return self.state()

    def state(self) -> tuple[str, list[list[str]]]:
        """Return the id of the calibration in force, and its warnings."""
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


def test_of_a_calibration_cut_short_the_one_before_is_in_force(bench: Bench) -> None:
    bench.calibrate()
    before, warnings = bench.replug()
    assert (len(before), warnings) == (4, [])
    for steps in CUTS:
        bench.calibrate(steps)
        assert bench.replug() == (before, [["calibration", OLDER]]), f"after {steps} steps"
    bench.calibrate()
    after, warnings = bench.replug()
    assert (len(after), warnings) == (4, [])
    assert after != before


def test_a_first_calibration_cut_short_is_damaged_and_not_missing(bench: Bench) -> None:
    assert bench.state() == ("-", [])
    bench.calibrate(200)
    assert bench.replug() == ("-", [["calibration", DAMAGED]])


def test_a_cut_while_the_memory_is_erased_is_told_and_the_board_can_be_calibrated_again(
    bench: Bench,
) -> None:
    bench.fill(used=0)
    bench.calibrate()
    before, warnings = bench.replug()
    assert (len(before), warnings) == (4, [])
    bench.start_calibration(cut=0)
    assert bench.replug() == (before, []), "before the erase"
    bench.start_calibration(cut=1)
    assert bench.replug() == ("-", [["calibration", DAMAGED]]), "half erased"
    bench.calibrate()
    after, warnings = bench.replug()
    assert (len(after), warnings) == (4, [])
    bench.fill(used=RECORD)
    bench.calibrate()
    bench.start_calibration(cut=2 + CUTS[1])
    assert bench.replug() == ("-", [["calibration", DAMAGED]]), "while it was written back"
