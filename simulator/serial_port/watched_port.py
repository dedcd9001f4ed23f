"""Serial port with a file descriptor, watched by a selector."""

from __future__ import annotations

import selectors
from abc import abstractmethod

from simulator.serial_port.port import Port

_INBOX = 4096
"""Bytes read ahead of the board; beyond this the sender has to wait, as over USB."""


class WatchedPort(Port):
    """A port of the operating system.

    Args:
        selector: reports events to the port by calling a key's data.
        name: the name to open.
    """

    def __init__(self, selector: selectors.BaseSelector, name: str) -> None:
        super().__init__(name)
        self._selector = selector
        self._watched: int | None = None  # file descriptor registered with the selector
        self._events = 0  # events registered for it

    def take(self, limit: int) -> bytes:
        """Return the next received bytes, at most `limit`."""
        data = super().take(limit)
        self._watch()
        return data

    def _drop(self) -> None:
        """Discard all bytes, because the other end has closed."""
        super()._drop()
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
