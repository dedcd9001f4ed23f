"""Helpers of the tests of the simulator: an opened port, frame lines and colours."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager

from tests.support.serial_cable import SerialCable
from tests.support.simulated_board import SimulatedBoard

START = "n" * 8 + "." * 48 + "s" * 8
BLUE = "palette,{seq},0000ff,00ff00"


@contextmanager
def greeted(board: SimulatedBoard) -> Iterator[SerialCable]:
    """Open the port of a stopped simulator and send hello."""
    with closing(SerialCable(board)) as cable:
        cable.step(100)
        cable.greet()
        yield cable


def square_rgb(rgb: object, name: str) -> str:
    """Return the colour of a square in a frame event or a state, as hex."""
    at = 6 * ((int(name[1]) - 1) * 8 + "abcdefgh".index(name[0]))
    return str(rgb)[at : at + 6]


def cells(lit: dict[str, str]) -> str:
    """Return the cells of a frame line, dark except the given ones."""
    names = [f"{file}{rank}" for rank in "12345678" for file in "abcdefgh"]
    return "".join(lit.get(name, "0-") for name in names)
