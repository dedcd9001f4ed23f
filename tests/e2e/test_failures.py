"""The program answers its page, serves the board and ends on ctrl-C, also while something fails.

Each test brings one failure about, from outside.  The program runs under `loop_guard`: no call that
may block is made in the thread of its event loop, and nothing holds the loop for 250 ms.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import sqlite3
import sys
import threading
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from host.storage.trace import decode
from tests.e2e.program import FIRST, SECOND, VIRTUAL, playing, saved
from tests.support.request_samples import SAMPLES
from tests.support.require import require

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="signals, and times of the kernel"),
]


@pytest.mark.parametrize("traced", [True, False])
def test_no_call_of_a_match_blocks_the_loop(tmp_path: Path, traced: bool) -> None:
    trace = ("--trace", str(tmp_path / "trace")) if traced else ()  # allows no puzzles
    options = (*VIRTUAL, "--clock", "10+5", *trace)
    with playing(tmp_path, *options, sees_calls=True) as program:
        program.until(lambda: program.state.get("phase") == "play")
        program.move(*FIRST)
        program.move(*SECOND)
        for path in ("", "js/app.js", "locale/en.json", "locale/xx.json", "missing"):
            with contextlib.suppress(HTTPError), urlopen(f"http://{program.host}/{path}") as told:
                told.read()
        for request in SAMPLES:
            program.send(**request)
            program.answers(1)
        with program.open_page():
            program.answers(1)
    assert saved(program)[:1] == ["d8d4"], "the other is taken back by a request"
    assert not traced or decode((tmp_path / "trace").read_text()).is_complete


def test_a_database_that_another_program_locks(tmp_path: Path) -> None:
    with playing(tmp_path, *VIRTUAL) as program:
        program.until(lambda: program.state.get("phase") == "play")
        with contextlib.closing(sqlite3.connect(program.data)) as backup:
            backup.execute("BEGIN IMMEDIATE")
            program.move(*FIRST)
            program.until_said("Saving takes long")
            program.answers()
            program.move(*SECOND)
            program.answers()
            backup.execute("ROLLBACK")
        program.until_said("Saved again.")
    assert saved(program) == ["d8d4", "a1c3"]


def test_the_end_while_another_program_locks_the_database(tmp_path: Path) -> None:
    with playing(tmp_path, *VIRTUAL) as program:
        program.until(lambda: program.state.get("phase") == "play")
        with contextlib.closing(sqlite3.connect(program.data)) as backup:
            backup.execute("BEGIN IMMEDIATE")
            program.move(*FIRST)
            program.end()
    assert "The last moves are not saved" in program.output


def test_a_disk_that_takes_no_more(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    require(hasattr(resource, "prlimit"), "limits of another process are of Linux")
    with playing(tmp_path, *VIRTUAL) as program:
        program.until(lambda: program.state.get("phase") == "play")
        pid, kind = program.process.pid, resource.RLIMIT_FSIZE
        limits = resource.prlimit(pid, kind)
        resource.prlimit(pid, kind, (1, limits[1]))
        program.move(*FIRST)
        program.until_said("the disk refuses it")
        program.answers()
        resource.prlimit(pid, kind, limits)
        program.until_said("Saved again.")
        program.move(*SECOND)
    assert saved(program) == ["d8d4", "a1c3"]


def test_a_database_that_vanishes(tmp_path: Path) -> None:
    with playing(tmp_path, *VIRTUAL) as program:
        program.until(lambda: program.state.get("phase") == "play")
        program.move(*FIRST)
        shutil.rmtree(program.data.parent)
        program.move(*SECOND)
        program.answers()
    assert saved(program) == ["d8d4", "a1c3"]


@pytest.mark.parametrize("how", [signal.SIGSTOP, signal.SIGKILL])
def test_a_simulator_that_is_stopped_or_killed(tmp_path: Path, how: signal.Signals) -> None:
    with playing(tmp_path, *VIRTUAL) as program:
        program.until(lambda: program.state.get("phase") == "play")
        simulator = program.descendant("simulator")
        os.kill(simulator, how)
        program.send(t="lift", square="d8")
        program.answers()
        assert not any("simulator does not answer" in said for said in program.said)
        program.until(lambda: program.link == "lost")
        program.answers()
        if how == signal.SIGKILL:
            program.until(lambda: program.link == "up")
            program.move(*FIRST)
        else:
            program.send(t="lift", square="d8")  # ctrl-C comes while it waits


@pytest.mark.parametrize("how", [signal.SIGSTOP, signal.SIGKILL])
def test_a_solver_that_is_stopped_or_killed(tmp_path: Path, how: signal.Signals) -> None:
    with playing(tmp_path, *VIRTUAL, "--help-level", "proven") as program:
        for _ in range(3):
            os.kill(program.descendant("ai_process"), how)
            program.answers(3)
        program.move(*FIRST)
        program.answers()


def test_the_ctrl_c_of_a_terminal_does_not_reach_simulator_and_solver(tmp_path: Path) -> None:
    with playing(tmp_path, *VIRTUAL, "--help-level", "proven") as program:
        program.until(lambda: program.state.get("phase") == "play")
        children = [program.descendant(name) for name in ("simulator", "ai_process")]
        for child in children:
            os.kill(child, signal.SIGINT)
        program.move(*FIRST)
        program.answers(3)
        assert children == [program.descendant(name) for name in ("simulator", "ai_process")]


def test_pages_that_read_nothing_and_pages_that_flood(tmp_path: Path) -> None:
    with contextlib.ExitStack() as stack, playing(tmp_path, *VIRTUAL) as program:
        program.until(lambda: program.state.get("phase") == "play")
        for _ in range(5):
            stack.enter_context(program.open_page())  # never reads
        flood = stack.enter_context(program.open_page())
        ended = threading.Event()

        def pour() -> None:
            with contextlib.suppress(Exception):  # it is hung up in the end
                while not ended.is_set():
                    flood.send('{"t":"flood"}')

        pouring = threading.Thread(target=pour)
        pouring.start()
        try:
            program.answers(20)
            program.move(*FIRST)
        finally:
            ended.set()
            pouring.join()


def test_a_burst_of_connections_without_a_request(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    require(hasattr(resource, "prlimit"), "limits of another process are of Linux")
    with contextlib.ExitStack() as stack, playing(tmp_path, *VIRTUAL) as program:
        program.until(lambda: program.state.get("phase") == "play")
        hard = resource.prlimit(program.process.pid, resource.RLIMIT_NOFILE)[1]
        resource.prlimit(program.process.pid, resource.RLIMIT_NOFILE, (256, hard))
        name, _, port = program.host.rpartition(":")
        for _ in range(400):
            waiting = stack.enter_context(socket.socket())
            waiting.setblocking(False)
            waiting.connect_ex((name, int(port)))
        program.answers()
        with urlopen(f"http://{program.host}/") as page:
            assert b"<!doctype html>" in page.read()
        program.move(*FIRST)
