"""Time of the simulator: steps, running at a rate, and dozing."""

from __future__ import annotations

import os
import time
from contextlib import closing

import pytest
import serial

from simulator.device.interpreter import find_micropython
from tests.e2e.simulator_support import BLUE, START, cells
from tests.support.require import require
from tests.support.serial_cable import DEADLINE_S, SerialCable, check
from tests.support.simulated_board import SimulatedBoard

pytestmark = pytest.mark.e2e

PACE_S = 120.0
"""A busy machine has to be at rest for two seconds within this time."""


@pytest.mark.parametrize("runtime", ["micropython", "cpython"])
def test_the_same_seed_and_the_same_steps_give_the_same_run_byte_for_byte(runtime: str) -> None:
    require(runtime == "cpython" or find_micropython() is not None, "there is no MicroPython here")
    one, frames = story("--runtime", runtime)
    assert story("--runtime", runtime) == (one, frames)
    other, _ = story("--runtime", runtime, seed="6")
    assert other != one


def test_cpython_runs_the_same_files_to_the_same_lines_and_lights() -> None:
    require(find_micropython() is not None, "there is no MicroPython here")
    assert story("--runtime", "micropython") == story("--runtime", "cpython")


def story(*options: str, seed: str = "5") -> tuple[bytes, list[dict[str, object]]]:
    """Run a busy second with a faulty cable; return the bytes sent and the frames shown."""
    with SimulatedBoard("--seed", seed, *options) as board, closing(SerialCable(board)) as cable:
        board.ask("watch", what=["frames"])
        board.ask("noise", mt=0.3)
        cable.step(100)
        cable.greet()
        board.ask("fault", name="damage_bytes", percent=30, direction="in")
        board.ask("fault", name="double_lines", percent=30, direction="out")
        board.ask("bump", square="d1", mm=12)
        board.ask("move", **{"from": "d8", "to": "d4"})
        cable.say(BLUE)
        for number in range(12):
            cable.say(f"frame,{{seq}},{number}," + cells({"d4": "1b", "e5": "2A"}))
            cable.step(100)
        return cable.heard, [event for event in board.events if event["event"] == "frame"]


def test_a_step_goes_just_as_far_as_it_was_told(board: SimulatedBoard) -> None:
    for number, ms in enumerate([0.001, 5, 5, 5, 0.5, 1000], 1):
        before = float(str(board.ask("state")["time_ms"]))
        after = board.step(ms)["time_ms"]
        assert after == pytest.approx(before + ms), number
        assert board.ask("state")["time_ms"] == after


def test_a_step_may_end_when_the_board_speaks(cable: SerialCable) -> None:
    cable.step(1500)
    cable.lines()
    begin_ms, sent = time_ms(cable.board), len(cable.heard) + cable.missed
    answer = cable.board.step(5000, cable.written, until_sent=True)
    passed_ms = float(str(answer["time_ms"])) - begin_ms
    assert 0 < passed_ms <= 1000, "the board says each second what it sees"
    assert int(str(answer["sent"])) > sent
    cable.say("look,{seq}")
    answer = cable.board.step(5000, cable.written, until_sent=True)
    assert float(str(answer["time_ms"])) - begin_ms - passed_ms < 50, "it answers at once"


