"""The static site in Chromium, served by a plain static server: all programs are workers."""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import shlex
import signal
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import grimp
import pytest
from playwright.sync_api import Browser, Page, expect

from browser.__main__ import main
from browser.build.site import OF_CLUBS, ForeignFolderError, build, pack
from browser.build.site_files import SiteSize
from host.engine.rule_book import books
from host.message import languages
from host.ui.messages.rules import rules_data
from tests.e2e.page_support import (
    DEADLINE_S,
    ROOT,
    name_of,
    opened,
    tap,
    wait_for_name,
    wait_for_prompt,
)
from tests.e2e.site_support import LINK_MS, Site, kill, require_interpreters, wait_for_board

pytestmark = [pytest.mark.e2e, pytest.mark.browser, pytest.mark.starts_sites]

MOST_AT_FIRST_MB = 8.1
MOVE_MS = 60_000
"""Deadline for the computer and the hand on a busy machine."""


@pytest.fixture(scope="module")
def site(site_folder: Path) -> Iterator[Site]:
    """The site on one server for the tests of this file."""
    served = Site(site_folder)
    yield served
    served.stop()


COUNT_ENDINGS = """() => {
  const add = Atomics.add;
  Atomics.add = (...change) => {
    sessionStorage.endings = Number(sessionStorage.endings ?? 0) + 1;
    return add(...change);
  };
}"""
"""Counts the workers that a page ends as it goes."""


def choose_language(page: Page, code: str) -> None:
    page.locator("#menu-button").click()
    page.locator("#menu [data-dialog=settings]").click()
    page.locator("#language").select_option(code)
    expect(page.locator("html")).to_have_attribute("lang", code)
    page.locator("#settings .primary").click()


def test_moves_are_played_kept_and_played_on_with_without_a_network(
    browser: Browser, site_folder: Path
) -> None:
    site = Site(site_folder)
    address = urlsplit(site.url)
    asked = http.client.HTTPConnection(address.hostname or "", address.port)
    asked.request("HEAD", address.path)
    headers = {name.lower() for name in asked.getresponse().headers}
    asked.close()
    assert not {name for name in headers if name.startswith(("cross-origin", "content-security"))}
    with opened(browser, site.url) as page:
        wait_for_board(page)
        assert page.evaluate("crossOriginIsolated")
        tap(page, "d8")
        tap(page, "d5")
        expect(page.locator("#moves")).to_contain_text("d5")
        wait_for_prompt(page, "White to move: the orange tower")
        choose_language(page, "ro")
        page.wait_for_function(
            "async () => Boolean(await caches.match('./rules/ro/seega.json'))", timeout=MOVE_MS
        )
        assert page.evaluate("async () => !(await caches.match('./rules/ru/seega.json'))")
        site.stop()
        page.evaluate(COUNT_ENDINGS)
        page.reload()
        wait_for_board(page)
        assert page.evaluate("sessionStorage.endings") == "1", "the firmware's has ended at once"
        expect(page.locator("#menu-button")).to_contain_text("Meniu")
        choose_language(page, "ru")  # was never read here
        expect(page.locator("#menu-button")).to_contain_text("Menu")
        expect(page.locator("#moves")).to_contain_text("d5")
        tap(page, "h1")
        tap(page, "h2")
        expect(page.locator("#moves")).to_contain_text("h2")


@pytest.mark.parametrize("when", ["as a move is shown", "while a tower is in the air"])
def test_a_tab_that_is_killed_loses_nothing_that_was_shown(
    browser: Browser, site: Site, when: str
) -> None:
    with opened(browser, site.url) as page:
        wait_for_board(page)
        tap(page, "d8")
        tap(page, "d5")
        wait_for_prompt(page, "White to move: the orange tower on h1.")
        tap(page, "h1")
        if when == "as a move is shown":
            tap(page, "h2")
            page.wait_for_function(
                "() => document.querySelectorAll('#moves li').length === 2", polling="raf"
            )
        else:
            wait_for_name(page, "h1", "lifted")
        kill(browser, page)
        again = page.context.new_page()
        again.goto(site.url)
        wait_for_board(again)
        if when == "as a move is shown":
            expect(again.locator("#moves li")).to_have_count(2)
            wait_for_name(again, "h2", "white orange tower")
        else:
            expect(again.locator("#moves li")).to_have_count(1)
            wait_for_prompt(again, "White to move: the orange tower on h1.")
            wait_for_name(again, "h1", "white orange tower")
        assert "black pink tower" in name_of(again, "d5")


