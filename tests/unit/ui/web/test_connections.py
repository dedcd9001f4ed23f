"""Connections that flood, stall, break off or are too many."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
import socket
import struct
from collections.abc import Callable

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from host.session.access.role import Role
from host.ui.web import admission, request_limit
from host.ui.web.admission import FLOODED
from host.ui.web.request_line import MOST_SKIPPED
from host.ui.web.server import FRAME_LIMIT
from tests.unit.ui.web.served import (
    DEADLINE_S,
    REFUSAL,
    Served,
    frame,
    hear,
    wait_until,
)


def test_a_flood_is_hung_up_on(served: Served) -> None:
    with served.open() as page:
        page.send("x" * (FRAME_LIMIT + 1))
        with pytest.raises(ConnectionClosed) as closed:
            page.recv(timeout=DEADLINE_S)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


def send_without_end(page: ClientConnection) -> None:
    """Send requests until the connection ends."""
    for number in itertools.count(6):
        page.send(json.dumps({"t": "new", "number": number}))


def test_a_page_that_does_not_stop_asking_is_hung_up_on_and_delays_nobody(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_limit, "BURST", 5.0)
    monkeypatch.setattr(request_limit, "PER_S", 1e-6)
    with served.open() as flood, served.open() as other:
        for number in range(6):
            flood.send(json.dumps({"t": "new", "number": number}))
        wait_until(lambda: len(served.source.asked) == 5, "the burst is taken")
        other.send('{"t":"review"}')
        assert hear(other)["text"] == REFUSAL
        with pytest.raises(ConnectionClosed) as closed:
            send_without_end(flood)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == FLOODED
        other.send('{"t":"review"}')
        assert hear(other)["text"] == REFUSAL
    assert [each["number"] for each in served.source.asked] == [0, 1, 2, 3, 4]


def test_of_many_spectators_one_is_served_at_a_time_and_the_owner_beside_them(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered = asyncio.Event()
    ask = served.source.ask

    async def slowly(message: dict[str, object], role: Role, reply: object) -> str | None:
        refusal = await ask(message, role, reply)
        if role is Role.SPECTATOR:
            await answered.wait()
        return refusal

    monkeypatch.setattr(served.source, "ask", slowly)
    with contextlib.ExitStack() as pages:
        for number in range(4):
            page = pages.enter_context(served.connect())
            assert hear(page)["role"] == "spectator"
            page.send(json.dumps({"t": "new", "number": number}))
        wait_until(lambda: len(served.source.asked) == 1, "one is served")
        owner = pages.enter_context(served.open())
        owner.send('{"t":"review"}')
        assert hear(owner)["text"] == REFUSAL
        assert len(served.source.asked) == 1
        served.loop.call_soon_threadsafe(answered.set)
        wait_until(lambda: len(served.source.asked) == 4, "the others follow")


def test_of_requests_to_analyse_the_newest_alone_is_carried_out(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, ended = list[object](), list[object]()

    async def analyse(message: dict[str, object], _role: Role, _reply: object) -> str | None:
        begun.append(message["number"])
        if message["t"] == "analyse" and message["number"] != 5:
            await asyncio.Event().wait()
        ended.append(message["number"])
        return None

    monkeypatch.setattr(served.source, "ask", analyse)
    with served.connect() as page:
        hear(page)
        page.send('{"t": "analyse", "number": 1}')
        wait_until(lambda: begun == [1], "the first begins")
        page.send('{"t":"new","number":2}')
        page.send('{"t":"analyse","number":3}')
        wait_until(lambda: begun == [1, 2, 3], "it is given up for a newer one")
        page.send('{"t":"analyse","number":4}')
        page.send('{"t":"analyse","number":5}')
        wait_until(lambda: 5 in ended, "the newest is carried out")
    assert ended == [2, 5]
    assert begun[:3] == [1, 2, 3]


def test_who_asks_to_analyse_without_end_is_told_where_that_was(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = list[object]()
    gone_on = asyncio.Event()

    async def analyse(message: dict[str, object], _role: Role, _reply: object) -> str | None:
        await gone_on.wait()
        told.append(message["number"])
        return None

    monkeypatch.setattr(served.source, "ask", analyse)
    with served.connect() as page:
        hear(page)
        for number in range(3 * MOST_SKIPPED):
            page.send(json.dumps({"t": "analyse", "number": number}))
        served.loop.call_soon_threadsafe(gone_on.set)
        wait_until(lambda: told[-1:] == [3 * MOST_SKIPPED - 1], "the newest is carried out")
    assert 3 <= len(told) <= 5, "the others were given up"


REFUSED = b'{"t":"castle"}'


def bare_page(served: Served) -> socket.socket:
    """A connection that has shaken hands as a page, and answers nothing from then on."""
    raw = socket.create_connection(served.host.split(":"), timeout=DEADLINE_S)
    lines = [
        "GET /ws HTTP/1.1",
        f"Host: {served.host}",
        f"Origin: http://{served.host}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "",
        "",
    ]
    raw.sendall("\r\n".join(lines).encode())
    assert raw.recv(12) == b"HTTP/1.1 101"
    return raw


def hung_up_for_its_size(raw: socket.socket) -> None:
    raw.sendall(frame(REFUSED) * 200 + frame(b"x" * (FRAME_LIMIT + 1)) + frame(REFUSED) * 200)


def reset(raw: socket.socket) -> None:
    raw.sendall(frame(REFUSED) * 2000)
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    raw.close()


def without_an_answer_to_pings(raw: socket.socket) -> None:
    raw.sendall(frame(REFUSED) * 200)


@pytest.mark.parametrize("end", [hung_up_for_its_size, reset, without_an_answer_to_pings])
def test_a_page_that_ends_amid_messages_leaves_no_traceback(
    end: Callable[[socket.socket], None], caplog: pytest.LogCaptureFixture
) -> None:
    served = Served(ping_s=0.2)
    wait_until(served.loop.is_running, "the server's loop runs")
    try:
        raw = bare_page(served)
        with contextlib.closing(raw):
            wait_until(lambda: len(served.source.broadcast) == 1, "the page is connected")
            # The server may have hung up before all was sent.
            with contextlib.suppress(OSError):
                end(raw)
            rev = itertools.count()

            def is_forgotten() -> bool:
                served.publish({"t": "state", "rev": next(rev), "padding": "x" * 4096})
                return len(served.source.broadcast) == 0

            wait_until(is_forgotten, "the page is forgotten")
        with served.open() as another:
            assert hear(another)["t"] == "state"
    finally:
        served.stop()
    assert [record.getMessage() for record in caplog.records if record.levelno > logging.INFO] == []


def test_a_page_that_does_not_read_gets_the_newest_state_and_delays_nobody(served: Served) -> None:
    last = 3000
    padding = "x" * 4096
    with served.open(max_queue=1) as slow, served.open() as quick:
        # Neither the kernel's buffers nor the client's hold 12 MB; the rest must be dropped.
        for rev in range(1, last + 1):
            served.publish({"t": "state", "rev": rev, "padding": padding})
        while hear(quick)["rev"] != last:
            pass
        heard = [0]
        while heard[-1] != last:
            heard.append(int(str(hear(slow)["rev"])))
        assert heard == sorted(set(heard))
        assert len(heard) < last


def unfinished(served: Served) -> socket.socket:
    """Connect, and send a part of a request."""
    name, port = served.host.split(":")
    connection = socket.create_connection((name, int(port)), DEADLINE_S)
    connection.sendall(b"GET / HTTP/1.1\r\nhost: " + served.host.encode() + b"\r\nx-slow: ")
    return connection


def is_ended(connection: socket.socket) -> bool:
    """Wait until the other end hangs up; fail after the socket's time-out."""
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


