"""The port: what a program that talks to the board opens, a pseudo-terminal or a TCP address.

A port can be unplugged: then it is gone for whoever has it open, and nobody can open it.  Plugged
in again it has the same name.  Nothing here waits.
"""

from __future__ import annotations

import contextlib
import os
import select
import selectors
import shutil
import socket
import tempfile
from abc import ABC, abstractmethod

_CHUNK = 4096
_INBOX = 4096
"""Bytes taken from the port ahead of the board; beyond, the sender has to wait, as over USB."""


class Port(ABC):
    """One end of a serial cable, with at most one program at the other.

    Attributes:
        name: what to open, a path or `socket://HOST:PORT`.
        plugged: whether the port is there.
        received: bytes that have come from the other end in all.
        sent: bytes that were written to the other end in all.
    """

    def __init__(self, selector: selectors.BaseSelector, name: str) -> None:
        self.name = name
        self.plugged = False
        self.received = 0
        self.sent = 0
        self._selector = selector
        self._inbox = bytearray()
        self._outbox = bytearray()
        self._watched: int | None = None  # what the selector knows of us: a file descriptor ...
        self._events = 0  # ... and what it waits for

    def rename(self, name: str) -> None:
        """Let it appear under another name from the next `plug` on.

        Raises:
            ValueError: it cannot; the message quotes the name.
        """
        raise ValueError(f"an address cannot be renamed to {name!r}: only a pseudo-terminal can")

    @abstractmethod
    def plug(self) -> None:
        """Let the port appear."""

    def unplug(self) -> None:
        """Let the port disappear, with all bytes on their way."""
        self.plugged = False
        self._drop()

    @abstractmethod
    def poll(self) -> bool:
        """Whether a program has the port open; moves bytes that can be moved.  Cheap."""

    @abstractmethod
    def close(self) -> None:
        """Unplug for ever and tidy up."""

    @property
    def wants_looks(self) -> bool:
        """Whether only `poll` can tell that a program has opened the port."""
        return False

    @property
    def unsent(self) -> int:
        """Bytes that the other end has no room for yet."""
        return len(self._outbox)

    def take(self, limit: int) -> bytes:
        """The next bytes from the other end, at most so many."""
        data = bytes(self._inbox[:limit])
        del self._inbox[:limit]
        self._watch()
        return data

    def write(self, data: bytes) -> None:
        """Send bytes; what does not fit is kept."""
        self.sent += len(data)
        self._outbox += data
        self._flush()

    def _drop(self) -> None:
        """Nobody is at the other end any more."""
        self._inbox.clear()
        self._outbox.clear()
        if self._watched is not None:
            self._selector.unregister(self._watched)
            self._watched = None
            self._events = 0

    @abstractmethod
    def _descriptor(self) -> int | None:
        """What bytes go through; None while nobody is at the other end."""

    @abstractmethod
    def _read(self) -> bytes | None:
        """Bytes that have come; None if the other end has gone."""

    @abstractmethod
    def _write(self, data: bytes) -> int | None:
        """Send bytes; how many were taken, None if the other end has gone."""

    def _watch(self) -> None:
        """Let the selector wake us for what is to be done, and only that."""
        descriptor = self._descriptor()
        events = 0
        if descriptor is not None and self.plugged:
            if len(self._inbox) < _INBOX:
                events |= selectors.EVENT_READ
            if self._outbox:
                events |= selectors.EVENT_WRITE
        if (descriptor, events) == (self._watched, self._events):
            return
        if self._watched is not None:
            self._selector.unregister(self._watched)
            self._watched = None
        self._events = 0
        if descriptor is not None and events:
            self._selector.register(descriptor, events, self._ready)
            self._watched, self._events = descriptor, events

    def _ready(self, events: int) -> None:
        """The selector says that something can be done."""
        if events & selectors.EVENT_READ:
            data = self._read()
            if data is None:
                self._gone()
                return
            self.received += len(data)
            self._inbox += data
        self._flush()

    def _flush(self) -> None:
        if self._outbox and self._descriptor() is not None:
            taken = self._write(bytes(self._outbox))
            if taken is None:
                self._gone()
                return
            del self._outbox[:taken]
        self._watch()

    def _gone(self) -> None:
        self._drop()


