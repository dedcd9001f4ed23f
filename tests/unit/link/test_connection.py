"""Connection: each line of its table and of the protocol's timeouts, and one story over
cables of every kind."""

from __future__ import annotations

import dataclasses

import pytest

from host.link import codec, wire
from host.link.connection import Connection, State
from host.link.events import (
    BoardDeaf,
    BoardHears,
    BoardReady,
    BoardRefused,
    BoardSilent,
    FrameShown,
    SnapshotReceived,
)
from host.link.timeouts import ACK_MS, ANSWER_MS, BEAT_MS, FRAME_MS, HELLO_MS, SILENT_MS
from tests.support.link_model import START, STEP_MS, BoardModel, Faults, World, colours_of
from tests.unit.link.connections import (
    DARK,
    HELLO,
    LIFTED,
    LIT,
    MOVED,
    OTHER,
    OTHER_PALETTE,
    PALETTE,
    answer,
    lines,
    until,
)

CABLES = {
    "plain": Faults(),
    "one byte at a time": Faults(piece=1),
    "seven bytes at a time": Faults(piece=7),
    "20 % lost": Faults(loss=0.2),
    "doubled": Faults(double=0.5),
    "delayed": Faults(delay_ms=150),
    "20 % damaged": Faults(damage=0.2),
    "newlines lost": Faults(glue=0.2),
    "in another order": Faults(delay_ms=60, swap=0.5),
    "everything at once": Faults(
        loss=0.1, double=0.1, damage=0.1, glue=0.1, delay_ms=100, swap=0.2, piece=13
    ),
}


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("cable", CABLES)
def test_the_same_story_ends_the_same_over_every_cable(cable: str, seed: int) -> None:
    faults = CABLES[cable]
    good = cable in ("plain", "one byte at a time", "seven bytes at a time")
    soon, later = (50, 50) if good else (10_000, 20_000)
    world = World(faults, seed)
    board, connection = world.board, world.connection

    # A board is greeted, and its picture is known.
    until(world, lambda: bool(world.seen(BoardReady)), soon, "hello")
    until(world, lambda: world.snapshot == START, soon, "first picture")

    # A frame is shown in its own colours, and that is told.
    connection.show(PALETTE, LIT, world.now_ms)
    until(world, lambda: board.shown == colours_of(PALETTE, LIT), later, "frame")
    until(world, lambda: bool(world.seen(FrameShown)), later, "acknowledgement")

    # A tower is lifted and put down.
    world.put(LIFTED)
    until(world, lambda: world.snapshot == LIFTED, soon, "picture of the lifted tower")
    world.put(MOVED)
    until(world, lambda: world.snapshot == MOVED, soon, "picture of the moved tower")

    # Of three frames in a row, the newest stays.
    for palette, cells in ((PALETTE, DARK), (PALETTE, LIT), (OTHER_PALETTE, OTHER)):
        connection.show(palette, cells, world.now_ms)
    until(world, lambda: board.shown == colours_of(OTHER_PALETTE, OTHER), later, "newest frame")

    # The board restarts, all by itself.
    since_ms = world.now_ms
    board.restart(world.now_ms)
    until(
        world,
        lambda: any(
            isinstance(event, BoardReady) and event.restarted
            for event in world.seen(BoardReady, since_ms)
        ),
        later,
        "hello after the restart",
    )
    until(world, lambda: board.shown == colours_of(OTHER_PALETTE, OTHER), later, "frame again")
    until(world, lambda: world.snapshot == MOVED, later, "picture after the restart")

    # The cable is cut for a while.
    since_ms = world.now_ms
    world.up.cut = world.down.cut = True
    until(world, lambda: bool(world.seen(BoardSilent, since_ms)), SILENT_MS + 1000, "silence")
    world.put(START)
    world.run(2000)
    assert board.waiting(world.now_ms)
    since_ms = world.now_ms
    world.up.cut = world.down.cut = False
    back = HELLO_MS + soon
    until(world, lambda: bool(world.seen(BoardReady, since_ms)), back, "hello after the cut")
    until(world, lambda: world.snapshot == START, later, "picture after the cut")
    assert not board.waiting(world.now_ms)

    # Whatever happened on the way, nobody believed anything that was not so.
    for event in world.seen(SnapshotReceived):
        assert isinstance(event, SnapshotReceived)
        assert event.cells in world.snapshots
    assert connection.lines_bad == 0 or faults.damage or faults.glue
    if good:
        assert connection.lines_lost == 0


# Time-outs


def test_hello_is_said_again_each_half_second_until_it_is_answered() -> None:
    connection = Connection("0.1.0", 0)
    said = []
    for now_ms in range(0, 2000, STEP_MS):
        connection.tick(now_ms)
        said += [now_ms] * len(lines(connection))
    assert said == [0, HELLO_MS, 2 * HELLO_MS, 3 * HELLO_MS]
    assert HELLO_MS == 500


def test_the_host_beats_once_a_second(world: World) -> None:
    world.board.heard.clear()
    world.run(10_000)
    assert world.board.heard.count("Beat") == 10
    assert BEAT_MS == 1000


def test_the_newest_frame_is_sent_each_quarter_second_until_acknowledged(world: World) -> None:
    world.up.cut = True
    world.board.heard.clear()
    world.connection.show(PALETTE, OTHER, world.now_ms)
    world.run(1000)
    assert world.board.heard.count("Frame") == 4
    assert world.board.frames_shown == 2, "the same number again must restart nothing"
    world.up.cut = False
    world.run(500)
    world.board.heard.clear()
    world.run(900)
    assert world.board.heard.count("Frame") <= 1, "with the beat"
    assert FRAME_MS == 250


