"""Times of the firmware on an emulated chip as its host sees them, over the serial port."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from benchmarks.chip.emulated import Figures, board
from benchmarks.chip.lines import PALETTE, frames
from host.virtual.stepped_process import SteppedBoard
from tests.support.serial_cable import SerialCable

LIFTS = 12
FRAMES = 4  # of each kind
PHASE_MS = 1.7
"""Lines and lifts come so much later each time, at all moments of a step of 7 ms."""
TICKS_START = (1 << 29) - 65536
"""CircuitPython's tick at power-on."""
TICKS_PERIOD = 1 << 29
_SETTLED_MS = 60
_PERIOD_MS = 2100
"""By then the board has averaged its steps over a second without any line."""
_STEP_MS = 10
_LONGEST_MS = 20_000


def measure(image: Path | None, size: str, lifts: int = LIFTS) -> Figures:
    """Return times in us: to hello, of a quiet step, to the lights of frames and of lifts.

    Args:
        image: of CircuitPython; None for the simulator's model of its costs.
        size: such as "8x8".
        lifts: how many to measure.
    """
    with (
        board(image, size, "strips") as started,
        closing(SerialCable(started)) as cable,
    ):
        host = _Host(started, cable)
        figures = {"hello": host.wait_for_hello()}
        cable.step(_PERIOD_MS)
        figures["step"] = host.diag()["scan_us"]
        files, ranks = (int(number) for number in size.split("x"))
        cable.say("palette,{seq}," + ",".join(bytes(rgb).hex() for rgb in PALETTE))
        for kind, pair in frames(files * ranks).items():
            times = [host.frame(pair[turn % 2], turn) for turn in range(FRAMES)]
            figures[kind] = max(times)
        usual = frames(files * ranks)["usual"]
        if lifts:
            times = [host.lift(usual[turn % 2], turn) for turn in range(lifts)]
            figures |= {"lift": sorted(times)[len(times) // 2], "lift_worst": max(times)}
            times = [host.lift_ahead(usual[turn % 2], turn) for turn in range(lifts)]
            figures |= {"ahead": sorted(times)[len(times) // 2], "ahead_worst": max(times)}
    return figures


class _Host:
    """A host that answers at once."""

    def __init__(self, board: SteppedBoard, cable: SerialCable) -> None:
        self._board = board
        self._cable = cable
        self._number = 0
        board.ask("watch", what=["frames"])

    @property
    def _now_us(self) -> float:
        return 1000 * float(str(self._board.ask("state")["time_ms"]))

    def wait_for_hello(self) -> float:
        """Greet the board; return the time from its power-on to its first line."""
        for _ in self._steps(_STEP_MS):
            if self._cable.lines("hello"):
                break
        told_us = self._now_us
        self._cable.say("hello,{seq},1.7,0.1.0")
        self._cable.step(_SETTLED_MS)
        ticks_ms = int(self.diag()["ms"] - TICKS_START) % TICKS_PERIOD
        return 1000 * ticks_ms - (self._now_us - told_us)

    def diag(self) -> Figures:
        """Ask for the board's diagnostics; return those that are numbers."""
        self._cable.lines()
        self._cable.say("diag,{seq}")
        fields: list[str] = []
        for _ in self._steps(_STEP_MS):
            for line in self._cable.lines("diag"):
                fields += line[2:]
            pairs = dict(zip(fields[::2], fields[1::2], strict=True))
            if "end" in pairs:
                return {name: float(text) for name, text in pairs.items() if text.isdigit()}
        raise AssertionError

    def frame(self, cells: str, turn: int) -> float:
        """Return the time from the last byte of a frame to its lights."""
        self._show("0-" * (len(cells) // 2))
        self._cable.step(_SETTLED_MS + turn * PHASE_MS)
        begin_us = self._now_us
        self._show(cells)
        return self._lit_us() - begin_us

    def lift(self, cells: str, turn: int) -> float:
        """Return the time from a lift to the lights with which the host answers it."""
        square = self._prepare(cells, turn)
        begin_us = self._lift(square)
        for _ in self._steps(1):
            if any(
                any(letter.isupper() for letter in snap[4]) for snap in self._cable.lines("snap")
            ):
                break
        self._show(cells)
        lit_us = self._lit_us()
        self._board.ask("put", square=square, seconds=0)
        return lit_us - begin_us

    def lift_ahead(self, cells: str, turn: int) -> float:
        """Return the time from a lift to the lights that the host has sent ahead of it."""
        square = self._prepare(cells, turn)
        self._cable.say("look,{seq}")
        self._cable.step(_SETTLED_MS)
        revision = self._cable.lines("snap")[-1][2]
        cell = 8 * int(square[1]) - 8 + "abcdefgh".index(square[0])
        self._cable.say(f"ahead,{{seq}},{self._number},{revision},{cell},{cells}")
        self._cable.step(_SETTLED_MS + turn * PHASE_MS)
        self._board.events.clear()
        begin_us = self._lift(square)
        lit_us = self._lit_us()
        self._board.ask("put", square=square, seconds=0)
        return lit_us - begin_us

    def _prepare(self, cells: str, turn: int) -> str:
        """Show nothing for a while; return the square of another tower each time."""
        self._show("0-" * (len(cells) // 2))
        self._cable.say("beat,{seq}")
        self._cable.step(2 * _SETTLED_MS + turn * PHASE_MS)
        self._cable.lines()
        return "abcdefgh"[turn % 8] + "18"[turn // 8 % 2]

    def _lift(self, square: str) -> float:
        """Lift a tower; return the time."""
        begin_us = self._now_us
        self._board.ask("lift", square=square, seconds=0)
        return begin_us

    def _show(self, cells: str) -> None:
        self._number += 1
        self._board.events.clear()
        self._cable.say(f"frame,{{seq}},{self._number},{cells}")

    def _lit_us(self) -> float:
        """Return the time of the next change of the lights."""
        for _ in self._steps(_STEP_MS):
            for event in self._board.events:
                if event.get("event") == "frame":
                    return float(str(event["time_us"]))
        raise AssertionError

    def _steps(self, ms: float) -> Iterator[None]:
        """Let time pass until the caller has what it waits for."""
        for _ in range(int(_LONGEST_MS / ms)):
            self._cable.step(ms)
            yield
        raise TimeoutError(f"the board has not answered for {_LONGEST_MS} ms")
