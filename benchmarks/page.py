"""`kamisado bench --page`: the page in Chromium, with the program and a virtual board behind it.

Figures: first paint, requests of a reload, from a press to the destinations drawn, frames while a
tower is carried, from its drop to the accepted move, from the choice of a language to the page in
it, and the heap while the computer is played against.  Needs Chromium and Playwright
(`./kamisado test` installs it); all raw numbers go to the output.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import re
import shutil
import statistics
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.figures import save
from benchmarks.page_player import PagePlayer, Request
from host.cli.options import Echo
from host.message import DEFAULT_LANGUAGE, languages

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

ROOT = Path(__file__).resolve().parents[1]
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"]
START_S = 60.0
WAIT_MS = 30_000
WINDOW = {"width": 1280, "height": 800}
SETTLE_S = 0.4
"""Pause after a tower is put down, in which the board takes it in."""
HEAP_EVERY_S = 10.0
PATIENCE_S = 10.0
"""Time without a move after which the player asks again."""
STALL_S = 150.0
"""Time without a move after which the game has stalled; the board offers help after a minute."""
SWITCHED = [*(code for code in languages() if code != DEFAULT_LANGUAGE), DEFAULT_LANGUAGE]
"""Languages in the order in which they are chosen; the page begins in English."""
MOVES_PER_MINUTE = 6
"""Least number of moves for which the heap counts; a busy computer still makes 60."""

# Resolves with the milliseconds from the next press to the first frame with destinations.
PRESS = """() => new Promise(resolve => {
  let pressed = 0;
  addEventListener('pointerdown', event => { pressed = event.timeStamp; },
                   { once: true, capture: true });
  const look = () => {
    const marks = [...document.querySelectorAll('[data-mark]')];
    const drawn = marks.some(({ dataset }) => /^(legal|winning|losing) (?!d8)/.test(dataset.mark));
    if (pressed && drawn) resolve(performance.now() - pressed);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})"""
# Resolves with the milliseconds from the next drop to the first frame with the move in the list.
DROP = """() => new Promise(resolve => {
  let dropped = 0;
  addEventListener('pointerup', event => { dropped = event.timeStamp; },
                   { once: true, capture: true });
  const look = () => {
    const made = document.querySelector('#moves li') !== null;
    if (dropped && made) resolve(performance.now() - dropped);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})"""
# Resolves with the milliseconds from the choice of a language to the first frame in it.
SWITCH = """code => new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error(`the page does not speak ${code}`)), 30_000);
  const select = document.getElementById('language');
  const prompt = () => document.getElementById('prompt-text').textContent;
  const before = prompt();
  const choose = () => {
    const chosen = performance.now();
    select.value = code;
    select.dispatchEvent(new Event('change'));
    const look = () => {
      if (prompt() !== before) resolve(performance.now() - chosen);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  };
  select.dispatchEvent(new Event('focus'));
  setTimeout(choose, 500); // nobody reads the list in less
})"""
# Collects the times between frames until `window.measured` is called.
FRAMES = """() => {
  const frames = [];
  let before = performance.now(), on = true;
  const look = now => {
    frames.push(now - before);
    before = now;
    if (on) requestAnimationFrame(look);
  };
  requestAnimationFrame(now => { before = now; requestAnimationFrame(look); });
  window.measured = () => { on = false; return frames; };
}"""
# The bytes of each file that came over the network, and not from the browser's cache.
FETCHED = """() => ['navigation', 'resource']
  .flatMap(type => performance.getEntriesByType(type))
  .map(({ transferSize }) => transferSize).filter(size => size > 0)"""
PAINT = """() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"""


@dataclass(frozen=True, slots=True)
class Figures:
    """Raw numbers; milliseconds where nothing else is said.

    Attributes:
        paints: first contentful paint of each load.
        requests: requests of each reload.
        received: bytes of their answers, headers included.
        presses: from each press to the destinations drawn.
        frames: between the frames while a tower is carried.
        drops: from each drop to the move in the list.
        switches: from the choice of a language to the page in it; each language is chosen twice,
            and its catalogue loaded at the first time.
        heaps: bytes of the heap after each collection while the computer is played against.
        moves: made meanwhile, by both sides.
        repeated: requests that were made again, as nothing had moved.
        stalled: True if it was ended because nothing moved any more.
        last_prompt: of the last state of that game.
    """

    paints: list[float]
    requests: list[int]
    received: list[int]
    presses: list[float]
    frames: list[float]
    drops: list[float]
    switches: list[float]
    heaps: list[int]
    moves: int
    repeated: int
    stalled: bool
    last_prompt: str


@contextlib.asynccontextmanager
async def _program() -> AsyncIterator[tuple[str, str]]:
    """Run the program; yields its address and the owner's key."""
    with tempfile.TemporaryDirectory() as home:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "host", "play", "--no-browser", "--board", "virtual"),
            *("--listen", "127.0.0.1:0"),
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(ROOT), "XDG_DATA_HOME": home},
            stdout=asyncio.subprocess.PIPE,
        )
        try:
            assert process.stdout is not None
            async with asyncio.timeout(START_S):
                while True:
                    line = (await process.stdout.readline()).decode()
                    if found := re.search(r"(http://127\.0\.0\.1:\d+/)#(\S+)", line):
                        break
                    if not line:
                        raise ValueError("the program ended before it told its address")
            yield found[1], found[2]
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
            await process.wait()


