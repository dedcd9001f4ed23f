"""The web server over real sockets: who may talk to it, and what nonsense gets."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import itertools
import json
import logging
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator, Sequence

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from host.message import catalogue
from host.session.role import Role
from host.ui.messages.notice import quoted, unknown
from host.ui.web import request_limit
from host.ui.web.access import Access
from host.ui.web.broadcast import Broadcast
from host.ui.web.http_limits import MOST_WAITING
from host.ui.web.origin_check import SECURITY_HEADERS
from host.ui.web.server import FLOODED, FRAME_LIMIT, MESSAGE_LIMIT, create_app, serve
from tests.support.wire_messages import in_english

DEADLINE_S = 10.0

REFUSAL = "Who wins cannot be proven here."


class RecordingHost:
    """A host that records requests; it accepts one, refuses one and knows no other."""

    def __init__(self) -> None:
        self.broadcast = Broadcast()
        self.asked: list[dict[str, object]] = []
        self.roles: list[Role] = []
        self.connect = self.broadcast.connect

    async def ask(self, message: dict[str, object], role: Role, _reply: object) -> str | None:
        self.roles.append(role)
        if message["t"] == "review":
            return REFUSAL
        if message["t"] != "new":
            return unknown(message)
        self.asked.append(message)
        return None


class Served:
    """The server in a thread of its own, as the program runs it."""

    def __init__(
        self, hosts: Sequence[str] = ("127.0.0.1", "Board.local"), ping_s: float = 20.0
    ) -> None:
        self._ping_s = ping_s
        self.source = RecordingHost()
        sock = socket.create_server(("127.0.0.1", 0))
        self.host = f"127.0.0.1:{sock.getsockname()[1]}"
        self.loop = asyncio.new_event_loop()
        self.access = Access()
        self._app = create_app(self.source, hosts, self.access)
        self._task: asyncio.Task[None] | None = None
        self._thread = threading.Thread(target=self._run, args=(sock,))
        self._thread.start()

    def _run(self, sock: socket.socket) -> None:
        async def main() -> None:
            self._task = asyncio.current_task()
            await serve(self._app, sock, self._ping_s)

        with contextlib.suppress(asyncio.CancelledError):
            self.loop.run_until_complete(main())
        self.loop.close()

    def publish(self, *messages: dict[str, object] | bytes) -> None:
        for message in messages:
            self.loop.call_soon_threadsafe(self.source.broadcast.publish, message)

    def connect(self, *secrets: str, **options: object) -> ClientConnection:
        """Open a WebSocket as a page does, with the secret that it keeps if it has one."""
        subprotocols = ["kamisado", *(f"key.{secret}" for secret in secrets)]
        settings: dict[str, object] = {"origin": f"http://{self.host}", "proxy": None}
        settings["subprotocols"] = subprotocols
        return connect(f"ws://{self.host}/ws", **(settings | options))  # type: ignore[arg-type]

    @contextlib.contextmanager
    def open(self, **options: object) -> Iterator[ClientConnection]:
        """Open a WebSocket as the owner's page does, and read the message about its role."""
        with self.connect(self.access.owner_key, **options) as page:
            assert hear(page)["role"] == "owner"
            yield page

    def get(self, path: str, **headers: str) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection(self.host, timeout=DEADLINE_S)
        with contextlib.closing(connection):
            connection.request("GET", path, headers=headers)
            response = connection.getresponse()
            response.body = response.read()  # type: ignore[attr-defined]
            return response

    def stop(self) -> None:
        """Cancel `serve`, as the program does when it ends."""
        if self._thread.is_alive():
            assert self._task is not None
            self.loop.call_soon_threadsafe(self._task.cancel)
            self._thread.join(DEADLINE_S)
        assert not self._thread.is_alive(), "the server does not stop"


