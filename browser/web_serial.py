"""A port of Web Serial: the page has it open, and its bytes come to this worker and go from it."""

from __future__ import annotations

from collections.abc import Callable, Collection

from browser.javascript import JsBytes, SerialLine
from host.link.errors import LinkLostError
from host.message import message

URL = "USB"
"""The only name of such a port: a browser tells neither its place nor its number."""


class WebSerialPort:
    """An open port; see `host.link.port.Port`.

    Args:
        line: to the page, which reads and writes the port.
    """

    exchanges: Collection[tuple[float, float]] = ()

    def __init__(self, line: SerialLine) -> None:
        self.url = URL
        self.received = 0
        self.written = 0
        self._wake: Callable[[], None] = _no_wake
        self._line = line
        self._data = bytearray()
        self._lost: str | None = None
        self._is_closed = False
        line.listen(self._receive, self._end)

    @property
    def is_open(self) -> bool:
        """False once it is lost or closed."""
        return self._lost is None and not self._is_closed

    def wake_by(self, wake: Callable[[], None]) -> None:
        """Have this called when bytes have come, or the port is lost."""
        self._wake = wake

    def read_available(self) -> bytes:
        """Return the bytes received since the last call.

        Raises:
            LinkLostError: the port is gone, and all bytes before that were fetched.
        """
        data = bytes(self._data)
        self._data.clear()
        if data:
            self._line.taken(len(data))
        else:
            self._require()
        return data

    def write(self, data: bytes) -> None:
        """Send bytes.

        Raises:
            LinkLostError: the port is gone.
        """
        self._require()
        self.written += len(data)
        self._line.send(data)

    def wait_received(self, total: int, timeout_s: float) -> bool:
        """Return True if so much has been received; nothing comes while somebody waits."""
        return self.received >= total

    def close(self) -> None:
        """Close the port; may be called again."""
        if not self._is_closed:
            self._is_closed = True
            self._line.close()

    def _require(self) -> None:
        """Check that the port is there.

        Raises:
            LinkLostError: it is not.
        """
        if not self.is_open:
            error = self._lost or "closed"
            raise LinkLostError(message("link.port_gone", port=self.url, error=error), self.url)

    def _receive(self, data: JsBytes) -> None:
        received = data.to_bytes()
        self.received += len(received)
        self._data += received
        self._wake()

    def _end(self, error: str) -> None:
        self._lost = error
        self._wake()


def _no_wake() -> None:
    """Do nothing: nobody uses the port yet."""
