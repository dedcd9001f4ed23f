"""The solver as an asyncio subprocess, and the pipe to it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from contextlib import suppress

from host.ai_process.protocol import HEADER
from host.worker.process import APART, ctrl_c_blocked, end_process

MOST_UNREAD = 1 << 16
"""Bytes that a hung process may leave unread before it is killed."""


class SolverProcess:
    """A solver process; see `SolverConnection`."""

    def __init__(
        self, process: asyncio.subprocess.Process, receive: Callable[[bytes], None]
    ) -> None:
        self._process = process
        self._receive = receive
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def start(cls, megabytes: int, receive: Callable[[bytes], None]) -> SolverProcess:
        """Start a process; see `StartSolver`."""
        with ctrl_c_blocked():
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-P",
                "-m",
                "host.ai_process",
                "--hash",
                str(megabytes),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                creationflags=APART,
            )
        return cls(process, receive)

    @property
    def pid(self) -> int:
        """Process id."""
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """False once the process has ended."""
        return self._process.returncode is None

    def write(self, frame: bytes) -> None:
        """Send a frame without waiting; a process that reads nothing any more is killed."""
        assert self._process.stdin is not None
        # If it dies now, `wait` ends.
        with suppress(ConnectionError):
            self._process.stdin.write(frame)
        # Not waited for: the caller must not hang together with the process.
        if self._process.stdin.transport.get_write_buffer_size() > MOST_UNREAD:
            self.kill()

    def kill(self) -> None:
        """End the process at once."""
        with suppress(ProcessLookupError):
            self._process.kill()

    async def close(self) -> None:
        """End the process, which has a moment to exit by itself."""
        await end_process(self._process)
        await self._reading

    async def wait(self) -> None:
        """Wait until the process has ended, and all that it has sent was received."""
        await self._reading

    async def _read(self) -> None:
        assert self._process.stdout is not None
        with suppress(asyncio.IncompleteReadError):
            while True:
                header = await self._process.stdout.readexactly(HEADER.size)
                self._receive(await self._process.stdout.readexactly(*HEADER.unpack(header)))
        await self._process.wait()
