"""Memory of the static site's tab while towers are lifted, with the solver at work.

    python -m benchmarks.costs.tab_memory [--presses N] [--pause S] [--runs N] [--busy N]

The site is opened, loaded anew three times, towers are lifted and put back one after another, every
two seconds as by quick players, then the same with the solver at work for the proven lights, and at
last it is loaded anew.  `--pause 0` lifts the next tower as soon as the one before stands again,
for minutes, which nobody does: the browser collects its garbage where it has a moment, and keeps
twice as much where it has none.  Memory is the proportional set size of the browser's largest
renderer, looked at ten times a second: what several processes share, as the browser's own code, is
divided among them.  A script in the page (`tab_driver.js`) lifts the towers: a debugger that is
attached to the browser, as Playwright's, keeps what the page fetches in the memory of the tab,
12 MB for each of its two interpreters alone.
Needs Chromium and node, on Linux.
"""

from __future__ import annotations

import argparse
import contextlib
import multiprocessing
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from benchmarks.costs.idle import children, usage
from benchmarks.page import FLAGS, WINDOW
from browser.build.site import build
from browser.server import StaticHandler, StaticServer

DRIVER = Path(__file__).with_name("tab_driver.js")
WAIT_S = 180.0
"""Longest time for one command to the page."""
SAMPLE_S = 0.1
"""Between two looks at the memory."""
MEMORY_GOAL_MB = 350.0
SOLVER_S = 5.0
"""The time given to the solver's worker to start."""
RELOADS = 3
PRESSES = 25
PAUSE_S = 2.0
"""Between two towers that quick players lift."""
SQUARES = [f"{file}8" for file in "abcdefgh"]
"""With the towers of the side to move; a sensor that changes each second counts as a faulty one
(`host/recognition/sensing/sensor_health.py`), so that no square is pressed twice in a row."""


class TabMemory:
    """Looks at the memory of a browser's largest renderer until the block ends.

    Args:
        pid: of the browser.

    Attributes:
        most_mb: the most that was seen.
    """

    def __init__(self, pid: int) -> None:
        self._pid = pid
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
        return max(_renderers_mb(self._pid))

    def _look(self) -> None:
        while not self._end.wait(SAMPLE_S):
            self.most_mb = max([self.most_mb, *_renderers_mb(self._pid)])


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


class _Commands(StaticHandler):
    """A request for a file, or of `tab_driver.js` for its next command, which it may wait for."""

    waiting: queue.SimpleQueue[str] = queue.SimpleQueue()
    done: queue.SimpleQueue[str] = queue.SimpleQueue()
    newest = 0
    """Number of the last request for a command: the page of those before may be gone."""

    def do_GET(self) -> None:  # noqa: N802 (the library's name)
        """Answer it."""
        url = urllib.parse.urlsplit(self.path)
        if url.path != "/command":
            super().do_GET()
            return
        _Commands.newest += 1
        number = _Commands.newest
        self.done.put(urllib.parse.parse_qs(url.query)["done"][0])
        while number == _Commands.newest:
            with contextlib.suppress(queue.Empty):
                command = self.waiting.get(timeout=SAMPLE_S).encode()
                self.send_response(200)
                self.send_header("Content-Type", "text/plain")
                self.send_header("Content-Length", str(len(command)))
                self.end_headers()
                self.wfile.write(command)
                return


