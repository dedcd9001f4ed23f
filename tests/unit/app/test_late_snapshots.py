"""Snapshots that come faster than they are taken in."""

from __future__ import annotations

from host.app.board_controller import MOST_UNREAD
from host.recognition.times import DWELL_MS
from host.storage.trace import decode
from host.storage.trace_player import play_back
from tests.support.scripted_board import Bench


def test_snapshots_that_are_taken_in_one_by_one_last_no_longer_for_that() -> None:
    bench = Bench()
    bench.carry("d8", "d7", air_ms=50)
    bench.board_ms += DWELL_MS - 50
    bench.carry("d7", "d4", air_ms=50)
    bench.board_ms += 3000
    bench.repeat(3000)
    before, now_ms = bench.controller.snapshots, bench.board_ms + 500
    for number in range(1, 6):
        assert bench.texts == []
        while bench.controller.snapshots < before + number:
            now_ms += 100
            bench.controller.pump(now_ms, most=1)
            assert bench.controller.snapshots <= before + number
            is_due = bench.controller.next_wake_ms == now_ms
            unread = bench.controller.snapshots < before + 5
            assert is_due == unread, "at once if more have come, or the session is to act before"
    assert bench.texts == ["d8d4"]
    trace = decode("".join(bench.lines))
    assert play_back(trace) == trace


def test_of_more_snapshots_than_can_be_read_the_newest_are_taken_in() -> None:
    bench = Bench()
    for _ in range(3 * MOST_UNREAD):
        bench.board_ms += 5
        bench.put("e5", "n" if bench.revision % 2 else ".")
    bench.put("e5", ".")
    bench.carry("d8", "d4")
    bench.board_ms += 3000
    bench.repeat(3000)
    before = bench.controller.snapshots
    bench.controller.pump(bench.board_ms + 500, most=2)
    assert bench.controller.snapshots == before + 2
    bench.wake()
    assert bench.controller.snapshots == before + MOST_UNREAD
    assert bench.texts == ["d8d4"]
    trace = decode("".join(bench.lines))
    assert "missed" in [entry.kind for entry in trace.entries]
    assert play_back(trace) == trace
