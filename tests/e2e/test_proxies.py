"""Pages behind nginx, as tutorials set it up: below a path, with the host that was asked for."""

from __future__ import annotations

import argparse
import contextlib
import socket
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from websockets import Origin
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from host.cli.addresses import public_url
from host.ui.web.access import Access
from host.ui.web.server import create_app
from tests.e2e.page_support import Program, opened, wait_for_name
from tests.support.nginx import nginx
from tests.unit.ui.web.served import DEADLINE_S, RecordingHost, Served, hear

pytestmark = [pytest.mark.e2e, pytest.mark.browser, pytest.mark.slow]

KEEPS_HOST = "proxy_set_header Host $http_host;"
OWN_HOST = "proxy_set_header Host 127.0.0.1:{port};"


PASSES_WEBSOCKETS = (
    "proxy_http_version 1.1;"
    "proxy_set_header Upgrade $http_upgrade;"
    "proxy_set_header Connection $connection_upgrade;"
)


def passed_on(port: str, path: str, *more: str) -> str:
    """Return nginx's rules that pass everything below a path on."""
    lines = [f"proxy_pass http://127.0.0.1:{port}/;", *more]
    return f"location {path} {{ {' '.join(lines)} }}"


@pytest.mark.parametrize("host", [KEEPS_HOST, OWN_HOST], ids=["its host", "our host"])
def test_a_page_behind_a_proxy_is_owned_and_invites_to_its_public_address(
    browser: Browser, tmp_path: Path, host: str
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    with nginx(
        tmp_path, passed_on(port, "/board/", PASSES_WEBSOCKETS, host.format(port=port))
    ) as url:
        program = Program("--public", f"{url}/board", port=int(port))
        try:
            with opened(browser, f"{url}/board/{program.key}") as page:
                wait_for_name(page, "d8", "tower")
                page.locator("#menu-button").click()
                page.locator("#invite").click()
                expect(page.locator("#invitations")).to_contain_text(f"{url}/board/")
                expect(page.locator("#invitations")).not_to_contain_text(program.public_url)
        finally:
            program.stop()


@pytest.mark.parametrize(
    ("sent", "origin", "opens"),
    [
        ("board.example.org", "https://board.example.org", True),
        ("BOARD.example.org", "https://Board.Example.org", True),
        ("127.0.0.1", "https://board.example.org", True),
        ("127.0.0.1", "http://board.example.org", False),
        ("127.0.0.1", "https://evil.example.org", False),
        ("evil.example.org", "https://evil.example.org", False),
        ("evil.example.org", "https://board.example.org", False),
        ("board.example.org", "https://evil.example.org", False),
    ],
)
def test_a_public_address_is_ours_with_and_without_its_host(
    sent: str, origin: str, opens: bool
) -> None:
    hosts = ["127.0.0.1", public_url("https://board.example.org")]
    served = Served(app=create_app(RecordingHost(), hosts, Access()))
    try:
        place = ("127.0.0.1", int(served.host.partition(":")[2]))
        with socket.create_connection(place, DEADLINE_S) as line:
            address = {"uri": f"ws://{sent}/ws", "origin": Origin(origin)}
            refusal = contextlib.nullcontext() if opens else pytest.raises(InvalidStatus)
            with refusal, connect(**address, sock=line, proxy=None) as page:  # type: ignore[arg-type]
                assert hear(page)["t"] == "access"
    finally:
        served.stop()


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("https://board.example.org", "https://board.example.org/"),
        ("HTTPS://Board.Example.org:443/Club", "https://board.example.org/Club/"),
        ("http://board.example.org:80//", "http://board.example.org/"),
        ("https://board.example.org:80", "https://board.example.org:80/"),
        ("https://tábla.example/k/", "https://xn--tbla-5na.example/k/"),
        ("https://ДОСКА.example/клуб", "https://xn--80ahspp.example/%D0%BA%D0%BB%D1%83%D0%B1/"),
        ("http://[2001:DB8::1]:8080/a%20b", "http://[2001:db8::1]:8080/a%20b/"),
    ],
)
def test_a_public_address_is_written_as_browsers_write_it(text: str, url: str) -> None:
    assert public_url(text) == url
    assert public_url(url) == url


@pytest.mark.parametrize(
    "text",
    [
        "",
        "board.example.org",
        "ftp://board.example.org/",
        "https://",
        "https://a:b@c.example/",
        "https://c.example/?a",
        "https://c.example/#a",
        "https://c.example:0/",
        "https://c.example:99999/",
        "https://c..example/",
        "https://[/",
    ],
)
def test_what_is_no_address_of_a_page_is_refused_and_quoted(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="is not the address of a page") as told:
        public_url(text)
    assert repr(text) in str(told.value)
