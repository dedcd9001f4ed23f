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
HOMES = " ".join(f"{cell}+" for cell in [*range(8), *range(56, 64)])


def test_what_stands_there_and_the_end_of_the_chain_are_keys_that_are_down(
    tmp_path: Path, runtime: str
) -> None:
    program = (
        KEYS + DRAIN + "keys = made()\ntime.sleep(0.02)\nprint(drain(keys))\nprint(drain(keys))"
    )
    said = printed(tmp_path, program, runtime, "--build", "switches")
    # At first the registers hold ones, but what is shifted in behind them is the ground already.
    assert said == [f"64+ {HOMES}", ""]


def test_a_lifted_piece_is_a_key_that_comes_up(tmp_path: Path, runtime: str) -> None:
    program = (
        KEYS
        + DRAIN
        + "keys = made()\ntime.sleep(0.1)\ndrain(keys)\ntime.sleep(1)\nprint(drain(keys))"
    )
    with running(tmp_path, program, runtime, "--build", "switches") as board:
        board.step(300)
        board.ask("lift", square="h8", seconds=0.2)
        board.step(2000)
        assert console(board) == ["63-"]


def test_after_a_reset_the_keys_that_are_down_are_told_again(tmp_path: Path, runtime: str) -> None:
    program = (
        KEYS
        + DRAIN
        + "keys = made()\ntime.sleep(0.02)\ndrain(keys)\nkeys.reset()\n"
        + "time.sleep(0.02)\nprint(drain(keys))"
    )
    said = printed(tmp_path, program, runtime, "--build", "switches")
    assert said == [f"{HOMES} 64+"]


def test_of_too_many_changes_the_oldest_are_lost_and_it_is_told(
    tmp_path: Path, runtime: str
) -> None:
    program = (
        KEYS
        + DRAIN
        + "keys = made(max_events=3)\ntime.sleep(0.02)\nprint(keys.events.overflowed)\n"
        + "print(drain(keys))\nprint(keys.events.overflowed)\nkeys.events.clear()\n"
        + "print(keys.events.overflowed, len(keys.events), keys.events.get())"
    )
    said = printed(tmp_path, program, runtime, "--build", "switches")
    assert said == ["True", "61+ 62+ 63+", "True", "False 0 None"]


def test_registers_on_other_pins_say_nothing_true(tmp_path: Path, runtime: str) -> None:
    program = (
        KEYS
        + DRAIN
        + "keys = made(clock=board.GP7)\ntime.sleep(0.02)\nprint(len(drain(keys).split()))"
    )
    assert printed(tmp_path, program, runtime, "--build", "switches") == ["65"]


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ("data=4", "TypeError: pin must be of type Pin, not int"),
        ("max_events=0", "ValueError: max_events must be >= 1"),
        ("latch=board.GP2", "ValueError: GP2 in use"),
    ],
)
def test_what_circuitpython_refuses_is_refused(
    tmp_path: Path, runtime: str, wrong: str, error: str
) -> None:
    said = printed(tmp_path, KEYS + f"made({wrong})", runtime, "--build", "switches")
    assert said[-1] == error
