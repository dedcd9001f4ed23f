"""WebSocket of the browser, as paho-mqtt uses a socket that does not block."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from browser.javascript import JavaScript, JsBytes, Line


class WebSocket:
    """A WebSocket; what paho-mqtt asks of a socket is here.

    Args:
        javascript: opens it.
        url: its address.
        opened: done when it is open.
        read: called when something has come.
        lost: called when it has ended by itself, or cannot be opened.

    Attributes:
        received: what has come and was not read.
    """

    def __init__(
        self,
        javascript: JavaScript,
        url: str,
        opened: asyncio.Future[None],
        read: Callable[[], None],
        lost: Callable[[], None],
    ) -> None:
        self.received = bytearray()
        self._opened, self._wake, self._lost = opened, read, lost
        self._line: Line | None = None
        try:
            self._line = javascript.openSocket(url, self._open, self._receive, self._end)
        except Exception:  # the browser does not even try
            lost()

    def recv(self, size: int) -> bytes:
        """Return bytes that have come.

        Raises:
            BlockingIOError: there are none.
        """
        if not self.received:
            raise BlockingIOError
        data = bytes(self.received[:size])
        del self.received[:size]
        return data

    def send(self, data: bytes | bytearray) -> int:
        """Send bytes; return their number."""
        if self._line is None:
            raise BrokenPipeError
        self._line.send(bytes(data))
        return len(data)

    def close(self) -> None:
        """Close it."""
        line, self._line = self._line, None
        if line is not None:
            line.close()

    def fileno(self) -> int:
        """Return no number: nothing waits for it."""
        return -1

    def pending(self) -> int:
        """Return the number of bytes that have come."""
        return len(self.received)

    def setblocking(self, _blocks: bool) -> None:
        """Do nothing: it never blocks."""

    def _open(self) -> None:
        if not self._opened.done():
            self._opened.set_result(None)

    def _receive(self, data: JsBytes) -> None:
        self.received += data.to_bytes()
        self._wake()

    def _end(self, _words: str) -> None:
        self._line = None
        self._lost()
