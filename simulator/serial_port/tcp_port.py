"""Serial port as a TCP address."""

from __future__ import annotations

import selectors
import socket

from simulator.serial_port.address import listen_on
from simulator.serial_port.watched_port import WatchedPort

_CHUNK = 4096


class TcpPort(WatchedPort):
    """A TCP address for one program at a time, opened by pyserial as `socket://HOST:PORT`."""

    def __init__(self, selector: selectors.BaseSelector, host: str, port: int) -> None:
        self._server: socket.socket | None = listen_on(host, port)
        host, port = self._server.getsockname()[:2]
        super().__init__(selector, f"socket://{host}:{port}")
        self._address = (host, port)
        self._client: socket.socket | None = None
        self._reserved = True  # holds the address, but accepts nothing before the first `plug`

    def plug(self) -> None:
        """Make the port appear."""
        if self._server is None:
            self._server = listen_on(*self._address)
        self._selector.register(self._server, selectors.EVENT_READ, self._accept)
        self._reserved = False
        self.plugged = True

    def unplug(self) -> None:
        """Make the port disappear, with all bytes under way."""
        super().unplug()
        self._hang_up()
        if self._server is not None:
            if not self._reserved:
                self._selector.unregister(self._server)
            self._server.close()
            self._server = None

    def poll(self) -> bool:
        """Return True if a program has the port open."""
        return self._client is not None

    def close(self) -> None:
        """Unplug for good."""
        self.unplug()

    def _accept(self, _events: int) -> None:
        assert self._server is not None
        client, _ = self._server.accept()
        if self._client is not None:
            client.close()  # as a serial port in use
            return
        client.setblocking(False)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._client = client
        self._watch()

    def _descriptor(self) -> int | None:
        return None if self._client is None else self._client.fileno()

    def _read(self) -> bytes | None:
        assert self._client is not None
        try:
            return self._client.recv(_CHUNK) or None
        except BlockingIOError:
            return b""
        except OSError:
            return None

    def _write(self, data: bytes) -> int | None:
        assert self._client is not None
        try:
            return self._client.send(data)
        except BlockingIOError:
            return 0
        except OSError:
            return None

    def _closed(self) -> None:
        super()._closed()
        self._hang_up()

    def _hang_up(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None
