"""The line to a serial port of the page, whose other end is the test."""

from __future__ import annotations

from browser.javascript import Ended, Receive


class Bytes:
    """A Uint8Array of the page."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def to_bytes(self) -> bytes:
        return self._data


class Line:
    """A `SerialLine`.

    Attributes:
        sent: what the host has written and the test has not taken.
        room: bytes that were received and not taken.
        closed: how often the host has closed it.
    """

    def __init__(self) -> None:
        self.sent = b""
        self.room = 0
        self.closed = 0

    def listen(self, receive: Receive, ended: Ended) -> None:
        self._receive, self._ended = receive, ended

    def taken(self, count: int) -> None:
        self.room -= count

    def send(self, data: bytes) -> None:
        self.sent += data

    def close(self) -> None:
        self.closed += 1

    def come(self, data: bytes) -> None:
        """Let bytes come from the board."""
        self.room += len(data)
        self._receive(Bytes(data))

    def lose(self) -> None:
        """Pull the board."""
        self._ended("unplugged")

    def take(self) -> bytes:
        """Return what the host has written since the last call."""
        sent, self.sent = self.sent, b""
        return sent
