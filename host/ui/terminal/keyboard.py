"""Lines that a player types, read without blocking the event loop."""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import os
import threading

LONGEST_LINE = 1000
WAITING_LINES = 16
READER_NAME = "reader of the keyboard"


class KeyboardLines:
    """Lines of a file descriptor, read by a thread: the event loop cannot wait for every kind.

    The thread reads the descriptor itself: one that is blocked inside `sys.stdin` would hold
    its lock when the interpreter ends.  At most WAITING_LINES lines are read ahead.

    Attributes:
        echoed: True if the terminal itself shows what is typed.
    """

    def __init__(self, descriptor: int) -> None:
        self.echoed = os.isatty(descriptor)
        self._descriptor = descriptor
        self._loop = asyncio.get_running_loop()
        self._waiting: asyncio.Queue[str | None] = asyncio.Queue()
        self._room = threading.Semaphore(WAITING_LINES)
        threading.Thread(target=self._read, name=READER_NAME, daemon=True).start()

    async def next(self) -> str | None:
        """Wait for the next line; return it without its end, or None at the end of the input."""
        line = await self._waiting.get()
        self._room.release()
        return line

    def _read(self) -> None:
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        rest = ""
        while True:
            try:
                data = os.read(self._descriptor, LONGEST_LINE)
            except OSError:
                data = b""
            *lines, rest = (rest + decoder.decode(data, final=not data)).split("\n")
            rest = rest[:LONGEST_LINE]
            if not data and rest:
                lines.append(rest)
            for line in lines:
                self._hand_over(line)
            if not data:
                self._hand_over(None)
                return

    def _hand_over(self, line: str | None) -> None:
        self._room.acquire()
        # The loop may have ended while the thread was waiting for the keyboard.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._waiting.put_nowait, line)
