"""Protocols of what the scripts in `static/` give to Python."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeAlias


class JsBytes(Protocol):
    """A Uint8Array."""

    def to_bytes(self) -> bytes:
        """Return a copy."""


class Line(Protocol):
    """The line to a worker."""

    def send(self, data: bytes) -> None:
        """Send bytes, in order."""

    def close(self) -> None:
        """End the worker."""


class SerialLine(Protocol):
    """The line to a serial port that the page has open."""

    def listen(self, receive: Receive, ended: Ended) -> None:
        """Take what has come since the port was opened, and what comes."""

    def taken(self, count: int) -> None:
        """Tell that so many received bytes need no room any more."""

    def send(self, data: bytes) -> None:
        """Send bytes, in order."""

    def close(self) -> None:
        """Close the port."""


Receive: TypeAlias = Callable[[JsBytes], None]
"""Takes what a worker has sent."""
Ended: TypeAlias = Callable[[str], None]
"""Called when a worker or a port has ended by itself, with its last words."""


class JavaScript(Protocol):
    """Functions of the script in the host's worker."""

    def startFirmware(self, files: str, receive: Receive, ended: Ended) -> Line:  # noqa: N802 (as the script names it)
        """Start the interpreter of the firmware.

        Args:
            files: texts by their paths, as a JSON object.
        """

    def startSolver(self, megabytes: int, receive: Receive, ended: Ended) -> Line:  # noqa: N802 (as the script names it)
        """Start a solver."""

    def openSocket(  # noqa: N802 (as the script names it)
        self, url: str, opened: Callable[[], None], receive: Receive, ended: Ended
    ) -> Line:
        """Open a WebSocket to an MQTT broker."""

    def isEncrypted(self) -> bool:  # noqa: N802 (as the script names it)
        """Return True if the page was loaded over https."""

    def loadFar(self) -> Awaitable[object]:  # noqa: N802 (as the script names it)
        """Fetch the libraries that matches with players at other boards take, once."""

    def save(self, data: bytes) -> Awaitable[object]:
        """Keep the file of the matches; done when it is kept."""


class JavaScriptSolver(Protocol):
    """Functions of the script in a solver's worker."""

    def take(self, size: int) -> JsBytes:
        """Wait for so many bytes; empty at the end."""

    def available(self) -> int:
        """Return how many bytes `take` has at once; more than 0 at the end."""

    def send(self, data: bytes) -> None:
        """Send bytes to the host."""