def break_host(page: Page) -> None:
    """Let the host's event loop end by an error, as if its interpreter had failed."""
    host = next(worker for worker in page.workers if "host_worker" in worker.url)
    # Playwright asks for the time as well before it returns.
    host.evaluate(
        "setTimeout(() => { performance.now = () => { throw new RangeError('a test'); }; }, 50)"
    )


def test_a_host_that_fails_is_started_anew_and_one_that_fails_again_is_told(
    browser: Browser, site: Site
) -> None:
    with contextlib.closing(browser.new_context()) as context:
        context.add_init_script("sessionStorage.setItem('kamisado-start-closed', 'yes')")
        page = context.new_page()
        page.set_default_timeout(DEADLINE_S * 1000)
        page.goto(site.url)
        wait_for_board(page)
        tap(page, "d8")
        tap(page, "d5")
        wait_for_prompt(page, "White to move: the orange tower on h1.")
        with page.expect_navigation(timeout=LINK_MS):
            break_host(page)
        wait_for_board(page)
        wait_for_prompt(page, "White to move: the orange tower on h1.")
        tap(page, "h1")
        tap(page, "h2")
        wait_for_name(page, "h2", "white orange tower")
        # On a slow computer more than the minute has gone by since the first failure.
        failed_ms = int(page.evaluate("sessionStorage.getItem('kamisado-failed')"))
        page.evaluate(f"Date.now = () => {failed_ms + 59_000}")
        break_host(page)
        expect(page.locator("#veil")).to_contain_text("has crashed twice", timeout=LINK_MS)


def test_a_second_tab_says_so_and_plays_once_the_first_is_closed(
    browser: Browser, site: Site
) -> None:
    with opened(browser, site.url) as page:
        wait_for_board(page)
        tap(page, "d8")
        tap(page, "d5")
        wait_for_prompt(page, "White to move: the orange tower on h1.")
        second = page.context.new_page()
        second.goto(site.url)
        expect(second.locator("#veil")).to_contain_text("open in another tab", timeout=LINK_MS)
        expect(second.locator("#link")).not_to_have_attribute("data-state", "up")
        choose_language(second, "hu")
        expect(second.locator("#veil")).to_contain_text("másik lapon")
        choose_language(second, "en")
        page.close()
        wait_for_board(second)
        wait_for_prompt(second, "White to move: the orange tower on h1.")
        expect(second.locator("#veil")).to_be_hidden()


def test_a_window_that_allows_no_service_worker_is_told(browser: Browser, site: Site) -> None:
    with contextlib.closing(browser.new_context(service_workers="block")) as private:
        page = private.new_page()
        page.goto(site.url)
        expect(page.locator("#veil")).to_contain_text("the window is private")


def test_the_doctors_page_examines_the_board(browser: Browser, site: Site) -> None:
    with opened(browser, f"{site.url}doctor/") as page:
        expect(page.locator("#a1")).to_contain_text("north", timeout=LINK_MS)
        expect(page.locator("#verdict")).to_contain_text("The board works")
        page.get_by_role("link", name="Back to the game").click()
        wait_for_board(page)


