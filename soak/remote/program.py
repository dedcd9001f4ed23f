"""The whole program as a process, with a page that sees what it shows and moves its hand."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Origin, Subprotocol

from soak.remote.time_limit import TimeLimit

START_S = 60.0
"""Time in which a program tells the address of its page, while it gets a processor."""
LOOK_S = 0.05
RECONNECT_S = 0.1
"""Pause before the page connects again, as one in a browser does."""
_PAGE = re.compile(r"http://(127\.0\.0\.1:\d+)/#(\S+)")
_REFUSED, _NOT_SIGNED = '"remote.refused"', '"remote.not_signed"'
"""Id of the sentence that tells that a record was refused."""


class ProgramError(Exception):
    """A program has ended by itself, or tells no address; the text holds what it said."""


class Started(Protocol):
    """Process of a program, as `asyncio.subprocess.Process` has it."""

    @property
    def pid(self) -> int:
        """Its id, which is also that of its process group."""

    @property
    def returncode(self) -> int | None:
        """Its exit status; None while it runs."""

    async def wait(self) -> int:
        """Wait until it has ended."""


class Start(Protocol):
    """Starts the program as the leader of a process group."""

    async def __call__(
        self, arguments: Sequence[str], environment: Mapping[str, str], output: Path, /
    ) -> Started:
        """Start it.

        Args:
            arguments: of the command line, without the program.
            environment: variables in addition to those of this process.
            output: file to which it appends all that it says.
        """


async def start_python(
    arguments: Sequence[str], environment: Mapping[str, str], output: Path
) -> asyncio.subprocess.Process:
    """Start `python -m host`; see `Start`."""
    with output.open("ab") as file:
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "host", *arguments),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=file,
            stderr=asyncio.subprocess.STDOUT,
            env={**os.environ, **environment},
            start_new_session=True,
        )


class Program:
    """`python -m host` with a board, begun again whenever it was killed.

    Args:
        folder: of its data.
        begin: starts its process.

    Attributes:
        board: the option of that name.
        data: the file of its matches.
        state: the last state that its page has got; empty while there is none.
        shown: the moves of all states, each once, in order.
        notices: sentences of its page, as JSON.
        lost_lines: how often the page has lost its connection to a program that runs.
        dies_at_move: kill it as soon as its page shows one more move.
    """

    def __init__(self, folder: Path, begin: Start = start_python) -> None:
        folder.mkdir()
        self._begin = begin
        self.board = "virtual"
        self.data = folder / "matches.sqlite"
        self._said = folder / "output"
        self._said.touch()
        self.state: dict[str, object] = {}
        self.shown: list[tuple[str, ...]] = []
        self.notices: list[str] = []
        self.lost_lines = 0
        self.dies_at_move = self.was_killed = False
        self._process: Started | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._page: ClientConnection | None = None

    @property
    def output(self) -> str:
        """All that it has said."""
        return self._said.read_text()

    @property
    def is_running(self) -> bool:
        """True from when its page is open until it was killed."""
        return self._page is not None

    @property
    def has_board(self) -> bool:
        """True while its page shows that its board is connected."""
        link = self.state.get("link")
        return isinstance(link, dict) and link["state"] == "up"

    @property
    def refusal(self) -> str | None:
        """The first sentence of its page about a refused record that was signed, as JSON; None if
        there is none."""
        refused = (notice for notice in self.notices if _REFUSED in notice)
        return next((notice for notice in refused if _NOT_SIGNED not in notice), None)

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves that its page shows now."""
        told = self.state.get("moves", [])
        assert isinstance(told, list)
        return tuple(move["text"] for move in told)

    async def start(self, *command: str, seed: int) -> None:
        """Start it and open its page.

        Args:
            command: of the program, with its arguments.
            seed: of the virtual board.

        Raises:
            ProgramError: it has ended, or tells no address in time.
        """
        options = ("--board", self.board, "--seed", str(seed), "--no-browser")
        place = ("--listen", "127.0.0.1:0", "--data", str(self.data))
        environment = {"XDG_DATA_HOME": str(self.data.parent), "KAMISADO_PLAIN": "1"}
        begun = len(self.output)
        self._process = await self._begin((*command, *options, *place), environment, self._said)
        limit = TimeLimit(START_S, lambda: self.groups)
        while (found := _PAGE.search(self.output, begun)) is None:
            if self._process.returncode is not None:
                raise ProgramError(f"it has ended: {self.output[-2000:]}")
            if limit.is_over:
                raise ProgramError(f"no address in {START_S:g} s: {self.output!r}")
            await asyncio.sleep(LOOK_S)
        await self._connect(found[1], found[2])
        self._tasks = [asyncio.create_task(self._keep_page(found[1], found[2]))]

    @property
    def groups(self) -> list[int]:
        """Ids of the process groups of what runs: its own one, or none."""
        return [] if self._process is None or self.was_killed else [self._process.pid]

    async def ask(self, **request: object) -> None:
        """Send a request of the page; nothing happens while it does not run."""
        if self._page is not None:
            with contextlib.suppress(ConnectionClosed):
                await self._page.send(json.dumps(request))

    async def kill(self) -> None:
        """Kill it and its simulator with SIGKILL; harmless if it does not run."""
        if self._process is None:
            return
        dies_at_move = self.dies_at_move
        self._kill_now()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._page is not None:
            await self._page.close()
        await self._process.wait()
        self._process = self._page = None
        self.state, self._tasks = {}, []
        self.dies_at_move, self.was_killed = dies_at_move, False

    def _kill_now(self) -> None:
        assert self._process is not None
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self.dies_at_move, self.was_killed = False, True

    @property
    def has_died(self) -> bool:
        """True once it was killed at a move, until it is started again."""
        return self.was_killed and self._process is not None

    @property
    def has_ended_by_itself(self) -> bool:
        """True once it has, until it is killed or started again."""
        return self._process is not None and self._process.returncode is not None

    def check(self) -> None:
        """Check that it still runs, unless it was killed.

        Raises:
            ProgramError: it has ended by itself.
        """
        if self.was_killed or self._process is None or self._page is None:
            return  # `start` tells of what ends before its page is open
        if self.has_ended_by_itself:
            raise ProgramError(f"ended with {self._process.returncode}: {self.output[-2000:]}")

    async def _connect(self, address: str, key: str) -> None:
        self._page = await connect(
            f"ws://{address}/ws",
            origin=Origin(f"http://{address}"),
            subprotocols=[Subprotocol("kamisado"), Subprotocol(f"key.{key}")],
            proxy=None,
            compression=None,
        )

    async def _keep_page(self, address: str, key: str) -> None:
        """Hear the page, and connect again when it is lost, as on a machine that is too busy."""
        while not self.was_killed:
            assert self._page is not None
            await self._hear(self._page)
            await asyncio.sleep(RECONNECT_S)
            assert self._process is not None
            if self.was_killed or self._process.returncode is not None:
                return
            with contextlib.suppress(OSError, InvalidHandshake):
                await self._connect(address, key)
                self.lost_lines += 1

    async def _hear(self, page: ClientConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for told in page:
                if isinstance(told, bytes):
                    continue
                message = json.loads(told)
                if message["t"] == "state":
                    before, self.state = self.moves, message
                    if not self.shown or self.shown[-1] != self.moves:
                        self.shown.append(self.moves)
                    if self.dies_at_move and len(self.moves) > len(before) > 0:
                        self._kill_now()
                        return
                elif message["t"] == "notice":
                    self.notices.append(told)
