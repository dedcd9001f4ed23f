"""Serial connection to any board in real time, without the host's own link."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import TracebackType

import serial

from host.link import codec, wire
from host.link.errors import RemoteProtocolError
from host.link.wire import BoardHello, BoardMessage, Diag, HostMessage

DEADLINE_S = 10.0
"""A board answers within milliseconds, but one that somebody else emulates may be slow."""
_CHUNK = 4096


class BoardLine:
    """An open port, with the protocol's lines.

    Args:
        url: of the port, as pyserial opens it.
        deadline_s: timeout of an answer, for a board that is slower than a real one.

    Attributes:
        hello: the board's hello.
        heard: all messages since the port was opened, oldest first.
    """

    def __init__(self, url: str, deadline_s: float = DEADLINE_S) -> None:
        self._url = url
        self._deadline_s = deadline_s
        self.open()

    def open(self) -> None:
        """Open the port and send hello."""
        self._port = serial.serial_for_url(self._url, 115200, timeout=0.02)
        self._rest = b""
        self._seq = 0
        self.heard: list[BoardMessage] = []
        hello = self.ask(wire.HostHello(wire.PROTOCOL, "0.1.0"), BoardHello)
        assert isinstance(hello, BoardHello)
        self.hello = hello

    def __enter__(self) -> BoardLine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the port."""
        self._port.close()

    @property
    def cells(self) -> int:
        """Number of cells of the board."""
        return self.hello.size[0] * self.hello.size[1]

    def encode(self, message: HostMessage) -> bytes:
        """Return the next line, with this message."""
        line = codec.encode(message, self._seq)
        self._seq = (self._seq + 1) % wire.SEQ_PERIOD
        return line

    def write(self, data: bytes) -> None:
        """Send any bytes."""
        self._port.write(data)

    def ask(
        self,
        message: HostMessage | bytes,
        kind: type[BoardMessage],
        fits: Callable[[BoardMessage], bool] = lambda message: True,
    ) -> BoardMessage:
        """Send a message, and wait for an answer of some type."""
        since = len(self.heard)
        self.write(message if isinstance(message, bytes) else self.encode(message))
        return self.wait_for(kind, fits, since)

    def wait_for(
        self,
        kind: type[BoardMessage],
        fits: Callable[[BoardMessage], bool] = lambda message: True,
        since: int | None = None,
    ) -> BoardMessage:
        """Wait for a message of some type that fits.

        Args:
            kind: the type.
            fits: condition for the message.
            since: number of messages of `heard` to skip; None skips those received already.
        """
        since = len(self.heard) if since is None else since
        deadline_s = time.monotonic() + self._deadline_s
        while True:
            for message in self.heard[since:]:
                if isinstance(message, kind) and fits(message):
                    return message
            since = len(self.heard)
            assert time.monotonic() < deadline_s, f"no {kind.__name__} that fits"
            self._take()

    def diagnostics(self) -> dict[str, str]:
        """Request the board's diagnostics."""
        since = len(self.heard)
        self.ask(wire.DiagRequest(), Diag, lambda m: ("end", "1") in m.values)  # type: ignore[union-attr]
        told = [m for m in self.heard[since:] if isinstance(m, Diag)]
        return {name: value for message in told for name, value in message.values}

    def _take(self) -> None:
        data = self._port.read(1)
        data += self._port.read(min(_CHUNK, self._port.in_waiting)) if data else b""
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            try:
                self.heard.append(codec.decode(line)[1])
            except RemoteProtocolError:
                # The first line after opening may be the rest of one to another host.
                assert not self.heard, line
