"""Cost of a long match for the page: until all is drawn, and of each change, in Chromium."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.page import FLAGS, WINDOW

ADDRESS = re.compile(r"(http://\S+/)#(\S+)")
COUNT = """count => [...document.getElementById("moves").children].reduce(
  (sum, round) => sum + round.lastElementChild.childElementCount, 0) === count"""
"""Looks at rounds instead of moves, as it is asked in each frame."""
WAIT_MS = 60_000


@contextmanager
def _served(data: Path) -> Iterator[tuple[str, str]]:
    """Go on with the match of a file, without a board; yields the page's address and the key."""
    command = [sys.executable, "-m", "host", "play", "--resume", "--wait", "--no-browser"]
    process = subprocess.Popen(
        [*command, "--listen", "127.0.0.1:0", "--data", str(data)],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        found = next(filter(None, map(ADDRESS.search, process.stdout)))
        yield found[1], found[2]
    finally:
        process.terminate()
        process.communicate()


def page_times_ms(data: Path, plies: int, changes: int) -> tuple[float, float]:
    """Return the milliseconds of the page's work until a match is drawn, and for a change.

    Args:
        data: the file with the match, of so many plies.
        changes: moves that are taken back and made again.
    """
    from playwright.sync_api import sync_playwright
    from websockets.sync.client import connect
    from websockets.typing import Origin, Subprotocol

    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with _served(data) as (url, key), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        page = browser.new_page(viewport=WINDOW)  # type: ignore[arg-type]
        page.add_init_script("sessionStorage.setItem('kamisado-start-closed', 'yes')")
        session = page.context.new_cdp_session(page)
        # Processor time, as other programs may be at work.
        session.send("Performance.enable", {"timeDomain": "threadTicks"})

        def busy_s() -> float:
            metrics = session.send("Performance.getMetrics")["metrics"]
            return sum(float(m["value"]) for m in metrics if m["name"] == "TaskDuration")

        page.goto(f"{url}#{key}")
        page.wait_for_function(COUNT, arg=plies, timeout=WAIT_MS)
        loaded_ms = busy_s() * 1000
        subprotocols = [Subprotocol("kamisado"), Subprotocol(f"key.{key}")]
        origin = Origin(url.rstrip("/"))
        with connect(
            url.replace("http", "ws") + "ws", subprotocols=subprotocols, origin=origin
        ) as ws:
            begin_s = busy_s()
            for number in range(changes):
                ws.send(json.dumps({"t": "redo" if number % 2 else "takeback"}))
                page.wait_for_function(COUNT, arg=plies - 1 + number % 2, timeout=WAIT_MS)
            change_ms = (busy_s() - begin_s) / changes * 1000
        browser.close()
    return loaded_ms, change_ms
