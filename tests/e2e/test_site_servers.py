"""The static site on servers that know little, and with files that did not arrive whole."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.server import StaticHandler, StaticServer
from tests.e2e.page_support import opened, tap, wait_for_prompt
from tests.e2e.site_support import LINK_MS, wait_for_board
from tests.support.nginx import nginx

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.browser,
    pytest.mark.starts_sites,
    pytest.mark.slow,
]


def test_nginx_serves_it_below_a_path_with_its_own_types(
    browser: Browser, site_folder: Path, tmp_path: Path
) -> None:
    rules = f"location /games/board/ {{ alias {site_folder}/; }}"
    with nginx(tmp_path, rules) as url, opened(browser, f"{url}/games/board/") as page:
        wait_for_board(page)
        tap(page, "d8")
        tap(page, "d5")
        wait_for_prompt(page, "White to move: the orange tower on h1.")


class FewTypes(StaticHandler):
    """A server that knows html, js, css and nothing else, and isolates pages by itself."""

    extensions_map = {  # noqa: RUF012
        "": "application/octet-stream",
        ".html": "text/html",
        ".js": "text/javascript",
        ".css": "text/css",
    }

    def end_headers(self) -> None:
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()


def test_a_server_of_few_types_suffices_without_a_service_worker(
    browser: Browser, site_folder: Path
) -> None:
    with (
        contextlib.closing(StaticServer(site_folder, handler=FewTypes)) as server,
        shown(browser, server.url, service_workers="block") as page,
    ):
        wait_for_board(page)


def missing(name: str) -> type[StaticHandler]:
    """Return a server that lacks a file."""

    class Lacking(StaticHandler):
        def send_head(self):  # type: ignore[no-untyped-def]
            if self.path.endswith(f"/{name}"):
                self.send_error(404)
                return None
            return super().send_head()

    return Lacking


def cut(name: str) -> type[StaticHandler]:
    """Return a server on which a file has not arrived whole."""

    class Cut(StaticHandler):
        def copyfile(self, source, outputfile) -> None:  # type: ignore[no-untyped-def]
            outputfile.write(source.read(1000))

        def send_header(self, keyword: str, value: str) -> None:
            is_cut = self.path.endswith(f"/{name}") and keyword == "Content-Length"
            super().send_header(keyword, "1000" if is_cut else value)

        def send_head(self):  # type: ignore[no-untyped-def]
            if not self.path.endswith(f"/{name}"):
                self.copyfile = super().copyfile  # type: ignore[method-assign]
            return super().send_head()

    return Cut


def typed(name: str, kind: str) -> type[StaticHandler]:
    """Return a server that sends a file with a certain type."""

    class Typed(StaticHandler):
        def guess_type(self, path) -> str:  # type: ignore[no-untyped-def]
            return kind if str(path).endswith(f"/{name}") else super().guess_type(path)

    return Typed


def stalling(name: str) -> type[StaticHandler]:
    """Return a server from which half of a file comes, and then nothing more."""

    class Stalling(StaticHandler):
        def copyfile(self, source, outputfile) -> None:  # type: ignore[no-untyped-def]
            if not self.path.endswith(f"/{name}"):
                super().copyfile(source, outputfile)
                return
            outputfile.write(source.read(100_000))
            outputfile.flush()
            self.connection.recv(1)  # until the browser gives up, or is closed

    return Stalling


def with_policy(policy: str) -> type[StaticHandler]:
    """Return a server that adds a header `Content-Security-Policy`."""

    class Strict(StaticHandler):
        def end_headers(self) -> None:
            self.send_header("Content-Security-Policy", policy)
            super().end_headers()

    return Strict


def answering(name: str, status: int) -> type[StaticHandler]:
    """Return a server that answers with a page in place of a file."""

    class Answering(StaticHandler):
        def send_head(self):  # type: ignore[no-untyped-def]
            if not self.path.endswith(f"/{name}"):
                return super().send_head()
            page = b"<!doctype html><p>Welcome</p>"
            self.send_response(status)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(page)))
            self.end_headers()
            return io.BytesIO(page)

    return Answering


FAULTS: dict[str, tuple[type[StaticHandler], str]] = {
    "no service worker": (missing("service_worker.js"), "does not have service_worker.js"),
    "no worker": (missing("host_worker.js"), "does not have host_worker.js"),
    "no module of a worker": (missing("ring.js"), "does not have ring.js"),
    "no interpreter": (
        missing("pyodide.asm.wasm.packed"),
        "does not have pyodide/pyodide.asm.wasm.packed",
    ),
    "no packages": (missing("python.zip.packed"), "does not have python.zip.packed"),
    "another language": (missing("locale/hu.json"), ""),
    "packages cut off": (cut("python.zip.packed"), "sends python.zip.packed cut"),
    "a script cut off": (cut("pyodide.js"), "sends pyodide/pyodide.js cut"),
    "packages that stop coming": (
        stalling("python.zip.packed"),
        "python.zip.packed has stopped coming",
    ),
    "a policy without WebAssembly": (
        with_policy("default-src 'self'"),
        "The header needs script-src 'self' 'wasm-unsafe-eval'",
    ),
    "a policy with WebAssembly": (
        with_policy("default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"),
        "",
    ),
    "a worker as text": (
        typed("service_worker.js", "text/plain"),
        "sends service_worker.js as text/plain",
    ),
}


@pytest.fixture
def served_with(site_folder: Path) -> Iterator[Callable[[type[StaticHandler]], str]]:
    """Serve the site in a certain way; returns its address."""
    with contextlib.ExitStack() as stack:

        def serve(handler: type[StaticHandler]) -> str:
            server = StaticServer(site_folder, handler=handler)
            stack.enter_context(contextlib.closing(server))
            return server.url

        yield serve


@contextlib.contextmanager
def shown(browser: Browser, url: str, **context: object) -> Iterator[Page]:
    """Open a page that may fail."""
    with contextlib.closing(browser.new_context(**context)) as fresh:  # type: ignore[arg-type]
        page = fresh.new_page()
        page.goto(url)
        yield page


@pytest.mark.parametrize(("handler", "told"), FAULTS.values(), ids=FAULTS)
def test_a_file_that_does_not_come_is_named(
    browser: Browser,
    served_with: Callable[[type[StaticHandler]], str],
    handler: type[StaticHandler],
    told: str,
) -> None:
    with shown(browser, served_with(handler)) as page:
        if told:
            expect(page.locator("#veil")).to_contain_text(told, timeout=LINK_MS)
        else:
            wait_for_board(page)


@pytest.mark.parametrize("status", [200, 403])
def test_a_catalogue_that_does_not_come_is_named_without_words_of_its_own(
    browser: Browser, served_with: Callable[[type[StaticHandler]], str], status: int
) -> None:
    with shown(browser, served_with(answering("locale/en.json", status))) as page:
        told = page.locator(".unscripted")
        expect(told).to_contain_text("locale/en.json does not come", timeout=LINK_MS)
        expect(told).to_contain_text(f"({status}, text/html)")
        expect(told).to_be_visible(timeout=LINK_MS)


@pytest.mark.parametrize(
    "handler",
    [missing("pages/game.js"), typed("pages/game.js", "text/plain"), cut("pages/game.js")],
)
def test_a_page_without_its_script_says_so(
    browser: Browser,
    served_with: Callable[[type[StaticHandler]], str],
    handler: type[StaticHandler],
) -> None:
    with shown(browser, served_with(handler)) as page:
        expect(page.locator("#unscripted")).to_contain_text("Nothing appears here?")
        expect(page.locator("#unscripted")).to_be_visible(timeout=LINK_MS)


def test_a_page_opened_as_a_file_says_so(browser: Browser, site_folder: Path) -> None:
    with shown(browser, (site_folder / "index.html").as_uri()) as page:
        expect(page.locator("#unscripted")).to_contain_text("it was opened as a file")
        expect(page.locator("#unscripted")).to_be_visible(timeout=LINK_MS)


@pytest.mark.parametrize("folder", ["", "doctor/", "flash/"])
def test_a_page_that_runs_takes_the_hint_away(
    browser: Browser, served_with: Callable[[type[StaticHandler]], str], folder: str
) -> None:
    with shown(browser, served_with(StaticHandler) + folder) as page:
        expect(page.locator("#unscripted")).to_have_count(0, timeout=LINK_MS)
