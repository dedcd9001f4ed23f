"""Lines of an input that a thread reads, so that one who is at work can see that some have come."""

from __future__ import annotations

import os
import queue
import threading

CHUNK = 1 << 16


class LineReader:
    """The lines of a file descriptor, in order; what comes after the last line's end is one too.

    The thread ends with the input, or with the program: it reads the descriptor itself, as a
    Python stream that a thread waits for cannot be closed at the program's end.
    """

    def __init__(self, descriptor: int) -> None:
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._next: bytes | None = None
        self._descriptor = descriptor
        threading.Thread(target=self._read, name="mailbox", daemon=True).start()

    def _read(self) -> None:
        rest = b""
        try:
            while chunk := os.read(self._descriptor, CHUNK):
                *lines, rest = (rest + chunk).split(b"\n")
                for line in lines:
                    self._lines.put(line + b"\n")
        finally:
            if rest:
                self._lines.put(rest)
            self._lines.put(b"")

    def waiting(self) -> bool:
        """Whether `take` would return at once: a line has come, or there will be no more."""
        return self._next is not None or not self._lines.empty()

    def peek(self) -> bytes | None:
        """What `take` will return, if it would return at once; else None."""
        if self._next is None and not self._lines.empty():
            self._next = self._lines.get()
        return self._next

    def take(self) -> bytes:
        """The next line with its end, waited for; empty for ever when there are no more."""
        line = self._lines.get() if self._next is None else self._next
        self._next = None if line else line
        return line
