"""Exchanges of the simulator with the interpreter of the firmware: the fewer, the less it costs."""

from __future__ import annotations

import contextlib
import itertools
import socket
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from simulator.__main__ import FIRMWARE, two_rows
from simulator.board.geometry import Geometry
from simulator.device.circuitpy_drive import configured
from simulator.device.interpreter import InterpreterCommand, find_micropython
from simulator.device.interpreter_process import InterpreterProcess
from simulator.hand.schedule import Task
from simulator.serial_port.address import listen_on
from simulator.simulation import Simulation
from tests.e2e.simulator_support import cells
from tests.support.serial_cable import DEADLINE_S, check

pytestmark = pytest.mark.e2e

SIZE = Geometry(8, 8)
STEP_MS = 600
HAND_MS = 2
"""Interval at which hands are moved (simulator/device/device.py)."""


@contextlib.contextmanager
def stopped(doze_us: int = 0) -> Iterator[Simulation]:
    """Return a simulation in this process, whose time stands."""
    with contextlib.ExitStack() as stack:
        server = listen_on("127.0.0.1", 0)
        stack.callback(server.close)
        drive = stack.enter_context(configured(FIRMWARE, SIZE, "strips"))
        command = stack.enter_context(InterpreterCommand(drive, find_micropython()))
        listen = "socket://127.0.0.1:0"
        simulation = stack.enter_context(Simulation(SIZE, 5, command, listen, server, doze_us))
        simulation.device.hands.set_up(two_rows(SIZE))
        simulation.start()
        yield simulation


class Asker:
    """A client of the control channel in this process, which ends the simulation at an answer."""

    watching: frozenset[str] = frozenset()
    is_closed = False

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self.answer: Mapping[str, object] = {}

    def send(self, message: Mapping[str, object]) -> None:
        """Keep the answer."""
        self.answer = message
        self._simulation.end()


def test_a_silent_firmware_is_waited_for_as_long_as_its_interpreter_may_be_silent(
    tmp_path: Path,
) -> None:
    (tmp_path / "main.py").write_text("while True:\n    pass\n")
    with contextlib.ExitStack() as stack:
        server = listen_on("127.0.0.1", 0)
        stack.callback(server.close)
        command = stack.enter_context(InterpreterCommand(tmp_path, find_micropython()))
        command.timeout_s = 0.2
        listen = "socket://127.0.0.1:0"
        simulation = stack.enter_context(Simulation(SIZE, 5, command, listen, server))
        simulation.start()
        client = Asker(simulation)
        simulation.board.control.handle(client, {"id": 1, "do": "step", "ms": 1000})
        simulation.run()
    assert "has not asked for anything for 0.2 s" in str(client.answer["error"])


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
    answer = InterpreterProcess.answer

    def count(link: InterpreterProcess, parts: Mapping[str, bytes]) -> None:
        asked.append({*parts})
        answer(link, parts)

    with stopped() as simulation:
        step(simulation)
        monkeypatch.setattr(InterpreterProcess, "answer", count)
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


