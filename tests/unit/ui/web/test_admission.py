"""Handshakes that are not completed, and places that strangers use up."""

from __future__ import annotations

import contextlib
import logging
import socket
from collections.abc import Callable, Iterator

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from host.session.access.role import Role
from host.ui.web import admission, request_limit
from host.ui.web.admission import FLOODED
from host.ui.web.request_limit import RequestLimit
from host.ui.web.request_line import MOST_WAITING
from tests.support.require import require
from tests.unit.ui.web.served import DEADLINE_S, Served, hear, wait_until

OTHERS = ("127.0.0.2", "127.0.0.3", "127.0.0.4")
"""Addresses of this computer for strangers; Linux has them all."""


def connected(served: Served, address: str = "127.0.0.1") -> socket.socket:
    """Connect from an address of this computer."""
    name, port = served.host.split(":")
    try:
        return socket.create_connection((name, int(port)), DEADLINE_S, source_address=(address, 0))
    except OSError:
        require(False, f"this system has no address {address}")
        raise


@contextlib.contextmanager
def opened(served: Served, *secrets: str, address: str) -> Iterator[ClientConnection]:
    """Open a page from an address, and read its role."""
    with (
        contextlib.closing(connected(served, address)) as sock,
        served.connect(*secrets, sock=sock) as page,
    ):
        assert hear(page)["t"] == "access"
        yield page


def is_refused(served: Served, *secrets: str, address: str) -> bool:
    """Try to open a page from an address; return True if there is no room for it."""
    with pytest.raises(InvalidStatus) as refused, opened(served, *secrets, address=address):
        pass
    return refused.value.response.status_code == 503


