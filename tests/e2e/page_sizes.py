"""Sizes of the window that the page is tried at, and what moves in it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from playwright.sync_api import Page

SIZES = [(1280, 800), (1920, 1080), (390, 844), (360, 640), (844, 390), (640, 400), (768, 1024)]
"""Desktops, telephones upright and on their side, 200 % zoom of 1280x800, a tablet."""
EXTREMES = [(1920, 1080), (360, 640), (844, 390)]
"""The largest, the narrowest and the lowest of them."""


@contextlib.contextmanager
def at_size(page: Page, width: int, height: int) -> Iterator[None]:
    """Show the page at a size, and tell the size with whatever fails there."""
    page.set_viewport_size({"width": width, "height": height})
    try:
        # Whatever the page itself fits to its size it does with the next frame.
        page.evaluate(
            "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )
        yield
    except Exception as error:
        error.add_note(f"at {width} x {height}")
        raise


def watch_shifts(page: Page) -> None:
    """Collect in `window.shifts` whatever moves on the page from now on, and how much."""
    page.evaluate(
        """() => {
          window.shifts = [];
          new PerformanceObserver(list => {
            for (const { value, sources } of list.getEntries()) {
              const moved = sources.map(({ node }) => node?.outerHTML?.slice(0, 80));
              window.shifts.push([value, moved]);
            }
          }).observe({ type: "layout-shift" });
        }"""
    )


def overlap(page: Page, one: str, other: str) -> bool:
    """Return True if the boxes of two elements, which are shown, share any pixel."""
    a, b = page.locator(one).bounding_box(), page.locator(other).bounding_box()
    assert a is not None, f"{one} is not shown"
    assert b is not None, f"{other} is not shown"
    return (
        a["x"] + a["width"] > b["x"] + 1
        and b["x"] + b["width"] > a["x"] + 1
        and a["y"] + a["height"] > b["y"] + 1
        and b["y"] + b["height"] > a["y"] + 1
    )
