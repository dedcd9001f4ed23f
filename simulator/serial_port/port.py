"""Serial port of the board, to which a host connects: common part of all kinds."""

from __future__ import annotations

import selectors
from abc import ABC, abstractmethod

_INBOX = 4096
"""Bytes read ahead of the board; beyond this the sender has to wait, as over USB."""


class Port(ABC):
    """The board's end of a serial connection with one program at most.

    A port can be unplugged: then it disappears, also for the program that has it open.  Plugged in
    again it has the same name.  Nothing here blocks.

    Attributes:
        name: the name to open, a path or `socket://HOST:PORT`.
        plugged: True while the port exists.
        received: total number of bytes received.
        sent: total number of bytes sent.
    """

    def __init__(self, selector: selectors.BaseSelector, name: str) -> None:
        self.name = name
        self.plugged = False
        self.received = 0
        self.sent = 0
        self._selector = selector
        self._inbox = bytearray()
        self._outbox = bytearray()
        self._watched: int | None = None  # file descriptor registered with the selector
        self._events = 0  # events registered for it

    def rename(self, name: str) -> None:
        """Change the name under which the port appears from the next `plug` on.

        Raises:
            ValueError: the name cannot be used; the message quotes it.
        """
        raise ValueError(f"an address cannot be renamed to {name!r}: only a pseudo-terminal can")

    @abstractmethod
    def plug(self) -> None:
        """Make the port appear."""

    def unplug(self) -> None:
        """Make the port disappear, with all bytes under way."""
        self.plugged = False
        self._drop()

    @abstractmethod
    def poll(self) -> bool:
        """Transfer waiting bytes; return True if a program has the port open.  Cheap."""

    @abstractmethod
    def close(self) -> None:
        """Unplug for good and clean up."""

    @property
    def needs_polling(self) -> bool:
        """True if only `poll` notices that a program opens the port."""
        return False

    @property
    def waiting(self) -> int:
        """Number of received bytes that the board has not taken yet."""
        return len(self._inbox)

    @property
    def unsent(self) -> int:
        """Number of bytes that the other end has not accepted yet."""
        return len(self._outbox)

    def take(self, limit: int) -> bytes:
        """Return the next received bytes, at most `limit`."""
        data = bytes(self._inbox[:limit])
        del self._inbox[:limit]
        self._watch()
        return data

    def write(self, data: bytes) -> None:
        """Send bytes; those that are not accepted at once are kept."""
        self.sent += len(data)
        self._outbox += data
        self._flush()

    def _drop(self) -> None:
        """Discard all bytes, because the other end has closed."""
        self._inbox.clear()
        self._outbox.clear()
        if self._watched is not None:
            self._selector.unregister(self._watched)
            self._watched = None
            self._events = 0

    @abstractmethod
    def _descriptor(self) -> int | None:
        """Return the file descriptor of the connection; None while there is none."""

    @abstractmethod
    def _read(self) -> bytes | None:
        """Read waiting bytes; return None if the other end has closed."""

    @abstractmethod
    def _write(self, data: bytes) -> int | None:
        """Write bytes; return how many were accepted, None if the other end has closed."""

    def _watch(self) -> None:
        """Register with the selector for the events that are needed now."""
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
        """Handle events of the selector."""
        if events & selectors.EVENT_READ:
            data = self._read()
            if data is None:
                self._closed()
                return
            self.received += len(data)
            self._inbox += data
        self._flush()

    def _flush(self) -> None:
        if self._outbox and self._descriptor() is not None:
            taken = self._write(bytes(self._outbox))
            if taken is None:
                self._closed()
                return
            del self._outbox[:taken]
        self._watch()

    def _closed(self) -> None:
        self._drop()
