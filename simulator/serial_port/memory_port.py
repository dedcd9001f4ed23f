"""Serial port whose other end is in the same program."""

from __future__ import annotations

from collections.abc import Callable

from simulator.serial_port.port import Port


class MemoryPort(Port):
    """A port that a program opens by calling `open`.

    Args:
        name: of the port.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._wake: Callable[[], None] | None = None  # of the program that has it open

    # The board's end

    def plug(self) -> None:
        """Make the port appear."""
        self.plugged = True

    def unplug(self) -> None:
        """Make the port disappear, with all bytes under way; the program is woken."""
        super().unplug()
        self.hang_up()

    def poll(self) -> bool:
        """Return True if a program has the port open."""
        return self._wake is not None

    def close(self) -> None:
        """Unplug for good."""
        self.unplug()

    def _flush(self) -> None:
        if self._wake is not None:
            self._wake()

    # The program's end

    @property
    def is_open(self) -> bool:
        """True while the program has the port open and it is plugged in."""
        return self._wake is not None

    def open(self, wake: Callable[[], None]) -> None:
        """Open the port.

        Args:
            wake: called when bytes have come, or the port has disappeared.

        Raises:
            ValueError: it is unplugged, or open already.
        """
        if not self.plugged or self._wake is not None:
            raise ValueError(f"port {self.name!r} cannot be opened")
        self._wake = wake

    def receive(self) -> bytes:
        """Return the bytes that the board has sent."""
        data = bytes(self._outbox)
        self._outbox.clear()
        return data

    def send(self, data: bytes) -> None:
        """Send bytes to the board."""
        self.received += len(data)
        self._inbox += data

    def hang_up(self) -> None:
        """Close the port, with all bytes under way; may be called again."""
        wake, self._wake = self._wake, None
        self._drop()
        if wake is not None:
            wake()
