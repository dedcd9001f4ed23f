"""The program answers its page, serves the board and ends on ctrl-C, also while something fails.

Each test brings one failure about, from outside.  The program runs under `loop_guard`: no call that
may block is made in the thread of its event loop, and nothing holds the loop for 250 ms.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from websockets.sync.client import ClientConnection, connect

from host.storage import trace_codec
from host.storage.store import read_matches
from tests.support import loop_guard
from tests.support.request_samples import SAMPLES
from tests.support.require import require
from tests.support.wire_messages import in_english

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="signals, and times of the kernel"),
]

END_S = 8.0
DEADLINE_S = 60.0
ROOT = Path(__file__).resolve().parents[2]

Told = dict[str, object]


class Program:
    """`python -m host play` as a process of its own, with a page that is connected to it.

    Attributes:
        data: where it saves the match.
        said: the notices so far, oldest first.
        state: the last state of the match.
    """

    def __init__(self, home: Path, *options: str, sees_calls: bool = False) -> None:
        self.data = home / "kamisado" / "matches.sqlite"
        self.said: list[str] = []
        self.state: Told = {}
        self._report = home / "loop"
        self._report.touch()
        start = [sys.executable, "-m", "tests.support.loop_guard"]
        start += ["--calls"] if sees_calls else []
        start += [str(self._report), "play", "--no-browser", "--listen", "127.0.0.1:0"]
        self.process = subprocess.Popen(
            [*start, *options],
            cwd=ROOT,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=os.environ | {"XDG_DATA_HOME": str(home), "KAMISADO_PLAIN": "1"},
        )
        assert self.process.stdout is not None
        self.output = ""
        found = None
        while found is None:
            line = self.process.stdout.readline()
            assert line, f"it ended and said {self.output!r}"
            self.output += line
            found = re.search(r"http://(127\.0\.0\.1:\d+)/#(\S+)", self.output)
        self.host, self._key = found[1], found[2]
        self._stack = contextlib.ExitStack()
        self._page = self._stack.enter_context(self.open_page())
        self._numbers = iter(range(10**6))

    def open_page(self) -> ClientConnection:
        """Connect another page of the owner; a context manager."""
        return connect(
            f"ws://{self.host}/ws",
            origin=f"http://{self.host}",  # type: ignore[arg-type]
            subprotocols=["kamisado", f"key.{self._key}"],  # type: ignore[list-item]
            proxy=None,
        )

    def _hear(self, timeout_s: float) -> None:
        """Take in one message."""
        told = self._page.recv(timeout=timeout_s)
        if isinstance(told, bytes):
            return
        message = in_english(told)
        if message["t"] == "state":
            self.state = message
        elif message["t"] == "notice":
            self.said.append(str(message["text"]))

    def send(self, **request: object) -> None:
        """Send a request."""
        self._page.send(json.dumps(request))

    def answers(self, times: int = 10) -> None:
        """Check that requests are answered, one after another."""
        for _ in range(times):
            name = f"unknown-{next(self._numbers)}"
            self.send(t=name)
            self.until_said(name)

    def until(self, condition: Callable[[], bool]) -> None:
        """Take in messages until a condition holds."""
        deadline = time.monotonic() + DEADLINE_S
        while not condition():
            with contextlib.suppress(TimeoutError):
                self._hear(0.1)
            assert time.monotonic() < deadline, (self.said, self.state.get("link"))

    def until_said(self, words: str) -> None:
        """Wait for a notice."""
        self.until(lambda: any(words in said for said in self.said))

    @property
    def plies(self) -> int:
        """Number of moves on the page."""
        moves = self.state.get("moves", [])
        assert isinstance(moves, list)
        return len(moves)

    @property
    def link(self) -> object:
        """State of the link to the board, as the page shows it."""
        link = self.state.get("link", {})
        assert isinstance(link, dict)
        return link.get("state")

    def move(self, origin: str, target: str) -> None:
        """Make a move with the simulated hand, and wait until the page shows it."""
        made = self.plies
        self.send(t="lift", square=origin)
        self.send(t="put", square=target)
        self.until(lambda: self.plies > made)

    def end(self) -> None:
        """End it with ctrl-C; it must end in time, and without a traceback."""
        self.process.send_signal(signal.SIGINT)
        self.output += self.process.communicate(timeout=END_S)[0]
        assert "Traceback" not in self.output
        assert "raised exception" not in self.output
        begun, *blocked, ended = self._report.read_text().splitlines()
        assert begun == loop_guard.BEGUN
        assert ended.startswith(loop_guard.ENDED)
        assert not blocked, "\n".join(blocked)

    def close(self) -> None:
        """Make sure that it has ended."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()
        self._stack.close()

    def descendant(self, words: str) -> int:
        """Wait for a process that the program, or one of its processes, has started."""
        deadline = time.monotonic() + DEADLINE_S
        while time.monotonic() < deadline:
            listed = subprocess.run(
                ["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True
            ).stdout
            parents = {self.process.pid}
            for line in sorted(listed.splitlines()):
                pid, parent, command = line.split(maxsplit=2)
                if int(parent) in parents and words in command:
                    return int(pid)
            time.sleep(0.05)
        raise AssertionError(f"no process {words!r}")


@contextlib.contextmanager
def playing(home: Path, *options: str, sees_calls: bool = False) -> Iterator[Program]:
    """Run the program; end it with ctrl-C, also amid the failure."""
    program = Program(home, *options, sees_calls=sees_calls)
    try:
        yield program
        if program.process.poll() is None:
            program.end()
    finally:
        program.close()


def saved(program: Program) -> list[str]:
    """Return the moves in the file."""
    return [ply.text for match in read_matches(program.data) for ply in match.plies]


VIRTUAL = ("--board", "virtual", "--seed", "1")
FIRST, SECOND = ("d8", "d4"), ("a1", "c3")


@pytest.mark.parametrize("traced", [True, False])
def test_no_call_of_a_match_blocks_the_loop(tmp_path: Path, traced: bool) -> None:
    trace = ("--trace", str(tmp_path / "trace")) if traced else ()  # allows no puzzles
    options = (*VIRTUAL, "--help-level", "proven", "--clock", "10+5", *trace)
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
    assert not traced or trace_codec.decode((tmp_path / "trace").read_text()).is_complete


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


class Port:
    """A TCP port between the program and a simulator, which fails in several ways.

    Attributes:
        address: for `--board`.
    """

    def __init__(self, simulator: int) -> None:
        self._simulator = simulator
        self._server = socket.create_server(("127.0.0.1", 0), backlog=1)
        self._name = self._server.getsockname()
        self.address = f"socket://127.0.0.1:{self._name[1]}"
        self._open: list[socket.socket] = []
        self._silent = threading.Event()
        threading.Thread(target=self._accept, args=(self._server,), daemon=True).start()

    def _accept(self, server: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                host, _ = server.accept()
                board = socket.create_connection(("127.0.0.1", self._simulator))
                self._open += [host, board]
                for source, sink in ((host, board), (board, host)):
                    threading.Thread(target=self._carry, args=(source, sink), daemon=True).start()

    def _carry(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(4096):
                if not self._silent.is_set():
                    sink.sendall(data)

    def half_open(self) -> None:
        """Carry nothing any more; the connection stays."""
        self._silent.set()

    def flood(self) -> None:
        """Send rubbish as fast as it is taken."""

        def pour() -> None:
            with contextlib.suppress(OSError):
                while True:
                    self._open[0].sendall(b"snap,1,2,rubbish*0000\nwarn,x\n" * 1000)

        threading.Thread(target=pour, daemon=True).start()

    def refuse(self) -> None:
        """Hang up, and refuse connections."""
        self.close()

    def die(self) -> None:
        """Hang up, and let attempts to connect go unanswered."""
        self.close()
        self._server = socket.socket()
        self._server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._server.bind(self._name)
        self._server.listen(0)
        for _ in range(8):
            waiting = socket.socket()
            waiting.setblocking(False)
            waiting.connect_ex(self._name)
            self._open.append(waiting)

    def close(self) -> None:
        """Hang up, and end."""
        for each in (self._server, *self._open):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
        self._open.clear()


@pytest.fixture
def port() -> Iterator[Port]:
    command = [sys.executable, "-m", "simulator", "--with-stdin", "--doze", "20"]
    with subprocess.Popen(
        [*command, "--listen", "socket://127.0.0.1:0"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as simulator:
        assert simulator.stdout is not None
        made = Port(int(simulator.stdout.readline().rpartition(":")[2]))
        yield made
        made.close()
        simulator.kill()


@pytest.mark.parametrize("failure", ["half_open", "flood", "refuse", "die"])
def test_a_port_over_tcp(tmp_path: Path, port: Port, failure: str) -> None:
    with playing(tmp_path, "--board", port.address) as program:
        program.until(lambda: program.link == "up")
        getattr(port, failure)()
        program.answers()
        if failure != "flood":
            program.until(lambda: program.link == "lost")
        program.answers(30)
        assert not any("cable" in said for said in program.said)
