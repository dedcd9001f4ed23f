"""The server of a wall: pages, downloads, and no way to act."""

from __future__ import annotations

import http.client
import json
import re
from collections.abc import Iterator
from urllib.parse import urljoin

import pytest
from starlette.routing import Route
from websockets.exceptions import ConnectionClosed, InvalidStatus

from host.ui.web.wall_feed import WallFeed
from host.ui.web.wall_server import NOT_ASKED, create_wall
from tests.unit.ui.web.served import DEADLINE_S, Served, wait_until

BOARD = {"name": "t", "turn": "black", "moves": []}


class Files:
    """Results of one match."""

    def csv(self, decimal_comma: bool) -> str:
        return "a;b\r\n" if decimal_comma else "a,b\r\n"

    def records(self) -> str:
        return "all\n"

    def record(self, number: int) -> str:
        return {1: "the first\n"}.get(number) or [""][number]


FEED = WallFeed({"t": "wall"})


@pytest.fixture
def served() -> Iterator[Served]:
    server = Served(app=create_wall(FEED, Files(), ["127.0.0.1"]))
    wait_until(server.loop.is_running, "the server's loop runs")
    server.loop.call_soon_threadsafe(FEED.show, "t", BOARD)
    yield server
    server.stop()


def test_pages_come_with_their_files_and_downloads_with_their_names(served: Served) -> None:
    for path in ("/", "/overlay/t"):
        page = served.get(path)
        assert (page.status, page.headers.get_content_type()) == (200, "text/html")
        version = page.headers["etag"].strip('"')
        text = page.body.decode()  # type: ignore[attr-defined]
        files = [urljoin(path, each) for each in re.findall('src="([^"]+)"', text)]
        assert files
        for file in files:
            assert file.startswith(f"/v/{version}/")
            assert served.get(file).status == 200
    assert served.get(f"/v/{version}/js/wall.js").status == 200
    assert served.get(f"/v/{version}/locale/en.json").status == 200
    for path, name, text in [
        ("/results.csv", "results.csv", b"\xef\xbb\xbfa,b\r\n"),
        ("/results.csv?decimal=,", "results.csv", b"\xef\xbb\xbfa;b\r\n"),
        ("/records.txt", "records.txt", b"all\n"),
        ("/records/1.txt", "record-1.txt", b"the first\n"),
    ]:
        file = served.get(path)
        assert (file.status, file.body) == (200, text)  # type: ignore[attr-defined]
        assert f'filename="{name}"' in file.headers["content-disposition"]
    for path in ("/records/2.txt", "/records/x.txt", "/index.html", "/doctor/", "/nothing"):
        assert served.get(path).status == 404, path


def test_nobody_can_act(served: Served) -> None:
    app = create_wall(FEED, Files(), ["127.0.0.1"])
    methods = [route.methods for route in app.routes if isinstance(route, Route)]
    assert all(each == {"GET", "HEAD"} for each in methods)
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        for path in ("/", "/ws", "/overlay/t", "/results.csv", "/records/1.txt"):
            connection = http.client.HTTPConnection(served.host, timeout=DEADLINE_S)
            connection.request(method, path, body=b"{}")
            assert connection.getresponse().status in (404, 405), (method, path)
            connection.close()


@pytest.mark.parametrize("said", ['{"t":"new"}', "", b"\0", '{"t":"lift","square":"d8"}'])
def test_a_page_that_asks_for_something_is_hung_up_on(served: Served, said: str | bytes) -> None:
    with served.connect() as page, served.connect() as other:
        told = [json.loads(page.recv(timeout=DEADLINE_S))["t"] for _ in range(2)]
        assert told == ["wall", "board"]
        page.send(said)
        with pytest.raises(ConnectionClosed) as ended:
            page.recv(timeout=DEADLINE_S)
        assert ended.value.rcvd is not None
        assert ended.value.rcvd.code == NOT_ASKED
        assert json.loads(other.recv(timeout=DEADLINE_S))["boards"] == 1


def test_a_page_of_a_foreign_site_hears_nothing(served: Served) -> None:
    with pytest.raises(InvalidStatus), served.connect(origin="http://evil.example"):
        pass
    assert served.get("/", Host="evil.example").status == 403
