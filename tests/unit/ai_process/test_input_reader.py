"""Lines and frames that are read by a thread."""

from __future__ import annotations

import os
import time

from host.ai_process.input_reader import CHUNK, FrameReader, LineReader
from host.ai_process.protocol import Query, decode_query, encode

DEADLINE_S = 20


def test_lines_come_in_order_and_the_end_stays_the_end() -> None:
    reading, writing = os.pipe()
    reader = LineReader(reading)
    assert not reader.waiting()
    assert reader.peek() is None
    os.write(writing, b"one\n\ntw")
    assert [reader.take(), reader.take()] == [b"one\n", b"\n"]
    os.write(writing, b"o\nthree")
    assert reader.take() == b"two\n"
    assert not reader.waiting(), "half a line is none"
    os.close(writing)
    assert reader.take() == b"three"
    assert [reader.take(), reader.take()] == [b"", b""]
    assert reader.waiting()
    assert reader.peek() == b""
    os.close(reading)


def test_what_was_looked_at_is_still_there() -> None:
    reading, writing = os.pipe()
    reader = LineReader(reading)
    long = b"x" * (CHUNK + 5) + b"\n"
    with open(writing, "wb") as file:
        file.write(b"first\n" + long)
        file.flush()
        assert reader.take() == b"first\n"
        deadline = time.monotonic() + DEADLINE_S
        while (seen := reader.peek()) is None:
            assert time.monotonic() < deadline
        assert seen == reader.peek() == reader.take() == long
        assert reader.peek() is None
    assert reader.take() == b""
    os.close(reading)


def test_frames_come_whole_and_half_a_frame_at_the_end_is_none() -> None:
    reading, writing = os.pipe()
    reader = FrameReader(reading)
    frames = encode(Query(1)) + encode(Query(2)) + encode(Query(3))
    os.write(writing, frames[:7])
    assert not reader.waiting()
    os.write(writing, frames[7:-1])
    assert [decode_query(reader.take()).number for _ in range(2)] == [1, 2]
    os.close(writing)
    assert reader.take() == b""
    os.close(reading)