class PtyPort(Port):
    """A pseudo-terminal under a name that stays the same however often it is plugged in."""

    def __init__(self, selector: selectors.BaseSelector) -> None:
        self._folder = tempfile.mkdtemp(prefix="kamisado-")
        super().__init__(selector, os.path.join(self._folder, "board"))
        self._master: int | None = None
        self._open = False
        self._poll = select.poll()

    def plug(self) -> None:
        """Let the port appear."""
        import tty

        self._master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(self._master, False)
        # A name that is moved into place: whoever opens it finds the old terminal or the new one.
        fresh = f"{self.name}.new"
        os.symlink(os.ttyname(slave), fresh)
        os.replace(fresh, self.name)
        os.close(slave)  # from now on a hang-up says that no program has it open
        self._poll.register(self._master, select.POLLHUP)
        self.plugged = True

    def rename(self, name: str) -> None:
        """Let it appear under another name, beside the one it had.

        Raises:
            ValueError: that is no name of a port; the message quotes it.
        """
        if not (name.isascii() and name.isalnum()):
            raise ValueError(f"{name!r} is no name of a port: letters and digits only")
        self.name = os.path.join(self._folder, name)

    def unplug(self) -> None:
        """Let the port disappear, with all bytes on their way."""
        super().unplug()
        self._open = False
        if self._master is not None:
            self._poll.unregister(self._master)
            os.close(self._master)
            self._master = None
            with contextlib.suppress(FileNotFoundError):
                os.unlink(self.name)

    def poll(self) -> bool:
        """Whether a program has the port open; moves bytes that can be moved.  Cheap."""
        if self._master is None:
            return False
        is_open = not any(events & select.POLLHUP for _, events in self._poll.poll(0))
        if self._open and not is_open:
            self._gone()
        elif is_open:
            self._open = True
            self._watch()
        return self._open

    @property
    def wants_looks(self) -> bool:
        """A terminal does not wake anybody when it is opened."""
        return self.plugged and not self._open

    def close(self) -> None:
        """Unplug for ever and tidy up."""
        self.unplug()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _descriptor(self) -> int | None:
        return self._master if self._open else None

    def _read(self) -> bytes | None:
        assert self._master is not None
        try:
            return os.read(self._master, _CHUNK)
        except BlockingIOError:
            return b""
        except OSError:  # EIO: no program has it open
            return None

    def _write(self, data: bytes) -> int | None:
        assert self._master is not None
        try:
            return os.write(self._master, data)
        except BlockingIOError:
            return 0
        except OSError:
            return None

    def _gone(self) -> None:
        self._open = False
        super()._gone()


class TcpPort(Port):
    """A TCP address that serves one program at a time, as `socket://` URLs of pyserial open it."""

    def __init__(self, selector: selectors.BaseSelector, host: str, port: int) -> None:
        self._server: socket.socket | None = listen_on(host, port)
        host, port = self._server.getsockname()[:2]
        super().__init__(selector, f"socket://{host}:{port}")
        self._address = (host, port)
        self._client: socket.socket | None = None
        self._reserved = True  # the address is held, but nobody is let in before the first `plug`

    def plug(self) -> None:
        """Let the port appear."""
        if self._server is None:
            self._server = listen_on(*self._address)
        self._selector.register(self._server, selectors.EVENT_READ, self._accept)
        self._reserved = False
        self.plugged = True

    def unplug(self) -> None:
        """Let the port disappear, with all bytes on their way."""
        super().unplug()
        self._hang_up()
        if self._server is not None:
            if not self._reserved:
                self._selector.unregister(self._server)
            self._server.close()
            self._server = None

    def poll(self) -> bool:
        """Whether a program has the port open."""
        return self._client is not None

    def close(self) -> None:
        """Unplug for ever."""
        self.unplug()

    def _accept(self, _events: int) -> None:
        assert self._server is not None
        client, _ = self._server.accept()
        if self._client is not None:
            client.close()  # as a serial port that is busy
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

    def _gone(self) -> None:
        super()._gone()
        self._hang_up()

    def _hang_up(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None


def open_port(selector: selectors.BaseSelector, listen: str | None) -> Port:
    """A port, not yet plugged in.

    Args:
        selector: wakes the port; calls a key's data with the events.
        listen: `socket://HOST:PORT` for a TCP address (port 0: any that is free); None for a
            pseudo-terminal, or where there are none (Windows) for any free TCP address.

    Raises:
        ValueError: `listen` is no such address, or it cannot be had.
    """
    if listen is None:
        if os.name == "posix":
            return PtyPort(selector)
        listen = "socket://127.0.0.1:0"
    scheme, _, rest = listen.partition("://")
    if scheme != "socket":
        raise ValueError(f"cannot listen on {listen!r}: say socket://HOST:PORT")
    host, port = parse_address(rest)
    return TcpPort(selector, host, port)


def parse_address(text: str) -> tuple[str, int]:
    """Host and port of `HOST:PORT`.

    Raises:
        ValueError: it is not of that form; the message quotes it.
    """
    host, colon, digits = text.rpartition(":")
    if not (colon and host and digits.isascii() and digits.isdigit() and int(digits) < 65536):
        raise ValueError(f"{text!r} is no address: say HOST:PORT, such as 127.0.0.1:7000")
    return host, int(digits)


def listen_on(host: str, port: int) -> socket.socket:
    """A listening socket that does not block.

    Raises:
        ValueError: the address cannot be had; the message quotes it.
    """
    try:
        server = socket.create_server((host, port))
    except OSError as error:
        raise ValueError(
            f"cannot listen on {host}:{port} ({error.strerror or error}); "
            "say port 0 for any that is free"
        ) from error
    server.setblocking(False)
    return server
