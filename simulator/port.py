"""The board's side of the serial cable: a pseudo-terminal, or a TCP port for one client."""

from __future__ import annotations

import contextlib
import os
import select
import socket
import tempfile
from pathlib import Path
from typing import Protocol

CHUNK = 4096


class Port(Protocol):
    """A cable that can be pulled out."""

    @property
    def name(self) -> str:
        """What a program opens to talk to the board."""

    @property
    def connected(self) -> bool:
        """Whether a program has it open."""

    def filenos(self) -> list[int]:
        """What to wait on for input."""

    def read(self) -> bytes:
        """What has come; empty if nothing has."""

    def write(self, data: bytes) -> None:
        """Send; what nobody takes is lost, as on a USB port that nobody reads."""

    def plug(self) -> None:
        """Make it appear."""

    def unplug(self) -> None:
        """Make it disappear."""

    def close(self) -> None:
        """Give everything back."""


class PtyPort:
    """A pseudo-terminal under a name that stays the same when it is unplugged and plugged again."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="kamisado-")
        self._link = Path(self._folder.name) / "board"
        self._master: int | None = None
        self.plug()

    @property
    def name(self) -> str:
        """The path of the terminal."""
        return str(self._link)

    @property
    def connected(self) -> bool:
        """Whether a program has it open."""
        if self._master is None:
            return False
        poll = select.poll()
        poll.register(self._master, 0)
        return not any(events & select.POLLHUP for _, events in poll.poll(0))

    def filenos(self) -> list[int]:
        """The terminal's other end; while nobody has it open, waiting on it would not wait."""
        return [self._master] if self._master is not None and self.connected else []

    def read(self) -> bytes:
        """What has come."""
        if self._master is None:
            return b""
        try:
            return os.read(self._master, CHUNK)
        except OSError:  # nothing there, or nobody has it open
            return b""

    def write(self, data: bytes) -> None:
        """Send what the terminal takes."""
        if self._master is not None:
            with contextlib.suppress(OSError):
                os.write(self._master, data)

    def plug(self) -> None:
        """Open a terminal and let the name lead to it."""
        if self._master is not None:
            return
        import tty

        master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        target = os.ttyname(slave)
        os.close(slave)
        self._link.symlink_to(target)
        self._master = master

    def unplug(self) -> None:
        """Close the terminal; whoever has it open gets an error."""
        if self._master is not None:
            self._link.unlink()
            os.close(self._master)
            self._master = None

    def close(self) -> None:
        """Remove it altogether."""
        self.unplug()
        self._folder.cleanup()


class TcpPort:
    """A TCP port; a second client is refused as a busy serial port would be."""

    def __init__(self, host: str = "127.0.0.1", port: int = 0) -> None:
        self._address = (host, port)
        self._server: socket.socket | None = None
        self._client: socket.socket | None = None
        self.plug()

    @property
    def name(self) -> str:
        """The URL for pyserial."""
        host, port = self._address
        return f"socket://{host}:{port}"

    @property
    def connected(self) -> bool:
        """Whether a client is there."""
        return self._client is not None

    def filenos(self) -> list[int]:
        """The listening socket and the client's."""
        return [s.fileno() for s in (self._server, self._client) if s is not None]

    def read(self) -> bytes:
        """What has come; also lets a client in."""
        self._accept()
        if self._client is None:
            return b""
        try:
            data = self._client.recv(CHUNK)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self._client.close()
            self._client = None
        return data

    def write(self, data: bytes) -> None:
        """Send what the socket takes."""
        if self._client is not None:
            with contextlib.suppress(OSError):
                self._client.send(data)

    def plug(self) -> None:
        """Listen, on the same port as before."""
        if self._server is None:
            server = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            server.bind(self._address)
            server.listen(1)
            server.setblocking(False)
            self._address = server.getsockname()[:2]
            self._server = server

    def unplug(self) -> None:
        """Drop the client and stop listening."""
        for end in (self._client, self._server):
            if end is not None:
                end.close()
        self._client = self._server = None

    def close(self) -> None:
        """The same."""
        self.unplug()

    def _accept(self) -> None:
        if self._server is None:
            return
        try:
            client, _ = self._server.accept()
        except BlockingIOError:
            return
        if self._client is not None:
            client.close()
            return
        client.setblocking(False)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._client = client
