"""Client connection of the control channel: JSON objects as lines over TCP."""

from __future__ import annotations

import json
import selectors
import socket
from collections.abc import Callable, Mapping

_CHUNK = 65536
_LONGEST = 1 << 20
"""Longest line of a request, in bytes."""
_SLOWEST_READER = 1 << 24
"""Unread bytes beyond which a client is dropped."""


class SocketClient:
    """A connection; closes itself when the other end has closed.

    Args:
        connection: the accepted socket.
        selector: reports events by calling a key's data.
        handle: called with each line received.

    Attributes:
        watching: names of the events that the client watches.
        is_closed: True once the connection has ended.
    """

    def __init__(
        self,
        connection: socket.socket,
        selector: selectors.BaseSelector,
        handle: Callable[[SocketClient, bytes], None],
    ) -> None:
        connection.setblocking(False)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.watching: frozenset[str] = frozenset()
        self.is_closed = False
        self._socket = connection
        self._selector = selector
        self._handle = handle
        self._rest = b""
        self._unsent = b""
        self._selector.register(connection, selectors.EVENT_READ, self._ready)

    def send(self, message: Mapping[str, object]) -> None:
        """Send an object as a line."""
        if not self.is_closed:
            self._unsent += json.dumps(message).encode() + b"\n"
            self._flush()

    def close(self) -> None:
        """Close the connection."""
        if not self.is_closed:
            self.is_closed = True
            self._selector.unregister(self._socket)
            self._socket.close()

    def _ready(self, events: int) -> None:
        if events & selectors.EVENT_WRITE:
            self._flush()
        if events & selectors.EVENT_READ and not self.is_closed:
            self._read()

    def _read(self) -> None:
        try:
            data = self._socket.recv(_CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self.close()
            return
        *lines, self._rest = (self._rest + data).split(b"\n")
        if len(self._rest) > _LONGEST:
            lines, self._rest = [*lines, self._rest], b""
        for line in lines:
            if line.strip() and not self.is_closed:
                self._handle(self, line)

    def _flush(self) -> None:
        try:
            self._unsent = self._unsent[self._socket.send(self._unsent) :]
        except BlockingIOError:
            pass
        except OSError:
            self.close()
            return
        if len(self._unsent) > _SLOWEST_READER:
            self.close()
            return
        wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if self._unsent else 0)
        self._selector.modify(self._socket, wanted, self._ready)
