"""Delay for spectators: messages come out so much later than they went in."""

from __future__ import annotations

import zlib
from collections import deque
from typing import NamedTuple

CLOCK_MS = 10_000
"""Time between two messages of a running clock that are kept; a page counts it down itself."""


class _Waiting(NamedTuple):
    due_ms: int
    board: str
    kind: str
    packed: bytes


class DelayLine:
    """Messages of boards on their way to spectators; an hour of 100 boards takes some 40 MB.

    Args:
        delay_ms: from `put` until `take`.
    """

    def __init__(self, delay_ms: int) -> None:
        self.delay_ms = delay_ms
        self._waiting: deque[_Waiting] = deque()
        self._clocks: dict[str, tuple[object, int]] = {}

    def put(self, board: str, kind: str, payload: bytes, now_ms: int) -> None:
        """Take a message in."""
        self._waiting.append(
            _Waiting(now_ms + self.delay_ms, board, kind, zlib.compress(payload, 1))
        )

    def put_clock(self, board: str, running: object, payload: bytes, now_ms: int) -> None:
        """Take a clock in, unless the one before says as much.

        Args:
            board: its name.
            running: the side whose clock runs; None for none.
            payload: the message.
            now_ms: time at which it came.
        """
        before = self._clocks.get(board)
        if before is None or before[0] != running or now_ms - before[1] >= CLOCK_MS:
            self._clocks[board] = running, now_ms
            self.put(board, "clock", payload, now_ms)

    def take(self, now_ms: int) -> list[tuple[str, str, bytes]]:
        """Return board, kind and payload of what is due, in order."""
        due = []
        while self._waiting and self._waiting[0].due_ms <= now_ms:
            _, board, kind, packed = self._waiting.popleft()
            due.append((board, kind, zlib.decompress(packed)))
        return due
