"""The web server over real sockets: who may talk to it, and what nonsense gets."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket

import pytest
from websockets import Origin, Subprotocol
from websockets.asyncio.client import connect as connect_here
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from host.message import catalogue, languages, quoted
from host.session.access.role import Role
from host.ui.web.access import Access
from host.ui.web.admission import PageProtocol
from host.ui.web.heartbeat import BEAT
from host.ui.web.origin_check import SECURITY_HEADERS
from host.ui.web.server import MESSAGE_LIMIT, create_app, serve
from tests.unit.ui.web.served import (
    DEADLINE_S,
    REFUSAL,
    RecordingHost,
    Served,
    hear,
    wait_until,
)


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
    names = json.loads(served.get("/locale/index.json").body)  # type: ignore[attr-defined]
    assert names == languages()
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


def test_a_page_without_a_websocket_is_told_why(served: Served) -> None:
    ours = f"http://{served.host}"
    answers = [("/ws", 426), (f"/ws?origin={ours}", 426), ("/ws?origin=https://board.example", 403)]
    for path, status in answers:
        assert served.get(path).status == status, path
    assert served.get("/ws").headers["upgrade"] == "websocket"


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


def test_a_display_that_asks_for_it_gets_only_the_moves_that_are_new(served: Served) -> None:
    first, second, third = ({"text": text} for text in ("d8d3", "f1f2", "d3d2"))
    before = {"t": "state", "rev": 1, "moves": [first, second]}
    after = {"t": "state", "rev": 2, "moves": [first, third]}
    served.publish(before)
    with served.connect(subprotocols=["kamisado.2", "kamisado"]) as page, served.connect() as old:
        assert (page.subprotocol, old.subprotocol) == ("kamisado.2", "kamisado")
        assert hear(page)["role"] == hear(old)["role"] == "spectator"
        assert hear(page) == before | {"since": None, "from": 0}
        assert hear(old) == before
        served.publish(after)
        assert hear(page) == after | {"since": 1, "from": 1, "moves": [third]}
        assert hear(old) == after
    with served.connect(subprotocols=["kamisado.2", "kamisado"]) as again:
        hear(again)
        assert hear(again) == after | {"since": None, "from": 0}, "complete on a new line"


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
        assert hear(page) == {"t": "notice", "level": "warn", "text": REFUSAL, "refusal": True}


def test_stopping_closes_the_connections_and_the_port(served: Served) -> None:
    with served.open() as page:
        served.stop()
        with pytest.raises(ConnectionClosed):
            page.recv(timeout=DEADLINE_S)
    host, port = served.host.split(":")
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((host, int(port)), timeout=DEADLINE_S)


def test_a_page_that_is_just_closing_is_no_trouble_at_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines: list[PageProtocol] = []
    begin = PageProtocol.connection_made
    monkeypatch.setattr(
        PageProtocol,
        "connection_made",
        lambda line, transport: (lines.append(line), begin(line, transport))[1],
    )

    async def story() -> None:
        sock = socket.create_server(("127.0.0.1", 0))
        host = "{}:{}".format(*sock.getsockname())
        access = Access()
        serving = asyncio.create_task(
            serve(create_app(RecordingHost(), ["127.0.0.1"], access), sock)
        )
        opened = connect_here(
            f"ws://{host}/ws",
            origin=Origin(f"http://{host}"),
            subprotocols=[Subprotocol("kamisado"), Subprotocol(f"key.{access.owner_key}")],
        )
        async with opened as page:
            await page.recv()
            lines[0].conn.receive_data(b"\x88\x80\0\0\0\0")  # the page begins to close it
            serving.cancel()
            with pytest.raises(asyncio.CancelledError):
                await serving

    asyncio.run(story())


def test_long_text_is_quoted_shortened() -> None:
    assert quoted("a" * 60) == repr("a" * 60)
    assert quoted("a" * 61) == repr("a" * 59 + "…")


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


def test_a_page_hears_that_the_program_is_there_and_may_ask_for_it(
    monkeypatch: pytest.MonkeyPatch, served: Served
) -> None:
    monkeypatch.setattr("host.ui.web.heartbeat.BEAT_S", 0.05)
    with served.open() as page:
        for _ in range(3):
            assert page.recv(timeout=DEADLINE_S) == BEAT
        monkeypatch.setattr("host.ui.web.heartbeat.BEAT_S", 60.0)
        page.send('{"t":"review"}')
        heard = hear(page)
        while heard["t"] == "beat":
            heard = hear(page)
        assert heard["text"] == REFUSAL
        page.send('{"t":"beat","padding":"x"}')
        assert page.recv(timeout=DEADLINE_S) == BEAT
    assert served.source.asked == []
