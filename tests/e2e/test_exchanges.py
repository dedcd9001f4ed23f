"""Exchanges of the simulator with the interpreter of the firmware, while time is stepped."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping

import pytest

from simulator.__main__ import FIRMWARE, two_rows
from simulator.board.geometry import Geometry
from simulator.device.circuitpy_drive import configured
from simulator.device.interpreter import InterpreterCommand, find_micropython
from simulator.device.interpreter_link import InterpreterLink
from simulator.hand.schedule import Task
from simulator.serial_port.address import listen_on
from simulator.simulation import Simulation

pytestmark = pytest.mark.e2e

SIZE = Geometry(8, 8)
STEP_MS = 600
HAND_MS = 2
"""Interval at which hands are moved (simulator/device/device.py)."""


@contextlib.contextmanager
def stopped() -> Iterator[Simulation]:
    """Return a simulation in this process, whose time stands."""
    with contextlib.ExitStack() as stack:
        server = listen_on("127.0.0.1", 0)
        stack.callback(server.close)
        drive = stack.enter_context(configured(FIRMWARE, SIZE, "strips"))
        command = stack.enter_context(InterpreterCommand(drive, find_micropython()))
        listen = "socket://127.0.0.1:0"
        simulation = stack.enter_context(Simulation(SIZE, 5, command, listen, server))
        simulation.device.hands.set_up(two_rows(SIZE))
        simulation.start()
        yield simulation


def step(simulation: Simulation) -> None:
    """Let time pass in which nothing comes from outside."""
    device = simulation.device
    goal_us = device.now_us + STEP_MS * 1000
    simulation.clock.step_to(goal_us)
    device.quiet_us = goal_us
    while device.now_us < goal_us:
        simulation._turn(0.01)


@pytest.mark.parametrize("moves", [True, False])
def test_the_firmware_asks_once_for_each_change_of_the_field(
    moves: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[set[str]] = []
    answer = InterpreterLink.answer

    def count(link: InterpreterLink, parts: Mapping[str, bytes]) -> None:
        asked.append({*parts})
        answer(link, parts)

    with stopped() as simulation:
        step(simulation)
        monkeypatch.setattr(InterpreterLink, "answer", count)
        if moves:
            simulation.device.hands.lift(Task("hand", simulation.device.now_us, 1.0), "n-d1")
        step(simulation)
    changes = sum("V" in parts for parts in asked)
    if moves:
        assert changes > 0.5 * STEP_MS / HAND_MS
        assert len(asked) < 1.2 * STEP_MS / HAND_MS
        assert not any("Q" in parts for parts in asked), "the chip must not doze meanwhile"
    else:
        assert changes == 0
        assert len(asked) < 20