def test_the_command_builds_the_site_and_serves_it(tmp_path: Path) -> None:
    require_interpreters()
    folder = tmp_path / "play"
    serving = subprocess.Popen(
        [sys.executable, "-m", "browser", "--out", str(folder), "--serve", "0"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert serving.stdout is not None
    with serving, serving.stdout:
        try:
            assert serving.stdout.readline().startswith("Building the site")
            size = re.search(r"(\S+) MB at a first visit", serving.stdout.readline())
            assert size
            assert float(size[1]) < MOST_AT_FIRST_MB
            address = re.search(r"//(\S+)/ ", serving.stdout.readline())
            assert address
            asked = http.client.HTTPConnection(address[1], timeout=DEADLINE_S)
            asked.request("GET", "/pyodide/pyodide.js")
            answer = asked.getresponse()
            assert answer.read() == (folder / "pyodide" / "pyodide.js").read_bytes()
            assert answer.headers["Content-Type"] == "text/javascript"
            asked.close()
            serving.send_signal(signal.SIGINT)
            assert serving.wait(DEADLINE_S) == 0
        finally:
            serving.kill()
    for language in languages():
        assert json.loads((folder / f"locale/{language}.json").read_text("utf-8"))
        for book in books():
            rules = json.loads((folder / f"rules/{language}/{book}.json").read_text("utf-8"))
            assert rules == json.loads(json.dumps(rules_data(book, language)))


def test_each_page_of_the_site_takes_one_script_and_one_file_of_styles(site_folder: Path) -> None:
    pages = {page.parent: page.read_text("utf-8") for page in site_folder.rglob("index.html")}
    assert len(pages) == 3
    for folder, text in pages.items():
        for pattern in (r'<script[^>]* src="([^"]+)"', r'<link rel="stylesheet" href="([^"]+)"'):
            (address,) = re.findall(pattern, text)
            assert (folder / address).stat().st_size > 10_000
    assert not {"js", "css"} & {path.name for path in site_folder.iterdir()}


def test_the_site_has_no_page_of_a_club(site_folder: Path) -> None:
    assert [file for name in OF_CLUBS for file in site_folder.rglob(name)] == []


def test_a_wrong_port_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--serve", "65536"])
    assert "'65536' is no port" in capsys.readouterr().err


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    kept = tmp_path / "kept.txt"
    kept.write_text("mine")
    with pytest.raises(ForeignFolderError, match="name another folder"):
        build(tmp_path)
    assert kept.read_text() == "mine"


def test_the_command_says_what_it_does_before_it_takes_its_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "kept.txt").write_text("mine")
    assert main(["--out", str(tmp_path)]) == 1
    told = capsys.readouterr()
    assert told.out.startswith("Building the site")
    assert "name another folder" in told.err


@pytest.mark.parametrize("options", [[], ["--out", "a folder"]], ids=["usual", "named"])
def test_the_command_that_is_told_to_serve_the_site_serves_this_folder(
    options: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("browser.__main__.build", lambda _: SiteSize(1, 1, 1))
    assert main(options) == 0
    told = capsys.readouterr().out.splitlines()[-1]
    assert shlex.split(told.partition("./kamisado ")[2]) == ["site", *options, "--serve"]


def test_the_archive_has_what_the_browser_imports_and_nothing_of_an_own_broker(
    tmp_path: Path,
) -> None:
    archive = tmp_path / "python.zip"
    pack(archive)
    with zipfile.ZipFile(archive) as packed:
        names = set(packed.namelist())
    assert sorted(name for name in names if name.startswith("host/remote/broker/")) == [
        f"host/remote/broker/{name}.py"
        for name in ("__init__", "refusals", "retaining_client", "timeouts")
    ]
    graph = grimp.build_graph("host", "simulator", "browser", cache_dir=None)
    waiting = ["browser.host", "browser.solver", "browser.flash"]
    needed: set[str] = set()
    while waiting:
        module = waiting.pop()
        if module not in needed:
            needed.add(module)
            waiting += graph.find_modules_directly_imported_by(module)
    paths = {module.replace(".", "/") for module in needed}
    assert {path for path in paths if not {f"{path}.py", f"{path}/__init__.py"} & names} == set()
