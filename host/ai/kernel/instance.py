"""Instance of a WebAssembly module, whatever runs it."""

from __future__ import annotations

from typing import Protocol


class Instance(Protocol):
    """Functions that return an integer of 32 bits, and the memory on which they work.

    Not for several threads at a time.
    """

    def call(self, name: str) -> int:
        """Call an exported function; 0 if it returns nothing."""

    def read(self, place: int, size: int) -> bytes:
        """Return bytes of the memory."""

    def write(self, place: int, data: bytes) -> None:
        """Write bytes into the memory."""
