"""Input read by a thread, so that a search can poll it: lines, or frames of the solver protocol."""

from __future__ import annotations

import os
import queue
import threading
from abc import ABC, abstractmethod

from host.ai_process.protocol import HEADER

CHUNK = 1 << 16


class InputReader(ABC):
    """Items of a file descriptor, in order.

    The thread ends with the input, or with the program: it reads the descriptor itself, because a
    Python stream that a thread waits for cannot be closed at the end of the program.
    """

    keeps_rest = False
    """True if an incomplete item at the end of the input counts."""

    def __init__(self, descriptor: int) -> None:
        self._items: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._next: bytes | None = None
        self._descriptor = descriptor
        threading.Thread(target=self._read, name="input reader", daemon=True).start()

    @abstractmethod
    def _split(self, data: bytes) -> tuple[list[bytes], bytes]:
        """Return the complete items at the beginning of the data, and the rest."""

    def _read(self) -> None:
        rest = b""
        try:
            while chunk := os.read(self._descriptor, CHUNK):
                items, rest = self._split(rest + chunk)
                for item in items:
                    self._items.put(item)
        finally:
            if rest and self.keeps_rest:
                self._items.put(rest)
            self._items.put(b"")

    def waiting(self) -> bool:
        """Return True if `take` would return at once: an item has come, or the input has ended."""
        return self._next is not None or not self._items.empty()

    def peek(self) -> bytes | None:
        """Return the item that `take` would return at once; None if there is none."""
        if self._next is None and not self._items.empty():
            self._next = self._items.get()
        return self._next

    def take(self) -> bytes:
        """Wait for the next item; empty, again and again, at the end of the input."""
        item = self._items.get() if self._next is None else self._next
        self._next = None if item else item
        return item


class LineReader(InputReader):
    """Lines with their ends; text after the last line end is a line too."""

    keeps_rest = True

    def _split(self, data: bytes) -> tuple[list[bytes], bytes]:
        *lines, rest = data.split(b"\n")
        return [line + b"\n" for line in lines], rest


class FrameReader(InputReader):
    """Payloads of frames (`host.ai_process.protocol`)."""

    def _split(self, data: bytes) -> tuple[list[bytes], bytes]:
        payloads = []
        while len(data) >= HEADER.size:
            end = HEADER.size + HEADER.unpack_from(data)[0]
            if len(data) < end:
                break
            payloads.append(data[HEADER.size : end])
            data = data[end:]
        return payloads, data
