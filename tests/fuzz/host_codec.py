"""The fuzz target: the host's codec and its connection, fed with anything.

`one_input` raises when one of these is not so:

- what is no line of the protocol raises RemoteProtocolError and nothing else;
- what is one can be written again, and is understood as the same message;
- the connection raises nothing, holds a bounded number of bytes, tells the same of the same bytes
  however they are cut, tells no picture that did not come in a good line, and is up again as soon
  as a board has said hello to it.

The first byte says what the others are: bytes as they are, or the bodies of lines, one each
newline, which get their check here; no fuzzer finds a CRC by itself.
"""

from __future__ import annotations

from collections.abc import Callable

from host.link import codec, connection, wire
from host.link.connection import Connection, State
from host.link.errors import LocalProtocolError, RemoteProtocolError
from host.link.events import Event, SnapshotReceived

HELLO = codec.encode(
    wire.BoardHello(wire.PROTOCOL, "0.1.0", "E6", "b0", (8, 8), frozenset(), 300, None, None), 0
)
WELCOME = codec.encode(
    wire.BoardHello(wire.PROTOCOL, "0.1.0", "E6", "b99", (8, 8), frozenset(), 300, None, None), 7
)
BOUND = connection.MAX_OUT + wire.MAX_LINE


def seeds() -> list[bytes]:
    """Inputs to begin with: the good lines of the shared vectors, with and without their check."""
    from tests.micropython.vectors import load

    lines = [vector.line for vector in load()]
    whole = [b"\0" + line + b"\n" for line in lines]
    bodies = [b"\1" + line.rpartition(b"*")[0] + b"\n" for line in lines]
    return [*whole, *bodies, b"\1" + b"\n".join(line.rpartition(b"*")[0] for line in lines)]


def one_input(data: bytes) -> None:
    """Check everything for one input.

    Raises:
        AssertionError: something is not as it must be.
    """
    if not data:
        return
    stream = data[1:] if data[0] % 2 == 0 else sealed(data[1:])
    for line in stream.split(b"\n"):
        check_codec(line, codec.decode)
        check_codec(line, codec.decode_host)
    check_connection(stream, 1 + data[0] // 2 % 97)


def sealed(bodies: bytes) -> bytes:
    """Each body as a line with a good check."""
    text = bodies.decode("latin-1")
    return b"".join(
        body.encode("latin-1") + b"*" + codec.checksum(body) + b"\n" for body in text.split("\n")
    )


def check_codec(line: bytes, read: Callable[[bytes], tuple[int, wire.Message]]) -> None:
    """A line is refused in one way, or understood, and then also when it is written anew."""
    try:
        seq, message = read(line)
    except RemoteProtocolError:
        return
    try:
        again = codec.encode(message, seq)
    except LocalProtocolError:
        # Only the hello of another major version, of which nobody knows what else it says.
        assert isinstance(message, wire.BoardHello)
        assert message.protocol[0] != wire.PROTOCOL[0]
        return
    assert read(again.removesuffix(b"\n")) == (seq, message), line


def check_connection(stream: bytes, piece: int) -> None:
    """A connection that is up takes it in, at once and in pieces."""
    at_once, in_pieces = Connection("0.1.0", 0), Connection("0.1.0", 0)
    told: list[list[Event]] = []
    for taker, size in ((at_once, max(1, len(stream))), (in_pieces, piece)):
        taker.tick(0)
        taker.receive(HELLO, 0)
        taker.request_diagnostics()
        events: list[Event] = []
        for at in range(0, len(stream), size):
            events += taker.receive(stream[at : at + size], 5)
            assert taker.bytes_held <= BOUND
        told.append(events + taker.receive(b"\n", 5))
        taker.tick(10)
        for line in taker.data_to_send().splitlines():
            codec.decode_host(line)
        taker.receive(WELCOME, 10)
        assert taker.state is State.UP
    assert told[0] == told[1], "how the bytes are cut makes a difference"
    snapshots = [event for event in told[0] if isinstance(event, SnapshotReceived)]
    assert all(event.letters.encode() in stream for event in snapshots)
    for event in snapshots:
        assert not any(letter.isupper() for letter in event.cells), "a lift has not settled"
        assert all(event.letters[cell] in "NSO" for cell in event.lifts)
