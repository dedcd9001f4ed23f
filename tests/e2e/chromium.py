"""Chromium for the tests of the page."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator

from playwright.sync_api import Browser, sync_playwright

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")  # the quicker first
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Its address bar, which nobody sees, loads 400 scripts in each window, a spare process waits
    # for a page that seldom comes.  The last two are of Playwright's own list, which this replaces.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,"
    "SpareRendererForSitePerProcess,HttpsUpgrades,PaintHolding",
]
QUICK_START = "--js-flags=--liftoff-only"
"""Compiles WebAssembly once only, not so well: starting the static site takes a quarter less."""


@contextlib.contextmanager
def chromium(*flags: str) -> Iterator[Browser]:
    """A headless Chromium, with more flags."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, *flags])
        yield browser
        browser.close()
