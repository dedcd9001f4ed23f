"""Connection: each line of its table and of the protocol's timeouts, and one story over
cables of every kind."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest

from host import VERSION
from host.errors import LocalProtocolError
from host.link import codec, wire
from host.link.answers import MAX_DIAGNOSTICS
from host.link.connection import (
    BEAT_MS,
    HELLO_MS,
    MAX_OUT,
    SILENT_MS,
    Connection,
    State,
)
from host.link.events import (
    BoardDeaf,
    BoardFailed,
    BoardHears,
    BoardReady,
    BoardRefused,
    BoardSilent,
    BoardWarning,
    Diagnostics,
    FrameShown,
    NotOurBoard,
    SnapshotReceived,
)
from host.link.frame_sender import ACK_MS, ANSWER_MS, FRAME_MS
from host.link.problems import outdated_firmware, unknown_device
from host.link.wire import RGB
from tests.support.link_model import START, STEP_MS, BoardModel, Faults, World, colours_of

PALETTE: tuple[RGB, ...] = ((12, 12, 12), (0, 64, 255), (255, 105, 0))
OTHER_PALETTE: tuple[RGB, ...] = ((9, 9, 9),)
DARK = "0-" * 64
LIT = "1-2b3k" + "0-" * 61
OTHER = "1p" + "0-" * 63
LIFTED = START[:56] + "." + START[57:]
MOVED = START[:24] + "s" + START[25:56] + "." + START[57:]


def until(world: World, condition: Callable[[], bool], within_ms: int, what: str) -> int:
    """Run until the condition holds; return the milliseconds it took."""
    begun_ms = world.now_ms
    while not condition():
        assert world.now_ms - begun_ms < within_ms, f"no {what} within {within_ms} ms"
        world.step()
    return world.now_ms - begun_ms


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


@pytest.fixture
def world() -> World:
    """Return a board that is up and shows LIT."""
    world = World()
    world.run(50)
    world.connection.show(PALETTE, LIT, world.now_ms)
    world.run(50)
    assert world.connection.state is State.UP
    assert world.board.shown == colours_of(PALETTE, LIT)
    world.events.clear()
    return world


def lines(connection: Connection) -> list[wire.HostMessage]:
    """Decode the lines that the connection sends now."""
    return [codec.decode_host(line)[1] for line in connection.data_to_send().splitlines()]


def answer(*messages: wire.BoardMessage) -> bytes:
    return b"".join(codec.encode(message, seq) for seq, message in enumerate(messages))


HELLO = wire.BoardHello(
    wire.PROTOCOL, "0.1.0", "E6", "b1", (8, 8), frozenset({"leds"}), 300, None, None
)


def greeted(hello: wire.BoardHello = HELLO) -> Connection:
    """Return a connection that a board has answered, at time 0."""
    connection = Connection("0.1.0", 0)
    connection.tick(0)
    connection.receive(answer(hello), 0)
    connection.data_to_send()
    return connection


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


# The table


def test_a_board_of_another_major_version_is_refused_once_with_the_remedy() -> None:
    for protocol, remedy in (((2, 0), "update this program"), ((0, 9), "update the board")):
        connection = Connection("0.1.0", 0)
        connection.tick(0)
        hello = answer(
            wire.BoardHello(protocol, "7.7", "", "", (0, 0), frozenset(), 0, None, None)
            if protocol[0] == 1
            else HELLO
        )
        body = f"hello,0,{protocol[0]}.{protocol[1]},7.7"
        hello = body.encode() + b"*" + codec.checksum(body) + b"\n"
        events = connection.receive(hello, 10)
        assert [type(event) for event in events] == [BoardRefused]
        sentence = str(events[0].message)  # type: ignore[union-attr]
        assert remedy in sentence
        assert f"protocol {protocol[0]}.{protocol[1]} (firmware 7.7)" in sentence
        assert "this program 1.5" in sentence
        connection.data_to_send()
        connection.show(PALETTE, LIT, 20)
        events = []
        for now_ms in range(20, 10_000, 10):
            events += connection.tick(now_ms)
            if now_ms % 1000 == 0:
                events += connection.receive(hello + answer(wire.Snap(0, 1, START)), now_ms)
        assert events == [], "it must be told once, and nothing else be believed"
        assert {type(message) for message in lines(connection)} == {wire.HostHello}
        assert [type(e) for e in connection.receive(answer(HELLO), 10_000)] == [BoardReady]


def test_a_board_that_turns_out_to_be_another_version_is_left_alone() -> None:
    connection = greeted()
    body = "hello,9,2.0,7.7"
    events = connection.receive(body.encode() + b"*" + codec.checksum(body) + b"\n", 10)
    assert [type(event) for event in events] == [BoardRefused]
    connection.tick(10)
    connection.data_to_send()
    for now_ms in range(10, 1000, 10):
        assert connection.receive(answer(wire.Nak("hello", "")), now_ms) == []
        assert connection.tick(now_ms) == []
    assert connection.state is State.REFUSED
    assert lines(connection) == []


CRASH = wire.Crash(2, False, "OSError: 5 at scan_strips.py:90")
HALTED = wire.Crash(5, True, "OSError: 5 at scan_strips.py:90")


def test_a_failure_of_the_board_is_told_once_for_each_start_of_it() -> None:
    connection = greeted()
    (event,) = connection.receive(answer(CRASH), 10)
    assert isinstance(event, BoardFailed)
    assert str(event.message) == (
        "The board's firmware failed 2 times and started again; play on. It said: OSError: 5 at "
        "scan_strips.py:90. If that goes on, install it anew: ./kamisado flash"
    )
    assert connection.receive(answer(CRASH), 20) == []
    assert connection.state is State.UP
    again = dataclasses.replace(HELLO, boot="other")
    events = connection.receive(answer(again) + answer(CRASH), 30)
    assert [type(event) for event in events] == [BoardReady, BoardFailed]


def test_a_hello_with_another_limit_is_taken_over_without_a_new_start() -> None:
    connection = greeted()
    raised = dataclasses.replace(HELLO, limit_ma=1000)
    assert connection.receive(answer(raised), 10) == []
    assert connection.hello == raised
    assert lines(connection) == []


def test_a_fault_of_the_lights_supply_is_told_once_with_its_remedy_and_so_is_its_end() -> None:
    connection = greeted()
    fault = wire.Warn("supply", "the LEDs have no supply")
    (event,) = connection.receive(answer(fault) + answer(fault), 10)
    assert isinstance(event, BoardWarning)
    assert "The board says: the LEDs have no supply." in str(event.message)
    assert "JP1" in str(event.message)
    end = connection.receive(answer(wire.Warn("supply", None)), 20)
    assert end == [BoardWarning("supply", None)]


@pytest.mark.parametrize("state", ["greeting", "up", "silent"])
def test_a_board_that_has_given_up_is_refused_once_with_the_reason_until_it_is_back(
    state: str,
) -> None:
    connection = Connection("0.1.0", 0) if state == "greeting" else greeted()
    now_ms = 20
    if state == "silent":
        now_ms += SILENT_MS
        assert connection.tick(now_ms) == [BoardSilent()]
    (event,) = connection.receive(answer(HALTED), now_ms)
    assert isinstance(event, BoardRefused)
    assert "failed 5 times in a row" in str(event.message)
    assert "It said: OSError: 5 at scan_strips.py:90." in str(event.message)
    assert "reset button" in str(event.message)
    events = []
    for later_ms in range(now_ms, now_ms + 10_000, 100):
        events += connection.tick(later_ms)
        if later_ms % 1000 == 0:
            events += connection.receive(answer(HALTED), later_ms)
    assert events == []
    assert connection.state is State.REFUSED
    back = dataclasses.replace(HELLO, boot="other")
    assert [type(e) for e in connection.receive(answer(back), 20_000)] == [BoardReady]


@pytest.mark.parametrize(
    ("protocol", "version", "older"),
    [
        (wire.PROTOCOL, VERSION, False),
        ((1, 0), VERSION, True),
        (wire.PROTOCOL, "0.0.9", True),
        (wire.PROTOCOL, "0", True),
        ((1, wire.PROTOCOL[1] + 1), "99.0.0", False),
        (wire.PROTOCOL, "99", False),
    ],
)
def test_an_older_firmware_is_known_by_its_protocol_or_its_version(
    protocol: tuple[int, int], version: str, older: bool
) -> None:
    said = outdated_firmware(dataclasses.replace(HELLO, protocol=protocol, version=version))
    assert (said is not None) == older
    words = str(said)
    assert said is None or (version in words and "./kamisado flash" in words)


def test_safe_mode_is_told_from_a_console() -> None:
    for said, words in (
        (b"\r\nRunning in safe mode! Not running saved code.\r\n", "in CircuitPython's safe mode"),
        (b"Adafruit CircuitPython 10.0.3 on 2025-10-17", "board's console"),
    ):
        assert words in str(unknown_device(said))


def test_a_minor_version_is_no_reason_to_refuse() -> None:
    body = "hello,0,1.9,9.9,E6,b1,8x8,leds+sound,300,-,-,more"
    connection = Connection("0.1.0", 0)
    connection.tick(0)
    events = connection.receive(body.encode() + b"*" + codec.checksum(body) + b"\n", 0)
    assert [type(event) for event in events] == [BoardReady]


def test_something_that_is_not_a_board_is_told_after_three_seconds() -> None:
    for said, remedy in ((b"", "second (data) port"), (b"ok T:21.3 /0.0\r\n", "another port")):
        connection = Connection("0.1.0", 0)
        events = []
        for now_ms in range(0, 20_000, 10):
            if now_ms % 500 == 0:
                assert connection.receive(said, now_ms) == []
            events += [(now_ms, event) for event in connection.tick(now_ms)]
        ((at_ms, event),) = events
        assert at_ms == SILENT_MS
        assert isinstance(event, NotOurBoard)
        assert remedy in str(event.message)
        assert "--board" in str(event.message)


def test_a_console_is_recognised_by_what_it_says() -> None:
    connection = Connection("0.1.0", 0)
    connection.tick(0)
    connection.receive(b"\r\nAdafruit CircuitPython 10.0.3 on 2026-01-01\r\n>>> ", 5)
    events = connection.tick(SILENT_MS)
    assert isinstance(events[0], NotOurBoard)
    assert "console" in str(events[0].message)


def test_a_board_that_wakes_up_late_is_still_welcome() -> None:
    connection = Connection("0.1.0", 0)
    assert any(isinstance(e, NotOurBoard) for t in (0, SILENT_MS) for e in connection.tick(t))
    assert [type(e) for e in connection.receive(answer(HELLO), 8000)] == [BoardReady]
    assert connection.state is State.UP


def test_a_known_board_that_starts_slowly_is_silent_and_not_somebody_else() -> None:
    connection = Connection("0.1.0", 0, boot="b1")
    events = [event for t in (0, SILENT_MS) for event in connection.tick(t)]
    assert events == [BoardSilent()]
    (ready,) = connection.receive(answer(HELLO), 4000)
    assert ready == BoardReady(HELLO, restarted=False)


def test_another_boot_after_the_port_was_opened_again_is_a_restart() -> None:
    connection = Connection("0.1.0", 0, boot="b0")
    connection.tick(0)
    assert connection.receive(answer(HELLO), 10) == [BoardReady(HELLO, restarted=True)]


def test_a_second_answer_to_the_same_hello_changes_nothing() -> None:
    connection = greeted()
    assert connection.receive(answer(HELLO, HELLO), 10) == []
    assert lines(connection) == []


def test_a_board_that_greets_unasked_is_greeted_and_shown_everything_again(world: World) -> None:
    world.board.restart(world.now_ms)
    world.board.heard.clear()
    world.run(50)
    assert world.board.heard[:3] == ["HostHello", "Palette", "Frame"]
    assert world.board.refused == []
    assert world.board.shown == colours_of(PALETTE, LIT)
    assert [e.restarted for e in world.seen(BoardReady)] == [True]  # type: ignore[union-attr]


def test_a_board_that_does_not_know_us_any_more_is_greeted_at_once(world: World) -> None:
    world.up.cut = True
    world.board.restart(world.now_ms)
    world.run(50)
    world.up.cut = False
    world.connection.request_snapshot()
    took = until(world, lambda: world.board.greeted, 1000, "hello")
    assert took <= 5 * STEP_MS
    world.run(100)
    assert world.board.shown == colours_of(PALETTE, LIT)


def test_refusals_in_a_row_are_answered_by_one_frame_and_few_hellos(world: World) -> None:
    world.board.heard.clear()
    world.up.send(answer(*[wire.Nak("hello", "")] * 20), world.now_ms)
    world.run(1000)
    assert world.board.heard.count("HostHello") <= 2
    assert world.board.heard.count("Frame") <= 2


def test_a_revision_that_goes_back_is_a_restart_that_was_missed(world: World) -> None:
    world.put(LIFTED)
    world.run(50)
    world.up.cut = True
    world.board.restart(world.now_ms)
    world.board.put(MOVED, world.now_ms)
    world.snapshots.add(MOVED)
    world.board.put(START, world.now_ms)
    world.run(100)
    world.up.cut = False
    world.events.clear()
    world.board.revision = 0
    world.up.send(codec.encode(wire.Snap(0, 1, START), 3), world.now_ms)
    world.run(100)
    ready = world.seen(BoardReady)
    assert len(ready) == 1
    assert world.snapshot == START


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


# Frames


def test_the_same_frame_is_not_sent_again(world: World) -> None:
    world.board.heard.clear()
    for _ in range(20):
        world.connection.show(PALETTE, LIT, world.now_ms)
        world.step()
    assert world.board.heard == []


def test_a_frame_shown_before_the_hello_goes_out_after_it() -> None:
    world = World()
    world.connection.show(PALETTE, LIT, 0)
    world.run(100)
    assert world.board.shown == colours_of(PALETTE, LIT)


def test_the_brightness_goes_with_every_frame() -> None:
    connection = Connection("0.1.0", 0, brightness=60)
    connection.show(PALETTE, LIT, 0)
    connection.tick(0)
    connection.receive(answer(HELLO), 0)
    connection.tick(300)  # the frame is not acknowledged, so it comes again
    frames = [m for m in lines(connection) if isinstance(m, wire.Frame)]
    assert [frame.brightness for frame in frames] == [60, 60]


def test_an_old_acknowledgement_does_not_stand_for_the_new_frame(world: World) -> None:
    connection = world.connection
    old = world.board.shown_number
    assert old is not None
    connection.show(PALETTE, OTHER, world.now_ms)
    connection.data_to_send()
    assert connection.receive(answer(wire.Ack(old, 5)), world.now_ms) == []
    connection.tick(world.now_ms + FRAME_MS)
    assert any(isinstance(message, wire.Frame) for message in lines(connection))


def test_a_frame_is_told_as_shown_once(world: World) -> None:
    connection = world.connection
    connection.show(PALETTE, OTHER, world.now_ms)
    number = next(m.number for m in lines(connection) if isinstance(m, wire.Frame))
    told = connection.receive(answer(wire.Ack(number, 88), wire.Ack(number, 88)), world.now_ms)
    assert told == [FrameShown(number, 88)]


def test_frame_numbers_begin_again_after_9999() -> None:
    connection = greeted()
    numbers = []
    for count in range(10_002):
        connection.show(PALETTE, (LIT, OTHER)[count % 2], 0)
        frames = [m for m in lines(connection) if isinstance(m, wire.Frame)]
        numbers += [frame.number for frame in frames]
    assert numbers == [(n + 1) % 10_000 for n in range(10_002)]


def test_a_lost_palette_is_mended_with_the_next_beat(world: World) -> None:
    """Nobody acknowledges a palette: the frame alone arrived, in colours of before."""
    connection, board = world.connection, world.board
    connection.show(OTHER_PALETTE, OTHER, world.now_ms)
    out = connection.data_to_send().splitlines(keepends=True)
    assert [line[:5] for line in out] == [b"palet", b"frame"]
    world.down.send(out[1], world.now_ms)
    world.run(50)
    assert board.shown == colours_of(PALETTE, OTHER)
    until(world, lambda: board.shown == colours_of(OTHER_PALETTE, OTHER), BEAT_MS, "palette")
    assert board.frames_shown == 2, "mending the colours must not restart the frame"


def test_an_older_frame_that_comes_late_is_mended_with_the_next_beat(world: World) -> None:
    """It was acknowledged, and so was the newer one before it: nobody would ask again."""
    connection, board = world.connection, world.board
    connection.show(PALETTE, DARK, world.now_ms)
    late = connection.data_to_send()
    connection.show(PALETTE, OTHER, world.now_ms)
    world.run(50)
    assert world.seen(FrameShown)
    world.down.send(late, world.now_ms)
    world.run(50)
    assert board.shown == colours_of(PALETTE, DARK)
    until(world, lambda: board.shown == colours_of(PALETTE, OTHER), BEAT_MS, "newest frame")


def test_a_frame_and_its_palette_that_were_both_lost_come_again_together(world: World) -> None:
    world.run(BEAT_MS // 2)
    world.down.cut = True
    world.connection.show(OTHER_PALETTE, OTHER, world.now_ms)
    world.step()
    world.down.cut = False
    until(world, lambda: world.board.frames_shown == 2, FRAME_MS + 3 * STEP_MS, "frame")
    assert world.board.shown == colours_of(OTHER_PALETTE, OTHER)


@pytest.mark.parametrize(
    ("palette", "cells"),
    [
        (PALETTE, "0"),
        (PALETTE, ""),
        (PALETTE, "0-" * 63),
        (PALETTE, "4-" + "0-" * 63),
        (PALETTE, "0z" * 64),
        (PALETTE, "0-" * 200),
        (((256, 0, 0),), DARK),
        ((), DARK),
        (((1, 1, 1),) * 34, DARK),
    ],
)
def test_what_the_board_would_refuse_is_refused_at_once(
    world: World, palette: tuple[RGB, ...], cells: str
) -> None:
    with pytest.raises(LocalProtocolError):
        world.connection.show(palette, cells, world.now_ms)
    world.run(2000)
    assert world.board.shown == colours_of(PALETTE, LIT), "the frame before must stay"
    assert world.board.refused == []


def test_a_frame_for_a_board_of_another_size_is_dropped_when_that_board_answers() -> None:
    connection = Connection("0.1.0", 0)
    connection.show(PALETTE, "0-" * 81, 0)
    connection.tick(0)
    connection.data_to_send()
    assert [type(e) for e in connection.receive(answer(HELLO), 10)] == [BoardReady]
    connection.tick(1000)
    assert not any(isinstance(message, wire.Frame) for message in lines(connection))


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
