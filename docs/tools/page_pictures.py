"""Photograph the page in its states: docs/page.png and docs/page_*.png.

Run as `python -m docs.tools.page_pictures`; it needs what the tests of the page need, Chromium and
Playwright.  The program runs on a virtual board, so that a picture shows what a player sees.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page

from tests.e2e.page_support import (
    centre,
    chromium,
    opened,
    program,
    tap,
    wait_for_name,
    wait_for_prompt,
)

DOCS = Path(__file__).resolve().parents[1]
WINDOW = {"width": 1280, "height": 800}
SETTLE_MS = 700
"""Time for lights and moving towers to come to rest."""
FOUR_IN_A_ROW = "b++p+k+r+4/8/4g+3/4n+1y+1/4o+1B++1/4Y+++3/8/N+G+R+K+PO2 w y marathon 19 14:10 b"
MIXED = "ob3r2/3py3/5n2/NP1g1G2/7O/2K5/3k1B2/2RY4 w b"


def lifted(page: Page) -> None:
    """Black's pink tower is lifted, and a square pointed at."""
    tap(page, "d8")
    wait_for_name(page, "d4", "legal")
    page.mouse.move(*centre(page, "d4"))


def push(page: Page) -> None:
    """White's triple sumo is about to push three towers."""
    tap(page, "e3")
    wait_for_name(page, "e4", "push")
    page.mouse.move(*centre(page, "e4"))


def analysis(page: Page) -> None:
    """The moves of a position are proven."""
    page.locator("#analyse").dispatch_event("click")
    page.locator("#analysis-best").click()
    wait_for_prompt(page, "White wins by")
    page.mouse.move(0, 0)


PICTURES: dict[str, tuple[tuple[str, ...], str, Callable[[Page], None]]] = {
    "page.png": ((), "d8", lifted),
    "page_push.png": (("--match", "marathon", "--position", FOUR_IN_A_ROW), "e3", push),
    "page_analysis.png": (("--position", MIXED), "f2", analysis),
}
"""File, options of the program, a square with a tower, and what is done before the picture."""


def main() -> int:
    """Take all pictures; return the exit status."""
    with chromium() as browser:
        for name, (options, square, prepare) in PICTURES.items():
            with (
                program(*options) as running,
                opened(browser, running.url, viewport=WINDOW) as page,
            ):
                wait_for_name(page, square, "tower")
                page.wait_for_timeout(SETTLE_MS)
                prepare(page)
                page.wait_for_timeout(SETTLE_MS)
                page.screenshot(path=DOCS / name)
                sys.stdout.write(f"{DOCS / name}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
