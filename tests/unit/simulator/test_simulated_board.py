"""The simulated board while the machine is too busy to keep up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

from simulator.board.geometry import Geometry
from simulator.clock import Clock
from simulator.serial_port.memory_port import MemoryPort
from simulator.simulated_board import SimulatedBoard
from tests.unit.simulator.test_clock import Wall

DOZE_US = 20_000


def no_interpreter(settings: Mapping[str, object], state: Mapping[str, bytes]) -> NoReturn:
    """Fail: the board stays off."""
    raise AssertionError(settings, state)


def test_a_chip_that_lags_is_promised_silence_for_a_doze_only() -> None:
    # What comes then comes at its own time, behind that of the machine.
    wall = Wall()
    board = SimulatedBoard(Geometry(8, 8), 1, no_interpreter, MemoryPort("test"), DOZE_US)
    board.clock = Clock(wall)
    board.clock.run(1.0, board.device.now_us)
    wall.now_s += 0.4
    before_us = board.device.now_us
    board.advance()
    assert board.device.quiet_us == before_us + DOZE_US
