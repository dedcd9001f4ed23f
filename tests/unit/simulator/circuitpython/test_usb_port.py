"""The USB port of the stand-in: buffers, and what waits."""

from __future__ import annotations

from pathlib import Path

import pytest
import serial

from tests.unit.simulator.circuitpython.program import (
    RUNTIMES,
    console,
    running,
)

pytestmark = pytest.mark.parametrize("runtime", RUNTIMES)


def test_a_write_takes_no_more_than_the_buffer_holds_while_nobody_reads(
    tmp_path: Path, runtime: str
) -> None:
    program = """
import time, usb_cdc
port = usb_cdc.data
port.timeout = port.write_timeout = 0
while not port.connected:
    time.sleep(0.02)
print(port.write(b"x" * 300), port.write(b"y"), port.out_waiting)
time.sleep(0.02)
print(port.write(b"z"), port.out_waiting)
while port.write(b"." * 256):
    time.sleep(0.02)
print(port.out_waiting)
"""
    with running(tmp_path, program, runtime) as board, serial.Serial(board.port, timeout=5) as port:
        board.step(60_000)
        assert console(board) == ["256 0 256", "1 1", "256"]
        assert port.read(257) == b"x" * 256 + b"z"


def test_what_nobody_listened_to_is_kept_as_far_as_the_buffer_goes(
    tmp_path: Path, runtime: str
) -> None:
    program = """
import time, usb_cdc
port = usb_cdc.data
port.timeout = port.write_timeout = 0
print(port.write(b"a" * 200), port.write(b"b" * 100))
while not port.connected:
    time.sleep(0.02)
"""
    with running(tmp_path, program, runtime) as board:
        board.step(100)
        assert console(board) == ["200 100"]
        with serial.Serial(board.port, timeout=5) as port:
            assert board.step(100)["sent"] == 256
            assert port.read(256) == b"a" * 156 + b"b" * 100


def test_no_more_comes_in_than_the_buffer_holds_and_nothing_is_lost(
    tmp_path: Path, runtime: str
) -> None:
    program = """
import time, usb_cdc
port = usb_cdc.data
port.timeout = 0
got = b""
for _ in range(12):
    time.sleep(0.02)
    waiting = port.in_waiting
    got += port.read(100)
    if waiting:
        print(waiting)
print(got == bytes(range(256)) * 3, port.in_waiting)
"""
    sent = bytes(range(256)) * 3
    with running(tmp_path, program, runtime) as board, serial.Serial(board.port) as port:
        port.write(sent)
        board.step(1000, received=len(sent))
        *waiting, last = console(board)
    assert [int(text) for text in waiting] == [256] * 6 + [168, 68]
    assert last == "True 0"


def test_reading_waits_as_long_as_it_is_told(tmp_path: Path, runtime: str) -> None:
    program = """
import time, usb_cdc
port = usb_cdc.data
print(port.timeout, port.write_timeout)
port.timeout = 0.5
begin = time.monotonic()
print(port.read(5), round(time.monotonic() - begin, 1))
port.timeout = None
print(port.readline(), port.read(2))
port.timeout = 0.2
begin = time.monotonic()
print(port.read(), round(time.monotonic() - begin, 1))
buf = bytearray(4)
port.timeout = 0
print(port.readinto(buf), port.readline())
"""
    with running(tmp_path, program, runtime) as board, serial.Serial(board.port) as port:
        board.step(1000)
        assert console(board) == ["None None", "b'' 0.5"]
        port.write(b"one line\nabc")
        board.step(1000, received=12)
        assert console(board) == ["b'one line\\n' b'ab'", "b'c' 0.4", "0 b''"]
