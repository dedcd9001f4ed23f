"""The wall of a club as a process of its own, with the broker that it has started."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from websockets.sync.client import ClientConnection, connect

from soak.remote.brokers import broker_program
from tests.e2e.program import END_S, ROOT, child_of
from tests.support.require import require

DEADLINE_S = 60.0


class Club:
    """`python -m host club` as a process of its own, with the broker that it has started.

    Args:
        home: of its files.
        options: of the command.
        at: address of the broker; None to have it start its own.

    Attributes:
        process: of the wall.
        url: of the wall.
        broker: address of the broker.
    """

    def __init__(self, home: Path, *options: str, at: str | None = None) -> None:
        require(at is not None or broker_program("mosquitto") is not None, "mosquitto is missing")
        command = [sys.executable, "-m", "host", "club", "--no-browser", *options]
        command += ["--listen", "127.0.0.1:0"]
        command += ["--broker-listen", "127.0.0.1:0"] if at is None else [at]
        self._home = home
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=os.environ | {"XDG_DATA_HOME": str(home)},
        )
        self.broker = self._find(r"mqtt://127\S+\d") if at is None else at
        self.url = self._find(r"http://\S+/")

    def _find(self, pattern: str) -> str:
        """Return what stands in a line of the output."""
        assert self.process.stdout is not None
        said = ""
        while line := self.process.stdout.readline():
            said += line
            if found := re.search(pattern, line):
                return found[0]
        raise AssertionError(f"it ended and said {said!r}")

    @property
    def broker_pid(self) -> int:
        """Process id of the broker."""
        return child_of(child_of(self.process.pid, "host.remote.broker.guard"), "mosquitto")

    def connect(self) -> ClientConnection:
        """Connect a viewer; a context manager."""
        host = self.url.removeprefix("http://").strip("/")
        origin = f"http://{host}"
        return connect(f"ws://{host}/ws", origin=origin, proxy=None)  # type: ignore[arg-type]

    def get(self, path: str) -> str:
        """Return a file."""
        with urllib.request.urlopen(self.url + path, timeout=DEADLINE_S) as answer:
            text: str = answer.read().decode()
            return text

    def end(self) -> None:
        """End it with ctrl-C; the broker ends with it."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            output = self.process.communicate(timeout=END_S)[0]
            assert "Traceback" not in output, output


@contextlib.contextmanager
def club(home: Path, *options: str, at: str | None = None) -> Iterator[Club]:
    """The wall and its broker, or at another one, running as long as the context lasts."""
    running = Club(home, *options, at=at)
    try:
        yield running
    finally:
        running.end()


def hear_all(viewer: ClientConnection) -> dict[str, dict[str, object]]:
    """Return all boards as a new viewer is told of them."""
    boards = {}
    head = json.loads(viewer.recv(timeout=DEADLINE_S))
    while len(boards) < head["boards"]:
        told = json.loads(viewer.recv(timeout=DEADLINE_S))
        assert told["t"] == "board", "nothing else comes before all is told"
        boards[told["name"]] = told
    return boards
