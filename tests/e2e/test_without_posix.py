"""The whole start without what only POSIX has: a virtual board over TCP, the page, a move.

No Windows is at hand.  Here all processes of the program see a Python as there:
`tests/support/without_posix/sitecustomize.py`.
"""

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

import pytest
from websockets.sync.client import ClientConnection, connect

from tests.support.running import DEADLINE_S

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

ROOT = Path(__file__).resolve().parents[2]
WITHOUT = ROOT / "tests" / "support" / "without_posix"
ADDRESS = re.compile(r"Play on http://127\.0\.0\.1:(?P<port>\d+)/#(?P<key>[\w-]{22}) ")


class Windows:
    """A computer as on Windows.

    Attributes:
        environment: of its processes.
        home: folder of the user.
    """

    def __init__(self, home: Path) -> None:
        self.home = home
        self._seen = home / "seen.txt"
        self.environment = {
            **{name: text for name, text in os.environ.items() if not name.startswith("XDG_")},
            "PYTHONPATH": str(WITHOUT),
            "AS_ON_WINDOWS": str(self._seen),
            "LOCALAPPDATA": str(home / "AppData"),
            "HOME": str(home / "unused"),
        }

    def run(self, *words: str) -> str:
        """Run a command of the program; return its output."""
        done = subprocess.run(
            [sys.executable, "-m", "host", *words],
            cwd=ROOT,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=3 * DEADLINE_S,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        assert done.stderr == ""
        return done.stdout

    @property
    def processes(self) -> str:
        """Command lines of the processes that saw Windows."""
        return self._seen.read_text(encoding="utf-8")


@pytest.fixture
def windows(tmp_path: Path) -> Windows:
    return Windows(tmp_path)


def test_it_has_nothing_that_windows_has_not(windows: Windows) -> None:
    """The modules of the program see what those of this file would not."""
    package = windows.home / "host"
    package.mkdir()
    (package / "__init__.py").write_text(
        "import os, signal, sys\n"
        "print(os.name, sys.platform, hasattr(os, 'fork'), hasattr(signal, 'SIGHUP'))\n"
        "try:\n    import termios\nexcept ImportError as error:\n    print(error)\n"
        "import asyncio\nloop = asyncio.new_event_loop()\n"
        "try:\n    loop.add_signal_handler(signal.SIGTERM, print)\n"
        "except NotImplementedError:\n    print('no signal handlers')\n"
        "loop.close()\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, "-c", "import host, os, termios; print(os.name)"],
        cwd=windows.home,
        env=windows.environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == [
        "nt win32 False False",
        "Windows has no module 'termios'",
        "no signal handlers",
        os.name,
    ]


@contextlib.contextmanager
def playing(windows: Windows) -> Iterator[tuple[int, str]]:
    """`play` on a virtual board; yields the port of the page and the owner's key."""
    command = [sys.executable, "-m", "host", "play", "--board", "virtual", "--no-browser"]
    with subprocess.Popen(
        [*command, "--listen", "127.0.0.1:0"],
        cwd=ROOT,
        env=windows.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            found = ADDRESS.search(process.stdout.readline())
            assert found is not None, process.communicate(timeout=DEADLINE_S)
            yield int(found["port"]), found["key"]
        finally:
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=DEADLINE_S)
            assert errors == ""


def newest(socket: ClientConnection, kind: str) -> dict[str, object]:
    """Return the next message of a kind."""
    while True:
        message = socket.recv(timeout=DEADLINE_S)
        if isinstance(message, bytes):
            continue  # a frame of the lights
        told: dict[str, object] = json.loads(message)
        if told["t"] == kind:
            return told


def test_the_page_is_served_and_a_tower_of_the_virtual_board_moves(windows: Windows) -> None:
    with playing(windows) as (port, key):
        url = f"http://127.0.0.1:{port}"
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(url) as answer:
            assert b"<!doctype html>" in answer.read(200).lower()
        secrets = ["kamisado", f"key.{key}"]
        with connect(
            f"ws://127.0.0.1:{port}/ws",
            origin=url,  # type: ignore[arg-type]
            subprotocols=secrets,  # type: ignore[arg-type]
            proxy=None,
            close_timeout=0.1,  # nobody takes its messages at the end
        ) as page:
            while newest(page, "state")["phase"] != "play":
                pass  # until the hand of the virtual board has set up the pieces
            page.send(json.dumps({"t": "lift", "square": "d8"}))
            page.send(json.dumps({"t": "put", "square": "d4", "piece": "black-pink"}))
            while not newest(page, "state")["moves"]:
                pass
    assert "-m host play" in windows.processes
    assert "-m simulator" in windows.processes
    kept = [path.relative_to(windows.home) for path in windows.home.rglob("*.sqlite*")]
    assert kept, list(windows.home.rglob("*"))
    assert all(path.parts[0] == "AppData" for path in kept)


def test_commands_run(windows: Windows) -> None:
    output = windows.run("demo", "--terminal", "--rate", "8")
    assert "White's blue tower reached Black's home row on e8 (M7)." in output
    assert "value" in windows.run("solve", "startpos", "--json", "--time", "1")
    assert "on the board in" in windows.run("soak", "--games", "1", "--pure")
    assert windows.run("doctor", "--board", "virtual")