class RunningBoard:
    """A simulation whose time follows a clock that the test sets.

    Attributes:
        asked: simulated times of the answers to the firmware, in ms.
    """

    def __init__(self, simulation: Simulation, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[float] = []
        self._simulation = simulation
        self._now_s = 0.0
        answer = InterpreterProcess.answer

        def count(link: InterpreterProcess, parts: Mapping[str, bytes]) -> None:
            self.asked.append(simulation.device.now_us / 1000)
            answer(link, parts)

        monkeypatch.setattr(InterpreterProcess, "answer", count)
        monkeypatch.setattr(simulation.clock, "_now_s", lambda: self._now_s)
        simulation.clock.run(1.0, simulation.device.now_us)

    def run(self, ms: int) -> int:
        """Let time pass; return how often the firmware was answered."""
        before = len(self.asked)
        for _ in range(ms):
            self._now_s += 0.001
            self._simulation._turn(0.0)
            while self._simulation.device.is_working:
                self._simulation._turn(0.01)
        return len(self.asked) - before

    def rest(self, ms: int) -> int:
        """Let time pass, in pauses as long as they may be; return the number of pauses."""
        pauses, end_s = 0, self._now_s + ms / 1000
        while True:
            self._simulation._turn(0.0)
            while self._simulation.device.is_working:
                self._simulation._turn(0.01)
            pause_s = self._simulation.board.pause_s()
            if pause_s is None or self._now_s + pause_s >= end_s:
                self._now_s = end_s
                return pauses
            self._now_s += pause_s + 1e-6  # an event at the limit itself would have to wait
            pauses += pause_s > 0


@contextlib.contextmanager
def connected(simulation: Simulation) -> Iterator[socket.socket]:
    """Open the board's port, as a host that need not read."""
    host, _, port = simulation.device.port.name.removeprefix("socket://").rpartition(":")
    with socket.create_connection((host, int(port)), DEADLINE_S) as connection:
        while not simulation.device.port.poll():
            simulation._turn(0.01)
        yield connection


def heard(connection: socket.socket, size: int) -> bytes:
    """Return so many of the bytes that the board has sent."""
    data = b""
    while len(data) < size:
        data += connection.recv(size - len(data))
    return data


def lift(simulation: Simulation) -> None:
    simulation.device.hands.lift(Task("hand", simulation.device.now_us, 0.01), "n-d1")


def suspend(simulation: Simulation) -> None:
    simulation.device.inputs.is_suspended = True


def type_interrupt(simulation: Simulation) -> None:
    simulation.device.interrupt()


def hide_a_strip(simulation: Simulation) -> None:
    simulation.device.faults.missing_strips.add(2)
    simulation.device.apply_faults()


def deliver(simulation: Simulation, *lines: str) -> None:
    """Let lines of the host arrive now: a socket would hold small ones back for a while."""
    simulation.board.advance()
    simulation.device.port._inbox += b"".join(check(line) for line in lines)


def send_bytes(simulation: Simulation) -> None:
    deliver(simulation, "beat,1")


def refresh(number: int) -> tuple[str, ...]:
    """Return what a host sends each second: more bytes than the board's buffer holds."""
    palette = ",".join(["0c0c0c"] * 32)
    frame = cells({"d4": "1-"})
    return f"beat,{number}", f"palette,{number + 1},{palette}", f"frame,{number + 2},1,{frame}"


def look(simulation: Simulation) -> None:
    simulation.board.control.is_watched = lambda _: True  # type: ignore[method-assign]


@pytest.mark.parametrize("disturb", [lift, suspend, type_interrupt, hide_a_strip, send_bytes, look])
def test_a_board_at_rest_sleeps_until_something_comes(
    disturb: Callable[[Simulation], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    with stopped(doze_us=20_000) as simulation:
        board = RunningBoard(simulation, monkeypatch)
        board.run(4000)  # by now it shows that it waits for a host: LEDs that move
        assert board.run(2000) <= 20, "it sleeps"
        while board.run(1):  # right after an answer, the next is far
            pass
        disturb(simulation)
        assert board.run(30) >= 1, "it was not woken"


@pytest.mark.slow
def test_a_beat_of_the_host_is_all_that_wakes_a_board_at_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    beat_ms = 1001  # or a little more (host/link/timeouts.py)
    beats = 5
    with stopped(doze_us=20_000) as simulation, connected(simulation) as connection:
        board = RunningBoard(simulation, monkeypatch)
        device, port = simulation.device, simulation.device.port
        deliver(simulation, "hello,0,1.0,0.1.0")
        for beat in range(12):
            deliver(simulation, *refresh(1 + 3 * beat))
            board.rest(beat_ms)  # its snapshots come to be due when a beat comes
        heard(connection, port.sent)
        for beat in range(12, 12 + beats):
            asked, sent = len(board.asked), port.sent
            deliver(simulation, *refresh(1 + 3 * beat))
            begin_us = device.now_us
            assert board.rest(beat_ms) == 1, "until the answer; after it comes the next beat"
            assert len(board.asked) - asked == 1
            lines = heard(connection, port.sent - sent).splitlines()
            assert [line.partition(b",")[0] for line in lines] == [b"ack", b"snap"]
            simulation.board.advance()
            passed_ms = (device.now_us - begin_us) / 1000
            assert passed_ms == pytest.approx(beat_ms, abs=1), "its time went slower"


@pytest.mark.parametrize("beat_ms", [900, 999, 1010])
def test_a_board_at_rest_says_each_second_what_it_sees(
    beat_ms: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with stopped(doze_us=20_000) as simulation, connected(simulation) as connection:
        board = RunningBoard(simulation, monkeypatch)
        deliver(simulation, "hello,0,1.0,0.1.0")
        for beat in range(8):
            deliver(simulation, *refresh(1 + 3 * beat))
            board.rest(beat_ms)
        lines = heard(connection, simulation.device.port.sent).splitlines()
    times = [int(line.split(b",")[3]) for line in lines if line.startswith(b"snap,")]
    assert len(times) >= 6
    assert max(after - before for before, after in itertools.pairwise(times)) <= 1120


@pytest.mark.slow
def test_a_board_that_calibrates_scans_as_fast_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its steps count scans, so that those of a board that slept would take many times as long."""
    with stopped(doze_us=20_000) as simulation, connected(simulation):
        board = RunningBoard(simulation, monkeypatch)
        board.run(3000)
        deliver(simulation, "hello,0,1.0,0.1.0", "calibrate,1,start")
        board.run(2000)  # by now a board that may sleep does
        before = simulation.device.scans
        board.run(1000)
        assert simulation.device.scans - before >= 100


def test_a_board_whose_moving_lights_are_looked_at_does_not_sleep(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with stopped(doze_us=20_000) as simulation:
        board = RunningBoard(simulation, monkeypatch)
        look(simulation)
        board.run(4000)
        assert board.run(1000) >= 30
