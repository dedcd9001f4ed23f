"""Admission of connections: none stays for ever, none takes the place of all others.

A browser sends a request at once, reads the answer, and shakes hands at once for a WebSocket.  A
connection that does not is ended at its deadline.

Places are shared out: where they are used up, a connection from whoever holds most of them makes
room, so that a stranger who opens many displaces nobody but itself.  Pages whose secret is valid
have places of their own, shared out by that secret; all others are strangers, and share by address.
One of IPv6 is the network of 64 bits that a line has.  Behind a proxy all strangers have one.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import TypeVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.protocol import State

from host.ui.web.request_limit import RequestLimit

REQUEST_S = 5.0
"""Time for a request to arrive, and for a handshake to be complete."""
ANSWER_S = 30.0
"""Time for an answer to be read."""
PING_S = 20.0
"""Time between two pings to a page's WebSocket, and until it must have answered one."""
MOST_PLAIN = 400
"""Connections that are no WebSockets: 60 browsers that open all of their six at once.  With the
others a descriptor each, of the 1024 that a program usually has."""
MOST_STRANGERS = 256
"""Pages without a valid secret."""
MOST_KNOWN = 128
"""Pages with one: two of each of 64 tables."""

FRAMES_PER_S = 100.0
"""More frames than a page sends in the long run: its requests, and answers to pings."""
FRAMES_AT_ONCE = 400.0
"""Frames of a page that may come at once, as what it sent while the program was busy does."""
PART_BYTES = 4096
"""So much is read of what has come, before its frames are counted: 700 empty ones, 2 ms."""
FLOODED = 1008
"""Code of the end of who sends or asks for more: a policy was violated (RFC 6455, 7.4.1)."""
GOODBYE_S = 0.5
"""Time in which that is read."""
MOST_UNREAD_BYTES = 1_000_000
"""A page that lets this pile up reads no answers; what is shown is far less."""

KEY_PREFIX = "key."
"""Begins the subprotocol that carries a secret: scripts can set no other header of a handshake."""

_FULL = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
_NO_HANDSHAKE = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"

KnowsSecret = Callable[[str], bool]
"""Tells if a secret is valid, without using it up."""


def knows_none(_secret: str) -> bool:
    """Return False: no secret is valid."""
    return False


def secret_of(subprotocols: Sequence[str]) -> str | None:
    """Return the secret among the subprotocols that a page offers; None if there is none."""
    keys = (name.removeprefix(KEY_PREFIX) for name in subprotocols if name.startswith(KEY_PREFIX))
    return next(keys, None)


