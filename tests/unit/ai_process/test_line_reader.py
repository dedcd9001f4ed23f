"""Lines that are waited for by a thread."""

from __future__ import annotations

import os
import time

from host.ai_process.line_reader import CHUNK, LineReader

DEADLINE_S = 20


def test_lines_come_in_order_and_the_end_stays_the_end() -> None:
    reading, writing = os.pipe()
    mailbox = LineReader(reading)
    assert not mailbox.waiting()
    assert mailbox.peek() is None
    os.write(writing, b"one\n\ntw")
    assert [mailbox.take(), mailbox.take()] == [b"one\n", b"\n"]
    os.write(writing, b"o\nthree")
    assert mailbox.take() == b"two\n"
    assert not mailbox.waiting(), "half a line is none"
    os.close(writing)
    assert mailbox.take() == b"three"
    assert [mailbox.take(), mailbox.take()] == [b"", b""]
    assert mailbox.waiting()
    assert mailbox.peek() == b""
    os.close(reading)


def test_what_was_looked_at_is_still_there() -> None:
    reading, writing = os.pipe()
    mailbox = LineReader(reading)
    long = b"x" * (CHUNK + 5) + b"\n"
    with open(writing, "wb") as file:
        file.write(b"first\n" + long)
        file.flush()
        assert mailbox.take() == b"first\n"
        deadline = time.monotonic() + DEADLINE_S
        while (seen := mailbox.peek()) is None:
            assert time.monotonic() < deadline
        assert seen == mailbox.peek() == mailbox.take() == long
        assert mailbox.peek() is None
    assert mailbox.take() == b""
    os.close(reading)
