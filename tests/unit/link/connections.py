"""Connections to a simulated link, and frames to be sent over them."""

from __future__ import annotations

from collections.abc import Callable

from host.link import codec, wire
from host.link.connection import (
    Connection,
)
from host.link.wire import RGB
from tests.support.link_model import START, World

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
