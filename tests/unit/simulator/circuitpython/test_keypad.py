"""Stand-in for CircuitPython's `keypad`, used by programs under both interpreters."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.simulator.circuitpython.program import RUNTIMES, console, printed, running

pytestmark = pytest.mark.parametrize("runtime", RUNTIMES)

KEYS = """
import board, keypad, time
def made(**other):
    wanted = dict(clock=board.GP2, latch=board.GP3, data=board.GP4, key_count=65,
                  value_when_pressed=False, interval=0.005, max_events=130)
    wanted.update(other)
    return keypad.ShiftRegisterKeys(**wanted)
"""
DRAIN = """
def drain(keys):
    event = keypad.Event()
    said = []
    while keys.events.get_into(event):
        said.append("%d%s" % (event.key_number, "+" if event.pressed else "-"))
    return " ".join(said)
"""


def test_a_lifted_piece_is_a_key_that_comes_up(tmp_path: Path, runtime: str) -> None:
    program = (
        KEYS
        + DRAIN
        + "keys = made()\ntime.sleep(0.1)\nprint(drain(keys))\ntime.sleep(1)\nprint(drain(keys))"
    )
    with running(tmp_path, program, runtime, "--build", "switches") as board:
        board.step(300)
        board.ask("lift", square="h8", seconds=0.2)
        board.step(2000)
        assert console(board) == ["", "63-"]


def test_registers_on_other_pins_say_nothing_true(tmp_path: Path, runtime: str) -> None:
    program = (
        KEYS + DRAIN + "keys = made(clock=board.GP7)\nkeys.reset()\nprint(len(drain(keys).split()))"
    )
    assert printed(tmp_path, program, runtime, "--build", "switches") == ["65"]
