"""The static site in Chromium, served by a plain static server: all programs are workers."""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.site import INTERPRETERS, ForeignFolderError, build
from tests.e2e.page_support import opened, tap
from tests.support.require import require

pytestmark = [pytest.mark.e2e, pytest.mark.browser]

LINK_MS = 180_000
"""Thirty times what it takes on an idle computer."""
MOST_COMPRESSED = 8_000_000


class Server:
    """A server that sends files, and no header of its own."""

    def __init__(self, folder: Path) -> None:
        handler = functools.partial(_Quiet, directory=str(folder))
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End it; may be called again."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Server]:
    found = all(
        (folder / name).exists() for folder, names in INTERPRETERS.values() for name in names
    )
    require(found, "Pyodide and MicroPython are missing: npm ci")
    folder = tmp_path / "site"
    assert build(folder).compressed < MOST_COMPRESSED
    server = Server(folder)
    yield server
    server.close()


def wait_for_board(page: Page) -> None:
    expect(page.locator("#link")).to_have_attribute("data-state", "up", timeout=LINK_MS)


@pytest.mark.slow
def test_moves_are_played_kept_and_played_on_with_without_a_network(
    browser: Browser, site: Server
) -> None:
    with opened(browser, site.url) as page:
        wait_for_board(page)
        tap(page, "d8")
        tap(page, "d5")
        expect(page.locator("#moves")).to_contain_text("d5")
        expect(page.locator("#prompt-text")).to_contain_text("White to move: the orange tower")
        site.close()
        page.reload()
        wait_for_board(page)
        expect(page.locator("#moves")).to_contain_text("d5")
        tap(page, "h1")
        tap(page, "h2")
        expect(page.locator("#moves")).to_contain_text("h2")


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    kept = tmp_path / "kept.txt"
    kept.write_text("mine")
    with pytest.raises(ForeignFolderError, match="name another folder"):
        build(tmp_path)
    assert kept.read_text() == "mine"
