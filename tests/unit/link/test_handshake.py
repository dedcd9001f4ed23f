"""Greeting of the board: versions, crashes, consoles, restarts."""

from __future__ import annotations

import dataclasses

import pytest

from host import VERSION
from host.link import codec, wire
from host.link.connection import Connection, State
from host.link.events import (
    BoardFailed,
    BoardReady,
    BoardRefused,
    BoardSilent,
    BoardWarning,
    NotOurBoard,
)
from host.link.problems import outdated_firmware, unknown_device
from host.link.timeouts import SILENT_MS
from tests.support.link_model import START, STEP_MS, World, colours_of
from tests.unit.link.connections import (
    HELLO,
    LIFTED,
    LIT,
    MOVED,
    PALETTE,
    answer,
    greeted,
    lines,
    until,
)

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
        assert "this program 1.7" in sentence
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
        "scan_strips.py:90. If it keeps happening, reinstall it: ./kamisado flash"
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
