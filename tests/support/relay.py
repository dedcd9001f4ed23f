"""A line between a page and a server that dies as lines do: without a word to either end."""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading

_CHUNK = 65536


class Relay:
    """A TCP relay, as a context manager.

    Args:
        port: of the server on this computer.

    Attributes:
        port: where to connect instead.
        is_dead: True while nothing passes on any connection, and none is ended; connections that
            are made meanwhile are accepted and stay dead, as are all that were open.
    """

    def __init__(self, port: int) -> None:
        self._server = port
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
            for key, _ in self._selector.select():
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
        with contextlib.suppress(OSError):
            other.sendall(data)
        if not data:
            self._forget(ready, other)
            ready.close()
            other.close()

    def _forget(self, *ends: socket.socket) -> None:
        for end in ends:
            del self._peers[end]
            self._selector.unregister(end)
