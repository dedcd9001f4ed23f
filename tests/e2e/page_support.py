"""A browser for the page's tests, and two things to open in it: the program, or a script.

`Program` is the whole thing as a user starts it.  `Script` is the real web server with a host that
publishes the messages of a test and records the requests of the page; it stands in for boards and
games that cannot be had at will (9x9, no colours, a real board, a refused one).
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import queue
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from host.session.access.role import Role
from host.ui.web.access import Access, Invitation
from host.ui.web.broadcast import Broadcast
from host.ui.web.server import create_app, serve
from tests.support.require import require

ROOT = Path(__file__).resolve().parents[2]
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
TSC = ROOT / "node_modules" / ".bin" / "tsc"
START_S = 60.0
DEADLINE_S = 30.0
"""Ten times what it takes and more: a machine may have much else to do."""
expect.set_options(timeout=DEADLINE_S * 1000)

UNPAINTED = """
  const unpainted = new CSSStyleSheet();
  unpainted.replaceSync(".drawing { opacity: 0 !important; will-change: auto !important }"
    + ".board { background: none !important; box-shadow: none !important }");
  document.adoptedStyleSheets.push(unpainted);
"""
"""Keeps boards from being painted, which takes a quarter of the time of a match; they have their
size and all their parts, and may be pressed."""
DESKTOP = {"width": 1280, "height": 860}
PHONE = {"width": 390, "height": 844}
Message = dict[str, object]


@contextlib.contextmanager
def opened(
    browser: Browser,
    url: str,
    start: bool = False,
    in_motion: bool = False,
    painted: bool = False,
    **context: object,
) -> Iterator[Page]:
    """The page at `url` in a fresh context; it must cause no error until it is closed.

    Args:
        start: True leaves the start screen, as a player finds it; else it is closed already.
        in_motion: True draws all motion; else the browser asks for less of it, as towers that move
            take half of a match's time.
        painted: True paints boards, for tests that look at pixels.
    """
    motion = "no-preference" if in_motion else "reduce"
    settings: dict[str, object] = {"viewport": DESKTOP, "color_scheme": "dark"}
    settings |= {"reduced_motion": motion, **context}
    surroundings = browser.new_context(**settings)  # type: ignore[arg-type]
    surroundings.set_default_timeout(DEADLINE_S * 1000)
    if not painted:
        surroundings.add_init_script(UNPAINTED)
    if not start:
        surroundings.add_init_script(
            "const table = location.pathname.split('/')[2]; if (origin !== 'null') "
            "sessionStorage.setItem('kamisado-start-closed' + (table ? `-${table}` : ''), 'yes')"
        )
    page = surroundings.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    # A refused connection is what some tests are about; the browser cannot be kept from naming it.
    page.on(
        "console",
        lambda message: (
            errors.append(message.text)
            if message.type in ("error", "warning") and "WebSocket" not in message.text
            else None
        ),
    )
    page.goto(url)
    yield page
    surroundings.close()
    assert not errors, errors


class Program:
    """`python -m host play` (or `demo`) as a process of its own, on a virtual board by default.

    Attributes:
        url: where the page is, with the owner's key.
        public_url: the same without it.
        key: the owner's key, with the number sign before it.
    """

    def __init__(
        self, *options: str, port: int = 0, command: str = "play", data: Path | None = None
    ) -> None:
        # Where it keeps its matches: not among those of whoever runs the tests.
        self._home = tempfile.TemporaryDirectory()
        home = self._home.name if data is None else str(data)
        start = [sys.executable, "-m", "host", command, "--no-browser", "--seed", "1"]
        start += ["--board", "virtual", "--listen", f"127.0.0.1:{port}"]
        self._process = subprocess.Popen(
            [*start, *options],
            cwd=ROOT,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=os.environ | {"PYTHONPATH": str(ROOT), "XDG_DATA_HOME": home},
        )
        self._lines: queue.Queue[str] = queue.Queue()
        self._said = ""
        threading.Thread(target=self._read, daemon=True).start()
        deadline = time.monotonic() + START_S
        address = re.compile(r"(http://127\.0\.0\.1:(\d+)/)(#\S+)")
        while not (found := address.search(self._said)):
            try:
                self._said += self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                self.stop()
                raise AssertionError(f"the program printed no URL, only {self._said!r}") from None
        self.url = found.group()
        self.public_url, self.port, self.key = found[1], int(found[2]), found[3]

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as stdout:
            for line in stdout:
                self._lines.put(line)

    def kill(self) -> None:
        """End it as a loss of power does."""
        self._process.kill()
        self._process.wait(DEADLINE_S)

    @contextlib.contextmanager
    def halted(self) -> Iterator[None]:
        """Let it do nothing until the block ends."""
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        """End it as ctrl-C does."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            try:
                self._process.wait(DEADLINE_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait(DEADLINE_S)
        self._home.cleanup()


@contextlib.contextmanager
def program(
    *options: str, port: int = 0, command: str = "play", data: Path | None = None
) -> Iterator[Program]:
    """The program, running as long as the context lasts.

    Args:
        data: where it keeps its files; None for a folder of its own.
    """
    running = Program(*options, port=port, command=command, data=data)
    try:
        yield running
    finally:
        running.stop()


class Script:
    """The web server in a thread, with a host that publishes the messages of a test.

    Attributes:
        asked: requests of the page.
        access: roles of its pages.
        public_url: where the page is.
        url: the same with the owner's key.
    """

    def __init__(self, *first: Message) -> None:
        self.asked: list[Message] = []
        self._broadcast = Broadcast()
        self.connect = self._broadcast.connect
        self._first = first
        self._sock = socket.create_server(("127.0.0.1", 0))
        self.public_url = f"http://127.0.0.1:{self._sock.getsockname()[1]}/"
        self.access = Access(url=self.public_url)
        self.url = f"{self.public_url}#{self.access.owner_key}"
        self._loop = asyncio.new_event_loop()
        self._started = threading.Event()
        self._thread = threading.Thread(target=self._run)

    async def ask(self, message: Message, role: Role, _reply: object) -> str | None:
        """Record a request, whatever the role."""
        self.asked.append(message)
        return None

    async def _serve(self) -> None:
        self._task = asyncio.current_task()
        for message in self._first:
            self._broadcast.publish(message)
        self._started.set()
        await serve(create_app(self, ["127.0.0.1"], self.access), self._sock)

    def _run(self) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            self._loop.run_until_complete(self._serve())
        self._loop.close()

    def __enter__(self) -> Script:
        self._thread.start()
        assert self._started.wait(DEADLINE_S)
        return self

    def __exit__(self, *_: object) -> None:
        assert self._task is not None
        self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join(DEADLINE_S)

    def invite(self, role: Role) -> Invitation:
        """Invite somebody, where the server waits for it."""

        async def made() -> Invitation:
            return self.access.invite(role)

        return asyncio.run_coroutine_threadsafe(made(), self._loop).result(DEADLINE_S)

    def publish(self, *messages: Message | bytes) -> None:
        """Publish something."""
        for message in messages:
            self._loop.call_soon_threadsafe(self._broadcast.publish, message)

    def wait_for(self, condition: Callable[[list[Message]], bool]) -> None:
        """Wait until the page has asked for something."""
        deadline = time.monotonic() + DEADLINE_S
        pause = threading.Event()
        while not condition(self.asked):
            assert time.monotonic() < deadline, f"the page asked only {json.dumps(self.asked)}"
            pause.wait(0.01)


MIDDLE = """square => {
    const box = document.querySelector(`[data-square="${square}"]`)?.getBoundingClientRect();
    return box?.width ? {x: box.x + box.width / 2, y: box.y + box.height / 2} : null;
}"""


def centre(page: Page, square: str) -> tuple[float, float]:
    """The middle of a square in the window, as soon as it is drawn there."""
    middle = page.wait_for_function(MIDDLE, arg=square).json_value()
    return middle["x"], middle["y"]


def drag(page: Page, start: str, end: str) -> None:
    """Carry what stands on one square to another with the mouse."""
    page.mouse.move(*centre(page, start))
    page.mouse.down()
    page.mouse.move(*centre(page, end), steps=3)
    page.mouse.up()


def tap(page: Page, square: str) -> None:
    """Click on the middle of a square."""
    page.mouse.click(*centre(page, square))


def choose(page: Page, name: str) -> None:
    """Choose something in the menu."""
    page.locator("#menu-button").click()
    menu = page.locator("#menu")
    menu.get_by_role("button", name=name).or_(menu.get_by_role("link", name=name)).click()


def open_more(page: Page) -> None:
    """Show all choices of a new game."""
    more = page.locator("#new-game-more")
    if more.get_attribute("open") is None:
        more.locator("summary").click()


def set_help(page: Page, level: str) -> None:
    """Set in the settings what the lights show."""
    choose(page, "Settings")
    page.locator("#help").get_by_text(level, exact=True).click()
    page.locator("#settings").get_by_role("button", name="Done").click()


def wait_for_prompt(page: Page, text: str) -> None:
    """Wait until the prompt contains the text."""
    page.wait_for_function(
        "text => document.getElementById('prompt-text').textContent.includes(text)", arg=text
    )


def wait_for_name(page: Page, square: str, text: str) -> None:
    """Wait until the accessible name of a square contains the text."""
    page.wait_for_function(
        "([square, text]) => document.querySelector(`[data-square='${square}']`)"
        "?.getAttribute('aria-label')?.includes(text)",
        arg=[square, text],
    )


def name_of(page: Page, square: str) -> str:
    """The accessible name of a square."""
    return page.locator(f'[data-square="{square}"]').get_attribute("aria-label") or ""


def violations(page: Page) -> list[str]:
    """Return the violations that axe-core finds: rule and element."""
    require(AXE.exists(), "axe-core is missing: npm ci")
    # Evaluated, not added as a script: our content security policy forbids foreign scripts.
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    # A colour on its way to another would be measured half-way, and may set out meanwhile.
    found = page.evaluate(
        """async () => {
          const still = new CSSStyleSheet();
          still.replaceSync("*, ::before, ::after { transition: none !important;"
            + " animation-delay: 0s !important; animation-duration: 0s !important }");
          document.adoptedStyleSheets.push(still);
          // Only rules of audio and of what is experimental need `preload`.
          const spared = { preload: false, selectors: false };
          // A board is hidden from assistive technology, and is half of all elements of a page.
          const drawn = { exclude: [".drawing"] };
          const { violations } = await axe.run(drawn, { resultTypes: ["violations"], ...spared });
          document.adoptedStyleSheets.pop();
          return violations;
        }"""
    )
    return [f"{v['id']}: {node['html']}" for v in found for node in v["nodes"]]


CUT_WORDS = """root => {
    const cut = [];
    const texts = document.createTreeWalker(document.querySelector(root), NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode;
        const parent = text.parentElement;
        if (!text.data.trim() || parent.closest(".visually-hidden, option, select")) continue;
        if (!parent.checkVisibility({ visibilityProperty: true })) continue;
        let [left, top, right, bottom] = [0, 0, innerWidth, innerHeight];
        let hidden = false;
        for (let at = parent; at !== null; at = at.parentElement) {
            const style = getComputedStyle(at);
            hidden ||= style.clipPath !== "none";
            if (style.overflowX !== "visible" && style.display !== "inline") {
                const box = at.getBoundingClientRect();
                [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
                [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
            }
            // Nothing clips the top layer.
            if (at.matches(":popover-open, :modal")) break;
        }
        const range = document.createRange();
        range.selectNodeContents(text);
        const whole = ({ left: l, top: t, right: r, bottom: b }) =>
            l >= left - 1 && t >= top - 3 && r <= right + 1 && b <= bottom + 3;
        if (!hidden && ![...range.getClientRects()].every(whole)) cut.push(text.data);
    }
    return cut;
}"""


def cut_words(page: Page, root: str) -> list[str]:
    """Return the texts in the element of a selector that are not whole in view.

    A line may lack 3 pixels of its leading.  What a scroller hides counts as cut.
    """
    return list(page.evaluate(CUT_WORDS, root))


def asks(*messages: Message) -> Callable[[list[Message]], bool]:
    """Return the condition that the page has asked for just this."""
    return lambda asked: asked == list(messages)


def focused(page: Page) -> str:
    """Return the id, or else the text, of the element with the focus."""
    return str(page.evaluate("document.activeElement.id || document.activeElement.textContent"))