def wait_until(condition: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + DEADLINE_S
    pause = threading.Event()
    while not condition():
        assert time.monotonic() < deadline, f"never happened: {what}"
        pause.wait(0.005)


def hear(page: ClientConnection) -> dict[str, object]:
    return in_english(str(page.recv(timeout=DEADLINE_S)))


@pytest.fixture
def served() -> Iterator[Served]:
    server = Served()
    wait_until(server.loop.is_running, "the server's loop runs")
    yield server
    server.stop()


def test_the_page_comes_with_security_headers_and_scripts_are_javascript(served: Served) -> None:
    page = served.get("/")
    assert page.status == 200
    assert {name: page.headers[name] for name in SECURITY_HEADERS} == SECURITY_HEADERS
    assert "default-src 'self'" in page.headers["content-security-policy"]
    script = served.get("/js/app.js")
    assert script.headers.get_content_type() == "text/javascript"
    assert script.headers["x-content-type-options"] == "nosniff"


def test_nothing_outside_the_static_folder_is_served(served: Served) -> None:
    for path in ("/../web.py", "/%2e%2e/web.py", "/js/../../web.py", "/nothing"):
        assert served.get(path).status == 404, path


def test_the_catalogue_of_a_language_is_served(served: Served) -> None:
    english = served.get("/locale/en.json")
    assert english.headers.get_content_type() == "application/json"
    assert json.loads(english.body) == catalogue("en")  # type: ignore[attr-defined]
    for path in ("/locale/xx.json", "/locale/...json", "/locale/%2e%2e.json", "/locale/e.json"):
        assert served.get(path).status == 404, path


def test_a_foreign_host_is_refused_with_403(served: Served) -> None:
    refused = served.get("/", Host="evil.example")
    assert refused.status == 403
    assert b"'evil.example'" in refused.body  # type: ignore[attr-defined]
    assert refused.headers["x-frame-options"] == "DENY"
    assert served.get("/", Host="evil.example:80@127.0.0.1").status == 403
    assert served.get("/", Host="[").status == 403
    assert served.get("/", Host="BOARD.local:80").status == 200


def test_an_open_table_has_any_address_but_no_foreign_name() -> None:
    served = Served(["*"])
    wait_until(served.loop.is_running, "the server's loop runs")
    try:
        for ours in ("192.168.1.7:8000", "[fe80::1]:80", "localhost", "kitchen", "kitchen.local:1"):
            assert served.get("/", Host=ours).status == 200, ours
        for foreign in ("evil.example", "127.0.0.1.evil.example:80", "127.0.0.1.nip.example"):
            assert served.get("/", Host=foreign).status == 403, foreign
        with pytest.raises(InvalidStatus):
            served.connect(origin="http://evil.example")
    finally:
        served.stop()


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "null",
        "http://evil.example",
        "http://127.0.0.1",
        "file://",
        "http://[",
        "ftp://{host}",
        "http://{host}.evil.example",
        "http://evil.example@{host}",
    ],
)
def test_a_foreign_or_missing_origin_is_refused_with_403(
    served: Served, origin: str | None
) -> None:
    with pytest.raises(InvalidStatus) as refusal:
        served.connect(origin=origin and origin.format(host=served.host))
    assert refusal.value.response.status_code == 403
    assert len(served.source.broadcast) == 0


def test_a_rebound_name_is_refused_even_with_its_own_origin(served: Served) -> None:
    rebound = socket.create_connection(served.host.split(":"), timeout=DEADLINE_S)
    with pytest.raises(InvalidStatus) as refusal:
        connect("ws://evil.example/ws", origin="http://evil.example", sock=rebound, proxy=None)
    assert refusal.value.response.status_code == 403


def test_a_page_hears_what_is_known_and_what_is_new(served: Served) -> None:
    served.publish({"t": "hello"}, {"t": "state", "rev": 1}, b"\0\1\2")
    with served.open() as page:
        assert (hear(page), hear(page)) == ({"t": "hello"}, {"t": "state", "rev": 1})
        assert page.recv(timeout=DEADLINE_S) == b"\0\1\2"
        served.publish({"t": "notice", "level": "info", "text": "桃 \ud800"})
        assert hear(page)["text"] == "桃 \ud800"
    wait_until(lambda: len(served.source.broadcast) == 0, "the page is forgotten")


def test_a_request_reaches_the_host(served: Served) -> None:
    with served.open() as page:
        page.send('{"t":"new"}')
        wait_until(lambda: served.source.asked == [{"t": "new"}], "the host is asked")


def test_a_request_comes_with_the_role_that_its_page_has_by_then(served: Served) -> None:
    """A link that is revoked counts for nothing on connections that are open."""
    link = served.access.invite(Role.WHITE)
    with served.connect() as spectator, served.connect(link.secret) as player:
        assert hear(spectator)["role"] == "spectator"
        assert hear(player)["role"] == "white"
        spectator.send('{"t":"review"}')
        hear(spectator)
        player.send('{"t":"review"}')
        hear(player)
        assert served.source.roles == [Role.SPECTATOR, Role.WHITE]
        served.loop.call_soon_threadsafe(served.access.revoke, link.id)
        assert hear(player)["role"] == "spectator"
        assert "has ended your link" in str(hear(player)["text"])
        player.send('{"t":"review"}')
        hear(player)
        assert served.source.roles[-1] is Role.SPECTATOR
    with served.connect(link.secret) as late:
        told = hear(late)
        assert (told["role"], told["expired"]) == ("spectator", True)


