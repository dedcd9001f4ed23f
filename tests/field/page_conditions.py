"""Field conditions of pages: what lies between a page and its program, and what is seen then."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.e2e.test_proxies import KEEPS_HOST, PASSES_WEBSOCKETS, passed_on
from tests.field.pages import PageSubject, Running
from tests.support.nginx import nginx
from tests.support.relay import Relay

AS_IT_CAME = (PASSES_WEBSOCKETS, KEEPS_HOST)
LONG_MS = 20_000
"""After this a page has given a dead line up (docs/protocols/page.md), or asked again."""
ROUND_TRIP_S = 0.25


@dataclass(frozen=True)
class Between:
    """The way from a page to its program.

    Attributes:
        url: where the page is then.
        relay: what passes everything on; None if nothing of the tests does.
    """

    url: str
    relay: Relay | None = None


Course = Callable[[Page, PageSubject, Running, Between], None]


@dataclass(frozen=True)
class PageCondition:
    """A condition.

    Attributes:
        between: brings it about for a page that is served, with files in a folder.
        course: what is done and seen.
        reaches: tells if it makes a difference to a page.
    """

    between: Callable[[Running, Path], AbstractContextManager[Between]]
    course: Course
    reaches: Callable[[PageSubject], bool] = lambda subject: True


@contextlib.contextmanager
def directly(running: Running, folder: Path) -> Iterator[Between]:
    """Have nothing between them."""
    yield Between(f"http://127.0.0.1:{running.port}/{running.address}")


def relayed(delay_s: float) -> Callable[[Running, Path], AbstractContextManager[Between]]:
    """Return what passes everything on after a time."""

    @contextlib.contextmanager
    def between(running: Running, folder: Path) -> Iterator[Between]:
        with Relay(running.port, delay_s) as relay:
            yield Between(f"http://127.0.0.1:{relay.port}/{running.address}", relay)

    return between


def proxied(
    path: str, *rules: str, files: str = ""
) -> Callable[[Running, Path], AbstractContextManager[Between]]:
    """Return what has nginx pass a page on below a path.

    Args:
        rules: nginx's rules for everything; none pass it on as it came, WebSockets included.
        files: what it does with the page's script instead.
    """

    @contextlib.contextmanager
    def between(running: Running, folder: Path) -> Iterator[Between]:
        passed = [passed_on(str(running.port), f'"{path}"', *(rules or AS_IT_CAME))]
        if files:
            passed.append(f"location ~ \\.js$ {{ {files} }}")
        with nginx(folder, "\n".join(passed)) as url:
            yield Between(f"{url}{path}{running.address}")

    return between


def works(page: Page, subject: PageSubject, running: Running, between: Between) -> None:
    """It shows what is the case, and what is new."""
    subject.before(page)
    running.change()
    if not subject.has_line:
        page.clock.fast_forward(LONG_MS)
    subject.after(page)


def is_told(page: Page, subject: PageSubject, running: Running, between: Between) -> None:
    """It says that it cannot run."""
    hint = page.locator("#unscripted")
    expect(hint).to_contain_text("has not come whole")
    expect(hint).to_be_visible()


def dies(page: Page, subject: PageSubject, running: Running, between: Between) -> None:
    """It notices that nothing comes any more, shows that, and later what has become new."""
    assert between.relay is not None, "a condition with a relay"
    subject.before(page)
    if subject.has_line:
        page.wait_for_function("() => window.beats > 0")
    between.relay.is_dead = True
    running.change()
    page.clock.fast_forward(LONG_MS)
    subject.lost(page)
    between.relay.is_dead = False
    for _ in range(3):
        page.clock.fast_forward(LONG_MS)
    subject.after(page)


def names(*words: str) -> Course:
    """Return the course in which the page says what is in the way."""

    def course(page: Page, subject: PageSubject, running: Running, between: Between) -> None:
        for word in words:
            subject.tells(page, word)

    return course


def has_line(subject: PageSubject) -> bool:
    """Return True if a page has a WebSocket."""
    return subject.has_line


def jumps(hours: int) -> Course:
    """Return the course in which the computer's clock is set to another time."""

    def course(page: Page, subject: PageSubject, running: Running, between: Between) -> None:
        subject.before(page)
        page.clock.set_system_time(page.evaluate("Date.now()") + hours * 3_600_000)
        page.clock.run_for(LONG_MS)
        running.change()
        page.clock.run_for(LONG_MS)
        subject.after(page)

    return course


OTHER_TYPES = ("proxy_hide_header Content-Type;", "add_header Content-Type text/plain;")

PAGE_CONDITIONS: Mapping[str, PageCondition] = {
    "as it is": PageCondition(directly, works),
    "below a path": PageCondition(proxied("/games/board/"), works),
    "an odd path": PageCondition(proxied("/Öffentlich & größer/a'b+c/"), works),
    "a proxy without WebSockets": PageCondition(
        proxied("/board/", KEEPS_HOST), names("no WebSocket reaches it", "docs/club.md"), has_line
    ),
    "a proxy's own address": PageCondition(
        proxied("/board/", PASSES_WEBSOCKETS), names("Start it with --public http"), has_line
    ),
    "a slow line": PageCondition(relayed(ROUND_TRIP_S / 2), works),
    "a dead line": PageCondition(relayed(0.0), dies),
    "a script that is missing": PageCondition(proxied("/", files="return 404;"), is_told),
    "a script that is cut off": PageCondition(
        proxied("/", files='default_type text/javascript; return 200 "const cut = {";'), is_told
    ),
    "a script as text": PageCondition(
        proxied("/", files='default_type text/plain; return 200 "";'), is_told
    ),
    "a clock set back": PageCondition(directly, jumps(-24)),
    "a clock set ahead": PageCondition(directly, jumps(24)),
}
