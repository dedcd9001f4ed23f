"""The program as a process of its own, with a page that is connected to it."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from host.storage.store import read_matches
from tests.support import loop_guard
from tests.support.wire_messages import in_english

END_S = 8.0
DEADLINE_S = 60.0
ROOT = Path(__file__).resolve().parents[2]
Told = dict[str, object]


class Page:
    """A page of a running program.

    Args:
        line: to the program.

    Attributes:
        said: the notices so far, oldest first.
        state: the last state of the match.
        access: what the page may do, and for an owner who was invited.
        far: the last state of the far match.
        told: the last message of each kind.
    """

    def __init__(self, line: ClientConnection) -> None:
        self.said: list[str] = []
        self.state: Told = {}
        self.access: Told = {}
        self.far: Told = {}
        self.told: dict[str, Told] = {}
        self._page = line
        self._numbers = iter(range(10**6))

    def _hear(self, timeout_s: float) -> None:
        """Take in one message."""
        told = self._page.recv(timeout=timeout_s)
        if isinstance(told, bytes):
            return
        message = in_english(told)
        self.told[str(message["t"])] = message
        if message["t"] == "state":
            self.state = message
        elif message["t"] == "notice":
            self.said.append(str(message["text"]))
        elif message["t"] == "access":
            self.access = message
        elif message["t"] == "far":
            self.far = message

    def send(self, **request: object) -> None:
        """Send a request."""
        self._page.send(json.dumps(request))

    def answers(self, times: int = 10) -> None:
        """Check that requests are answered, one after another."""
        for _ in range(times):
            name = f"{loop_guard.PROBE}{next(self._numbers)}"
            self.send(t=name)
            self.until_said(name)

    def ask(self, answer: str, **request: object) -> Told:
        """Send a request; return the message of that kind that answers it."""
        self.told.pop(answer, None)
        self.send(**request)
        self.until(lambda: answer in self.told)
        return self.told[answer]

    def hear(self) -> None:
        """Take in a message, if one comes soon."""
        with contextlib.suppress(TimeoutError):
            self._hear(0.1)

    def until(self, condition: Callable[[], bool]) -> None:
        """Take in messages until a condition holds."""
        deadline = time.monotonic() + DEADLINE_S
        while not condition():
            self.hear()
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


class Program(Page):
    """`python -m host play` as a process of its own, with a page that is connected to it.

    Args:
        home: folder of its data.
        options: of the command.
        sees_calls: True to have calls that take long told.
        command: another one than `play`, and its arguments.
        start_s: time in which it must have told the address of its page.
        table: whose page is connected, of a program with several.

    Attributes:
        data: where it saves the match.
    """

    def __init__(
        self,
        home: Path,
        *options: str,
        sees_calls: bool = False,
        command: Sequence[str] = ("play",),
        start_s: float = DEADLINE_S,
        table: str = "",
    ) -> None:
        self.data = home / "kamisado" / "matches.sqlite"
        self._report = home / "loop"
        self._report.write_text("")
        start = [sys.executable, "-m", "tests.support.loop_guard"]
        start += ["--calls"] if sees_calls else []
        start += [str(self._report), *command, "--no-browser", "--listen", "127.0.0.1:0"]
        self.process = subprocess.Popen(
            [*start, *options],
            cwd=ROOT,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=os.environ | {"XDG_DATA_HOME": str(home), "KAMISADO_PLAIN": "1"},
            start_new_session=True,
        )
        self._stack = contextlib.ExitStack()
        self.output = ""
        self.host, self._key = self._address(start_s)
        super().__init__(self._stack.enter_context(self.open_page(table)))

    def _address(self, start_s: float) -> tuple[str, str]:
        """Read what it says until it tells the address of its page and the key; kill it if late."""
        assert self.process.stdout is not None
        late = threading.Timer(start_s, self._kill)
        late.start()
        try:
            while line := self.process.stdout.readline():
                self.output += line
                if found := re.search(r"http://(127\.0\.0\.1:\d+)/#(\S+)", self.output):
                    return found[1], found[2]
        finally:
            late.cancel()
        self.close()
        raise AssertionError(f"no address of a page within {start_s:g} s; it said {self.output!r}")

    def open_page(self, table: str = "") -> ClientConnection:
        """Connect another page of the owner, at one of several tables; a context manager."""
        deadline = time.monotonic() + DEADLINE_S
        while True:
            try:
                return self._connect(table)
            except InvalidStatus:  # the table is being started
                assert table, "the only board is there"
                assert time.monotonic() < deadline, f"{table} does not start"
                time.sleep(0.05)

    @property
    def url(self) -> str:
        """Address of the page, with the owner's key."""
        return f"http://{self.host}/#{self._key}"

    def page(self, table: str) -> Page:
        """Open the page of one of several tables, until the program has ended."""
        return Page(self._stack.enter_context(self.open_page(table)))

    def _connect(self, table: str) -> ClientConnection:
        return connect(
            f"ws://{self.host}/table/{table}/ws" if table else f"ws://{self.host}/ws",
            origin=f"http://{self.host}",  # type: ignore[arg-type]
            subprotocols=["kamisado", f"key.{self._key}"],  # type: ignore[list-item]
            proxy=None,
            # While a test waits for one table, nobody takes the messages of the others.
            max_queue=None if table else 16,
            # The program has ended, which nobody sees while messages wait to be taken.
            close_timeout=0.1,
        )

    def end(self) -> None:
        """End it with ctrl-C; it must end in time, and without a traceback."""
        self.process.send_signal(signal.SIGINT)
        self.output += self.process.communicate(timeout=END_S)[0]
        assert "Traceback" not in self.output, self.output
        assert "raised exception" not in self.output
        assert self._report.read_text().splitlines()[-1].startswith(loop_guard.ENDED)
        self.check_loop()

    def check_loop(self) -> None:
        """Check that nothing has held the event loop, or computed in it for long."""
        begun, *blocked = self._report.read_text().splitlines()
        assert begun == loop_guard.BEGUN
        blocked = [line for line in blocked if not line.startswith(loop_guard.ENDED)]
        assert not blocked, "\n".join(blocked)

    def close(self) -> None:
        """Make sure that it has ended, with all its processes: a stopped one keeps the output."""
        self._kill()
        if self.process.returncode is None:
            self.process.communicate()
        self._stack.close()

    def _kill(self) -> None:
        """Kill it and all its processes."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)

    def descendant(self, words: str) -> int:
        """Wait for a process that the program has started."""
        return child_of(self.process.pid, words)


def child_of(parent: int, words: str) -> int:
    """Wait for a process that another has started, with these words in its command."""
    deadline = time.monotonic() + DEADLINE_S
    while time.monotonic() < deadline:
        listed = subprocess.run(
            ["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True
        ).stdout
        for line in sorted(listed.splitlines()):
            pid, its_parent, command = line.split(maxsplit=2)
            if int(its_parent) == parent and words in command:
                return int(pid)
        time.sleep(0.05)
    raise AssertionError(f"no process {words!r}")


@contextlib.contextmanager
def playing(
    home: Path,
    *options: str,
    sees_calls: bool = False,
    command: Sequence[str] = ("play",),
    table: str = "",
) -> Iterator[Program]:
    """Run the program; end it with ctrl-C, also amid the failure."""
    program = Program(home, *options, sees_calls=sees_calls, command=command, table=table)
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
