"""Serial port of the board, to which a host connects: common part of all kinds."""

from __future__ import annotations

from abc import ABC, abstractmethod


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

    def __init__(self, name: str) -> None:
        self.name = name
        self.plugged = False
        self.received = 0
        self.sent = 0
        self._inbox = bytearray()
        self._outbox = bytearray()

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

    @abstractmethod
    def _flush(self) -> None:
        """Pass on the bytes that wait to be sent, as far as the other end accepts them."""