@pytest.mark.slow
def test_a_request_that_does_not_come_to_its_end_is_hung_up(
    monkeypatch: pytest.MonkeyPatch, served: Served
) -> None:
    monkeypatch.setattr("host.ui.web.admission.REQUEST_S", 0.2)
    with contextlib.closing(unfinished(served)) as connection:
        connection.sendall(b"a")
        assert is_ended(connection)
    with contextlib.closing(unfinished(served)) as connection:
        connection.sendall(b"a\r\n\r\n")
        answer = b""
        while len(answer) < 500:
            answer += connection.recv(4096)
        connection.sendall(b"GET / HT")
        while connection.recv(4096):
            pass


@pytest.mark.slow
def test_connections_without_a_request_cannot_use_up_the_descriptors(
    monkeypatch: pytest.MonkeyPatch, served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(admission, "MOST_PLAIN", 64)
    with contextlib.ExitStack() as stack, served.open() as page:
        slow = [stack.enter_context(contextlib.closing(unfinished(served))) for _ in range(64 + 20)]
        assert all(is_ended(each) for each in slow[:20]), "the oldest make room"
        assert served.get("/").status == 200, "another page can still be opened"
        page.send(json.dumps({"t": "review"}))
        assert hear(page)["text"] == REFUSAL
        for each in slow[-5:]:
            each.sendall(b"\x00nonsense\r\n\r\n")
            assert each.recv(4096).startswith(b"HTTP/1.1 400")
    assert caplog.records == []


@pytest.mark.parametrize("late", [False, True], ids=["at once", "after the answer"])
def test_a_request_that_goes_on_as_none_is_hung_up_without_a_traceback(
    late: bool, served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    name, port = served.host.split(":")
    with contextlib.closing(socket.create_connection((name, int(port)), DEADLINE_S)) as connection:
        head = f"GET /rules/en/kamisado.json HTTP/1.1\r\nhost: {served.host}\r\n".encode()
        begin = head + b"transfer-encoding: chunked\r\n\r\n"
        connection.sendall(begin + (b"" if late else b"no length\r\n"))
        if late:
            assert connection.recv(4096).startswith(b"HTTP/1.1 200")
            connection.sendall(b"no length\r\n")
        with contextlib.suppress(ConnectionResetError):
            while connection.recv(4096):
                pass
    assert served.get("/").status == 200
    assert caplog.records == []


@pytest.mark.slow
def test_a_page_that_answers_nothing_does_not_keep_the_server_from_ending(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    name, port = served.host.split(":")
    with contextlib.closing(socket.create_connection((name, int(port)), DEADLINE_S)) as page:
        page.sendall(
            b"GET /ws HTTP/1.1\r\nhost: " + served.host.encode() + b"\r\n"
            b"origin: http://" + served.host.encode() + b"\r\n"
            b"connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
            b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        assert page.recv(4096).startswith(b"HTTP/1.1 101")
        served.stop()
    assert not served._thread.is_alive()
    assert [record.getMessage() for record in caplog.records] == []
