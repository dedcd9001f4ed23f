"""The solver in a worker: the host's end, and the worker's."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from browser.javascript import JavaScript, JavaScriptSolver, JsBytes
from host.ai_process.protocol import HEADER, Answer, encode
from host.ai_process.server import SolverServer


class SolverWorker:
    """A solver in a worker; see `SolverConnection`.

    Args:
        javascript: starts the worker.
        megabytes: for its table.
        receive: takes the payload of each frame.
    """

    def __init__(
        self, javascript: JavaScript, megabytes: int, receive: Callable[[bytes], None]
    ) -> None:
        self._payload = receive
        self._received = bytearray()
        self._ending = asyncio.Event()
        self._line = javascript.startSolver(megabytes, self._receive, self._ended)

    @property
    def is_running(self) -> bool:
        """False once it has ended."""
        return not self._ending.is_set()

    def write(self, frame: bytes) -> None:
        """Send a frame."""
        if self.is_running:
            self._line.send(frame)

    def kill(self) -> None:
        """End it at once."""
        self._line.close()
        self._ending.set()

    async def close(self) -> None:
        """End it."""
        self.kill()

    async def wait(self) -> None:
        """Wait until it has ended."""
        await self._ending.wait()

    def _receive(self, data: JsBytes) -> None:
        self._received += data.to_bytes()
        while len(self._received) >= HEADER.size:
            end = HEADER.size + HEADER.unpack_from(self._received)[0]
            if len(self._received) < end:
                break
            payload = bytes(self._received[HEADER.size : end])
            del self._received[:end]
            self._payload(payload)

    def _ended(self, last_words: str) -> None:
        self._ending.set()


class Queries:
    """Queries that come to the worker; see `QueryReader`."""

    def __init__(self, javascript: JavaScriptSolver) -> None:
        self._javascript = javascript

    def waiting(self) -> bool:
        """Return True if a query has come."""
        return self._javascript.available() > 0

    def take(self) -> bytes:
        """Wait for the next query."""
        (size,) = HEADER.unpack(self._javascript.take(HEADER.size).to_bytes())
        return self._javascript.take(size).to_bytes()


def serve(javascript: JavaScriptSolver, megabytes: int) -> None:
    """Answer queries until the worker is ended."""

    def send(answer: Answer) -> None:
        javascript.send(encode(answer))

    SolverServer(Queries(javascript), send, megabytes).run()