def test_a_secret_is_not_taken_from_an_address_and_stands_in_no_answer(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    """Addresses are kept in histories, logs and the Referer; headers of a handshake are not."""
    key = served.access.owner_key
    with served.connect() as page:
        assert hear(page)["role"] == "spectator"
        assert page.subprotocol == "kamisado"
    url = f"ws://{served.host}/ws?key={key}"
    with connect(url, origin=f"http://{served.host}", proxy=None) as page:  # type: ignore[arg-type]
        assert hear(page)["role"] == "spectator"
    with served.connect(key) as page:
        told = page.recv(timeout=DEADLINE_S)
        assert page.response is not None
        assert key not in f"{page.response.headers}{told!r}"
    assert served.get("/").headers["referrer-policy"] == "no-referrer"
    assert key not in caplog.text


NONSENSE = {
    "no JSON": ("put it there!", "'put it there!'"),
    "no object": ("[1,2]", "'[1,2]'"),
    "no t": ('{"x":1}', "'{\"x\":1}'"),
    "a t that is no text": ('{"t":7}', "'{\"t\":7}'"),
    "nested too deeply": ("[" * MESSAGE_LIMIT, "'[[[[["),
    "too long": ("x" * (MESSAGE_LIMIT + 1), f"{MESSAGE_LIMIT + 1} characters"),
    "bytes": (b"\1\2\3", "3 bytes"),
    "unknown to the host": ('{"t":"castle"}', '\'{"t":"castle"}\''),
    "unknown and no text": ('{"t":"\\ud800"}', "ud800"),
}


@pytest.mark.parametrize(("message", "quoted"), NONSENSE.values(), ids=NONSENSE)
def test_nonsense_is_quoted_back_and_harms_nobody(
    served: Served, message: str | bytes, quoted: str
) -> None:
    with served.open() as page, served.open() as bystander:
        page.send(message)
        answer = hear(page)
        assert (answer["t"], answer["level"]) == ("notice", "warn")
        assert quoted in str(answer["text"])
        assert len(str(answer["text"])) < 200
        served.publish({"t": "state", "rev": 2})
        assert hear(page) == hear(bystander) == {"t": "state", "rev": 2}
    assert served.source.asked == []


def test_a_refusal_is_told_as_it_is(served: Served) -> None:
    with served.open() as page:
        page.send('{"t":"review"}')
        assert hear(page) == {"t": "notice", "level": "warn", "text": REFUSAL}


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


def frame(text: bytes) -> bytes:
    """A text message of a client, masked with zeros (RFC 6455, 5.2)."""
    length = len(text)
    size = bytes([0x80 | length]) if length < 126 else b"\xff" + length.to_bytes(8, "big")
    return b"\x81" + size + bytes(4) + text


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


def test_stopping_closes_the_connections_and_the_port(served: Served) -> None:
    with served.open() as page:
        served.stop()
        with pytest.raises(ConnectionClosed):
            page.recv(timeout=DEADLINE_S)
    host, port = served.host.split(":")
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((host, int(port)), timeout=DEADLINE_S)


def test_long_text_is_quoted_shortened() -> None:
    assert quoted("a" * 60) == repr("a" * 60)
    assert quoted("a" * 61) == repr("a" * 59 + "…")


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
    monkeypatch.setattr("host.ui.web.http_limits.REQUEST_S", 0.2)
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
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    with contextlib.ExitStack() as stack, served.open() as page:
        slow = [
            stack.enter_context(contextlib.closing(unfinished(served)))
            for _ in range(MOST_WAITING + 20)
        ]
        assert all(is_ended(each) for each in slow[:20]), "the oldest make room"
        assert served.get("/").status == 200, "another page can still be opened"
        page.send(json.dumps({"t": "review"}))
        assert hear(page)["text"] == REFUSAL
        for each in slow[-5:]:
            each.sendall(b"\x00nonsense\r\n\r\n")
            assert each.recv(4096).startswith(b"HTTP/1.1 400")
    assert caplog.records == []


def test_more_pages_than_there_is_room_for_are_refused(
    monkeypatch: pytest.MonkeyPatch, served: Served
) -> None:
    monkeypatch.setattr("host.ui.web.http_limits.MOST_PAGES", 2)
    with served.open(), served.open():
        with pytest.raises(InvalidStatus) as refused:
            served.connect()
        assert refused.value.response.status_code == 503
    with served.open():
        pass


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


def test_nothing_wakes_the_server_while_no_page_asks() -> None:
    async def story() -> None:
        sock = socket.create_server(("127.0.0.1", 0))
        app = create_app(RecordingHost(), ["127.0.0.1"], Access())
        serving = asyncio.create_task(serve(app, sock))
        reader, writer = await asyncio.open_connection(*sock.getsockname())
        writer.write(b"GET / HTTP/1.0\r\n\r\n")
        assert await reader.read(), "it answers, so it has started"
        writer.close()
        loop = asyncio.get_running_loop()
        end_s = loop.time() + DEADLINE_S
        while timers := [timer for timer in loop._scheduled if not timer.cancelled()]:  # type: ignore[attr-defined]
            assert loop.time() < end_s, timers
            await asyncio.sleep(0)
        serving.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await serving

    asyncio.run(story())
