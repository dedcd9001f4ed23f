"""The whole program as a process, with a page that sees what it shows and moves its hand."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import sys
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin, Subprotocol

START_S = 60.0
"""Time in which a program tells the address of its page."""
_PAGE = re.compile(r"http://(127\.0\.0\.1:\d+)/#(\S+)")
_REFUSED = '"remote.refused"'
"""Id of the sentence that tells that a record was refused."""


class ProgramError(Exception):
    """A program has ended by itself, or tells no address; the text holds what it said."""


class Program:
    """`python -m host` with a virtual board, begun again whenever it was killed.

    Args:
        folder: of its data.

    Attributes:
        data: the file of its matches.
        output: all that it has said.
        state: the last state that its page has got; empty while there is none.
        shown: the moves of all states, each once, in order.
        notices: sentences of its page, as JSON.
        dies_at_move: kill it as soon as its page shows one more move.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.data = folder / "matches.sqlite"
        self.output = ""
        self.state: dict[str, object] = {}
        self.shown: list[tuple[str, ...]] = []
        self.notices: list[str] = []
        self.dies_at_move = self.was_killed = False
        self._process: asyncio.subprocess.Process | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._page: ClientConnection | None = None

    @property
    def is_running(self) -> bool:
        """True from when its page is open until it was killed."""
        return self._page is not None

    @property
    def refusal(self) -> str | None:
        """The first sentence of its page about a refused record, as JSON; None if there is none."""
        return next((notice for notice in self.notices if _REFUSED in notice), None)

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
        options = ("--board", "virtual", "--seed", str(seed), "--no-browser")
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "host", *command, *options),
            *("--listen", "127.0.0.1:0", "--data", str(self.data)),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            env=os.environ | {"XDG_DATA_HOME": str(self.data.parent), "KAMISADO_PLAIN": "1"},
            start_new_session=True,
        )
        begun = len(self.output)
        try:
            async with asyncio.timeout(START_S):
                while (found := _PAGE.search(self.output, begun)) is None:
                    await self._read_line()
        except TimeoutError:
            raise ProgramError(f"no address in {START_S:g} s: {self.output!r}") from None
        self._page = await connect(
            f"ws://{found[1]}/ws",
            origin=Origin(f"http://{found[1]}"),
            subprotocols=[Subprotocol("kamisado"), Subprotocol(f"key.{found[2]}")],
            proxy=None,
        )
        self._tasks = [asyncio.create_task(self._hear(self._page))]
        self._tasks.append(asyncio.create_task(self._read()))

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
        await self._process.communicate()
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

    def check(self) -> None:
        """Check that it still runs, unless it was killed.

        Raises:
            ProgramError: it has ended by itself.
        """
        if self.was_killed or self._process is None:
            return
        if self._process.returncode is not None:
            raise ProgramError(f"ended with {self._process.returncode}: {self.output[-2000:]}")

    async def _read_line(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        if not line:
            raise ProgramError(f"it has ended: {self.output[-2000:]}")
        self.output += line.decode()

    async def _read(self) -> None:
        """Read what it says; the process tells its end."""
        with contextlib.suppress(ProgramError):
            while True:
                await self._read_line()

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
