"""A line between a page and a server that dies as lines do: without a word to either end."""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading
import time
from collections import deque

_CHUNK = 65536


class Relay:
    """A TCP relay, as a context manager.

    Args:
        port: of the server on this computer.
        delay_s: time that passes before anything is passed on.

    Attributes:
        port: where to connect instead.
        is_dead: True while nothing passes on any connection, and none is ended; connections that
            are made meanwhile are accepted and stay dead, as are all that were open.
    """

    def __init__(self, port: int, delay_s: float = 0.0) -> None:
        self._server = port
        self._delay_s = delay_s
        self._late: deque[tuple[float, socket.socket, bytes]] = deque()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self.is_dead = False
        self._peers: dict[socket.socket, socket.socket] = {}
        self._dead: list[socket.socket] = []
        self._selector = selectors.DefaultSelector()
        self._wake, self._woken = socket.socketpair()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> Relay:
        self._selector.register(self._listening, selectors.EVENT_READ)
        self._selector.register(self._woken, selectors.EVENT_READ)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._wake.close()
        self._thread.join()
        for each in (*self._peers, *self._dead, self._listening, self._woken):
            each.close()
        self._selector.close()

    def _run(self) -> None:
        while True:
            for key, _ in self._selector.select(self._pass_on_what_is_due()):
                ready = key.fileobj
                assert isinstance(ready, socket.socket)
                if ready is self._woken:
                    return
                if ready is self._listening:
                    self._accept()
                elif ready in self._peers:
                    self._pass_on(ready)

    def _accept(self) -> None:
        connection, _ = self._listening.accept()
        if self.is_dead:
            self._dead.append(connection)
            return
        server = socket.create_connection(("127.0.0.1", self._server))
        for one, other in ((connection, server), (server, connection)):
            self._peers[one] = other
            self._selector.register(one, selectors.EVENT_READ)

    def _pass_on(self, ready: socket.socket) -> None:
        other = self._peers[ready]
        if self.is_dead:
            self._forget(ready, other)
            self._dead += [ready, other]
            return
        try:
            data = ready.recv(_CHUNK)
        except OSError:
            data = b""
        if not data:
            self._selector.unregister(ready)
        self._late.append((time.monotonic() + self._delay_s, other, data))

    def _pass_on_what_is_due(self) -> float | None:
        """Pass on what has waited for its time; return how long to wait for what has not."""
        while self._late:
            due_s, other, data = self._late[0]
            if (left_s := due_s - time.monotonic()) > 0:
                return left_s
            self._late.popleft()
            if data:
                with contextlib.suppress(OSError):
                    other.sendall(data)
            elif other in self._peers:
                self._end(other)
        return None

    def _end(self, end: socket.socket) -> None:
        """End a connection at both ends."""
        for each in (end, self._peers[end]):
            del self._peers[each]
            with contextlib.suppress(KeyError):  # its end has been read
                self._selector.unregister(each)
            each.close()

    def _forget(self, *ends: socket.socket) -> None:
        for end in ends:
            del self._peers[end]
            with contextlib.suppress(KeyError):  # its end has been read
                self._selector.unregister(end)
