"""Measure the static site in Chromium, `python -m benchmarks.site`.

Figures: from opening the page until the board is linked, on a first visit and later ones; from a
press to the destinations drawn, without and with the solver at work; the most memory that the tab
ever has; how many times faster than real time the simulated board runs there, in node, and under
CPython beside MicroPython for Unix.  Beside each goal stands the figure's part of it.

Memory is that of `benchmarks.costs.tab_memory`, in a browser of its own.
Needs Chromium, Playwright (`./kamisado test` installs it) and node, on Linux.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks import board_speed
from benchmarks.costs.tab_memory import MEMORY_GOAL_MB, SOLVER_S, measure
from benchmarks.page import FLAGS, PRESS, WINDOW
from browser.build.site import build
from browser.server import StaticServer
from host.virtual.process import SimulatorProcess

PAUSE_MS = 1000
"""Between two presses on the same square: a sensor that changes oftener is taken for a faulty one
(`host/recognition/sensing/sensor_health.py`)."""
LINK_MS = 180_000
WAIT_MS = 60_000
LINK_GOALS_S = (6.0, 3.0)
"""On the first visit, and on later ones."""
SIZE_GOAL_MB = 8.0
DELAY_GOAL_MS = 50.0
"""By which the solver may delay a light."""
SPEED_GOAL = 2.0
"""Least speed of the board, in times real time."""
SPEED_S = 10.0
"""Time for which a simulated board runs as fast as it goes."""
HERE = Path(__file__).parent
WORKER = HERE / "speed_worker.js"
NODE = HERE / "speed_node.mjs"
SPEED = """({ text, seconds }) => new Promise((resolve, reject) => {
  const worker = new Worker("/speed_worker.js", { type: "module" });
  worker.onmessage = ({ data }) => {
    if (!("speed" in data)) return;  // of a worker that it has started
    worker.terminate();
    resolve(data.speed);
  };
  worker.onerror = event => reject(new Error(event.message));
  worker.postMessage({ text, seconds });
})"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.site", description="Measure the static site in Chromium."
    )
    parser.add_argument("--visits", type=int, default=3, help="later visits (default: 3)")
    parser.add_argument("--presses", type=int, default=20, help="of each kind (default: 20)")
    options = parser.parse_args(arguments)
    executable = shutil.which("chromium") or shutil.which("chromium-browser")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Path(folder) / "site"
        size = build(site)
        shutil.copy(WORKER, site)
        _tell("first visit, compressed", size.first_visit / 1e6, "MB", SIZE_GOAL_MB)
        server = StaticServer(site)
        browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        page = _new_page(browser)
        _tell("first visit to linked", _linked_s(page, server.url), "s", LINK_GOALS_S[0])
        later = [_linked_s(page, server.url) for _ in range(options.visits)]
        _tell("later visits to linked, median", statistics.median(later), "s", LINK_GOALS_S[1])
        alone = _presses_ms(page, options.presses)
        _tell("press to destinations, median", statistics.median(alone), "ms")
        _show_proven(page)
        proving = _presses_ms(page, options.presses)
        _tell("the same with the solver at work", statistics.median(proving), "ms")
        for name, of in (("median", statistics.median), ("slowest of ten", _slow)):
            _tell(f"its delay, {name}", of(proving) - of(alone), "ms", DELAY_GOAL_MS)
        text = Path(board_speed.__file__).read_text("utf-8")
        page.goto(f"{server.url}flash/")  # the page without a board of its own
        in_browser = float(page.evaluate(SPEED, {"text": text, "seconds": SPEED_S}))
        browser.close()
        server.close()
        memory = measure(Path(shutil.copytree(site, Path(folder) / "driven")), options.presses)
        _tell("memory, linked", memory.linked, "MB", MEMORY_GOAL_MB)
        _tell("memory, solver at work", memory.proving, "MB", MEMORY_GOAL_MB)
        _tell("most memory at any time", memory.most, "MB", MEMORY_GOAL_MB)
        _tell("board in Chromium", in_browser, "times real time", -SPEED_GOAL)
        _tell("board in node", _node_speed(site), "times real time")
    _tell("board under CPython, MicroPython", asyncio.run(_native_speed()), "times real time")
    return 0


def _new_page(browser: Browser) -> Page:
    """Open a tab that shows the board instead of the start screen."""
    page = browser.new_context(
        viewport={"width": WINDOW["width"], "height": WINDOW["height"]}
    ).new_page()
    page.set_default_timeout(WAIT_MS)
    page.add_init_script("sessionStorage.setItem('kamisado-start-closed', 'yes')")
    return page


def _linked_s(page: Page, url: str) -> float:
    """Open the site; return the time until its board is linked."""
    begin = time.perf_counter()
    page.goto(url)
    page.wait_for_selector("#link[data-state=up]", timeout=LINK_MS)
    return time.perf_counter() - begin


def _show_proven(page: Page) -> None:
    """Choose the proven lights, and wait until the solver is there."""
    page.locator("#menu-button").click()
    page.locator("#menu").get_by_role("button", name="Settings").click()
    page.locator("#help").get_by_text("Proven", exact=True).click()
    page.locator("#settings").get_by_role("button", name="Done").click()
    time.sleep(SOLVER_S)


async def _native_speed() -> float:
    """Return the speed of the simulated board as the program starts it."""
    board = await SimulatorProcess.start(print, f"--seed={board_speed.SEED}")
    try:
        return await board_speed.speed(board, SPEED_S)
    finally:
        await board.close()


def _node_speed(site: Path) -> float:
    """Return the speed of the simulated board in node, which runs the files of the site."""
    prepare_for_node(site)
    command = ["node", str(NODE), str(site), board_speed.__file__, str(SPEED_S)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(run.stdout.splitlines()[-1])


def prepare_for_node(site: Path) -> None:
    """Change a site so that node runs it by `speed_node.mjs`."""
    shutil.copy(WORKER, site)
    script = site / "python.js"
    text = script.read_text("utf-8").replace("import.meta.url).href", "import.meta.url).pathname")
    script.write_text(text, "utf-8")  # in node Pyodide wants a path instead of a URL


def _slow(times: Sequence[float]) -> float:
    """Return the time that one in ten exceeds."""
    return statistics.quantiles(times, n=10)[-1]


def _tell(name: str, value: float, unit: str, goal: float | None = None) -> None:
    """Print a figure.

    Args:
        goal: the most that it may be; the least, if it is negative.
    """
    beside = ""
    if goal is not None:
        bound = "at most" if goal > 0 else "at least"
        beside = f"  {value / abs(goal):5.2f} of the goal ({bound} {abs(goal):g})"
    print(f"{name:<36}{value:8.1f} {unit}{beside}", flush=True)


def _presses_ms(page: Page, count: int) -> list[float]:
    """Lift a tower and put it back; return the times until its destinations are drawn."""
    box = page.locator('[data-square="d8"]').bounding_box()
    assert box is not None
    times = []
    for _ in range(count):
        page.wait_for_selector("[data-mark='any d8']", state="attached")
        page.wait_for_timeout(PAUSE_MS)
        page.evaluate(f"() => {{ ({PRESS})().then(ms => {{ window.pressed = ms; }}); }}")
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        times.append(float(page.wait_for_function("() => window.pressed").json_value()))
        page.evaluate("() => { window.pressed = undefined; }")
        page.mouse.up()
        page.keyboard.press("Escape")
    return times


if __name__ == "__main__":
    sys.exit(main())
