"""Frames and palettes: sent, acknowledged, sent again."""

from __future__ import annotations

import pytest

from host.link import wire
from host.link.connection import Connection
from host.link.errors import LocalProtocolError
from host.link.events import (
    BoardReady,
    FrameShown,
)
from host.link.timeouts import BEAT_MS, FRAME_MS
from host.link.wire import RGB
from tests.support.link_model import STEP_MS, World, colours_of
from tests.unit.link.connections import (
    DARK,
    HELLO,
    LIT,
    OTHER,
    OTHER_PALETTE,
    PALETTE,
    answer,
    greeted,
    lines,
    until,
)

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