class DrivenTab:
    """The site in a Chromium that no debugger is attached to; use it as a context manager.

    Args:
        site: its folder, to which `tab_driver.js` is added.

    Attributes:
        pid: of the browser.
    """

    def __init__(self, site: Path) -> None:
        shutil.copy(DRIVER, site)
        page = site / "index.html"
        text = page.read_text("utf-8")
        driver = f'<script type="module" src="{DRIVER.name}"></script>'
        if driver not in text:
            page.write_text(text.replace("<script", f"{driver}\n  <script", 1), "utf-8")
        self._server = StaticServer(site, handler=_Commands)
        self._profile = tempfile.TemporaryDirectory()
        chromium = shutil.which("chromium") or shutil.which("chromium-browser") or "chromium"
        size = f"--window-size={WINDOW['width']},{WINDOW['height']}"
        profile = f"--user-data-dir={self._profile.name}"
        self._browser = subprocess.Popen(
            [chromium, *FLAGS, size, profile, self._server.url], stderr=subprocess.DEVNULL
        )
        self.pid = self._browser.pid

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._browser.terminate()
        self._browser.wait()
        _Commands.newest += 1  # nobody waits for a command any more
        self._server.close()
        self._profile.cleanup()

    def tell(self, command: str, *arguments: str) -> None:
        """Have the page do something, and wait until that is done.

        Raises:
            RuntimeError: it cannot; the message says why.
        """
        _Commands.waiting.put(" ".join((command, *arguments)))
        if (done := self._done()) != command:
            raise RuntimeError(f"{command} {arguments}: {done}")

    def link(self) -> None:
        """Wait for the page that is being loaded, and for its board."""
        while (done := self._done()) == "loaded":  # on a first visit it loads itself anew
            _Commands.waiting.put("link")
        if done != "link":
            raise RuntimeError(done)

    def load_anew(self) -> None:
        """Load the page anew, and wait for its board."""
        _Commands.waiting.put("reload")
        self.link()

    @staticmethod
    def _done() -> str:
        return _Commands.done.get(timeout=WAIT_S)

    def press(self, count: int, pause_s: float) -> None:
        """Lift towers and put them back, one after another, with a pause after each."""
        for number in range(count):
            self.tell("press", SQUARES[number % len(SQUARES)])
            time.sleep(pause_s)


@dataclass(frozen=True)
class Memory:
    """Memory of a tab, in MB.

    Attributes:
        linked: when its board is linked, and towers have been lifted.
        proving: the same with the solver at work.
        most: at any time.
    """

    linked: float
    proving: float
    most: float


def measure(site: Path, presses: int = PRESSES, pause_s: float = PAUSE_S) -> Memory:
    """Open the site in a browser of its own and lift towers there, so many of each kind."""
    with DrivenTab(site) as tab, TabMemory(tab.pid) as memory:
        tab.link()
        for _ in range(RELOADS):
            tab.load_anew()
        tab.press(presses, pause_s)
        linked = memory.now_mb()
        tab.tell("prove")
        time.sleep(SOLVER_S)
        tab.press(presses, pause_s)
        proving = memory.now_mb()
        tab.load_anew()
    return Memory(linked, proving, memory.most_mb)


@contextlib.contextmanager
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
    parser.add_argument("--presses", type=int, default=PRESSES, metavar="N")
    parser.add_argument("--pause", type=float, default=PAUSE_S, metavar="S", help="after each")
    parser.add_argument("--runs", type=int, default=3, metavar="N")
    parser.add_argument("--busy", type=int, default=0, metavar="N", help="cores that others use")
    options = parser.parse_args(arguments)
    found = []
    with tempfile.TemporaryDirectory() as folder, _busy(options.busy):
        site = Path(folder) / "site"
        build(site)
        print(f"{'MB':>8}{'linked':>9}{'proving':>9}{'most':>9}{'s':>7}")
        for run in range(1, options.runs + 1):
            begin = time.perf_counter()
            memory = measure(site, options.presses, options.pause)
            found.append(memory.most)
            row = f"{memory.linked:9.1f}{memory.proving:9.1f}{memory.most:9.1f}"
            print(f"{run:>8}{row}{time.perf_counter() - begin:7.0f}", flush=True)
    most = max(found)
    print(
        f"most {most:.0f} MB, {most / MEMORY_GOAL_MB:.2f} of the goal (at most {MEMORY_GOAL_MB:g})"
    )
    return int(most > MEMORY_GOAL_MB)


if __name__ == "__main__":
    sys.exit(main())