async def _centre(page: Any, square: str) -> tuple[float, float]:
    box = await page.locator(f'[data-square="{square}"]').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def _loads(page: Any, url: str, count: int) -> tuple[list[float], list[int], list[int]]:
    """Load the page, then reload it; paints of all, requests and bytes of the reloads."""
    paints: list[float] = []
    requests: list[int] = []
    received: list[int] = []
    for number in range(count + 1):
        await (page.reload() if number else page.goto(url))
        await page.wait_for_selector("#stage:not(.lost)")
        paint = await page.evaluate(PAINT)
        if paint is not None:
            paints.append(round(paint, 1))
        if number:
            sizes = await page.evaluate(FETCHED)
            requests.append(len(sizes))
            received.append(sum(sizes))
    return paints, requests, received


async def _presses(page: Any, count: int) -> tuple[list[float], list[float]]:
    """Lift a tower and carry it about; times to its destinations, and between frames."""
    presses: list[float] = []
    frames: list[float] = []
    home = await _centre(page, "d8")
    for _ in range(count):
        await page.wait_for_selector("[data-mark='any d8']", state="attached")
        waiting = asyncio.create_task(page.evaluate(PRESS))
        await page.mouse.move(*home)
        await asyncio.sleep(SETTLE_S)
        await page.mouse.down()
        presses.append(round(await waiting, 1))
        await page.evaluate(FRAMES)
        for square in ("d6", "b4", "g5", "e7"):
            await page.mouse.move(*await _centre(page, square), steps=15)
        frames += [round(frame, 2) for frame in await page.evaluate("() => window.measured()")]
        await page.mouse.move(*home, steps=4)
        await page.mouse.up()
    return presses, frames


async def _drops(page: Any, count: int) -> list[float]:
    """Make a move by a drag and take it back; times from the drops to the moves."""
    drops: list[float] = []
    for _ in range(count):
        await page.wait_for_selector("[data-mark='any d8']", state="attached")
        await page.mouse.move(*await _centre(page, "d8"))
        await page.mouse.down()
        await page.mouse.move(*await _centre(page, "d4"), steps=15)
        waiting = asyncio.create_task(page.evaluate(DROP))
        await asyncio.sleep(SETTLE_S)
        await page.mouse.up()
        drops.append(round(await waiting, 1))
        await page.click("#takeback")
        await page.wait_for_selector("#moves li", state="detached")
    return drops


@contextlib.asynccontextmanager
async def _line(url: str, key: str) -> AsyncIterator[ClientConnection]:
    """Connect as another display of the owner."""
    from websockets.asyncio.client import connect
    from websockets.typing import Origin, Subprotocol

    async with connect(
        url.replace("http", "ws") + "ws",
        subprotocols=[Subprotocol("kamisado"), Subprotocol(f"key.{key}")],
        origin=Origin(url.rstrip("/")),
    ) as line:
        yield line


