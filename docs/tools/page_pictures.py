"""Photograph the page in its states: docs/page.png and docs/page_*.png.

Run as `python -m docs.tools.page_pictures`; it needs what the tests of the page need, Chromium and
Playwright.  The program runs on a virtual board, so that a picture shows what a player sees.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from playwright.sync_api import Page, expect

from host.cli.play.demonstration import recorded_moves
from tests.e2e.chromium import chromium
from tests.e2e.page_support import (
    centre,
    drag,
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
PROVEN_MS = 180_000
FOUR_IN_A_ROW = "b++p+k+r+4/8/4g+3/4n+1y+1/4o+1B++1/4Y+++3/8/N+G+R+K+PO2 w y marathon 19 14:10 b"
OPENING = recorded_moves()[:10]
LIFTED, POINTED_AT = "b8", "e5"
"""Black's blue tower, after the opening."""
STEPS_BACK = 3
"""To where three moves of White's pink tower win."""


def lifted(page: Page) -> None:
    """A match is under way, a tower lifted, and a square pointed at."""
    play(page, OPENING)
    tap(page, LIFTED)
    wait_for_name(page, POINTED_AT, "legal")
    page.mouse.move(*centre(page, POINTED_AT))


def play(page: Page, moves: Sequence[str]) -> None:
    """Make moves by drags."""
    for ply, move in enumerate(moves, 1):
        wait_for_name(page, move[:2], "tower")
        page.wait_for_selector("#stage:not(.lost)")
        drag(page, move[:2], move[2:4])
        expect(page.locator("#moves li")).to_have_count(ply)


def push(page: Page) -> None:
    """White's triple sumo is about to push three towers."""
    tap(page, "e3")
    wait_for_name(page, "e4", "push")
    page.mouse.move(*centre(page, "e4"))


def analysis(page: Page) -> None:
    """A round that was reviewed is stepped through; the moves of a position are proven."""
    page.set_default_timeout(PROVEN_MS)
    play(page, recorded_moves())
    page.locator("#result-review").click()
    expect(page.locator("#review-summary")).to_contain_text("The win", timeout=PROVEN_MS)
    page.locator("#review-close").click()
    page.locator("#analyse").dispatch_event("click")
    page.locator("#analysis-best").click()
    for _ in range(STEPS_BACK):
        page.locator("#analysis-back").click()
    wait_for_prompt(page, " is winning with")
    page.mouse.move(0, 0)


PICTURES: dict[str, tuple[tuple[str, ...], str, Callable[[Page], None]]] = {
    "page.png": (("--match", "standard"), "d8", lifted),
    "page_push.png": (("--match", "marathon", "--position", FOUR_IN_A_ROW), "e3", push),
    "page_analysis.png": ((), "d8", analysis),
}
"""File, options of the program, a square with a tower, and what is done before the picture."""


def main() -> int:
    """Take all pictures; return the exit status."""
    with chromium() as browser:
        for name, (options, square, prepare) in PICTURES.items():
            with (
                program(*options) as running,
                opened(browser, running.url, in_motion=True, painted=True, viewport=WINDOW) as page,
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