def test_how_long_the_steps_are_changes_nothing_but_the_time_they_take() -> None:
    def breathing(step_ms: int) -> tuple[bytes, list[dict[str, object]]]:
        with SimulatedBoard("--seed", "5") as board, closing(SerialCable(board)) as cable:
            board.ask("watch", what=["frames", "console"])
            cable.step(100)
            cable.greet()
            cable.say(BLUE)
            cable.say("frame,{seq},1," + cells({"d4": "1b", "e5": "2A"}))
            for _ in range(3000 // step_ms):
                cable.step(step_ms)
            return cable.heard, board.events

    often, seldom = breathing(4), breathing(3000)
    assert often == seldom
    assert len(often[1]) > 30, "something has moved"


def test_a_running_board_keeps_pace_with_the_clock_and_answers_at_once() -> None:
    with (
        SimulatedBoard(running=True) as board,
        serial.serial_for_url(board.port, timeout=DEADLINE_S) as port,
    ):
        port.write(check("hello,0,1.0,0.1.0"))
        first = until_line(port, b"snap,").split(b",")
        assert first[4].startswith(START.encode())
        deadline = time.monotonic() + PACE_S
        before_ms = int(first[3])
        while not answers_at_once(port, before_ms):
            assert time.monotonic() < deadline, "it answers with its heartbeat only"
            before_ms = int(until_line(port, b"snap,").split(b",")[3])
        while not keeps_pace(board, port):  # it may fall behind while the machine is busy
            assert time.monotonic() < deadline, "it never keeps pace"


def answers_at_once(port: serial.Serial, before_ms: int) -> bool:
    """Return True if the answer to `look` came between two heartbeats, a second apart."""
    port.write(check("look,1"))
    return int(until_line(port, b"snap,").split(b",")[3]) - before_ms < 900


def keeps_pace(board: SimulatedBoard, port: serial.Serial) -> bool:
    """Return True if two seconds of the board took as long by the clock."""
    before_ms, begin_s = time_ms(board), time.monotonic()
    for _ in range(2):
        until_line(port, b"snap,")  # the board's heartbeat, once a second
    passed_ms = time_ms(board) - before_ms
    waited_ms = (time.monotonic() - begin_s) * 1000
    return bool(passed_ms == pytest.approx(waited_ms, rel=0.25))


def until_line(port: serial.Serial, begin: bytes) -> bytes:
    """Read lines until one begins like this, and return it."""
    while line := port.readline():
        if line.startswith(begin):
            return bytes(line)
    raise AssertionError(f"no line {begin!r}")


def time_ms(board: SimulatedBoard) -> float:
    """Return the simulated time."""
    return float(str(board.ask("state")["time_ms"]))


def test_time_runs_at_the_rate_asked_for_and_stops_when_told(board: SimulatedBoard) -> None:
    board.ask("run", rate=0)
    deadline_s = time.monotonic() + DEADLINE_S
    while time_ms(board) < 5000:
        assert time.monotonic() < deadline_s
    stopped = board.ask("stop")["time_ms"]
    assert time_ms(board) == stopped == time_ms(board)
    assert board.step(1)["time_ms"] == pytest.approx(float(str(stopped)) + 1)


def test_a_request_is_carried_out_at_the_time_at_which_it_comes() -> None:
    # Nothing happens on a board without power, so nothing but the request itself wakes it.
    with SimulatedBoard(running=True) as board:
        board.ask("unplug")
        asked_s = time.monotonic()
        before_ms = time_ms(board)
        begin_s = time.monotonic()
        while time.monotonic() < begin_s + 0.2:
            pass
        # Independent of the time that the two requests take.
        waited_s = time.monotonic() - begin_s
        passed_s = (time_ms(board) - before_ms) / 1000
        assert waited_s - 0.01 <= passed_s <= time.monotonic() - asked_s + 0.01


def test_stepped_time_takes_less_of_the_processor_than_would_pass() -> None:
    # Processor time, not elapsed time: the machine may be busy.
    before = os.times()
    with SimulatedBoard() as board:
        board.step(10_000)
    after = os.times()
    taken_s = after.children_user + after.children_system
    taken_s -= before.children_user + before.children_system
    assert 0 < taken_s < 10


def test_a_running_board_that_nobody_touches_dozes_and_wakes_when_somebody_does() -> None:
    def scans_a_second(board: SimulatedBoard) -> float:
        before, before_ms = int(str(board.ask("state")["scans"])), time_ms(board)
        deadline_s = time.monotonic() + DEADLINE_S
        while time_ms(board) < before_ms + 1000:
            assert time.monotonic() < deadline_s
        scans = int(str(board.ask("state")["scans"])) - before
        return scans / (time_ms(board) - before_ms) * 1000

    with (
        SimulatedBoard("--doze", "20", running=True) as board,
        serial.serial_for_url(board.port, timeout=DEADLINE_S) as port,
    ):
        port.write(check("hello,0,1.0,0.1.0"))
        until_line(port, b"snap,")
        port.write(check("beat,1"))
        assert scans_a_second(board) < 100
        board.ask("move", **{"from": "a1", "to": "a4"})
        moved = "." + START[1:24] + "n" + START[25:]
        while not until_line(port, b"snap,").split(b",")[4].startswith(moved.encode()):
            pass


def test_a_scan_takes_six_to_seven_milliseconds(cable: SerialCable) -> None:
    before = int(str(cable.board.ask("state")["scans"]))
    cable.step(5000)
    a_second = (int(str(cable.board.ask("state")["scans"])) - before) / 5
    assert 140 < a_second < 167


@pytest.mark.parametrize("interval_ms", [2, 10, 20])
def test_pieces_are_moved_on_as_often_as_told(interval_ms: int) -> None:
    with SimulatedBoard("--motion", str(interval_ms)) as board:
        board.ask("nudge", square="a1", dx_mm=10.0, dy_mm=0.0, seconds=0.1)
        seen = []
        for _ in range(110):
            board.step(1)
            pieces = board.ask("state")["pieces"]
            assert isinstance(pieces, list)
            seen += [piece["dx_mm"] for piece in pieces if piece["square"] == "a1"]
        assert seen[-1] == 10.0
        assert len(set(seen)) == pytest.approx(100 / interval_ms, abs=2)