async def _play(
    page: Any, line: ClientConnection, seconds: float, player: PagePlayer
) -> tuple[list[int], int, bool]:
    """Play against the computer for so long.

    Returns:
        Heaps, the number of repeated requests, and True if nothing moved any more.
    """
    session = await page.context.new_cdp_session(page)
    heaps: list[int] = []
    loop = asyncio.get_running_loop()
    moved_s = asked_s = loop.time()
    end_s = moved_s + seconds
    next_s, plies, repeated = 0.0, 0, 0
    new = {"t": "new", "game": "kamisado-single", "clock": "", "opponent": "1"}
    await line.send(json.dumps(new | {"plays": "white"}))
    while loop.time() < min(end_s, moved_s + STALL_S):
        if loop.time() >= next_s:
            await session.send("HeapProfiler.collectGarbage")
            used = await session.send("Runtime.getHeapUsage")
            heaps.append(int(used["usedSize"]))
            next_s = loop.time() + HEAP_EVERY_S
        request = None
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(1.0):
                request = _answer(player, await line.recv())
        if player.plies > plies:
            plies, moved_s = player.plies, loop.time()
        if request is None and loop.time() > max(moved_s, asked_s) + PATIENCE_S:
            request = player.insist()
            repeated += request is not None
            asked_s = loop.time()
        if request is not None:
            asked_s = loop.time()
            await line.send(json.dumps(request))
    return heaps, repeated, loop.time() >= moved_s + STALL_S


def _answer(player: PagePlayer, text: str | bytes) -> Request | None:
    """Return the player's answer to a message of the program."""
    if isinstance(text, bytes):
        return None
    told = json.loads(text)
    if told["t"] == "hand":
        player.see_hand(told)
    # A state may be of the game before.
    elif told["t"] == "state" and (told["opponent"] or {}).get("side") == "white":
        return player.answer(told)
    return None


async def measure(lifts: int, loads: int, seconds: float, seed: int) -> Figures:
    """Take all figures.

    Raises:
        ValueError: Chromium or Playwright is missing, or the program does not start.
    """
    try:
        from playwright.async_api import async_playwright
    except ImportError:
        raise ValueError("Playwright is missing: ./kamisado test installs it") from None
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        raise ValueError("Chromium is missing: apt-get install chromium")
    async with _program() as (url, key), async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        context = await browser.new_context(viewport=WINDOW)  # type: ignore[arg-type]
        context.set_default_timeout(WAIT_MS)
        page = await context.new_page()
        paints, requests, received = await _loads(page, f"{url}#{key}", loads)
        presses, frames = await _presses(page, lifts)
        drops = await _drops(page, lifts)
        switches = [await page.evaluate(SWITCH, code) for code in (*SWITCHED, *SWITCHED)]
        player = PagePlayer(seed)
        async with _line(url, key) as line:
            heaps, repeated, stalled = await _play(page, line, seconds, player)
        await browser.close()
    return Figures(
        *(paints, requests, received, presses, frames, drops, switches, heaps),
        *(player.plies, repeated, stalled, player.last_prompt),
    )


def percentile(values: Sequence[float], part: float) -> float:
    """Return the value below which this part of the values lies, 0 to 1."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def run(options: argparse.Namespace, echo: Echo) -> int:
    """Measure the page and print the figures; return the exit status."""
    figures = asyncio.run(measure(options.lifts, 5, options.minutes * 60, options.seed))
    first, last = figures.heaps[0] / 1e6, figures.heaps[-1] / 1e6
    rows: list[tuple[str, str, Sequence[float]]] = [
        ("first paint", f"{statistics.median(figures.paints):.0f} ms", figures.paints),
        ("requests on reload", f"{max(figures.requests)}", figures.requests),
        ("bytes on reload", f"{max(figures.received)}", figures.received),
        (
            "press to destinations",
            f"p50 {statistics.median(figures.presses):.0f} ms",
            figures.presses,
        ),
        ("frames of a drag", f"p99 {percentile(figures.frames, 0.99):.1f} ms", figures.frames),
        ("drop to move", f"p50 {statistics.median(figures.drops):.0f} ms", figures.drops),
        ("switch of language", f"{statistics.median(figures.switches):.0f} ms", figures.switches),
        (
            "heap",
            f"{first:.1f} to {last:.1f} MB, {figures.moves} moves, {figures.repeated} asked again",
            figures.heaps,
        ),
    ]
    echo("p50: the median; p99: 99 % take no longer; behind each figure what it was made from\n")
    for name, value, raw in rows:
        echo(f"{name:<22} {value:<24} {' '.join(map(str, raw[:60]))}")
    save({name: raw for name, _, raw in rows}, options.output, echo)
    expected = int(MOVES_PER_MINUTE * options.minutes)
    if figures.moves >= expected and not figures.stalled:
        return 0
    echo(
        f"The heap does not count: {figures.moves} moves in {options.minutes:g} minutes, at least"
        f" {expected} are expected, and none may take {STALL_S:g} s. The game stands at:"
        f" {figures.last_prompt}"
    )
    return 1
