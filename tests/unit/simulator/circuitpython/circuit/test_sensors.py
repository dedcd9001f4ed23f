"""Sensors and their circuit, as a program reads them at the pins."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.simulator.circuitpython.program import (
    RUNTIMES,
    console,
    running,
)

pytestmark = pytest.mark.parametrize("runtime", RUNTIMES)


RIG = """
import analogio, board, digitalio, microcontroller
rows, selects = [], []
for number in range(6, 15):
    rows.append(digitalio.DigitalInOut(getattr(board, "GP%d" % number)))
    rows[-1].switch_to_output(value=True)
for number in range(2, 6):
    selects.append(digitalio.DigitalInOut(getattr(board, "GP%d" % number)))
    selects[-1].switch_to_output(value=False)
adc = analogio.AnalogIn(board.GP26)
wait = microcontroller.delay_us

def address(channel):
    for bit in range(4):
        selects[bit].value = channel >> bit & 1

def mv():
    return round(adc.value * 3300 / 65535)
"""


def test_a_sensor_is_read_through_its_row_and_its_channel(tmp_path: Path, runtime: str) -> None:
    # d4 has a north pole, which lowers; h8 is on channel 10; e5 is empty.
    program = (
        RIG
        + """
def read(row, channel):
    address(channel)
    rows[row].value = False
    wait(450)
    value = mv()
    rows[row].value = True
    return value

print(read(3, 3), read(7, 10), read(4, 4), read(3, 15), read(3, 14), read(3, 13))
"""
    )
    with running(tmp_path, program, runtime) as board:
        board.ask("noise", mt=0)
        board.ask("zeros", percent=0)
        board.ask(
            "setup",
            pieces=[
                {"id": "north", "pole": "n", "square": "d4"},
                {"id": "south", "pole": "s", "square": "h8"},
            ],
        )
        board.step(100)
        north, south, empty, reference, ground, supply = map(int, console(board)[0].split())
    assert north == pytest.approx(1650 - 30 * 35.4, abs=4)
    assert south == pytest.approx(1650 + 30 * 35.4, abs=4)
    assert empty == pytest.approx(1650 + 30 * 0.11, abs=4)
    assert (reference, ground, supply) == (1650, 0, 3300)


def test_a_sensor_that_is_not_awake_yet_reads_too_low(tmp_path: Path, runtime: str) -> None:
    program = (
        RIG
        + """
address(0)
levels = []
for _ in range(30):
    rows[4].value = True
    wait(1000)
    rows[4].value = False
    wait(15 * (len(levels) + 1))
    levels.append(mv())
print(levels)
"""
    )
    with running(tmp_path, program, runtime) as board:
        board.ask("noise", mt=0)
        board.ask("zeros", percent=0)
        board.ask("setup", pieces=[])
        board.step(200)
        levels = [int(text) for text in console(board)[0].strip("[]").split(",")]
    # delay_us costs 8 us itself.
    for number, level in enumerate(levels, 1):
        awake_us = 15 * number + 8
        assert level == pytest.approx(min(1, awake_us / 419) * 1650, abs=8), awake_us


def test_the_line_needs_a_moment_after_a_change_of_address(tmp_path: Path, runtime: str) -> None:
    # From the supply to the reference, one select line away; then to an open channel, which drives
    # nothing, so the line keeps what it had.
    program = (
        RIG
        + """
address(13)
rows[0].value = False
wait(450)
mv()
selects[1].value = True
print(mv())
wait(15)
print(mv())
selects[1].value = False
selects[0].value = False
wait(15)
print(mv())
"""
    )
    with running(tmp_path, program, runtime) as board:
        board.step(100)
        early, late, open_end = map(int, console(board))
    assert early > 3000
    assert late == 1650
    assert open_end == 1650


def test_no_row_keeps_the_last_voltage_and_two_rows_give_nonsense(
    tmp_path: Path, runtime: str
) -> None:
    program = (
        RIG
        + """
address(0)
rows[0].value = False
wait(450)
print(mv())
rows[0].value = True
wait(450)
print(mv())
rows[0].value = False
rows[7].value = False
wait(450)
print(mv())
"""
    )
    with running(tmp_path, program, runtime) as board:
        board.ask("noise", mt=0)
        board.step(100)
        one, none, both = map(int, console(board))
    assert one < 650
    assert none == one
    assert both == pytest.approx(1650, abs=10), "north and south fight"


def test_a_row_beyond_the_board_and_a_pin_of_nothing_are_wired_to_nothing(
    tmp_path: Path, runtime: str
) -> None:
    program = (
        RIG
        + """
address(0)
rows[8].value = False
wait(450)
print(mv())
monitor = analogio.AnalogIn(board.GP27)
print(monitor.value)
"""
    )
    with running(tmp_path, program, runtime) as board:
        board.step(100)
        assert console(board)[:2] == ["1650", "0"]


def test_the_noise_is_as_strong_as_it_is_set(tmp_path: Path, runtime: str) -> None:
    program = (
        RIG
        + """
address(0)
rows[3].value = False
wait(450)
while True:
    values = [adc.value for _ in range(1000)]
    mean = sum(values) / 1000
    spread = (sum([(value - mean) ** 2 for value in values]) / 1000) ** 0.5
    print(mean, spread)
"""
    )
    spreads = []
    for mt in (0.0, 0.05, 0.4):
        with running(tmp_path, program, runtime) as board:
            board.ask("setup", pieces=[])
            board.ask("noise", mt=mt)
            board.ask("zeros", percent=0)
            board.step(200)
            mean, spread = map(float, console(board)[2].split())
            assert mean == pytest.approx(32768, abs=20)
            spreads.append(spread / (65535 / 3300 * 30))
    assert spreads == pytest.approx([0, 0.05, 0.4], abs=0.025)
