"""A port over TCP that fails while the program plays on it, or never answers."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.program import ROOT, playing
from tests.support.running import kamisado

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="times of the kernel"),
]


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


def test_a_port_over_tcp_that_never_answers_is_told_while_it_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"socket://127.0.0.1:{silent.getsockname()[1]}"
        done = kamisado("play", "--no-browser", "--listen", "127.0.0.1:0", "--board", address)
    assert done.stdout.startswith(f"Waiting for the board {address!r} to answer, for 20 s at most")
    assert done.stderr.startswith("kamisado: Nothing answers on this port.")
