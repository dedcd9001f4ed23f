"""Memory of the static site's tab while towers are pressed rapidly.

    python -m benchmarks.costs.tab_memory [--presses N] [--runs N] [--busy N]

Towers are lifted and put back one after another, each as soon as the one before stands again, with
the solver at work for the proven lights.  Memory is the proportional set size of the browser's
largest renderer, looked at ten times a second: what several processes share, as the browser's own
code, is divided among them.  Most of what grows is garbage that V8 has not collected yet, so two
more figures stand beside the peak: what is left when the browser is told that memory is short, and
how much the page's own thread allocates for a press.
Needs Chromium, Playwright (`./kamisado test` installs it) and node, on Linux.
"""

from __future__ import annotations

import argparse
import multiprocessing
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.costs.idle import children, usage
from benchmarks.page import FLAGS, WINDOW
from browser.server import StaticServer
from browser.site import build

LINK_MS = 180_000
WAIT_MS = 60_000
SAMPLE_S = 0.1
"""Between two looks at the memory."""
MEMORY_GOAL_MB = 350.0
SOLVER_S = 5.0
"""The time given to the solver's worker to start."""
COLLECT_S = 3.0
"""The time given to the browser to collect its garbage."""
SAMPLED_BYTES = 32_768
"""Mean distance of the allocations that are looked at."""
SAMPLED_PRESSES = 20
SQUARES = [f"{file}8" for file in "abcdefgh"]
"""With the towers of the side to move; a sensor that changes each second counts as a faulty one
(`host/recognition/sensor_health.py`), so that no square is pressed twice in a row."""
DESTINATIONS = """() => [...document.querySelectorAll('[data-mark]')].some(
  ({ dataset }) => /^(legal|winning|losing) .[1-7]$/.test(dataset.mark))"""


class TabMemory:
    """Looks at the memory of a browser's largest renderer until the block ends.

    Attributes:
        most_mb: the most that was seen.
    """

    def __init__(self, browser: Browser) -> None:
        told = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
        self._root = next(each["id"] for each in told if each["type"] == "browser")
        self.most_mb = 0.0
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._look)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join()

    def now_mb(self) -> float:
        """Return the proportional set size of the largest renderer."""
        return max(_renderers_mb(self._root))

    def _look(self) -> None:
        while not self._end.wait(SAMPLE_S):
            self.most_mb = max([self.most_mb, *_renderers_mb(self._root)])


def _renderers_mb(pid: int) -> Iterator[float]:
    """Yield the memory of the renderers among a process and all below it."""
    try:
        if b"--type=renderer" in Path("/proc", str(pid), "cmdline").read_bytes():
            yield usage(pid).pss_mb
        below = children(pid)
    except (FileNotFoundError, ProcessLookupError, StopIteration):
        return  # it has ended meanwhile
    for child in below:
        yield from _renderers_mb(child)


def new_page(browser: Browser) -> Page:
    """Open a tab that shows the board instead of the start screen."""
    page = browser.new_context(
        viewport={"width": WINDOW["width"], "height": WINDOW["height"]}
    ).new_page()
    page.set_default_timeout(WAIT_MS)
    page.add_init_script("sessionStorage.setItem('kamisado-start-closed', 'yes')")
    return page


def linked_s(page: Page, url: str) -> float:
    """Open the site; return the time until its board is linked."""
    begin = time.perf_counter()
    page.goto(url)
    page.wait_for_selector("#link[data-state=up]", timeout=LINK_MS)
    return time.perf_counter() - begin


def show_proven(page: Page) -> None:
    """Choose the proven lights, and wait until the solver is there."""
    page.locator("#menu-button").click()
    page.locator("#menu").get_by_role("button", name="Settings").click()
    page.locator("#help").get_by_text("Proven", exact=True).click()
    page.locator("#settings").get_by_role("button", name="Done").click()
    time.sleep(SOLVER_S)


def press(page: Page, count: int) -> None:
    """Lift towers and put them back, one after another."""
    for number in range(count):
        square = SQUARES[number % len(SQUARES)]
        page.wait_for_selector(f"[data-mark='any {square}']", state="attached")
        box = page.locator(f'[data-square="{square}"]').bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        page.wait_for_function(DESTINATIONS)
        page.mouse.up()
        page.keyboard.press("Escape")


def _left_mb(page: Page, memory: TabMemory) -> float:
    """Return the memory after all threads of the tab have collected their garbage."""
    session = page.context.new_cdp_session(page)
    session.send("Memory.simulatePressureNotification", {"level": "critical"})
    session.send("HeapProfiler.collectGarbage")
    time.sleep(COLLECT_S)
    return memory.now_mb()


def _allocated_mb(page: Page) -> float:
    """Return what the page's own thread allocates for a press, workers not counted."""
    session = page.context.new_cdp_session(page)
    collected = {f"includeObjectsCollectedBy{kind}GC": True for kind in ("Major", "Minor")}
    session.send("HeapProfiler.startSampling", {"samplingInterval": SAMPLED_BYTES, **collected})
    press(page, SAMPLED_PRESSES)
    profile = session.send("HeapProfiler.stopSampling")["profile"]
    return _size(profile["head"]) / SAMPLED_PRESSES / 1e6


def _size(node: Mapping[str, Any]) -> float:
    """Return the bytes of a node of the profile and all below it."""
    return float(node["selfSize"]) + sum(map(_size, node["children"]))


@contextmanager
def _busy(count: int) -> Iterator[None]:
    """Keep so many processor cores busy, as other programs of a computer do."""
    others = [multiprocessing.Process(target=_spin, daemon=True) for _ in range(count)]
    for other in others:
        other.start()
    try:
        yield
    finally:
        for other in others:
            other.terminate()
            other.join()


def _spin() -> None:
    while True:
        pass


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; returns 1 if the goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.costs.tab_memory")
    parser.add_argument("--presses", type=int, default=100, metavar="N")
    parser.add_argument("--runs", type=int, default=3, metavar="N")
    parser.add_argument("--busy", type=int, default=0, metavar="N", help="cores that others use")
    options = parser.parse_args(arguments)
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    peaks = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Path(folder) / "site"
        build(site)
        server = StaticServer(site)
        print(f"{'MB':>8}{'linked':>9}{'peak':>9}{'at end':>9}{'left':>9}{'a press':>9}{'s':>7}")
        for run in range(1, options.runs + 1):
            browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            page = new_page(browser)
            with TabMemory(browser) as memory, _busy(options.busy):
                linked_s(page, server.url)
                linked = memory.now_mb()
                show_proven(page)
                begin = time.perf_counter()
                press(page, options.presses)
                taken_s = time.perf_counter() - begin
                peak, end = memory.most_mb, memory.now_mb()
                left = _left_mb(page, memory)
            peaks.append(peak)
            row = (linked, peak, end, left, _allocated_mb(page))
            print(f"{run:>8}" + "".join(f"{mb:9.1f}" for mb in row) + f"{taken_s:7.0f}", flush=True)
            browser.close()
        server.close()
    most = max(peaks)
    print(
        f"most {most:.0f} MB, {most / MEMORY_GOAL_MB:.2f} of the goal (at most {MEMORY_GOAL_MB:g})"
    )
    return int(most > MEMORY_GOAL_MB)


if __name__ == "__main__":
    sys.exit(main())