def handshake(served: Served, target: str = "/ws", *lines: str, origin: bool = True) -> bytes:
    """Return a handshake with more header lines."""
    head = [
        f"GET {target} HTTP/1.1",
        f"Host: {served.host}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ]
    if origin:
        head.append(f"Origin: http://{served.host}")
    return "\r\n".join([*head, *lines, "", ""]).encode()


def answer(raw: socket.socket) -> bytes:
    """Read until the server hangs up, and return all of it; fail after the socket's time-out."""
    read = b""
    with contextlib.suppress(ConnectionResetError):
        while part := raw.recv(4096):
            read += part
    return read


UNREADABLE = {
    "a body": ("/ws", "Content-Length: 5"),
    "a body in chunks": ("/ws", "Transfer-Encoding: chunked"),
    "a long address": ("/ws?" + "a" * 9000,),
    "a long line": ("/ws", "X-Long: " + "a" * 9000),
    "many lines": ("/ws", *(f"X-{number}: a" for number in range(200))),
    "no version": ("/ws", "Sec-WebSocket-Version: 12"),
    "two keys": ("/ws", "Sec-WebSocket-Key: BBBBBBBBBBBBBBBBBBBBBB=="),
    "a broken protocol": ("/ws", "Sec-WebSocket-Protocol: @@@"),
}
"""Handshakes that pass as requests of HTTP, and that a WebSocket does not begin with."""


@pytest.mark.parametrize("origin", [True, False], ids=["own page", "no origin"])
@pytest.mark.parametrize("lines", UNREADABLE.values(), ids=UNREADABLE)
def test_a_handshake_that_cannot_be_read_is_answered_and_ended(
    lines: tuple[str, ...], origin: bool, served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    with contextlib.closing(connected(served)) as raw:
        raw.sendall(handshake(served, *lines, origin=origin))
        assert answer(raw).startswith(b"HTTP/1.1 4")
    with served.open():
        served.stop()  # it ends without a word, whatever came
    assert [record.getMessage() for record in caplog.records] == []


def test_a_handshake_that_is_never_completed_ends_at_its_deadline(
    monkeypatch: pytest.MonkeyPatch, served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    """The application never answers here; other reasons end in the same way."""
    monkeypatch.setattr(admission, "REQUEST_S", 0.2)
    monkeypatch.setattr(admission.PageProtocol, "handle_connect", lambda *_: None)
    with contextlib.closing(connected(served)) as raw:
        raw.sendall(handshake(served))
        assert answer(raw) == b""
    with contextlib.closing(connected(served)) as raw:
        monkeypatch.setattr(admission, "REQUEST_S", 60.0)
        raw.sendall(handshake(served))
        served.stop()
        assert answer(raw) == b""
    assert [record.getMessage() for record in caplog.records] == []


@pytest.fixture
def crowded(monkeypatch: pytest.MonkeyPatch, served: Served) -> Iterator[list[ClientConnection]]:
    """Six pages of one stranger, who may have no more."""
    monkeypatch.setattr(admission, "MOST_STRANGERS", 6)
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(opened(served, address=OTHERS[0])) for _ in range(6)]


def test_strangers_keep_neither_owner_nor_players_out(
    crowded: list[ClientConnection], served: Served
) -> None:
    invited = served.access.invite(Role.WHITE)
    ticket = served.access.ticket()
    for secret in (served.access.owner_key, invited.secret, ticket):
        with opened(served, secret, address=OTHERS[0]):
            pass
    assert is_refused(served, "wrong", address=OTHERS[0])


def test_one_stranger_keeps_no_other_out(crowded: list[ClientConnection], served: Served) -> None:
    """The newest pages of who has most of them make room, until all have as many."""
    with contextlib.ExitStack() as stack:
        others = [stack.enter_context(opened(served, address=OTHERS[1])) for _ in range(3)]
        for page in reversed(crowded[3:]):
            with pytest.raises(ConnectionClosed):
                page.recv(timeout=DEADLINE_S)
        assert is_refused(served, address=OTHERS[1])
        assert is_refused(served, address=OTHERS[0])
        third = stack.enter_context(opened(served, address=OTHERS[2]))
        served.publish({"t": "state", "rev": 1})
        heard = 0
        for page in (*crowded[:3], *others, third):
            with contextlib.suppress(ConnectionClosed):
                heard += hear(page)["t"] == "state"
        assert heard == 6


def test_a_player_with_many_pages_does_not_keep_the_owner_out(
    monkeypatch: pytest.MonkeyPatch, served: Served
) -> None:
    monkeypatch.setattr(admission, "MOST_KNOWN", 4)
    invited = served.access.invite(Role.WHITE)
    with contextlib.ExitStack() as stack:
        for _ in range(4):
            stack.enter_context(opened(served, invited.secret, address=OTHERS[0]))
        with served.open():
            pass
    wait_until(lambda: len(served.source.broadcast) == 0, "all pages are forgotten")


def test_answers_that_nobody_reads_keep_nobody_else_out(
    monkeypatch: pytest.MonkeyPatch, served: Served
) -> None:
    monkeypatch.setattr(admission, "MOST_PLAIN", 8)
    asked = f"GET /index.html HTTP/1.1\r\nhost: {served.host}\r\n\r\n".encode() * 60
    with contextlib.ExitStack() as stack:
        for number in range(20):
            raw = stack.enter_context(contextlib.closing(connected(served, OTHERS[number % 2])))
            with contextlib.suppress(OSError):  # it has made room meanwhile
                raw.sendall(asked)
        for _ in range(20):
            assert served.get("/index.html").status == 200
        with served.open():
            pass


def frame(opcode: int, data: bytes = b"", *, fin: bool = True) -> bytes:
    """Return a frame of a client, masked with zeros; at most 125 bytes."""
    return bytes((opcode | 0x80 * fin, 0x80 | len(data), 0, 0, 0, 0)) + data


TEXT, PING, PONG, MORE = 1, 9, 10, 0
FLOODS = {
    "pings": frame(PING),
    "answers to pings": frame(PONG, b"x"),
    "parts of a message": frame(MORE, fin=False),
    "requests": frame(TEXT, b'{"t":"beat"}'),
}


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS)
def test_who_floods_with_frames_is_hung_up_on(
    flood: bytes, monkeypatch: pytest.MonkeyPatch, served: Served
) -> None:
    counted: list[float] = []

    class Counting(RequestLimit):
        """A limit whose clock stands, so that a slow computer lets no more frames pass."""

        def __init__(self, _clock: Callable[[], float], per_s: float, burst: float) -> None:
            super().__init__(lambda: 0.0, per_s, burst)

        def take(self) -> float:
            counted.append(super().take())
            return counted[-1]

    monkeypatch.setattr(admission, "RequestLimit", Counting)
    with served.open() as page, contextlib.closing(connected(served)) as raw:
        raw.sendall(handshake(served))
        assert raw.recv(4096).startswith(b"HTTP/1.1 101")
        with contextlib.suppress(OSError):
            raw.sendall(frame(TEXT, b"{", fin=False) * (flood == FLOODS["parts of a message"]))
            raw.sendall(flood * 40_000)
        answer(raw)
        page.send('{"t":"beat"}')
        assert hear(page) == {"t": "beat"}
    most = admission.FRAMES_AT_ONCE + admission.PART_BYTES / len(flood)
    assert len(counted) < most + 50, "no more of it is looked at"


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS)
def test_who_goes_on_after_the_program_has_hung_up_is_cut_off(
    flood: bytes,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    served: Served,
) -> None:
    monkeypatch.setattr(request_limit, "BURST", 1.0)
    monkeypatch.setattr(request_limit, "PER_S", 1e-6)
    told = bytes((0x88, 2, *FLOODED.to_bytes(2, "big")))
    with contextlib.closing(connected(served)) as raw:
        secret = f"Sec-WebSocket-Protocol: kamisado, key.{served.access.owner_key}"
        raw.sendall(handshake(served, "/ws", secret))
        read = raw.recv(4096)
        assert read.startswith(b"HTTP/1.1 101")
        raw.sendall(frame(TEXT, b'{"t":"new"}') * (MOST_WAITING + 10))
        while not read.endswith(told):
            part = raw.recv(4096)
            assert part, read
            read += part
        with contextlib.suppress(OSError):
            while True:
                raw.sendall(flood * 1000)
        assert answer(raw) == b""
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_who_reads_no_answers_to_pings_is_hung_up_on(
    monkeypatch: pytest.MonkeyPatch, served: Served
) -> None:
    monkeypatch.setattr(admission, "FRAMES_AT_ONCE", 1e9)
    monkeypatch.setattr(admission, "MOST_UNREAD_BYTES", 100_000)
    with contextlib.closing(connected(served)) as raw:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.sendall(handshake(served))
        sent_bytes = 0
        with contextlib.suppress(ConnectionResetError, BrokenPipeError):
            while sent_bytes < 30_000_000:  # more than both sides' buffers
                raw.sendall(frame(PING, b"x" * 125) * 1000)
                sent_bytes += 131_000
        assert sent_bytes < 30_000_000


@pytest.mark.parametrize(
    ("client", "sharer"),
    [
        (("192.0.2.7", 1), "192.0.2.7"),
        (("::ffff:192.0.2.7", 1), "192.0.2.7"),
        (("2001:db8:1:2:3:4:5:6", 1), "2001:db8:1:2::/64"),
        (("2001:db8:1:2:9::9", 1), "2001:db8:1:2::/64"),
        (("fe80::1%eth0", 1), "fe80::/64"),
        (None, ""),
    ],
)
def test_a_line_is_one_address(client: tuple[str, int] | None, sharer: str) -> None:
    connection = admission.PlainProtocol.__new__(admission.PlainProtocol)
    connection.client = client
    assert connection.sharer == sharer


def test_the_address_of_a_connection_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each new connection all others are asked for theirs."""
    connection = admission.PlainProtocol.__new__(admission.PlainProtocol)
    connection.client = ("192.0.2.7", 1)
    assert connection.sharer == "192.0.2.7"
    monkeypatch.delattr(admission.ipaddress, "ip_address")
    assert connection.sharer == "192.0.2.7"
