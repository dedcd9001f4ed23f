"""Limits of HTTP connections: none stays for ever, and they cannot use up all descriptors.

A browser sends a request at once, and reads the answer.  A connection on which nothing happens is
ended, and if there are too many of them the oldest makes room, so that a page can always be opened.
"""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_S = 5.0
"""Time for a request to arrive."""
ANSWER_S = 30.0
"""Time for an answer to be read."""
PING_S = 20.0
"""Time between two pings to a page's WebSocket, and until it must have answered one."""
MOST_WAITING = 64
"""Connections without a request; beyond it the oldest is ended."""
MOST_ANSWERED = 128
"""Connections with an answer on its way; beyond it new ones are ended."""
MOST_PAGES = 256
"""WebSockets; a descriptor each, of the 1024 that a program usually has."""

_FULL = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class LimitedProtocol(H11Protocol):
    """HTTP/1.1 with these limits, for uvicorn."""

    _deadline: asyncio.TimerHandle | None = None
    _since_s = 0.0
    _was_waiting = False

    @property
    def is_waiting(self) -> bool:
        """True while no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin with a new connection, if there is room for it."""
        super().connection_made(transport)
        self._watch()
        others = [
            each
            for each in self.connections
            if isinstance(each, LimitedProtocol) and not each.transport.is_closing()
        ]
        waiting = [each for each in others if each.is_waiting]
        if len(waiting) > MOST_WAITING:
            min(waiting, key=lambda each: each._since_s).transport.abort()
        if len(others) - len(waiting) >= MOST_ANSWERED:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """End the connection."""
        self._unwatch()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take a part of a request."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._watch()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request, also if it began as one that is being answered by now."""
        if self.cycle is not None:
            self.cycle.disconnected = True
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.abort()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Become a WebSocket, unless there are too many."""
        pages = sum(not isinstance(each, LimitedProtocol) for each in self.connections)
        if pages >= MOST_PAGES:
            self.transport.write(_FULL)
            self.transport.close()
            return
        self._unwatch()
        super().handle_websocket_upgrade(event)

    def _watch(self) -> None:
        """Set the deadline of what is going on, once."""
        if self._deadline is not None:
            if self.is_waiting == self._was_waiting:
                return
            self._deadline.cancel()
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        self._was_waiting = self.is_waiting
        self._since_s = self.loop.time()
        limit_s = REQUEST_S if self._was_waiting else ANSWER_S
        self._deadline = self.loop.call_later(limit_s, self.transport.abort)

    def _unwatch(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
