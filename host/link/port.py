"""Protocol of an open serial port, and of what opens one."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Protocol, TypeAlias


class Port(Protocol):
    """An open port, on which nothing waits.

    Attributes:
        url: of the port.
        received: total bytes.
        written: total bytes, of which the last may still be on their way.
        exchanges: for each of the last writes, the time of the last read and of the write, by
            `time.perf_counter`; for benchmarks.
    """

    url: str
    received: int
    written: int

    @property
    def exchanges(self) -> Collection[tuple[float, float]]: ...

    def read_available(self) -> bytes:
        """Return the bytes received since the last call.

        Raises:
            LinkLostError: the port is gone, and all bytes before that were fetched.
        """

    def write(self, data: bytes) -> None:
        """Send bytes.

        Raises:
            LinkLostError: the port is gone.
        """

    def wait_received(self, total: int, timeout_s: float) -> bool:
        """Wait for `total` received bytes; False on timeout, or if the port is lost."""

    def close(self) -> None:
        """Close the port; may be called again."""


OpenPort: TypeAlias = Callable[[str, Callable[[], None]], Port]
"""Opens the port at a URL; the other argument is called when bytes have come or the port is lost,
maybe from another thread.  It raises BoardNotFoundError with what to do."""
