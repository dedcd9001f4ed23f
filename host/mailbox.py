"""Lines of an input that a thread reads, so that one who is at work can see that some have come."""

from __future__ import annotations

import queue
import threading
from typing import BinaryIO


class Mailbox:
    """The lines of a binary stream, in order.

    The thread ends with the stream, or with the program.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._stream = stream
        threading.Thread(target=self._read, name="mailbox", daemon=True).start()

    def _read(self) -> None:
        try:
            for line in self._stream:
                self._lines.put(line)
        finally:
            self._lines.put(b"")

    def waiting(self) -> bool:
        """Whether `take` would return at once: a line has come, or there will be no more."""
        return not self._lines.empty()

    def take(self) -> bytes:
        """The next line with its end, waited for; empty for ever when there are no more."""
        line = self._lines.get()
        if not line:
            self._lines.put(line)
        return line
