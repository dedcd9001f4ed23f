"""Lines of the board: snapshots, diagnostics, damage and loss."""

from __future__ import annotations

from host.link import codec, wire
from host.link.answers import MAX_DIAGNOSTICS
from host.link.connection import (
    MAX_OUT,
    Connection,
)
from host.link.events import (
    Diagnostics,
    SnapshotReceived,
)
from host.link.timeouts import FRAME_MS
from tests.support.link_model import START, World
from tests.unit.link.connections import (
    DARK,
    LIFTED,
    LIT,
    OTHER,
    PALETTE,
    answer,
    greeted,
    lines,
)


def test_a_picture_from_before_never_takes_the_place_of_a_newer_one(world: World) -> None:
    connection = world.connection
    world.put(LIFTED)
    world.run(50)
    old = answer(wire.Snap(0, 2000, START))
    assert connection.receive(old, world.now_ms) == []
    world.run(100)
    assert world.snapshot == LIFTED


# Pictures


def test_every_picture_is_told_and_news_are_told_as_news() -> None:
    connection = greeted()
    snap = wire.Snap(4, 100, START)
    assert connection.receive(answer(snap, snap, wire.Snap(5, 200, LIFTED)), 10) == [
        SnapshotReceived(4, 100, START, is_new=True),
        SnapshotReceived(4, 100, START, is_new=False),
        SnapshotReceived(5, 200, LIFTED, is_new=True),
    ]


def test_a_capital_is_a_lift_and_no_other_picture() -> None:
    connection = greeted()
    early = START[:3] + "N" + START[4:60] + "S" + START[61:]
    events = connection.receive(answer(wire.Snap(4, 100, START), wire.Snap(4, 107, early)), 10)
    told = [event for event in events if isinstance(event, SnapshotReceived)]
    assert [(event.cells, event.lifts) for event in told] == [(START, ()), (START, (3, 60))]


def test_a_picture_whose_first_lines_were_lost_tells_how_old_it_is() -> None:
    connection = greeted()
    old = answer(wire.Snap(4, 100, START), wire.Snap(5, 1200, LIFTED, age_ms=700))
    assert [
        event.age_ms for event in connection.receive(old, 10) if isinstance(event, SnapshotReceived)
    ] == [0, 700]


def test_a_picture_of_another_size_is_counted_and_not_believed() -> None:
    connection = greeted()
    assert connection.receive(answer(wire.Snap(1, 1, "n" * 81)), 10) == []
    assert connection.lines_bad == 1


def test_no_picture_is_believed_before_the_hello() -> None:
    connection = Connection("0.1.0", 0)
    connection.tick(0)
    assert connection.receive(answer(wire.Snap(1, 1, START)), 10) == []


# Diagnostics


def test_diagnostics_come_in_several_lines_and_are_told_together(world: World) -> None:
    world.connection.request_diagnostics()
    world.run(50)
    assert world.seen(Diagnostics) == [
        Diagnostics({"scans": "1234", "lines_bad": "0", "strips": "11111111"})
    ]


def test_diagnostics_that_nobody_asked_for_are_not_kept() -> None:
    connection = greeted()
    pairs = wire.Diag((("scans", "1"), ("end", "1")))
    assert connection.receive(answer(pairs), 10) == []
    connection.request_diagnostics()
    many = [wire.Diag(((f"name{n}", "1"),)) for n in range(3 * MAX_DIAGNOSTICS)]
    (told,) = connection.receive(answer(*many, pairs), 20)
    assert isinstance(told, Diagnostics)
    assert len(told.values) == MAX_DIAGNOSTICS


# Bounds and counters


def test_lines_of_wrong_check_or_length_are_counted_and_change_nothing() -> None:
    connection = greeted()
    good = answer(wire.Snap(1, 1, START))
    bad = good.replace(b"n", b"s", 1)
    assert connection.receive(bad + b"\n" + b"x" * 5000 + b"\n", 10) == []
    assert connection.lines_bad == 3
    assert len(connection.receive(b"y" * 300 + b"\n" + good, 10)) == 1
    assert connection.lines_bad == 4


def test_an_endless_line_takes_no_memory_and_costs_one_line() -> None:
    connection = greeted()
    for _ in range(1000):
        assert connection.receive(b"z" * 1000, 10) == []
    assert connection.bytes_held <= 2 * wire.MAX_LINE
    assert len(connection.receive(b"\n" + answer(wire.Snap(1, 1, START)), 10)) == 1
    assert connection.lines_bad == 1


def test_what_nobody_takes_away_does_not_pile_up() -> None:
    connection = greeted()
    for now_ms in range(0, 360_000, 100):
        connection.tick(now_ms)
        connection.show(PALETTE, (LIT, OTHER)[now_ms // 100 % 2], now_ms)
        connection.receive(answer(wire.Snap(now_ms, 1, START)), now_ms)
    assert len(connection.data_to_send()) <= MAX_OUT
    connection.show(PALETTE, DARK, 360_000)
    connection.tick(360_000 + FRAME_MS)
    assert any(m.cells == DARK for m in lines(connection) if isinstance(m, wire.Frame))


def test_gaps_in_the_line_counter_are_lost_lines_but_a_restart_is_none() -> None:
    connection = greeted()
    snap = wire.Snap(1, 1, START)
    connection.receive(codec.encode(snap, 1) + codec.encode(snap, 5), 10)
    assert connection.lines_lost == 3
    connection.receive(codec.encode(snap, 5), 10)
    assert connection.lines_lost == 3, "a doubled line is not a lost one"
    connection.receive(codec.encode(snap, 6), 10)
    assert connection.lines_lost == 3
    for seq in (9998, 9999, 0, 1):
        connection.receive(codec.encode(snap, seq), 10)
    lost = connection.lines_lost
    connection.receive(codec.encode(snap, 4000), 10)
    assert connection.lines_lost == lost + 3998
    lost = connection.lines_lost
    restarted = wire.BoardHello(
        wire.PROTOCOL, "0.1.0", "E6", "b2", (8, 8), frozenset(), 300, None, None
    )
    connection.receive(codec.encode(restarted, 8000), 10)
    assert connection.lines_lost == lost
