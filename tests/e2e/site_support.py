"""The page as it is built: by the program and its web server, or as a static site."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from browser.build.site import INTERPRETERS
from browser.build.site import build as build_site
from browser.server import StaticServer
from tests.e2e.page_support import DESKTOP, Program, choose, opened
from tests.support.made_once import made_once
from tests.support.require import require

LINK_MS = 180_000
"""Thirty times what it takes on an idle computer."""

TIDY = """() => {
  for (const each of document.querySelectorAll("dialog[open]")) each.close();
  for (const each of document.querySelectorAll("details[open]")) each.open = false;
  for (const id of ["analysis-close", "review-close"]) {
    const cross = document.getElementById(id);
    if (cross.checkVisibility()) cross.click();
  }
}"""
"""Closes what the test before has left open."""
BEGUN = """() => !document.querySelector("#moves li, #stage.busy, #stage.lost")"""
"""True once the page shows a new game, with all pieces in their places."""
BEGIN = """async (request) => {
  const { modules } = await import(document.querySelector('script[type="module"]').src);
  const { openLine } = modules["js/connection/transport.js"];
  const { key } = modules["js/connection/access_key.js"];
  const line = openLine(["kamisado.2", "kamisado", ...(key() ? [`key.${key()}`] : [])]);
  await new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("no new game")), 120_000);
    line.onopen = () => {
      line.send(JSON.stringify({ t: "by_hand", on: false }));
      line.send(JSON.stringify({ t: "help", level: "legal" }));
      line.send(JSON.stringify(request));
    };
    line.onmessage = ({ data }) => {
      if (typeof data !== "string") return;
      const { t, level, text } = JSON.parse(data);
      if (t !== "notice") return;
      if (["guidance.new_match", "guidance.new_game"].includes(text.id)) resolve();
      else if (level === "warn") reject(new Error(text.id));
    };
  });
  line.close();
}"""
"""Asks for a new game as another page would, with the usual help, and waits until it has begun."""


def require_interpreters() -> None:
    """Skip the calling test where the site cannot be built."""
    found = all((path / name).exists() for path, names in INTERPRETERS.values() for name in names)
    require(found, "Pyodide and MicroPython are missing: npm ci")


def built_site(folder: Path) -> Path:
    """Return the folder with the site, which one process builds for all tests of a run."""
    require_interpreters()
    return made_once(folder / "site", build_site)


class Build:
    """A build of the page for all tests of a file, which share one tab: starting one takes seconds.

    Attributes:
        url: where the page is.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self._tabs = contextlib.ExitStack()
        self._tab: Page | None = None

    def tab(self, browser: Browser) -> Page:
        """The tab that tests share, with a linked board."""
        if self._tab is None:
            self._tab = self._tabs.enter_context(opened(browser, self.url))
            wait_for_board(self._tab)
        return self._tab

    def stop(self) -> None:
        """Close the tab, and end what serves it; may be called again."""
        self._tabs.close()


class Site(Build):
    """The static site on a plain server, in a folder of it as beside the documentation.

    Args:
        folder: where it is built.
    """

    def __init__(self, folder: Path) -> None:
        self._server = StaticServer(folder.parent)
        super().__init__(f"{self._server.url}{folder.name}/")

    def stop(self) -> None:
        """End the server, then close the tab; may be called again."""
        self._server.close()
        super().stop()


class ServedByProgram(Build):
    """The program, with its web server."""

    def __init__(self) -> None:
        self._program = Program()
        super().__init__(self._program.url)

    def stop(self) -> None:
        """Close the tab, then end the program; may be called again."""
        super().stop()
        self._program.stop()


def wait_for_board(page: Page) -> None:
    """Wait until the board is linked; on a busy machine it may be refused before."""
    expect(page.locator("#link")).to_have_attribute("data-state", "up", timeout=LINK_MS)


def kill(browser: Browser, page: Page) -> None:
    """Kill the process of a tab with a board, as a system does that lacks memory."""
    told = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    tabs = [each for each in told if each["type"] == "renderer"]
    with page.expect_event("crash"):
        os.kill(max(tabs, key=lambda each: each["cpuTime"])["id"], signal.SIGKILL)


@contextlib.contextmanager
def played(
    browser: Browser,
    build: Build,
    game: str = "kamisado-single",
    position: str | None = None,
    opponent: int | None = None,
    clock: str = "",
    start: bool = False,
    viewport: dict[str, int] = DESKTOP,
    color_scheme: str = "dark",
) -> Iterator[Page]:
    """A page with a match on a virtual board; it is the same page for a whole file.

    Args:
        position: the first one; None for that of the game.
        opponent: level of the computer, which plays White.
        clock: as of `--clock`; empty for none.
        start: True shows the start screen, which stays until a game is begun in its dialog.
    """
    page = build.tab(browser)
    page.set_viewport_size(viewport)  # type: ignore[arg-type]
    page.emulate_media(color_scheme=color_scheme)  # type: ignore[arg-type]
    page.evaluate(TIDY)
    request: dict[str, object] = {"t": "new", "game": game, "clock": clock}
    if position is not None:
        request["position"] = position
    if opponent is not None:
        request |= {"opponent": str(opponent), "plays": "white"}
    page.evaluate(BEGIN, request)
    page.wait_for_function(BEGUN)
    if start and not page.locator("#start").is_visible():
        choose(page, "Start screen")
    yield page


def play_by_hand(page: Page) -> None:
    """Take captured stones off oneself, instead of leaving that to the virtual hand."""
    button = page.locator("#by-hand")
    button.dispatch_event("click")
    expect(button).to_have_attribute("aria-pressed", "true")
