"""Server of the control channel (docs/protocols/simulator.md): JSON lines over TCP.

Every user of the computer can connect, so the first line of a connection must have the key.
"""

from __future__ import annotations

import hmac
import json
import selectors
import socket

from simulator.control.client import SocketClient
from simulator.control.control import Control

KEY_BYTES = 16
"""Random bytes of a key."""


class ControlServer:
    """The server.

    Args:
        server: a non-blocking listening socket.
        selector: reports events by calling a key's data.
        control: answers the requests.
        key: opens a connection.
    """

    def __init__(
        self,
        server: socket.socket,
        selector: selectors.BaseSelector,
        control: Control,
        key: str,
    ) -> None:
        self._server = server
        self._key = key
        self._opened: set[SocketClient] = set()
        self._selector = selector
        self._control = control
        self._clients: list[SocketClient] = []
        self._selector.register(server, selectors.EVENT_READ, self._accept)

    @property
    def address(self) -> str:
        """Address as KEY@HOST:PORT."""
        host, port = self._server.getsockname()[:2]
        return f"{self._key}@{host}:{port}"

    def close(self) -> None:
        """Close all connections and the server."""
        for client in self._clients:
            client.close()
        self._selector.unregister(self._server)
        self._server.close()

    def _accept(self, _events: int) -> None:
        try:
            connection, _ = self._server.accept()
        except OSError:  # the client has closed again
            return
        client = SocketClient(connection, self._selector, self._handle)
        self._clients = [*(each for each in self._clients if not each.is_closed), client]
        self._opened.intersection_update(self._clients)

    def _handle(self, client: SocketClient, line: bytes) -> None:
        try:
            fields = json.loads(line)
        except (ValueError, RecursionError):
            fields = None
        if not isinstance(fields, dict):
            shown = line[:60].decode(errors="replace")
            error = f"{shown!r} is not a JSON object; see docs/protocols/simulator.md"
            self._refuse(client, error)
        elif client in self._opened:
            self._control.handle(client, fields)
        elif hmac.compare_digest(str(fields.get("key")).encode(), self._key.encode()):
            self._opened.add(client)
            self._control.admit(client)
        else:
            self._refuse(
                client,
                'the first line must be {"key": KEY}, with the KEY of the address KEY@HOST:PORT '
                "that the simulator has printed",
            )

    def _refuse(self, client: SocketClient, error: str) -> None:
        client.send({"id": None, "ok": False, "error": error})
        client.close()