def test_three_seconds_without_a_line_are_silence(world: World) -> None:
    world.up.cut = True
    heard_ms = world.now_ms
    waited = until(world, lambda: bool(world.seen(BoardSilent)), 5000, "silence")
    assert SILENT_MS == 3000
    assert world.connection.state is State.SILENT
    assert SILENT_MS - BEAT_MS <= waited <= world.now_ms - heard_ms <= SILENT_MS + STEP_MS
    world.run(5000)
    assert len(world.seen(BoardSilent)) == 1


def test_a_board_that_acknowledges_nothing_is_told_within_about_two_seconds(world: World) -> None:
    world.run(1000)
    world.down.cut = True
    cut_ms = world.now_ms
    until(world, lambda: bool(world.seen(BoardDeaf)), 5000, "deafness")
    assert world.now_ms - cut_ms <= BEAT_MS + ACK_MS + ANSWER_MS + STEP_MS
    world.board.put(MOVED, world.now_ms)
    world.run(5000)
    assert world.snapshot == MOVED, "moves are still seen"
    assert world.connection.state is State.UP
    assert len(world.seen(BoardDeaf)) == 1
    assert world.seen(BoardHears) == []
    world.down.cut = False
    until(world, lambda: bool(world.seen(BoardHears)), FRAME_MS + 3 * STEP_MS, "hearing")
    world.run(5000)
    assert len(world.seen(BoardHears)) == len(world.seen(BoardDeaf)) == 1


def test_a_silent_board_is_not_told_to_be_deaf(world: World) -> None:
    world.up.cut = world.down.cut = True
    world.run(SILENT_MS + 5000)
    assert len(world.seen(BoardSilent)) == 1
    assert world.seen(BoardDeaf) == []


def test_a_host_that_stood_still_does_not_take_the_board_for_deaf(world: World) -> None:
    world.connection.show(PALETTE, OTHER, world.now_ms)
    late_ms = world.now_ms + 60_000
    world.connection.receive(answer(wire.Snap(0, 1, START)), late_ms)
    assert world.connection.tick(late_ms) == []


@pytest.mark.parametrize(("size", "fits"), [((8, 14), True), ((26, 26), False), ((1, 26), True)])
def test_a_board_with_more_cells_than_a_line_has_room_for_is_refused(
    size: tuple[int, int], fits: bool
) -> None:
    connection = Connection("0.1.0", 0)
    hello = dataclasses.replace(HELLO, size=size)
    (event,) = connection.receive(answer(hello), 10)
    if fits:
        assert isinstance(event, BoardReady)
        connection.show(PALETTE, "1-" * size[0] * size[1], 20)
    else:
        assert isinstance(event, BoardRefused)
        assert "it has 26x26 squares, and this program knows boards of at most 112" in str(
            event.message
        )
        assert connection.receive(answer(hello), 20) == []


def test_the_longest_frame_fits_the_largest_board() -> None:
    for cells, fits in ((wire.MAX_CELLS, True), (wire.MAX_CELLS + 1, False)):
        frame = wire.Frame(wire.SEQ_PERIOD - 1, "1-" * cells, wire.FULL_BRIGHTNESS - 1)
        line = f"frame,{wire.SEQ_PERIOD - 1},{frame.number},{frame.cells},{frame.brightness}*0000\n"
        assert (len(line) <= wire.MAX_LINE) is fits
        if fits:
            assert len(codec.encode(frame, wire.SEQ_PERIOD - 1)) == len(line)


def test_bytes_that_waited_while_the_host_slept_are_no_silence(world: World) -> None:
    """A laptop's lid was closed: the lines are there when the host looks again."""
    late_ms = world.now_ms + 60_000
    assert world.connection.receive(answer(wire.Snap(0, 1, START)), late_ms)
    assert world.connection.tick(late_ms) == []
    assert world.connection.state is State.UP


def test_the_next_wake_is_never_later_than_what_is_due(world: World) -> None:
    """Calling `tick` only when asked for does what calling it all the time does."""
    connection = Connection("0.1.0", 0)
    connection.show(PALETTE, LIT, 0)
    now_ms = 0
    times: list[tuple[int, str]] = []
    while now_ms < 9000:
        wake_ms = connection.next_wake_ms
        assert wake_ms >= now_ms or now_ms == 0, "tick must do what it asked to be woken for"
        now_ms = max(now_ms, wake_ms)
        events = connection.tick(now_ms)
        times += [(now_ms, type(event).__name__) for event in events]
        if now_ms == 1000:
            events = connection.receive(answer(HELLO), now_ms)
        times += [(now_ms, type(message).__name__) for message in lines(connection)]
    hellos = [now_ms for now_ms, name in times if name == "HostHello"]
    assert hellos[:3] == [0, 500, 1000]
    assert [t for t, name in times if name == "Frame"] == list(range(1000, 4000, 250))
    assert [t for t, name in times if name == "Beat"] == [2000, 3000]
    assert (4000, "BoardSilent") in times
    assert hellos[3:] == list(range(4000, 9001, 500))


def test_the_traffic_of_a_quiet_board_is_small(world: World) -> None:
    before = world.bytes_out
    world.run(60_000)
    assert (world.bytes_out - before) / 60 < 250, "bytes a second to the board"


def test_a_board_model_is_refused_by_nobody_but_itself() -> None:
    """The model follows docs/protocols/board.md where these tests rely on it."""
    board = BoardModel()
    hello = codec.encode(wire.HostHello((2, 0), "9"), 0)
    assert board.step([hello, codec.encode(wire.Beat(), 1)], 10).count(b"hello,") == 3
    assert board.refused == [("hello", "")]
    assert not board.greeted
