"""Frames of lifts that may come: sent while nothing is due, and lapsed on both sides at once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from host.link import wire
from host.link.connection import Connection
from host.link.frames_ahead import MAX_CELLS
from host.link.timeouts import AHEAD_MS, BEAT_MS, FRAME_MS
from tests.unit.link.connections import (
    DARK,
    HELLO,
    LIFTED,
    LIT,
    OTHER,
    PALETTE,
    START,
    answer,
    greeted,
    lines,
)

KEEPS = replace(HELLO, capabilities=frozenset({"ahead", "leds"}))
FRAMES = ((56, OTHER), (57, DARK))
CAPITAL = START[:56] + "S" + START[57:]


class Host:
    """A host whose board has acknowledged a frame and sent a snapshot of revision 4."""

    def __init__(self, hello: wire.BoardHello = KEEPS, cells: str = LIT) -> None:
        self.connection: Connection = greeted(hello)
        self.now_ms = 0
        self.snap(4, "." * (len(cells) // 2))
        self.connection.show(PALETTE, cells, 0)
        self.acknowledge()

    def snap(self, revision: int, cells: str = START) -> None:
        """Let the board send a snapshot."""
        line = answer(wire.Snap(revision, 1000 + self.now_ms, cells))
        self.connection.receive(line, self.now_ms)

    def acknowledge(self, ms: int = 0) -> int:
        """Let the board acknowledge the frame that is sent in a time; return its number."""
        frames = [line for line in self.sent(ms) if isinstance(line, wire.Frame)]
        self.connection.receive(answer(wire.Ack(frames[-1].number, 88)), self.now_ms)
        return frames[-1].number

    def sent(self, ms: int = 0) -> list[wire.HostMessage]:
        """Let time pass, and return what the host sends meanwhile."""
        found = lines(self.connection)
        for _ in range(ms):
            self.now_ms += 1
            self.connection.tick(self.now_ms)
            found += lines(self.connection)
        return found

    def ahead(self, ms: int = 200) -> list[tuple[int, int, int, str]]:
        """Return the frames ahead that are sent in a time."""
        return [
            (line.number, line.revision, line.cell, line.cells)
            for line in self.sent(ms)
            if isinstance(line, wire.Ahead)
        ]

    def offer(self, revision: int = 4, frames: tuple[tuple[int, str], ...] = FRAMES) -> None:
        """Offer the board frames."""
        self.connection.offer(revision, frames, self.now_ms)

    def show(self, cells: str = LIT) -> list[wire.HostMessage]:
        """Show a frame, and return what is sent for it."""
        self.connection.show(PALETTE, cells, self.now_ms)
        return lines(self.connection)


def test_each_is_sent_once_for_the_present_frame_and_snapshot() -> None:
    host = Host()
    host.offer()
    assert host.ahead() == [(1, 4, 56, OTHER), (1, 4, 57, DARK)]
    host.offer()
    assert host.ahead(5000) == []


def test_they_are_sent_one_after_another_and_wake_the_host_for_that() -> None:
    host = Host()
    host.offer()
    assert host.connection.next_wake_ms == 0
    assert [len(host.ahead(1)), len(host.ahead(AHEAD_MS - 1)), len(host.ahead(1))] == [1, 0, 1]
    assert host.connection.next_wake_ms == BEAT_MS


def test_they_wait_until_the_frame_is_acknowledged() -> None:
    host = Host()
    host.show(OTHER)
    host.offer()
    assert host.ahead(FRAME_MS - 1) == []
    number = host.acknowledge(1)
    assert [line[0] for line in host.ahead()] == [number, number]


def test_while_a_beat_s_frame_is_not_acknowledged_none_is_sent() -> None:
    host = Host()
    host.sent(BEAT_MS)
    host.offer()
    assert host.ahead() == []


@pytest.mark.parametrize(
    "hello",
    [HELLO, replace(KEEPS, size=(8, MAX_CELLS // 8 + 1))],
    ids=["an older board", "a board for which a line has no room"],
)
def test_a_board_that_cannot_keep_them_is_sent_none(hello: wire.BoardHello) -> None:
    host = Host(hello, "0-" * hello.size[0] * hello.size[1])
    assert not host.connection.keeps_frames
    host.offer()
    assert host.ahead() == []


def test_the_largest_board_s_frame_fits_into_a_line() -> None:
    host = Host(replace(KEEPS, size=(10, MAX_CELLS // 10)), "0-" * MAX_CELLS)
    host.snap(2**30, "." * MAX_CELLS)
    host.offer(2**30, ((MAX_CELLS - 1, "1-" * MAX_CELLS),))
    assert len(host.ahead()) == 1


def test_of_another_snapshot_than_the_newest_none_is_sent() -> None:
    host = Host()
    host.snap(5, LIFTED)
    host.offer(4)
    assert host.ahead() == []


@pytest.mark.parametrize(
    ("revision", "cells"), [(5, LIFTED), (4, CAPITAL)], ids=["settled", "a lift"]
)
def test_after_a_change_of_the_board_no_more_are_sent(revision: int, cells: str) -> None:
    host = Host()
    host.offer()
    assert len(host.ahead(1)) == 1
    host.snap(revision, cells)
    assert host.ahead() == []


@pytest.mark.parametrize(
    ("revision", "cells"), [(5, LIFTED), (4, CAPITAL)], ids=["settled", "a lift"]
)
def test_after_a_change_the_same_frame_is_sent_anew_once(revision: int, cells: str) -> None:
    """The board may be showing another."""
    host = Host()
    host.offer()
    host.ahead()
    host.snap(revision, cells)
    assert host.show() == [wire.Frame(2, LIT)]
    assert host.show() == []


def test_a_change_for_which_nothing_was_offered_costs_no_line() -> None:
    host = Host()
    host.offer()
    host.snap(4, CAPITAL)
    assert host.show() == []


def test_a_snapshot_that_is_repeated_changes_nothing() -> None:
    host = Host()
    host.offer()
    host.ahead()
    host.snap(4)
    assert host.show() == []
    host.offer()
    assert host.ahead() == []


def test_others_take_their_place_under_another_number() -> None:
    host = Host()
    host.offer()
    host.ahead()
    host.offer(frames=((56, DARK),))
    assert host.acknowledge() == 2
    assert [line[:3] for line in host.ahead()] == [(2, 4, 56)]


def test_none_withdraws_them_by_the_same_frame_under_another_number() -> None:
    host = Host()
    host.offer()
    host.ahead()
    host.offer(frames=())
    assert lines(host.connection) == [wire.Frame(2, LIT)]
    host.offer(frames=())
    assert lines(host.connection) == []


def test_another_frame_needs_no_withdrawal() -> None:
    host = Host()
    host.offer()
    host.ahead()
    assert host.show(OTHER) == [wire.Frame(2, OTHER)]
    host.offer(frames=())
    assert lines(host.connection) == []


def test_after_a_hello_they_are_sent_when_they_are_offered_again() -> None:
    host = Host()
    host.offer()
    host.ahead()
    host.connection.receive(answer(replace(KEEPS, boot="b2")), host.now_ms)
    host.snap(0)
    host.acknowledge()
    assert host.ahead() == []
    host.offer(0)
    assert [line[:3] for line in host.ahead()] == [(1, 0, 56), (1, 0, 57)]