class PageProtocol(WebSocketsSansIOProtocol):
    """WebSocket of a page, with a deadline for its handshake and a limit of its frames.

    Pings and parts of messages cost time as well, and the application sees none of them.

    Attributes:
        sharer: whom its place counts for: an address, or a valid secret.
        is_known: True if that is a secret.
        since_s: time of the loop when it began.
    """

    sharer = ""
    is_known = False
    since_s = 0.0
    _is_flooded = False
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin with a connection whose handshake has been read."""
        super().connection_made(transport)
        self.since_s = self.loop.time()
        self._frames = RequestLimit(self.loop.time, FRAMES_PER_S, FRAMES_AT_ONCE)
        self._deadline = self.loop.call_later(REQUEST_S, self._end_unless_complete)

    def connection_lost(self, exc: Exception | None) -> None:
        """End the connection."""
        if self._deadline is not None:
            self._deadline.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take the handshake, or what follows it, and hang up on who floods."""
        for start in range(0, len(data), PART_BYTES):
            if self.transport.is_closing() or self._is_flooded:
                return
            self._receive(data[start : start + PART_BYTES])

    def handle_events(self) -> None:
        """Take the frames that have been read, unless they are too many."""
        waits = [self._frames.take() for _ in self.conn.events]
        if any(waits):
            self._hang_up()
            return
        super().handle_events()
        if self.transport.get_write_buffer_size() > MOST_UNREAD_BYTES:
            self.transport.abort()

    def _hang_up(self) -> None:
        """Say why, and end the connection once that can have been read; the flood is dropped.

        A connection that is closed while more comes is reset, and what was said is lost.
        """
        self._is_flooded = True
        if not self.handshake_complete:
            self.transport.abort()
            return
        if self.conn.state is State.OPEN:  # the application has not hung up on it already
            self.queue.put_nowait({"type": "websocket.disconnect", "code": FLOODED})
            self.conn.send_close(FLOODED)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        if self.close_timer is not None:
            self.close_timer.cancel()
        self.close_timer = self.loop.call_later(GOODBYE_S, self.transport.abort)

    def _receive(self, data: bytes) -> None:
        """Take a part of what has come; answer a handshake that cannot be read."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            # uvicorn neither sends what the parser has to say nor hangs up.
            self.transport.write(b"".join(self.conn.data_to_send()) or _NO_HANDSHAKE)
            self.transport.close()

    def shutdown(self) -> None:
        """Say goodbye, as the server ends."""
        if not self.handshake_complete:
            self.transport.abort()
            return
        # uvicorn would begin to close what the page has begun to close, which is an error.
        with contextlib.suppress(InvalidState):
            super().shutdown()
        self.transport.close()

    def _end_unless_complete(self) -> None:
        if not self.handshake_complete:
            self.transport.abort()


class PlainProtocol(H11Protocol):
    """HTTP/1.1 with these limits, for uvicorn; becomes a WebSocket where there is room for it."""

    knows: KnowsSecret = staticmethod(knows_none)
    _deadline: asyncio.TimerHandle | None = None
    _since_s = 0.0
    _was_waiting = False

    @classmethod
    def admitting(cls, knows: KnowsSecret) -> type[PlainProtocol]:
        """Return this protocol for a server whose valid secrets are these."""
        return type(cls.__name__, (cls,), {"knows": staticmethod(knows)})

    @cached_property
    def sharer(self) -> str:
        """Address that the place of this connection counts for.

        Kept, as each new connection asks all others for theirs: reading 400 takes milliseconds.
        """
        return _address(self)

    @property
    def is_waiting(self) -> bool:
        """True while no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin with a new connection; where there are too many, one makes room."""
        super().connection_made(transport)
        self._watch()
        plain = _open(self.connections, PlainProtocol)
        if len(plain) > MOST_PLAIN:
            # What has lasted longest: neither a request that is coming nor an answer being read.
            min(_of_fullest(plain), key=lambda each: each._since_s).transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """End the connection."""
        self._unwatch()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take a part of a request."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._watch()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request, also if it began as one that is being answered by now."""
        if self.cycle is not None:
            self.cycle.disconnected = True
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.abort()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Become a WebSocket, unless there are too many."""
        offered = [
            name.strip()
            for key, value in event.headers
            if key == b"sec-websocket-protocol"
            for name in value.decode("latin-1").split(",")
        ]
        secret = secret_of(offered) or ""
        is_known = self.knows(secret)
        sharer = secret if is_known else _address(self)
        pages = [p for p in _open(self.connections, PageProtocol) if p.is_known == is_known]
        if len(pages) >= (MOST_KNOWN if is_known else MOST_STRANGERS):
            fullest = _of_fullest(pages)
            held = Counter(page.sharer for page in pages)
            if held[sharer] + 1 >= held[fullest[0].sharer]:
                self.transport.write(_FULL)
                self.transport.close()
                return
            max(fullest, key=lambda each: each.since_s).transport.abort()
        self._unwatch()
        super().handle_websocket_upgrade(event)
        page = self.transport.get_protocol()
        assert isinstance(page, PageProtocol)
        page.sharer, page.is_known = sharer, is_known

    def _watch(self) -> None:
        """Set the deadline of what is going on, once."""
        if self._deadline is not None:
            if self.is_waiting == self._was_waiting:
                return
            self._deadline.cancel()
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        self._was_waiting = self.is_waiting
        self._since_s = self.loop.time()
        limit_s = REQUEST_S if self._was_waiting else ANSWER_S
        self._deadline = self.loop.call_later(limit_s, self.transport.abort)

    def _unwatch(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


ConnectionT = TypeVar("ConnectionT", PlainProtocol, PageProtocol)


def _open(connections: Iterable[object], kind: type[ConnectionT]) -> list[ConnectionT]:
    """Return the connections of a kind that are not being ended, in no order."""
    return [c for c in connections if isinstance(c, kind) and not c.transport.is_closing()]


def _of_fullest(connections: Sequence[ConnectionT]) -> list[ConnectionT]:
    """Return the connections of one of those who hold most of them."""
    ((fullest, _),) = Counter(each.sharer for each in connections).most_common(1)
    return [each for each in connections if each.sharer == fullest]


def _address(connection: H11Protocol) -> str:
    """Return the address that a connection comes from, of IPv6 the network."""
    try:
        address = ipaddress.ip_address(connection.client[0] if connection.client else "")
    except ValueError:
        return ""
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    return str(address.ipv4_mapped or ipaddress.ip_network((address, 64), strict=False))
